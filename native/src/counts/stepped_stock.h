// What a stock has at hand where drawing is a move of its own, and the moves of such a stock.
#pragma once

#include <algorithm>

#include "counts/play.h"

namespace arfa::counts {

template <int D>
class SteppedStock {
public:
    using N = Node<D>;
    using S = Set<D>;

    explicit SteppedStock(const Play<D>& play) : play_(play), b_(play.b) {}

    bool stepwise = false;  // otherwise drawing loses nothing and counts for nothing, but for the rows of an extra row

    // Whether all rows have been dealt.
    bool dealt(const N& s) const { return b_.flow == Flow::row && s.at == b_.stock_size; }

    // What can be played now; where drawing is free, all that it can bring.
    void hand(const N& s, std::vector<Reached>& out) const {
        if (!stepwise && b_.flow != Flow::row) return play_.reach(s, out);
        out.clear();
        if (b_.flow == Flow::row) {
            for (S x = s.order; x && first(x) < s.at; x &= x - 1)
                out.push_back({b_.stock[static_cast<std::size_t>(first(x))], 0});
        } else if (const int c = opened(s); c >= 0) {
            out.push_back({static_cast<u8>(c), 0});
        }
    }
    // The one card that lies open, step by step; -1 for none.
    int opened(const N& s) const {
        const int n = count(s.order);
        if (n == 0) return -1;
        if (b_.flow == Flow::waste) return s.at ? play_.nth(s, s.at - 1) : -1;
        return s.at % 2 ? play_.nth(s, (s.at / 2 + n - 1) % n) : -1;
    }
    bool at_hand(const N& s, int c) const { return b_.flow == Flow::row ? play_.place(c) < s.at : opened(s) == c; }

    // Draws, or turns the waste over; false when neither can be.
    bool turn(N& s) const {
        const int n = count(s.order);
        if (s.at < n) {
            play_.step(s, StepKind::action, 0);
            s.at = static_cast<u8>(std::min(n, s.at + b_.draw));
            return true;
        }
        if (n == 0 || (b_.counted && s.redeals == 0)) return false;
        if (b_.counted) --s.redeals;
        play_.step(s, StepKind::back, 0);
        s.at = 0;
        return true;
    }

private:
    const Play<D>& play_;
    const Board<D>& b_;
};

}  // namespace arfa::counts
