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
    if (plan.groups == Groups::single || plan.groups == Groups::king_run) {
        if (plan.stock != StockKind::waste || plan.redeals < 0) return "harp-9-unlimited";
        return plan.redeals >= 3 ? "harp-9" : plan.redeals == 2 ? "harp-9-two" : "harp-9-one";
    }
    if (plan.decks == 2) return "big-harp-plain";
    return plan.stock == StockKind::cycle ? "black-harp-plain" : "small-harp-plain";
}

}  // namespace

const Learnt& learnt_for(const Plan& plan) { return named(most_like(plan)); }
const Learnt& learnt_plain(const Plan& plan) { return named(plainly_most_like(plan)); }

}  // namespace arfa::fair
