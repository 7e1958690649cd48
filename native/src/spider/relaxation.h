// Technique `spider_relaxation`: a board is lost when some card can never be lifted, though nothing were ever taken
// away.
#pragma once

#include "spider/board.h"

namespace arfa::spider {

// The free phase is played as if a card that has once been at the end of a column were there for ever, a column that
// has once been empty were empty for ever, and the bases stood at every height they have had.  A card can be lifted
// when it may go to a base, onto a card that has been at an end, or into a space.  Every card of a line that wins is
// lifted at some time, and what allowed it in the line allows it here, since the sets only grow (by induction over the
// line).  So a board where the fixpoint leaves a card unlifted is lost.  Only true where no deal and no redeal is to
// come.
//
// Bases: of an open suit (u < d - 1) the ace's pile grows over lifted ranks and so does the king's; when they meet,
// every rank of the suit may be played (the boundary can be moved, or both piles go on).  A joined suit takes every
// rank. A closed suit takes, upwards from u and downwards from d, as far as ranks have been lifted.
bool some_card_stays(const Board& board, const Rules& rules, const Trie& trie);

}  // namespace arfa::spider
