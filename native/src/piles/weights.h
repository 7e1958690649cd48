// The tuned weights of the value, by class of rules, with where they come from.
#pragma once

#include <span>
#include <string_view>

#include "piles/value.h"
#include "plan/plan.h"

namespace arfa::piles {

struct WeightSet {
    std::string_view name;
    std::string_view tuned_on;  // which games, which deals, when, how well they did
    Weights weights;            // in the order of features.inc
};

// The sets that searches under these rules take turns with, the best one first.
std::span<const WeightSet> weights_for(const Plan& plan);

}  // namespace arfa::piles
