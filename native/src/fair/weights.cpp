#include "fair/weights.h"

#include <stdexcept>

namespace arfa::fair {
namespace {

// Written by tools/make_player.py.
const std::vector<Learnt> kLearnt{
#include "fair/learnt.inc"
};

const Learnt& named(std::string_view name) {
    for (const Learnt& learnt : kLearnt)
        if (learnt.name == name) return learnt;
    throw std::logic_error("fair: nothing has been learnt");
}

std::string_view most_like(const Plan& plan) {
    if (plan.decks == 2) return "big-harp";
    if (plan.stock == StockKind::cycle) return "black-harp";
    return plan.draw > 1 ? "klondike-3" : "small-harp";
}

std::string_view plainly_most_like(const Plan& plan) {
    const bool counted = plan.stock == StockKind::waste && plan.redeals >= 0;
    if (plan.decks == 2) return counted && plan.redeals < 3 ? "harp-9-short" : "harp-9";
    return plan.stock == StockKind::cycle ? "black-harp-forced" : "small-harp-strict";
}

}  // namespace

const Learnt& learnt_for(const Plan& plan) { return named(most_like(plan)); }
const Learnt& learnt_plain(const Plan& plan) { return named(plainly_most_like(plan)); }

}  // namespace arfa::fair
