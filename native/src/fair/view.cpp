#include "fair/view.h"

#include <algorithm>
#include <utility>

namespace arfa::fair {

View View::of(const State& state, std::span<const int> unseen) {
    View view{state, {}};
    const int cards = *std::ranges::max_element(state.start);
    for (const int place : unseen) {
        if (place < 0 || place >= cards) throw StateError("no card lies at an unseen place");
        view.unseen.push_back(static_cast<std::uint8_t>(place));
    }
    std::ranges::sort(view.unseen);
    if (std::ranges::adjacent_find(view.unseen) != view.unseen.end())
        throw StateError("an unseen place is named twice");
    std::vector<Card> faces;
    for (const std::uint8_t place : view.unseen) faces.push_back(state.cards[place]);
    std::ranges::sort(faces);
    for (std::size_t k = 0; k < faces.size(); ++k) view.state.cards[view.unseen[k]] = faces[k];
    return view;
}

State sample(const View& view, Random& random) {
    State state = view.state;
    for (std::size_t n = view.unseen.size(); n > 1; --n)
        std::swap(state.cards[view.unseen[n - 1]], state.cards[view.unseen[random.below(n)]]);
    return state;
}

}  // namespace arfa::fair
