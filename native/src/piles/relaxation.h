// Technique: a loss is proved where even a game in which nothing is ever used up cannot be won.
#pragma once

#include "moves/engine.h"
#include "state/state.h"

namespace arfa::piles {

// Whether a position is lost for this reason alone.  True is a proof; false says nothing.
//
// What is grown to a fixpoint, from nothing: which cards can ever be free (exposed in a column, or given by the stock),
// which faces can ever go up (all that go up before them can, and one copy is free), and which cards can ever lie face
// up in a column.  A card of a column is free when each card above it can leave: by going up, onto some card that can
// be free in a column and takes it, or into a space if some column can ever be empty; of cards that lie face up now,
// also together with a deeper one that can leave.  Whatever happens in a real line happens here, at the latest when all
// that it needs has been noted, because no fact is ever taken back: so if some card is never free, or a face never goes
// up, no line wins.  Every copy counts as one that may be played.  Cards of the stock are all taken to be given.
bool lost_relaxed(const Engine& engine, const State& state);

}  // namespace arfa::piles
