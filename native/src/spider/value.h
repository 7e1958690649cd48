// How promising a board of the free phase is.
#pragma once

#include <algorithm>
#include <array>

#include "search/random.h"
#include "spider/board.h"

namespace arfa::spider {

struct Weights {
    int placed = 10;  // a card on the bases
    int depth = 3;    // a break above the nearest copy of a card that is wanted next
    int cover = 1;    // anything at all above it
    int breaks = 2;   // a card on one that is no neighbour
    int spaces = 5;
    int noise = 0;  // up to so much, at random

    static Weights random(Random& random) {
        Weights w;
        w.placed = random.pick({2, 5, 10, 20});
        w.depth = random.pick({1, 2, 3, 6});
        w.breaks = random.pick({0, 1, 2, 4, 8});
        w.spaces = random.pick({0, 3, 5, 10});
        w.cover = random.pick({0, 1, 2});
        w.noise = random.pick({0, 3, 8});
        return w;
    }
};

inline int value_of(const Board& board, const Rules& rules, const Trie& trie, const Weights& w) {
    constexpr int kNowhere = 1 << 20;
    std::array<int, kFaces> nearest;
    nearest.fill(kNowhere);
    int value = board.placed * w.placed;
    for (int i = 0; i < rules.columns; ++i) {
        Trie::Id id = board.at(i);
        if (!id) {
            value += w.spaces;
            continue;
        }
        const int breaks = trie[id].breaks;
        value -= breaks * w.breaks;
        for (int cover = 0; id; cover = w.cover) {
            const Trie::Node& node = trie[id];
            int& least = nearest[node.card];
            // A card's own break counts among its node's, so those above it are the rest.
            least = std::min(least, (breaks - node.breaks) * w.depth + cover);
            id = node.parent;
        }
    }
    for (int q = 0; q < kSuits; ++q) {
        if (!rules.in_play(q)) continue;
        int cost = kNowhere;
        if (board.is_joined(q)) {
            for (int r = 0; r < rules.ranks; ++r) cost = std::min(cost, nearest[static_cast<std::size_t>(q * 13 + r)]);
            if (cost < kNowhere) value -= cost;
            continue;
        }
        if (board.u(q) < rules.ranks - 1) {
            cost = nearest[static_cast<std::size_t>(q * 13 + board.u(q) + 1)];
            if (cost < kNowhere) value -= cost;
        }
        if (board.d(q) > 0) {
            cost = nearest[static_cast<std::size_t>(q * 13 + board.d(q) - 1)];
            if (cost < kNowhere) value -= cost;
        }
    }
    return value;
}

}  // namespace arfa::spider
