// Steps of a search over boards written out as ordinary moves.
#pragma once

#include <span>
#include <vector>

#include "moves/engine.h"
#include "piles/board.h"
#include "state/state.h"

namespace arfa::piles {

std::vector<Move> moves_of(const Engine& engine, const State& start, std::span<const Step> steps);

}  // namespace arfa::piles
