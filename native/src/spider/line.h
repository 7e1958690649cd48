// A way found by the searches, as ordinary moves.
#pragma once

#include <vector>

#include "moves/move.h"
#include "spider/dealing.h"
#include "spider/free_phase.h"

namespace arfa::spider {

// One thing that is done to the real columns.
struct Act {
    Step step;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    Card card = kNoCard;  // of a card that goes to a base; of a transfer, the first card of its suit
};
using Acts = std::vector<Act>;

// The acts from the start of a deal phase to one of its boards.
void write_dealing(const Dealing& dealing, std::uint32_t node, const Trie& trie, Acts& out);

// The acts of a free phase to one of its boards.  `starts`: what it was run on.  Gives the start that the way begins
// at.
std::uint32_t start_of(const FreePhase& phase, std::uint32_t node);
// Gives the real board at the end of the way.
Board write_free_phase(FreePhase& phase, std::uint32_t node, const List<Board>& starts, const Rules& rules, Trie& trie,
                       Acts& out);

// Acts as ordinary moves from a board whose bases stand at these heights: where a joined suit was left open, the
// transfers are put in before the card that needs them, and before the redeal where the deal phase allows none.
// `free`: the board is in the free phase.
std::vector<Move> as_moves(const Acts& acts, const Board& start, bool free, std::size_t stock, const Rules& rules,
                           const Plan& plan);

}  // namespace arfa::spider
