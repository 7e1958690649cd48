// Safe foundation moves, made at once.  Preserves winnability, with and without worry back.
//
// A card of rank r (ace = 1) is safe when every foundation of the other colour is at r - 2 or higher and every other
// foundation of its colour at r - 3 or higher.  Proof: take a line that wins from here and let the card go up first.
// Whatever the line puts on it has rank r - 1 and the other colour: its foundation takes it, or its predecessor (rank
// r - 2 of that suit is up).  What the line puts on *that* card has rank r - 2 and the colour of the first: it can go
// up as well, since its suit is at r - 3; and everything lower is up.  So each of these goes up instead when it is
// moved, and stays there: no card needs it as a host again.  The line's later worrying back of one of them is left out
// alike.
//
// From the stock only where its other cards do not depend on it (Flow::all).  With two decks, where both copies are
// still to go and there is one place for them, the copies are not alike unless the card is free: one that is anchored
// or in the stock opens something else than its twin, so it is not forced.
#pragma once

#include <algorithm>

#include "counts/play.h"

namespace arfa::counts {

template <int D>
class Safe {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;

    explicit Safe(const Play<D>& play) : p(play) {}

    // The lower foundation of each suit.
    struct Lowest {
        std::array<int, 4> height;
        explicit Lowest(const N& s) {
            for (std::size_t suit = 0; suit < 4; ++suit) height[suit] = *std::ranges::min_element(s.height[suit]);
        }
        int operator[](int suit) const { return height[static_cast<std::size_t>(suit)]; }
    };
    // Whether a card of a suit (ranks from 0) is safe, once its turn has come.
    static bool is_safe(const Lowest& low, int suit, int rank) {
        if (rank <= 1) return true;
        const int other = std::min(low[suit ^ 2], low[suit ^ 3]);
        const int same = D == 2 ? std::min(low[suit], low[suit ^ 1]) : low[suit ^ 1];
        return other >= rank - 1 && same >= rank - 2;
    }
    // Whether a foundation top that was taken down would be safe at once, so that taking it down is of no use.
    static bool returns(const N& s, int suit, int rank) {
        N t = s;
        for (u8& h : t.height[static_cast<std::size_t>(suit)]) {
            if (h == rank + 1) {
                --h;
                break;
            }
        }
        return is_safe(Lowest(t), suit, rank);
    }
    // Makes all safe moves.
    void close(N& s) const {
        for (bool again = true; again;) {
            again = false;
            S exposed = s.visible & L::nonzero(p.bare(s));
            const Lowest low(s);  // what goes up meanwhile counts the next time round
            for (int suit = 0; suit < 4; ++suit) {
                const auto& heights = s.height[static_cast<std::size_t>(suit)];
                for (int k = 0; k < D; ++k) {
                    const int r = heights[static_cast<std::size_t>(k)];
                    if (r >= p.b.ranks || (D == 2 && k == 1 && heights[0] == r)) continue;
                    const S cards = p.b.of[static_cast<std::size_t>(suit)][static_cast<std::size_t>(r)];
                    const S from_stock = p.b.flow == Flow::all ? s.stock & cards : S{0};
                    S ready = exposed & cards;
                    if ((!ready && !from_stock) || !is_safe(low, suit, r)) continue;
                    const bool alike =
                        D == 1 || places(s, suit, r) >= count(cards & (s.visible | s.stock | p.hidden(s)));
                    if (!alike) ready &= s.free;
                    if (ready) {
                        p.raise(s, first(ready));
                        exposed = s.visible & L::nonzero(p.bare(s));
                        again = true;
                    } else if (from_stock && alike) {
                        p.raise_from_stock(s, first(from_stock));
                        again = true;
                    }
                }
            }
        }
    }

private:
    static int places(const N& s, int suit, int rank) {
        int n = 0;
        for (const u8 h : s.height[static_cast<std::size_t>(suit)]) n += h == rank;
        return n;
    }
    const Play<D>& p;
};

}  // namespace arfa::counts
