// Learns the weights of the policy by policy gradient.
//
// Each deal is played four times by drawing moves at random, with chances by the softmax of what they are worth over
// ten; what a play was worth is compared with the other three of the same deal, so that easy deals teach nothing.
// Steps by Adam, weights averaged over the last third.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <vector>

#include "fair/policy.h"

namespace arfa::fair {

// The gradient of one play: how the features of the chosen moves differ from what was to be expected.
template <int D>
class Lesson {
public:
    Lesson(World<D>& world, const Style& style) : w_(world), style_(style), policy_(world, style) {}

    // Plays on from a settled position; whether it is won.
    bool play(Info<D> info, Random& random, Weights& gradient) {
        for (int n = 0; n < Policy<D>::kLongest; ++n) {
            if (w_.search.won(info.node)) return true;
            w_.search.steps.resize(1);
            info.node.trail = 0;
            policy_.choices().all(info, choices_, false);
            if (choices_.empty()) return false;
            const std::size_t chosen = draw(info, random, gradient);
            info = choices_[chosen].after;
            policy_.choices().settle(info);
        }
        return false;
    }

private:
    static constexpr double kTemperature = 10;

    std::size_t draw(const Info<D>& info, Random& random, Weights& gradient) {
        Features<D>& features = policy_.features();
        features.from(info);
        rows_.assign(choices_.size(), Weights{});
        values_.clear();
        double highest = -1e300;
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            double value = 0;
            const Choice<D>& choice = choices_[i];
            features.of(choice.after.node, choice.score, choice.look, [&](Feature f, double amount) {
                rows_[i][static_cast<std::size_t>(f)] += amount;
                value += style_.weights[static_cast<std::size_t>(f)] * amount;
            });
            values_.push_back(value / kTemperature);
            highest = std::max(highest, values_.back());
        }
        double total = 0;
        for (double& v : values_) total += v = std::exp(v - highest);
        double left = random.uniform() * total;
        std::size_t chosen = 0;
        while (chosen + 1 < values_.size() && (left -= values_[chosen]) >= 0) ++chosen;
        if (choices_.size() < 2) return chosen;
        for (std::size_t f = 0; f < kFeatures; ++f) {
            double expected = 0;
            for (std::size_t i = 0; i < rows_.size(); ++i) expected += values_[i] / total * rows_[i][f];
            gradient[f] += rows_[chosen][f] - expected;
        }
        return chosen;
    }

    World<D>& w_;
    const Style& style_;
    Policy<D> policy_;
    std::vector<Choice<D>> choices_;
    std::vector<Weights> rows_;
    std::vector<double> values_;
};

class Adam {
public:
    // Steps uphill; `rate` 1 moves a weight by about one.
    void step(Weights& weights, const Weights& gradient, double rate) {
        ++steps_;
        const double first = 1 - std::pow(0.9, steps_), second = 1 - std::pow(0.99, steps_);
        for (std::size_t f = 0; f < kFeatures; ++f) {
            mean_[f] = 0.9 * mean_[f] + 0.1 * gradient[f];
            square_[f] = 0.99 * square_[f] + 0.01 * gradient[f] * gradient[f];
            weights[f] += rate * (mean_[f] / first) / (std::sqrt(square_[f] / second) + 1e-9);
        }
    }

private:
    Weights mean_{}, square_{};
    int steps_ = 0;
};

template <int D>
class School {
public:
    School(World<D>& world, Style& style, u64 seed)
        : world_(world), style_(style), lesson_(world, style), rules_(world, style.spread), random_(seed) {}

    // `next(random)` lays the next deal out in the world.
    template <class Next, class GoOn, class Tell>
    Weights learn(Next next, double seconds, GoOn go_on, Tell tell) {
        Adam adam;
        Weights sum{};
        int summed = 0;
        const auto begun = std::chrono::steady_clock::now();
        for (double past = 0; past < seconds && go_on();) {
            Weights gradient{};
            int won = 0;
            for (int n = 0; n < kDeals; ++n) {
                next(random_);
                won += play_deal(gradient);
            }
            past = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            const double part = std::min(1.0, past / seconds);
            adam.step(style_.weights, gradient, 0.02 + 1 - part);
            if (part > 0.67) {
                ++summed;
                for (std::size_t f = 0; f < kFeatures; ++f) sum[f] += style_.weights[f];
            }
            tell(past, won / double{kPlays * kDeals});
        }
        if (summed == 0) return style_.weights;
        for (double& w : sum) w /= summed;
        return sum;
    }

private:
    static constexpr int kDeals = D == 2 ? 200 : 750;
    static constexpr int kPlays = 4;

    int play_deal(Weights& gradient) {
        Info<D> info = world_.root();
        rules_.settle(info);
        std::array<Weights, kPlays> each{};
        std::array<int, kPlays> won{};
        int sum = 0;
        for (std::size_t k = 0; k < kPlays; ++k) sum += won[k] = lesson_.play(info, random_, each[k]);
        if (sum == 0 || sum == kPlays) return sum;
        for (std::size_t k = 0; k < kPlays; ++k) {
            const double better = won[k] - (sum - won[k]) / double{kPlays - 1};
            for (std::size_t f = 0; f < kFeatures; ++f) gradient[f] += better * each[k][f] / (kPlays * kDeals);
        }
        return sum;
    }

    World<D>& world_;
    Style& style_;
    Lesson<D> lesson_;
    Choices<D> rules_;
    Random random_;
};

}  // namespace arfa::fair
