#include "fair/weights.h"

#include <array>

namespace arfa::fair {
namespace {

// Written by tools/make_player.py.
const std::array kLearnt{
#include "fair/learnt.inc"
};

std::string_view most_like(const Plan& plan) {
    if (plan.decks == 2) return "big-harp";
    if (plan.stock == StockKind::cycle) return "black-harp";
    return plan.draw > 1 ? "klondike-3" : "small-harp";
}

}  // namespace

const Learnt& learnt_for(const Plan& plan) {
    const std::string_view name = most_like(plan);
    for (const Learnt& learnt : kLearnt)
        if (learnt.name == name) return learnt;
    return kLearnt.front();
}

}  // namespace arfa::fair
