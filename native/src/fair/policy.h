// How a player who cannot see would go on, move by move, without much thought: the best by linear weights, with noise.
#pragma once

#include <cmath>
#include <vector>

#include "fair/calibration.h"
#include "fair/features.h"

namespace arfa::fair {

struct Style {
    Weights weights{};
    double noise = 0;     // of the policy: the scale of Gumbel noise on what a move is worth
    bool spread = false;  // see Choices
    Calibration calibration{};

    double calibrated(double value) const { return fair::calibrated(calibration, value); }
};

template <int D>
class Policy {
public:
    using N = Node<D>;

    Policy(World<D>& world, const Style& style)
        : w_(world), style_(style), choices_(world, style.spread), features_(world) {}

    Choices<D>& choices() { return choices_; }
    Features<D>& features() { return features_; }
    const Style& style() const { return style_; }

    // Plays on from a settled position of the world; whether it is won.
    bool rollout(Info<D> info, Random& random) {
        for (int n = 0; n < kLongest; ++n) {
            if (w_.search.won(info.node)) return true;
            w_.search.steps.resize(1);
            info.node.trail = 0;
            features_.from(info);
            double best = -1e300;
            bool any = false;
            Info<D> next = info;
            choices_.moves(info, false, [&](const N& node, int score) {
                const double value = noisy(worth(features_, node, score, false, style_.weights), random);
                if (any && value <= best) return;
                any = true;
                best = value;
                next.node = node;
            });
            if (choices_.can_look(info)) {
                const double value = noisy(worth(features_, info.node, 0, true, style_.weights), random);
                if (!any || value > best) {
                    choices_.look(info);
                    choices_.settle(info);
                    continue;
                }
            }
            if (!any) return false;
            choices_.pass(info, next);
            info = next;
            choices_.settle(info);
        }
        return false;
    }

    static constexpr int kLongest = 400;

private:
    double noisy(double value, Random& random) const {
        if (style_.noise <= 0) return value;
        return value - style_.noise * std::log(-std::log(random.uniform() + 1e-12) + 1e-12);
    }

    World<D>& w_;
    const Style& style_;
    Choices<D> choices_;
    Features<D> features_;
};

}  // namespace arfa::fair
