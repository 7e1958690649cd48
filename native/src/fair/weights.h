// The learnt weights of the policies, by the traits of the rules.
#pragma once

#include <string_view>
#include <vector>

#include "fair/calibration.h"
#include "plan/plan.h"

namespace arfa::fair {

struct Learnt {
    std::string_view name;
    std::vector<double> weights;  // in the order of the features of its kind of player
    double noise;                 // with which rollouts are best
    Calibration calibration;
};

// The weights for rules: those of the patience that is most like it.
const Learnt& learnt_for(const Plan& plan);
// The same for the player of ordinary moves (fair/plain).
const Learnt& learnt_plain(const Plan& plan);

}  // namespace arfa::fair
