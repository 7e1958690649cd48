// The steps of a trail, as they are made into ordinary moves.
#pragma once

#include <algorithm>
#include <vector>

#include "counts/line.h"
#include "fair/world.h"

namespace arfa::fair {

template <int D>
std::vector<counts::LineStep> steps_of(const World<D>& world, std::uint32_t trail) {
    const counts::Board<D>& b = world.search.board;
    std::vector<counts::LineStep> steps;
    for (std::uint32_t k = trail; k != 0; k = world.search.steps[k].before) {
        const counts::Step& s = world.search.steps[k];
        const bool anchored = s.kind == counts::StepKind::base || s.kind == counts::StepKind::raise_base;
        steps.push_back({s.kind, b.face[s.card], anchored ? b.column_of[s.card] : b.place[s.card]});
    }
    std::ranges::reverse(steps);
    return steps;
}

}  // namespace arfa::fair
