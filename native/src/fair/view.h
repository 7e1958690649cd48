// What a player can know of a position: the cards that have been seen, and which others there are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/random.h"
#include "state/state.h"

namespace arfa::fair {

// Whoever decides is handed this and never the position.  At the places of unseen cards these lie in the order of their
// faces, whatever the deal: two positions that look alike have the same view.
struct View {
    State state;
    std::vector<std::uint8_t> unseen;  // places in State::cards, in ascending order

    // Throws StateError for a place that is not there, or named twice.
    static View of(const State& state, std::span<const int> unseen);
};

// One of the positions that look so, each as likely as any other: what was seen and done does not depend on what was
// not, so every arrangement of the unseen cards is equally likely.
State sample(const View& view, Random& random);

}  // namespace arfa::fair
