// Technique `grid_relaxation`: a board is lost when some card can never come home though nothing is ever given up.
#pragma once

#include "grid/board.h"

namespace arfa::grid {

// One deck alone.  Two kinds of facts only grow: "c has been at place p", "p has been a gap".
//   * c (no front card) can come to p when c - 1 has been just before p and p has been a gap; a front card to any front
//     place that has been a gap.
//   * a place where c has been becomes a gap when c can come to some other place.
// By induction over the moves of a game all that happens in it is among the facts, so a board is lost when there is no
// assignment of suits to rows in which every card has been in its place.
//
// When all front cards are at the fronts they stay there, since only fronts are for them and none is a gap.  The row of
// every suit is settled, and so is the home of every card.  Let z be the lowest card of a suit that lies at home now
// while some lower one does not (if there is any).  A card c below z that is at home stays for ever: it came there
// behind c - 1, which was at home, or all lower ones are at home now; so by induction c - 1 stays, and the only place
// of c is behind it.  Hence a home becomes no gap by the leaving of its own card, below z.
bool some_card_never_home(const Board& board, const Rules& rules);

}  // namespace arfa::grid
