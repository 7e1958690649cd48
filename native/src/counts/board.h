// What stays the same while one position is searched: which card lies where at first, and how the stock runs.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "counts/cardset.h"
#include "state/state.h"

namespace arfa::counts {

// How the cards of the stock come to hand.
enum class Flow {
    all,    // any of them at any time: draw 1 without limit of redeals, or all of them open
    waste,  // turned n at a time onto a waste
    cycle,  // the pile in the hand of Чёрная арфа
    row,    // those that have been dealt to an extra row
};

template <int D>
struct Board {
    using L = Layout<D>;
    using S = Set<D>;

    int columns = 0;
    int ranks = 13;
    S kings = 0;                                       // what goes into spaces, where not every card does
    bool any_spaces = false;                           // node.h
    std::array<std::array<S, kMaxRanks + 2>, 4> of{};  // cards by suit and rank
    std::array<Card, 128> face{};                      // the card of a number

    // Cards that lie in their column as at first: the face-down ones and the deepest open one on them.
    std::array<std::array<u8, kMaxCards>, kMaxColumns> card{};
    std::array<u8, kMaxColumns> length{};
    std::array<std::int8_t, 128> column_of{};
    std::array<std::array<S, kMaxCards + 1>, kMaxColumns> under{};  // face-down cards by how many are left

    int stock_size = 0;
    std::array<u8, 128> stock{};  // in the order in which they come to hand
    std::array<u8, 128> place{};  // of a card in that order

    // How the stock runs.
    Flow flow = Flow::all;
    int draw = 1;
    bool counted = false;  // redeals are
    int skip = 2;
    bool open_next = false;
    int row_size = 0;
    bool exact = false;  // where the stock stands matters card by card
    bool aces_at_once = false;
    bool worry_back = false;

    // An ace that comes to hand goes up by itself, which shifts all others where they come n at a time.
    bool aces_shift() const {
        return aces_at_once && ((flow == Flow::waste && (draw > 1 || exact)) || flow == Flow::cycle);
    }
};

}  // namespace arfa::counts
