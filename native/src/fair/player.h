// A strong player who cannot see: what he is handed is a world of which he knows only what is visible.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fair/tree.h"

namespace arfa::fair {

template <int D>
class Player {
public:
    Player(const Style& style, const Thought& thought, u64 seed) : tree_(world, style, thought), random_(seed) {}
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    World<D> world;  // settled; to be set before each decision
    std::vector<Choice<D>> choices;

    // What the thinking of one decision came to.
    struct Decision {
        int choice = -1;  // -1: there is none
        double value = 0;
        double deviation = 0;
        int iterations = 0;
        bool hopeless = false;  // nothing at all was ever reached
        const typename Tree<D>::Point* point = nullptr;
    };

    // `go_on(decision so far)` is asked every sixteen iterations; the thinking ends when it says no.  `quick`: to
    // choose, not to know how good it is: ends as soon as nothing else can be chosen any more.
    template <class GoOn>
    Decision decide(int iterations, bool quick, GoOn go_on) {
        Decision decision;
        const Info<D> root = world.root();
        tree_.policy().choices().all(root, choices);
        if (choices.empty()) return decision;
        been_.push_back(tree_.key(root));
        tree_.bar(root, choices, been_);
        auto& point = tree_.at(root, choices);
        decision.point = &point;
        const auto open = std::ranges::count_if(point.edges, [](const auto& edge) { return !edge.barred; });
        if (open == 0) return decision;
        double sum = 0, squares = 0;
        const auto conclude = [&](int n) {
            decision.iterations = n;
            decision.choice = best(point);
            const Edge& edge = point.edges[static_cast<std::size_t>(decision.choice)];
            decision.value = edge.visits ? edge.sum / edge.visits : 0;
            if (n > 1) decision.deviation = std::sqrt(std::max(0.0, squares / n - sum * sum / n / n) / (n - 1));
            decision.hopeless = n > 0 && sum <= 0 && edge.sum <= 0;
        };
        int done = 0;
        if (open > 1 || !quick)
            tree_.grow(random_, iterations, [&](int n, double value) {
                done = n;
                sum += value;
                squares += value * value;
                if (n % 16 != 0) return true;
                if (quick && decided(point, iterations - n)) return false;
                conclude(n);
                return go_on(std::as_const(decision));
            });
        conclude(done);
        return decision;
    }

    Tree<D>& tree() { return tree_; }
    Random& random() { return random_; }
    void begin(u64 seed) {
        tree_.forget();
        been_.clear();
        random_ = Random(seed);
    }

private:
    using Edge = typename Tree<D>::Edge;

    static int best(const typename Tree<D>::Point& point) {
        int found = -1;
        for (std::size_t i = 0; i < point.edges.size(); ++i) {
            const Edge& edge = point.edges[i];
            if (edge.barred) continue;
            if (found >= 0) {
                const Edge& other = point.edges[static_cast<std::size_t>(found)];
                if (edge.visits < other.visits || (edge.visits == other.visits && edge.sum <= other.sum)) continue;
            }
            found = static_cast<int>(i);
        }
        return found;
    }
    // Whether the most visited move cannot be overtaken any more.
    static bool decided(const typename Tree<D>::Point& point, int left) {
        int most = 0, next = 0;
        for (const Edge& edge : point.edges) {
            if (edge.visits > most) {
                next = most;
                most = edge.visits;
            } else if (edge.visits > next) {
                next = edge.visits;
            }
        }
        return most - next > left;
    }

    Tree<D> tree_;
    Random random_;
    std::vector<u64> been_;
};

}  // namespace arfa::fair
