// Technique: where cards only need to be taken off, they are taken off without a search.
#pragma once

#include "piles/rules.h"

namespace arfa::piles {

// Whether it is worth trying to play everything up: all cards lie open, and in every column they go up from its end.
//
// Preserves winnability: it only ever claims a win, and by a line.  With the stock gone it always wins: of the cards
// left one of the lowest order is the next of its foundation, and nothing lies on it, since what lies on a card goes up
// before it.  With cards in the stock the line is tried greedily, and nothing is said when it fails.
inline bool may_finish(const Rules& rules, const Board& board) {
    for (int i = 0; i < rules.columns; ++i) {
        if (board.down[static_cast<std::size_t>(i)] != 0) return false;
        const Card* cards = board.column(i);
        for (int j = 1; j < board.size(i); ++j)
            if (rules.order[cards[j - 1]] <= rules.order[cards[j]]) return false;
    }
    return true;
}

}  // namespace arfa::piles
