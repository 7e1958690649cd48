// A tree over what a player can know: upper confidence search where each iteration deals the unseen cards anew.
//
// A node is what is visible, so nothing can be planned that hangs on an unseen card.  Its moves are the same in every
// world that looks like it, which is checked.  A new leaf counts 0 when a short search with open eyes shows that its
// world is lost; else half what that search found out, half what the policy reaches from there.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fair/policy.h"
#include "search/search.h"

namespace arfa::fair {

struct Thought {
    int solver_visits = 60;  // of a leaf; 0: it is worth what the policy makes of it
    double sighted = 0.5;    // how much the sighted half of a leaf counts
    double explore = 0.35;
    double prior = 0.2;
    double scale = 30;  // by how much the worth of two moves must differ to count as one of prior
};

template <int D>
class Tree {
public:
    using S = counts::Set<D>;
    using N = Node<D>;

    struct Edge {
        double sum = 0;
        float prior = 0;
        int visits = 0;
        bool barred = false;
    };
    struct Point {
        std::vector<Edge> edges;
        int visits = 0;
    };

    Tree(World<D>& world, const Style& style, const Thought& thought)
        : w_(world), policy_(world, style), thought_(thought) {}

    Policy<D>& policy() { return policy_; }
    void forget() { points_.clear(); }
    std::size_t size() const { return points_.size(); }

    u64 key(const Info<D>& info) const {
        const counts::Board<D>& b = w_.search.board;
        const N& s = info.node;
        u64 h = 0;
        const auto add = [&](u64 x) { h = counts::mix(h * 0x9e3779b97f4a7c15u + x); };
        const auto add_set = [&](S x) {
            add(static_cast<u64>(x));
            if constexpr (D == 2) add(static_cast<u64>(x >> 64));
        };
        add_set(s.visible);
        add_set(s.free);
        add_set(s.order);
        add_set(info.known);
        for (const auto& suit : s.height) {
            if constexpr (D == 1) {
                add(suit[0]);
            } else {
                add(suit[0] < suit[1] ? suit[0] * 16u + suit[1] : suit[1] * 16u + suit[0]);
            }
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(b.columns); ++i)
            add(s.left[i] ? s.left[i] * 256u + b.card[i][s.left[i] - 1u] : 0);
        // Which known card lies where in the stock.
        for (S x = s.order; x; x &= x - 1) {
            const u8 c = b.stock[static_cast<std::size_t>(counts::first(x))];
            add(info.known >> c & 1 ? c + 1u : 0u);
        }
        add(s.at * 256u + s.redeals);
        return h;
    }

    // Whether choices from here lead back to where the player has been; those are not made again.
    void bar(const Info<D>& root, const std::vector<Choice<D>>& choices, const std::vector<u64>& been) {
        Point& point = at(root, choices);
        for (std::size_t i = 0; i < choices.size(); ++i) {
            Info<D> then = choices[i].after;
            if (then.node.hidden != root.node.hidden) continue;
            policy_.choices().settle(then);
            const u64 k = key(then);
            point.edges[i].barred =
                then.known == (root.known & then.node.stock) && std::ranges::find(been, k) != been.end();
        }
    }

    // Adds iterations from the root of the world, which must be settled.  `go_on(done, value)` is asked after each.
    template <class GoOn>
    void grow(Random& random, int iterations, GoOn go_on) {
        for (int n = 0; n < iterations; ++n) {
            w_.sample(random);
            const double value = iterate(w_.root(), random);
            if (!go_on(n + 1, value)) return;
        }
    }
    Point& at(const Info<D>& info, const std::vector<Choice<D>>& choices) {
        Point& point = points_[key(info)];
        if (point.edges.empty()) make(point, info, choices);
        if (point.edges.size() != choices.size()) throw std::logic_error("fair: moves depend on unseen cards");
        return point;
    }
    // The value of a leaf: a settled position in this world.
    double leaf(const Info<D>& info, Random& random) {
        if (thought_.solver_visits <= 0) return policy_.rollout(info, random) ? 1 : 0;
        const counts::End end = w_.solve(info.node, static_cast<u64>(thought_.solver_visits));
        if (end == counts::End::lost) return 0;
        const double sighted = end == counts::End::won ? 1 : kUndecided;
        const double played = policy_.rollout(info, random) ? 1 : 0;
        return thought_.sighted * sighted + (1 - thought_.sighted) * played;
    }

private:
    void make(Point& point, const Info<D>& info, const std::vector<Choice<D>>& choices) {
        Features<D>& features = policy_.features();
        features.from(info);
        std::vector<double> values;
        double best = -1e300;
        for (const auto& choice : choices) {
            values.push_back(worth(features, choice.after.node, choice.score, choice.look, policy_.style().weights));
            best = std::max(best, values.back());
        }
        for (const double value : values) {
            Edge edge;
            edge.prior = static_cast<float>(std::max(-3.0, (value - best) / thought_.scale));
            point.edges.push_back(edge);
        }
    }
    double iterate(Info<D> info, Random& random) {
        path_.clear();
        double value = 0;
        for (int depth = 0; depth < kDeepest; ++depth) {
            if (w_.search.won(info.node)) {
                value = 1;
                break;
            }
            w_.search.steps.resize(1);
            info.node.trail = 0;
            policy_.choices().all(info, choices_);
            if (choices_.empty()) break;
            const bool fresh = !points_.contains(key(info));
            Point& point = at(info, choices_);
            if (fresh && depth > 0) {
                value = leaf(info, random);
                ++point.visits;
                break;
            }
            const int chosen = choose(point);
            if (chosen < 0) break;
            path_.emplace_back(&point, chosen);
            info = choices_[static_cast<std::size_t>(chosen)].after;
            policy_.choices().settle(info);
        }
        for (const auto& [point, chosen] : path_) {
            ++point->visits;
            Edge& edge = point->edges[static_cast<std::size_t>(chosen)];
            edge.sum += value;
            ++edge.visits;
        }
        return value;
    }
    int choose(const Point& point) const {
        double total = 0;
        int tried = 0;
        for (const Edge& edge : point.edges) {
            total += edge.sum;
            tried += edge.visits;
        }
        const double mean = tried ? total / tried : 0.5;
        const double log = std::sqrt(std::log(point.visits + 2.0));
        int best = -1;
        double highest = -1e300;
        for (std::size_t i = 0; i < point.edges.size(); ++i) {
            const Edge& edge = point.edges[i];
            if (edge.barred) continue;
            const double x = (edge.sum + mean) / (edge.visits + 1) +
                             thought_.explore * log / std::sqrt(edge.visits + 1.0) +
                             thought_.prior * edge.prior / (edge.visits + 1);
            if (x > highest) {
                highest = x;
                best = static_cast<int>(i);
            }
        }
        return best;
    }

    static constexpr double kUndecided = 0.3;  // the sighted half of a world of which a short search says nothing
    static constexpr int kDeepest = 120;

    World<D>& w_;
    Policy<D> policy_;
    Thought thought_;
    std::unordered_map<u64, Point> points_;  // points stay where they are while others are added
    std::vector<Choice<D>> choices_;
    std::vector<std::pair<Point*, int>> path_;
};

}  // namespace arfa::fair
