// How good the chances are: the thinking of the player who cannot see, told in ordinary moves.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fair/fair.h"
#include "fair/player.h"
#include "fair/steps.h"

namespace arfa::fair {

// The first ordinary move of those that a trail stands for; none where it stands for none.
template <int D>
std::optional<Move> first_move(const Engine& engine, const View& view, World<D>& world, std::uint32_t trail) {
    counts::Line line(engine, view.state);
    try {
        // No further than to the first: from the first unseen card on the line is not that of this world, and what is
        // played then on cards that lie otherwise can be anything.
        for (const auto& step : steps_of(world, trail)) {
            line.play(step);
            if (line.begun()) break;
        }
    } catch (const std::logic_error&) {
        // It rests on a card that is not seen; what was turned to find it is a beginning all the same.
    }
    const std::vector<Move> moves = line.take();
    if (moves.empty()) return {};
    return moves.front();
}

template <int D>
class Thinking {
public:
    using Tell = std::function<void(const Chance&)>;
    using GoOn = std::function<bool()>;
    using Read = std::function<void(World<D>&)>;  // lays the view out in a world

    Thinking(const Engine& engine, const View& view, const Asked& asked, const Style& style, const Thought& thought)
        : engine_(engine),
          view_(view),
          asked_(asked),
          style_(style),
          player_(style, thought, asked.seed),
          dealing_(~asked.seed) {}

    Chance think(const Read& read, const GoOn& go_on, const Tell& tell) {
        read(player_.world);
        const auto before = player_.world.unseen();
        if (counts::count(before) > 1 && all_are_won()) return sure(1);
        Info<D> root = settled();
        if (counts::count(before) <= 1 || player_.world.unseen(root) == before)
            return at(root, asked_.iterations, go_on, tell);
        // Something can be looked at for nothing, or a card that goes up for certain turns another up: the position is
        // worth what can be made of it then, on average.
        Chance mean;
        double sum = 0, squares = 0;
        const int looks = std::max(8, asked_.iterations / kEachLook);
        for (int n = 1; n <= looks; ++n) {
            const Chance one = at(root, std::max(1, asked_.iterations / looks), go_on, {});
            mean.iterations += one.iterations;
            sum += one.value;
            squares += one.value * one.value;
            mean.value = sum / n;
            mean.deviation = n > 1 ? std::sqrt(std::max(0.0, squares / n - mean.value * mean.value) / (n - 1)) : 0.5;
            mean.options = {{forced_ ? *forced_ : turn(), mean.value, n}};
            if (tell) tell(mean);
            if (n == looks || !go_on()) break;
            player_.begin(asked_.seed + static_cast<u64>(n));
            read(player_.world);
            root = settled();
        }
        return mean;
    }

private:
    static constexpr int kEachLook = 40;    // iterations
    static constexpr std::size_t kAll = 5;  // unseen cards of which all arrangements are looked at
    static constexpr u64 kEach = 2000;      // visits for each of those
    static constexpr u64 kSure = 200'000;   // visits for a position in which everything is known

    // Deals the unseen cards and looks at what costs nothing.  What goes up for certain goes first.
    Info<D> settled() {
        player_.world.sample(dealing_);
        return as_dealt();
    }
    Info<D> as_dealt() {
        World<D>& world = player_.world;
        Info<D> root = world.root();
        world.search.steps.resize(1);
        world.search.close(root.node);
        forced_ = root.node.trail ? first_move(engine_, view_, world, root.node.trail) : std::nullopt;
        player_.tree().policy().choices().settle(root);
        root.node.trail = 0;
        return root;
    }
    // Whether what costs nothing shows all, and it can be won, however the unseen cards lie; false where that is too
    // much to look at.
    bool all_are_won() {
        World<D>& world = player_.world;
        std::vector<u8> cards = world.cards();
        if (cards.size() > kAll) return false;
        std::ranges::sort(cards);
        do {
            world.arrange(cards);
            const Info<D> root = as_dealt();
            if (world.search.won(root.node)) continue;
            if (counts::count(world.unseen(root)) > 1 || world.solve(root.node, kEach) != counts::End::won)
                return false;
        } while (std::ranges::next_permutation(cards).found);
        return true;
    }
    Move turn() const {
        const Plan& plan = engine_.plan();
        const bool again =
            view_.state.empty(plan.columns) || (plan.stock == StockKind::cycle && !view_.state.empty(plan.columns + 1));
        return {again ? MoveKind::back : MoveKind::draw, static_cast<std::uint8_t>(plan.stock_pile()), 0, 1};
    }

    Chance at(const Info<D>& root, int iterations, const GoOn& go_on, const Tell& tell) {
        World<D>& world = player_.world;
        world.settle_on(root);
        Chance chance;
        if (world.search.won(root.node)) return sure(1);
        if (counts::count(world.unseen()) <= 1) {  // everything is known
            world.sample(player_.random());
            const counts::End end = world.solve(root.node, kSure);
            if (end == counts::End::lost) return sure(0);
            chance.exact = end == counts::End::won;
        }
        firsts_.clear();
        world.search.steps.resize(1);
        player_.tree().policy().choices().all(root, player_.choices);
        for (const Choice<D>& choice : player_.choices)
            firsts_.push_back(forced_       ? forced_
                              : choice.look ? turn()
                                            : first_move(engine_, view_, world, choice.after.node.trail));
        const auto made = [&](const typename Player<D>::Decision& decision) {
            chance.value = chance.exact ? 1 : style_.calibrated(decision.value);
            chance.deviation = chance.exact ? 0 : decision.deviation;
            chance.iterations = decision.iterations;
            chance.options = options(decision);
        };
        const auto decision = player_.decide(iterations, false, [&](const auto& so_far) {
            if (tell && so_far.iterations % 64 == 0) {
                made(so_far);
                tell(chance);
            }
            return go_on();
        });
        made(decision);
        return chance;
    }
    static Chance sure(double value) {
        Chance chance;
        chance.value = value;
        chance.exact = true;
        return chance;
    }
    // What begins with the same move is one option, as good as its best part.
    std::vector<Option> options(const typename Player<D>::Decision& decision) const {
        std::vector<Option> all;
        if (decision.point == nullptr) return all;
        for (std::size_t i = 0; i < firsts_.size(); ++i) {
            const auto& edge = decision.point->edges[i];
            if (!firsts_[i] || edge.barred || edge.visits == 0) continue;
            const double value = style_.calibrated(edge.sum / edge.visits);
            const Option option{*firsts_[i], value, edge.visits};
            const auto same = std::ranges::find(all, option.first, &Option::first);
            if (same == all.end()) {
                all.push_back(option);
            } else if (option.visits > same->visits) {
                *same = option;
            }
        }
        std::ranges::stable_sort(all, [](const Option& a, const Option& b) { return a.visits > b.visits; });
        return all;
    }

    const Engine& engine_;
    const View& view_;
    const Asked& asked_;
    const Style& style_;
    Player<D> player_;
    Random dealing_;
    std::optional<Move> forced_;
    std::vector<std::optional<Move>> firsts_;
};

}  // namespace arfa::fair
