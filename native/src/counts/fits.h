// Which rules the counts model plays, and how their stock runs.
#pragma once

#include "counts/board.h"
#include "moves/engine.h"

namespace arfa::counts {

// Every card is there once a deck, foundations begin with aces, and the stock is one that is known here.
bool fits(const Engine& engine);
// Whether something must be waited for, or must be done.
bool is_gated(const Plan& plan, const State& state);
Flow flow_of(const Plan& plan, const State& state);

}  // namespace arfa::counts
