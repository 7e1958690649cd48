// How the player of ordinary moves goes on without much thought: the best choice by linear weights; and what keeps
// every play from going in circles.
#pragma once

#include <algorithm>
#include <vector>

#include "fair/plain/features.h"

namespace arfa::fair::plain {

// Since the last event that cannot be undone: how often the stock has been turned, and which positions were left.
class Guard {
public:
    // Takes out what leads back.
    void filter(const Plan& plan, std::vector<Choice>& choices) const {
        if (left_.empty()) return;
        std::erase_if(choices, [&](const Choice& choice) {
            return !choice.lasts() && choice.event != Event::stock &&
                   std::ranges::find(left_, key(plan, choice.after)) != left_.end();
        });
    }
    // Before a choice is made.
    void passing(const Plan& plan, const State& state, const Choice& choice) {
        if (choice.lasts()) {
            turns_ = 0;
            left_.clear();
        } else if (choice.event == Event::stock) {
            // Each card of stock and hand comes twice, and no play of any of them was wanted.
            const int cards = state.start[static_cast<std::size_t>(plan.loose_piles())] -
                              state.start[static_cast<std::size_t>(plan.columns)];
            in_vain_ |= ++turns_ > 2 * cards + 4;
        } else {
            left_.push_back(key(plan, state));
            in_vain_ |= left_.size() > kIdle;
        }
    }
    bool in_vain() const { return in_vain_; }

private:
    // Of the columns alone.
    static u64 key(const Plan& plan, const State& state) {
        u64 h = 0;
        const auto add = [&](u64 x) { h = (h ^ x) * 0x9e3779b97f4a7c15u, h ^= h >> 29; };
        const auto columns = static_cast<std::size_t>(plan.columns);
        for (std::size_t i = 0; i < columns; ++i) add(state.start[i + 1]);
        for (std::size_t k = 0; k < state.start[columns]; ++k) add(state.cards[k]);
        for (const std::uint8_t height : state.height) add(height);
        return h;
    }

    static constexpr std::size_t kIdle = 12;

    int turns_ = 0;
    bool in_vain_ = false;
    std::vector<u64> left_;
};

// A position in a play.
struct Stand {
    Sight sight;
    Guard guard;
};

class Policy {
public:
    Policy(const Engine& engine, const Weights& weights)
        : engine_(engine), weights_(weights), choices_(engine), features_(engine) {}

    // What can be chosen, nothing of which leads back.
    void choices(const Stand& stand, std::vector<Choice>& out) {
        choices_.all(stand.sight, out);
        stand.guard.filter(engine_.plan(), out);
    }
    // Calls take(features, worth) for each choice.
    template <class Take>
    void weigh(const Stand& stand, const std::vector<Choice>& choices, Take take) {
        const auto acts = std::ranges::count(choices, Event::stock, &Choice::event);
        features_.from(stand.sight, static_cast<int>(std::ssize(choices) - acts));
        const double* weights = weights_.data() + features_.phase() * kFeatures;
        Row row;
        for (const Choice& choice : choices) {
            features_.of(choice, row);
            double worth = 0;
            for (std::size_t f = 0; f < kFeatures; ++f) worth += weights[f] * row[f];
            take(row, worth);
        }
    }
    // Which of the weights counted when choices were weighed last.
    std::size_t phase() const { return features_.phase(); }
    std::size_t best(const Stand& stand, const std::vector<Choice>& choices) {
        std::size_t k = 0, best = 0;
        double highest = 0;
        weigh(stand, choices, [&](const Row&, double worth) {
            if (k == 0 || worth > highest) {
                best = k;
                highest = worth;
            }
            ++k;
        });
        return best;
    }
    // Makes a choice, as far as the rules allow it once its cards have been moved.
    template <class Made>
    void make(Stand& stand, const Choice& choice, Made made) {
        stand.guard.passing(engine_.plan(), stand.sight.state, choice);
        for (int k = 0; k < choice.size; ++k) {
            const Move& move = choice.moves[static_cast<std::size_t>(k)];
            if (k > 0 && !engine_.is_legal(stand.sight.state, move)) return;
            stand.sight.play(engine_, move);
            made(move);
        }
    }
    // Plays on, by pick(stand, choices) where there is more than one; whether it is won.
    template <class Pick>
    bool play_out(Stand& stand, Pick pick) {
        for (int n = 0; n < kLongest; ++n) {
            if (engine_.won(stand.sight.state)) return true;
            choices(stand, options_);
            if (options_.empty() || stand.guard.in_vain()) return false;
            const std::size_t k = options_.size() == 1 ? 0 : pick(stand, options_);
            make(stand, options_[k], [](const Move&) {});
        }
        return false;
    }
    bool rollout(Stand& stand) {
        return play_out(stand, [&](const Stand& s, const std::vector<Choice>& options) { return best(s, options); });
    }

    static constexpr int kLongest = 3000;

private:
    const Engine& engine_;
    const Weights& weights_;
    Choices choices_;
    Features features_;
    std::vector<Choice> options_;
};

}  // namespace arfa::fair::plain
