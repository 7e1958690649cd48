// The learnt weights of the policy, by the traits of the rules.
#pragma once

#include "fair/policy.h"

namespace arfa::fair {

struct Learnt {
    std::string_view name;
    Weights weights;
    double noise;  // with which rollouts are best
    Calibration calibration;
};

// The weights for rules: those of the patience that is most like it.
const Learnt& learnt_for(const Plan& plan);

}  // namespace arfa::fair
