// Technique: having used up less of the stock is never worse.
#pragma once

#include <bit>
#include <cstdint>

#include "piles/board.h"
#include "plan/plan.h"

namespace arfa::piles {

// How much of (passes, pointer) belongs to the identity of a position; what does not is its rank, and of two positions
// that are equal but for their ranks the one with the smaller rank can do all that the other can.
enum class StockRank {
    exact,    // all of it
    passes,   // the pointer; fewer redeals used leave every line of the other legal
    aligned,  // the pointer, unless it stands where every pass stops
    full,     // nothing
};

// Preserves winnability.
//
// full, one card drawn at a time: with the same cards left, from (passes, pointer) every later (passes, pointer) is
// reached by drawing and redealing alone, no card being touched, so a smaller pair has every line of a larger one.
// Where cards that open a foundation go up at once, those that are drawn on the way go up.  That is no worse: nothing
// lies on such a card, each copy has a place of its own, and one at a time all other cards come as before; the line
// goes on without the moves of that card.  With unlimited redeals any pair is reached from any other, so there is one
// rank.
//
// aligned, several cards at a time: a pass from its beginning stops after each whole number of draws and at the end.  A
// pointer there (counted in cards that are left) goes on to all later stops of this pass, and of the next ones, as
// above; a pointer elsewhere does not, and is part of the identity.
//
// passes: cards that go up at once out of the waste shift the stops that follow, so the pointer has to be the same.
inline StockRank stock_rank(const Plan& plan, bool opening_bare) {
    if (plan.aces_at_once && (plan.draw > 1 || !opening_bare)) return StockRank::passes;
    return plan.draw > 1 ? StockRank::aligned : StockRank::full;
}

// The same for one position.
inline StockRank stock_rank(const Plan& plan, StockRank rank, const Board& board) {
    if (rank != StockRank::aligned) return rank;
    const bool stop = board.ahead() == 0 || std::popcount(board.wasted()) % plan.draw == 0;
    return stop ? StockRank::full : StockRank::passes;
}

}  // namespace arfa::piles
