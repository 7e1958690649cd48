// Technique: a card that nothing needs any more goes up as the only move.
#pragma once

#include "piles/rules.h"

namespace arfa::piles {

// Preserves winnability.  Card `c` of order r (0 for the first card of its foundation) is exposed in a column, or on
// the waste where one card is drawn at a time, and some foundation takes it now.
//
// Asked, without worrying back: every foundation of its suit has r cards or more (so that its twin keeps a place of its
// own), and every copy of every card that could lie on `c` is up, or opens a foundation (and nothing lies on such a
// card). Proof: take a winning line, play `c` up first, and leave out of the line what moves `c` alone.  `c` was the
// last card of every group that held it, so the other groups are one card shorter and have the same heads; a group
// under a king that is reduced to the king may move as a single card; of a strict run, what is the whole run stays the
// whole run, and what could go up still can, since heights are the same but for one pile that held no other copy.
// Spaces are only added. A card that opens a foundation and was laid on `c` goes up instead, where a place is free for
// every copy of it. Taken from the waste, the card leaves every other card of the stock where it can be had as before,
// one at a time.
//
// With worrying back, cards that are up may come down again, so more is asked: every foundation of any suit has r cards
// or more, and no card takes one that goes up later.  Then all cards of a lower order are up; the line without their
// moves and without those of `c` is legal by the same argument, because they lie on the ends of columns only.
inline bool safe_foundation(const Rules& rules, const Board& board, Card c) {
    const int r = rules.order[c];
    if (rules.plan.worry_back) {
        if (~rules.descends & (bit(kFaces) - 1)) return false;
        for (int f = 0; f < rules.foundations; ++f)
            if (board.height[static_cast<std::size_t>(f)] < r) return false;
        return true;
    }
    for (const int f : rules.of_suit[static_cast<std::size_t>(suit_of(c))])
        if (board.height[static_cast<std::size_t>(f)] < r) return false;
    for (std::uint64_t riders = rules.plan.takes[c]; riders != 0; riders &= riders - 1) {
        const auto rider = static_cast<Card>(std::countr_zero(riders));
        if (rules.plan.copies[rider] == 0 || rules.order[rider] == 0) continue;
        for (const int f : rules.of_suit[static_cast<std::size_t>(suit_of(rider))])
            if (board.height[static_cast<std::size_t>(f)] <= rules.order[rider]) return false;
    }
    return true;
}

}  // namespace arfa::piles
