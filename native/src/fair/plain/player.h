// The player of ordinary moves, who thinks by playing on from each choice with the unseen cards dealt anew.
//
// All choices are tried in the same worlds, and his policy is left only for what has done better in them by more than
// chance would: nearly all games of these patiences are won or lost whatever is chosen, so that shares alone say
// nothing.  What is clearly worse is not tried on.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "fair/plain/policy.h"

namespace arfa::fair::plain {

class Player {
public:
    Player(const Engine& engine, const Weights& weights, u64 seed)
        : engine_(engine), policy_(engine, weights), random_(seed) {}

    struct Arm {
        int choice = 0;
        int worlds = 0;
        double won = 0;
        double better = 0, worse = 0;  // worlds where it won and the policy's choice lost, and the other way round
        bool open = true;

        double value() const { return worlds ? won / worlds : 0; }
        double lead() const { return better - worse; }
        double error() const { return std::sqrt(better + worse); }
    };
    struct Decision {
        int choice = -1;
        double value = 0, deviation = 0;
        int iterations = 0;
    };

    std::vector<Choice> choices;
    std::vector<Arm> arms;  // the policy's choice first

    // `guard`: of the play so far.  `go_on(decision so far)` is asked after each world.  `quick`: to choose, not to
    // know how good it is.
    template <class GoOn>
    Decision decide(const View& view, const Guard& guard, int iterations, bool quick, GoOn go_on) {
        Stand stand{Sight::of(engine_.plan(), view), guard};
        Decision decision;
        policy_.choices(stand, choices);
        arms.clear();
        if (choices.empty()) return decision;
        open_arms(stand);
        decision.choice = arms.front().choice;
        if (quick && arms.size() == 1) return decision;
        int done = 0;
        for (int worlds = 1; done < iterations; ++worlds) {
            stand.sight.state = sample(view, random_);
            done += try_all(stand);
            close_worse(worlds, quick);
            conclude(decision, done);
            if (!go_on(decision)) break;
            const auto open = std::ranges::count_if(arms, &Arm::open);
            if (quick && (open == 1 || (worlds >= kEqual && all_equal()))) break;
        }
        return decision;
    }
    Policy& policy() { return policy_; }

private:
    static constexpr double kWithin = 60;                         // of what the policy finds best
    static constexpr std::size_t kMost = 6;                       // choices
    static constexpr int kFirst = 8, kPatient = 48, kEqual = 12;  // worlds
    static constexpr double kErrors = 2;                          // standard errors of what is left to chance

    void open_arms(const Stand& stand) {
        std::vector<double> worths;
        policy_.weigh(stand, choices, [&](const Row&, double worth) { worths.push_back(worth); });
        std::vector<int> order(choices.size());
        std::iota(order.begin(), order.end(), 0);
        const auto worth = [&](int k) { return worths[static_cast<std::size_t>(k)]; };
        std::ranges::stable_sort(order, [&](int a, int b) { return worth(a) > worth(b); });
        for (const int k : order) {
            if (arms.size() == kMost || worth(k) < worth(order.front()) - kWithin) break;
            arms.push_back({k});
        }
    }
    // Returns how many games were played.
    int try_all(const Stand& stand) {
        int played = 0;
        bool first = false;
        for (Arm& arm : arms) {
            if (!arm.open) continue;
            Stand then = stand;
            policy_.make(then, choices[static_cast<std::size_t>(arm.choice)], [](const Move&) {});
            const bool won = policy_.rollout(then);
            if (&arm == &arms.front()) first = won;
            arm.won += won;
            arm.better += won && !first;
            arm.worse += first && !won;
            ++arm.worlds;
            ++played;
        }
        return played;
    }
    // The policy's own choice is tried to the end, as all others are measured by it.
    void close_worse(int worlds, bool quick) {
        if (worlds < (quick ? kFirst : kPatient)) return;
        double best = 0;
        for (const Arm& arm : arms) best = std::max(best, arm.lead());
        for (Arm& arm : arms)
            if (&arm != &arms.front() && arm.lead() + kErrors * (arm.error() + 1) < best) arm.open = false;
    }
    bool all_equal() const {
        return std::ranges::all_of(arms, [](const Arm& arm) { return arm.better + arm.worse == 0; });
    }
    void conclude(Decision& decision, int done) const {
        const Arm* best = &arms.front();
        for (const Arm& arm : arms)
            if (arm.open && arm.lead() > best->lead() && arm.lead() > kErrors * arm.error()) best = &arm;
        decision.choice = best->choice;
        decision.value = best->value();
        decision.deviation =
            std::sqrt((best->won + 1) * (best->worlds - best->won + 1) / (best->worlds + 2.0)) / (best->worlds + 2.0);
        decision.iterations = done;
    }

    const Engine& engine_;
    Policy policy_;
    Random random_;
};

}  // namespace arfa::fair::plain
