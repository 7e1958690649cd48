// How often the best possible player who cannot see would win: exact, for decks so short that all worlds can be looked
// at.
//
// The value of what is visible is the best choice's mean over all arrangements of the unseen cards, each as likely as
// any other.  The choices of the model lose nothing: each ends with the first card that shows, and until then nothing
// is learnt by which one could choose better.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "fair/tree.h"

namespace arfa::fair {

template <int D>
class Optimum {
public:
    static constexpr std::size_t kMost = 8;  // unseen cards whose arrangements are looked at

    Optimum(World<D>& world, const Style& style) : w_(world), tree_(world, style, {}), choices_(world, style.spread) {}

    // The value of the root of the world, which need not be settled.  Throws StateError where there are too many unseen
    // cards, or where a player may go round in circles.
    double value() {
        if (w_.search.board.worry_back) throw StateError("with worry back there is no exact optimum");
        const Info<D> root = w_.root();
        double sum = 0;
        int worlds = 0;
        each_world(root, [&](Info<D> info) {
            choices_.settle(info);
            sum += of(info);
            ++worlds;
        });
        return sum / worlds;
    }
    std::size_t positions() const { return known_.size(); }

private:
    // Calls `look(info)` for every arrangement of the cards that are unseen in a position; afterwards the world is as
    // it was.
    template <class Look>
    void each_world(const Info<D>& info, Look look) {
        const std::vector<u8> held = w_.cards();
        const auto unseen = w_.unseen(info);
        std::vector<std::size_t> places;
        std::vector<u8> cards;
        for (std::size_t k = 0; k < held.size(); ++k) {
            if (!(unseen >> held[k] & 1)) continue;
            places.push_back(k);
            cards.push_back(held[k]);
        }
        if (cards.size() > kMost) throw StateError("too many unseen cards for the exact optimum");
        std::ranges::sort(cards);
        do {
            std::vector<u8> laid = held;
            for (std::size_t n = 0; n < places.size(); ++n) laid[places[n]] = cards[n];
            w_.arrange(laid);
            Info<D> now = info;
            now.node.stock = w_.stock(now.node);
            look(now);
        } while (std::ranges::next_permutation(cards).found);
        w_.arrange(held);
    }
    double of(const Info<D>& info) {
        if (w_.search.won(info.node)) return 1;
        const u64 key = tree_.key(info);
        if (const auto it = known_.find(key); it != known_.end()) return it->second;
        std::vector<double> sums;
        int worlds = 0;
        each_world(info, [&](const Info<D>& now) {
            std::vector<Choice<D>> choices;
            w_.search.steps.resize(1);
            choices_.all(now, choices);
            sums.resize(choices.size());
            const std::vector<u8> laid = w_.cards();
            for (std::size_t i = 0; i < choices.size(); ++i) {
                Info<D>& then = choices[i].after;
                then.node.trail = 0;
                choices_.settle(then);
                sums[i] += of(then);
                w_.arrange(laid);
            }
            ++worlds;
        });
        const double best = sums.empty() ? 0 : *std::ranges::max_element(sums) / worlds;
        known_.emplace(key, best);
        return best;
    }

    World<D>& w_;
    Tree<D> tree_;  // for its keys
    Choices<D> choices_;
    std::unordered_map<u64, double> known_;
};

}  // namespace arfa::fair
