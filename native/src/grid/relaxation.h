// Technique `grid_relaxation`: a board is lost when some card can never come home though nothing is ever given up.
#pragma once

#include "grid/reach.h"

namespace arfa::grid {

// One deck alone.  A board is lost when there is no assignment of suits to rows in which every card can, by the facts
// of Reach, ever come to its place.  When all front cards are at the fronts their rows are settled, and there is one
// assignment alone.  `reach` has been started, and may have found facts already.
bool some_card_never_home(Reach& reach, const Board& board, const Rules& rules, const Phase& phase);

}  // namespace arfa::grid
