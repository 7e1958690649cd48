// A whole game played by the player who cannot see.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "fair/fair.h"
#include "fair/player.h"
#include "fair/steps.h"

namespace arfa::fair {

template <int D>
class Game {
public:
    using GoOn = std::function<bool()>;
    using Read = std::function<void(World<D>&)>;

    Game(const Engine& engine, const State& start, const Asked& asked, const Style& style, const Thought& thought)
        : engine_(engine),
          start_(start),
          asked_(asked),
          player_(style, thought, asked.seed),
          rules_(table_, style.spread),
          weights_(style.weights) {}

    // `thinks`: with the tree; otherwise as the policy says.
    Played play(const View& view, bool thinks, const Read& read, const GoOn& go_on) {
        Random dealing(~asked_.seed);
        read(player_.world);
        read(table_);
        table_.impose(view, start_, dealing);
        Info<D> info = table_.root();
        rules_.settle(info);
        Played played;
        for (int n = 0; n < Policy<D>::kLongest && go_on(); ++n) {
            if (table_.search.won(info.node)) {
                played.won = true;
                break;
            }
            player_.world.observe(table_, info);
            const int unseen = counts::count(player_.world.unseen());
            if (thinks && unseen <= 1) {  // everything is known: it can be worked out
                const auto end = player_.world.solve(info.node, kSure);
                if (end == counts::End::lost) break;
                if (end == counts::End::won) {
                    played.won = true;
                    played.line = line(info, true, true);
                    return played;
                }
            }
            const int chosen = thinks ? thought(played, unseen, go_on) : by_policy();
            if (chosen < 0) break;
            rules_.all(info, choices_, thinks);
            info = choices_.at(static_cast<std::size_t>(chosen)).after;
            rules_.settle(info);
        }
        played.line = line(info, false, played.won);
        return played;
    }

private:
    static constexpr u64 kSure = 200'000;

    int thought(Played& played, int unseen, const GoOn& go_on) {
        const auto decision = player_.decide(asked_.iterations, true, [&](const auto&) { return go_on(); });
        if (decision.choice < 0) return -1;
        if (decision.iterations > 0) {  // where there is one choice alone nothing is thought
            played.values.push_back(decision.value);
            played.unseen.push_back(unseen);
        }
        return decision.hopeless ? -1 : decision.choice;
    }
    int by_policy() {
        const Info<D>& root = player_.world.root();
        auto& policy = player_.tree().policy();
        policy.choices().all(root, player_.choices, false);
        policy.features().from(root);
        int best = -1;
        double highest = 0;
        for (std::size_t i = 0; i < player_.choices.size(); ++i) {
            const auto& choice = player_.choices[i];
            const double value = worth(policy.features(), choice.after.node, choice.score, choice.look, weights_);
            if (best >= 0 && value <= highest) continue;
            best = static_cast<int>(i);
            highest = value;
        }
        return best;
    }
    // `worked_out`: the player's world has the end of it.
    std::vector<Move> line(const Info<D>& info, bool worked_out, bool won) {
        counts::Line line(engine_, start_);
        for (const auto& step : steps_of(table_, info.node.trail)) line.play(step);
        if (worked_out)
            for (const auto& step : steps_of(player_.world, player_.world.search.winner.trail)) line.play(step);
        if (won) line.finish();
        return line.take();
    }

    const Engine& engine_;
    const State& start_;
    const Asked& asked_;
    Player<D> player_;
    World<D> table_;  // the real cards, which the player never sees
    Choices<D> rules_;
    const Weights& weights_;
    std::vector<Choice<D>> choices_;
};

}  // namespace arfa::fair
