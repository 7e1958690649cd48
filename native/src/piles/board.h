// A position of columns, foundations and a waste stock, packed for searches that copy it at every step.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "plan/plan.h"

namespace arfa::piles {

// The stock and the waste together are one list in the order of drawing that never changes; `stock` has a bit for each
// of its cards that has not been played, and `pointer` tells the waste (places below it) from the stock.  It stands
// just behind the top of the waste.
struct Board {
    std::array<Card, kMaxCards> cards;  // of the columns, one after the other, deepest first
    std::array<std::uint8_t, kMaxColumns + 1> start;
    std::array<std::uint8_t, kMaxColumns> down;  // face-down cards of each column
    std::array<std::uint8_t, kMaxColumns> kept;  // cards of each column that have not moved since the search began
    std::array<std::uint8_t, kMaxFoundations> height;
    std::uint8_t pointer;
    std::uint8_t passes;  // redeals used, where they are counted and cards are left
    std::uint8_t up;      // cards on foundations
    std::uint64_t stock;

    int size(int column) const { return start[column + 1] - start[column]; }
    bool empty(int column) const { return start[column + 1] == start[column]; }
    Card tail(int column) const { return cards[start[column + 1] - 1]; }
    const Card* column(int i) const { return cards.data() + start[i]; }

    std::uint64_t wasted() const { return stock & (bit(pointer) - 1); }
    std::uint64_t ahead() const { return stock & ~(bit(pointer) - 1); }
    // The place of the top of the waste; -1 when it is empty.
    int top() const { return 63 - std::countl_zero(wasted()); }
};

// A step of the search: a move, or several that are never worth being told apart.
struct Step {
    enum Kind : std::uint8_t { raise, shift, play_up, play, turn, worry };
    Kind kind;
    std::uint8_t src;    // raise, shift: a column; worry: a foundation; else how many draws and redeals come first
    std::uint8_t dst;    // raise, play_up: the letter of a foundation; else a column
    std::uint8_t count;  // shift: how many cards
};

}  // namespace arfa::piles
