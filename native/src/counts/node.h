// A position of the Klondike type without its arrangement.
//
// A visible card is *anchored* while it lies on cards that have not been turned up, or was the first of its column; all
// others are *free*: a king begins a column, any other card lies on a parent.  If a class has more visible parents than
// free members, one parent is bare and any of them can be bared (its run goes to the bare one); if not, none can.  So
// which card lies on which does not matter: the position is given by the heights of the foundations, how many cards of
// each column have not left, and the stock.
//
// Where any card may go into a space (Board::any_spaces), a free card lies on a parent or begins a column, and a card
// alone in its column is free as well.  As long as a class has a bare parent and a member that begins a column, the
// member can be laid there, which makes a space, and taken back; so every arrangement can be brought to one in which
// each class begins no more columns than its free members outnumber its visible parents.  The other columns, but for
// those of anchored cards, are spaces.  Then a card finds a place on a bare parent or in a space; a card is bared by
// laying its run on another bare card of its class, or in a space; and where there is neither, no order of moves makes
// one, since no class can give up a column.  All of these are counts again.
#pragma once

#include <array>

#include "counts/cardset.h"

namespace arfa::counts {

template <int D>
struct Node {
    using S = Set<D>;
    S visible = 0;  // open cards of the columns
    S free = 0;     // those that are not anchored
    S stock = 0;    // cards of stock and hand
    S order = 0;    // the same by their places in the order of the stock
    std::array<std::array<u8, D>, 4> height{};
    std::array<u8, kMaxColumns> left{};  // cards of each column that have not left; a king alone in his is free
    u8 used = 0;                         // columns that are not empty; with any_spaces, of anchored cards
    u8 hidden = 0;                       // face-down cards
    u8 at = 0;                           // where the stock stands: see Stock in play.h
    u8 redeals = 0;                      // left, where they are counted
    std::uint32_t trail = 0;             // the last step that led here
};

// A step of a line, before it is made of ordinary moves.  Steps are chained backwards.
enum class StepKind : u8 {
    base,        // an anchored card goes to an open place
    raise,       // a free card goes up
    raise_base,  // an anchored card goes up
    base_laid,   // a card that mercy laid goes to an open place
    raise_laid,  // it goes up
    raise_st,    // a card of the stock goes up
    lay,         // a card of the stock goes to an open place
    lower,       // a foundation top goes to an open place
    action,      // the first action of the stock
    back,        // the second
    mercy,       // a free card, with what lies on it, goes into a space against the rule
    mercy_base,  // an anchored card does
    mercy_st,    // a card of the stock does
};

struct Step {
    StepKind kind;
    u8 card;
    std::uint32_t before;
};

}  // namespace arfa::counts
