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
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "fair/policy.h"

namespace arfa::fair {

// Draws one of some choices by the softmax of what they are worth, and adds to a gradient how the features of that one
// differ from what was to be expected.
template <class Row>
class Softmax {
public:
    void clear() {
        rows_.clear();
        values_.clear();
    }
    void add(const Row& row, double value) {
        rows_.push_back(row);
        values_.push_back(value / kTemperature);
    }
    std::size_t draw(Random& random, std::span<double> gradient) {
        const double highest = *std::ranges::max_element(values_);
        double total = 0;
        for (double& v : values_) total += v = std::exp(v - highest);
        double left = random.uniform() * total;
        std::size_t chosen = 0;
        while (chosen + 1 < values_.size() && (left -= values_[chosen]) >= 0) ++chosen;
        if (rows_.size() < 2) return chosen;
        for (std::size_t f = 0; f < gradient.size(); ++f) {
            double expected = 0;
            for (std::size_t i = 0; i < rows_.size(); ++i) expected += values_[i] / total * rows_[i][f];
            gradient[f] += rows_[chosen][f] - expected;
        }
        return chosen;
    }

private:
    static constexpr double kTemperature = 10;

    std::vector<Row> rows_;
    std::vector<double> values_;
};

// Plays drawn at random from worlds of the counts model.
template <int D>
class Lesson {
public:
    using Weights = fair::Weights;
    static constexpr int kDeals = D == 2 ? 200 : 750;

    // `next(random)` lays the next deal out in the world.
    using Next = std::function<void(Random&)>;

    Lesson(World<D>& world, Style& style, Next next)
        : w_(world), style_(style), policy_(world, style), next_(std::move(next)) {}

    Weights& weights() { return style_.weights; }
    void deal(Random& random) {
        next_(random);
        dealt_ = w_.root();
        policy_.choices().settle(dealt_);
    }
    // Plays the deal; 1 when it is won.
    double play(Random& random, Weights& gradient) {
        Info<D> info = dealt_;
        for (int n = 0; n < Policy<D>::kLongest; ++n) {
            if (w_.search.won(info.node)) return 1;
            w_.search.steps.resize(1);
            info.node.trail = 0;
            policy_.choices().all(info, choices_, false);
            if (choices_.empty()) return 0;
            info = choices_[draw(info, random, gradient)].after;
            policy_.choices().settle(info);
        }
        return 0;
    }

private:
    std::size_t draw(const Info<D>& info, Random& random, Weights& gradient) {
        Features<D>& features = policy_.features();
        features.from(info);
        softmax_.clear();
        for (const Choice<D>& choice : choices_) {
            double value = 0;
            Weights row{};
            features.of(choice.after.node, choice.score, choice.look, [&](Feature f, double amount) {
                row[static_cast<std::size_t>(f)] += amount;
                value += style_.weights[static_cast<std::size_t>(f)] * amount;
            });
            softmax_.add(row, value);
        }
        return softmax_.draw(random, gradient);
    }

    World<D>& w_;
    Style& style_;
    Policy<D> policy_;
    Next next_;
    Info<D> dealt_;
    std::vector<Choice<D>> choices_;
    Softmax<Weights> softmax_;
};

template <class Weights>
class Adam {
public:
    // Steps uphill; `rate` 1 moves a weight by about one.
    void step(Weights& weights, const Weights& gradient, double rate) {
        ++steps_;
        const double first = 1 - std::pow(0.9, steps_), second = 1 - std::pow(0.99, steps_);
        for (std::size_t f = 0; f < weights.size(); ++f) {
            mean_[f] = 0.9 * mean_[f] + 0.1 * gradient[f];
            square_[f] = 0.99 * square_[f] + 0.01 * gradient[f] * gradient[f];
            weights[f] += rate * (mean_[f] / first) / (std::sqrt(square_[f] / second) + 1e-9);
        }
    }

private:
    Weights mean_{}, square_{};
    int steps_ = 0;
};

// A pupil is dealt a deal, plays it any number of times, and has weights and `kDeals`, the deals between two steps.
template <class Pupil>
class School {
public:
    using Weights = typename Pupil::Weights;

    School(Pupil& pupil, u64 seed) : pupil_(pupil), random_(seed) {}

    template <class GoOn, class Tell>
    std::vector<double> learn(double seconds, GoOn go_on, Tell tell) {
        Adam<Weights> adam;
        Weights& weights = pupil_.weights();
        Weights sum{};
        int summed = 0;
        const auto begun = std::chrono::steady_clock::now();
        for (double past = 0; past < seconds && go_on();) {
            Weights gradient{};
            double won = 0;
            for (int n = 0; n < Pupil::kDeals; ++n) won += play_deal(gradient);
            past = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            const double part = std::min(1.0, past / seconds);
            adam.step(weights, gradient, 0.02 + 1 - part);
            if (part > 0.67) {
                ++summed;
                for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += weights[f];
            }
            tell(past, won / (kPlays * Pupil::kDeals));
        }
        if (summed == 0) return {weights.begin(), weights.end()};
        for (double& w : sum) w /= summed;
        return {sum.begin(), sum.end()};
    }

private:
    static constexpr int kPlays = 4;

    // Returns what the plays were worth together.
    double play_deal(Weights& gradient) {
        pupil_.deal(random_);
        std::array<Weights, kPlays> each{};
        std::array<double, kPlays> won{};
        double sum = 0;
        for (std::size_t k = 0; k < kPlays; ++k) sum += won[k] = pupil_.play(random_, each[k]);
        for (std::size_t k = 0; k < kPlays; ++k) {
            const double better = won[k] - (sum - won[k]) / double{kPlays - 1};
            for (std::size_t f = 0; f < gradient.size(); ++f)
                gradient[f] += better * each[k][f] / (kPlays * Pupil::kDeals);
        }
        return sum;
    }

    Pupil& pupil_;
    Random random_;
};

}  // namespace arfa::fair
