// Technique: of places of the stock that turning alone leads to, only the first one is looked at.
//
// Several cards at a time, redeals without limit.  From place w (so many cards lie on the waste) the places w + n, ...
// are reached by turning, and place 0 by turning the waste over.  Two states with the same cards differ in nothing but
// the cards that can be had from the stock; so of those at w and w + n the first has every move of the second, and ends
// up in the same state by it (if it takes a card) or in one that is better in the same way; and any state is as good as
// that at place 0.
//
// Preserves winnability: a state is left out only when a better one has been met.  Follow a winning line of the search
// without this technique: at each step there is a better state that has been met and whose children were all made, or
// the win was found before; the last of them is won, because where the stock stands does not decide that.
//
// Not where aces go up by themselves and shift the places of other cards.
#pragma once

#include "counts/play.h"

namespace arfa::counts {

template <int D>
struct Turns {
    static bool fit(const Board<D>& b) {
        return b.flow == Flow::waste && b.draw > 1 && !b.counted && !b.exact && !b.aces_shift();
    }
    // Which places can be reached from each other.  Of the first ones only place 0 is met (Play::normalise).
    static int step(const Board<D>& b, const Node<D>& s) { return s.at % b.draw; }
};

}  // namespace arfa::counts
