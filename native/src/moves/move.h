// A move of the player as a value.
#pragma once

#include <cstdint>

namespace arfa {

enum class MoveKind : std::uint8_t {
    column,      // onto a column (or, in a grid, into a gap)
    foundation,  // to a foundation; dst is the number of its kind (letter)
    draw,        // the first action of the stock: sw, so, sx, st
    back,        // the second: ws, os, ts; in a grid the redeal
    mercy,       // into a space against the rule of spaces
};

// Piles have the numbers of the referee: foundations, columns or cells, stock, hand.
struct Move {
    MoveKind kind = MoveKind::column;
    std::uint8_t src = 0;
    std::uint8_t dst = 0;
    std::uint8_t count = 1;  // cards moved; of an extra row that accumulates, the place in the row, from 1

    bool operator==(const Move&) const = default;
};

}  // namespace arfa
