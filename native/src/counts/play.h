// The elementary moves on a node, and the questions about places.
#pragma once

#include <numeric>
#include <vector>

#include "counts/board.h"
#include "counts/node.h"

namespace arfa::counts {

// A card of the stock that can be had now, and whether the waste must be turned over for it.
struct Reached {
    u8 card;
    u8 redeals;
};

// Node::at: for a waste, how many cards lie on it.  For the cyclic pile, twice the number of cards before the gap, plus
// one when the last of these is open.  For a row, how many cards have been dealt.  Where only the cards that can be had
// decide (no ace can go up by itself and shift the others), it is brought to one of the equal values: 0 for a waste
// from which no more can be had than after a redeal; for the pile the gap modulo the stride of what comes to hand.
template <int D>
class Play {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;

    Play(const Board<D>& board, List<Step>& steps) : b(board), steps_(steps) {}

    const Board<D>& b;

    // What the one who moves knows: which cards of the stock, and of which cards nothing is known but that they are
    // somewhere.  A search with open eyes knows all.
    S known = ~S{0};
    S unseen = 0;

    // -- places ----------------------------------------------------------------------------------------------------

    // For every class, visible members without a child on them.
    S bare(const N& s) const {
        if (b.any_spaces) return L::excess(L::counts(s.visible), L::counts(s.free) << L::RS);
        return L::counts(s.visible) - (L::counts(s.free & ~b.kings) << L::RS);
    }
    // The cards for which there is an open place; of kings, where they alone go into spaces, nothing is said.
    S open(const N& s) const {
        if (b.any_spaces && room(s)) return ~S{0};
        return L::nonzero(bare(s)) >> L::RS;
    }
    bool king(int c) const { return b.kings >> c & 1; }
    int spaces(const N& s) const {
        const int n = b.columns - s.used;
        return b.any_spaces ? n - L::total(L::excess(L::counts(s.free) << L::RS, L::counts(s.visible))) : n;
    }
    bool room(const N& s) const { return spaces(s) > 0; }
    bool anchored(const N& s, int c) const { return !(s.free >> c & 1); }
    // Face-down cards.
    S hidden(const N& s) const {
        S all = 0;
        for (int i = 0; i < b.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            all |= b.under[k][s.left[k]];
        }
        return all;
    }
    bool all_up(const N& s) const {
        for (const auto& suit : s.height)
            for (const u8 h : suit)
                if (h < b.ranks) return false;
        return true;
    }
    // A suit that is not counts as up.
    bool in_play(int suit) const { return b.of[static_cast<std::size_t>(suit)][0] != 0; }
    // Whether a foundation of the suit has this card on top.
    static bool tops(const N& s, int suit, int rank) {
        for (const u8 h : s.height[static_cast<std::size_t>(suit)])
            if (h == rank + 1) return true;
        return false;
    }

    // -- moves -----------------------------------------------------------------------------------------------------

    void step(N& s, StepKind kind, int c) const {
        steps_.emplace_back(kind, static_cast<u8>(c), s.trail);
        s.trail = static_cast<std::uint32_t>(steps_.size() - 1);
    }

    // The anchored card of column i has gone.
    void uncover(N& s, int i) const {
        const auto k = static_cast<std::size_t>(i);
        if (--s.left[k] == 0) {
            --s.used;
            return;
        }
        s.visible |= L::one(b.card[k][s.left[k] - 1u]);
        --s.hidden;
        settle(s, i);
    }
    // A king alone in his column is as good as one that was put into a space; or any card.
    void settle(N& s, int i) const {
        const auto k = static_cast<std::size_t>(i);
        if (s.left[k] != 1 || !(b.any_spaces || king(b.card[k][0]))) return;
        s.left[k] = 0;
        s.free |= L::one(b.card[k][0]);
        if (b.any_spaces) --s.used;
    }
    void count_up(N& s, int c) const {
        auto& heights = s.height[static_cast<std::size_t>(L::suit(c))];
        for (u8& h : heights) {
            if (h == L::rank(c)) {
                ++h;
                return;
            }
        }
    }
    void raise(N& s, int c) const {
        step(s, anchored(s, c) ? StepKind::raise_base : StepKind::raise, c);
        s.visible &= ~L::one(c);
        count_up(s, c);
        if (anchored(s, c)) return uncover(s, b.column_of[static_cast<std::size_t>(c)]);
        s.free &= ~L::one(c);
        if (king(c)) --s.used;
    }
    void raise_from_stock(N& s, int c) const {
        step(s, StepKind::raise_st, c);
        take(s, c);
        count_up(s, c);
    }
    void lay(N& s, int c) const {
        step(s, StepKind::lay, c);
        s.visible |= L::one(c);
        s.free |= L::one(c);
        if (king(c)) ++s.used;
        take(s, c);
    }
    // The anchored card c of column i goes to an open place.
    void move_base(N& s, int i, int c) const {
        step(s, StepKind::base, c);
        s.free |= L::one(c);
        if (king(c)) ++s.used;
        uncover(s, i);
    }
    void lower(N& s, int c) const {
        step(s, StepKind::lower, c);
        for (u8& h : s.height[static_cast<std::size_t>(L::suit(c))]) {
            if (h == L::rank(c) + 1) {
                --h;
                break;
            }
        }
        s.visible |= L::one(c);
        s.free |= L::one(c);
        if (king(c)) ++s.used;
    }
    // A copy of a card that lies on a foundation.
    int on_foundation(const N& s, int suit, int rank) const {
        if constexpr (D == 1) return L::id(rank, suit, 0);
        S up = b.of[static_cast<std::size_t>(suit)][static_cast<std::size_t>(rank)] & ~(s.visible | s.stock);
        if (count(up) > 1) up &= ~hidden(s);
        return first(up);
    }

    // -- stock -----------------------------------------------------------------------------------------------------

    bool ace(int c) const { return L::rank(c) == 0; }
    int place(int c) const { return b.place[static_cast<std::size_t>(c)]; }

    // The card with so many of the stock before it.
    int nth(const N& s, int i) const {
        S x = s.order;
        while (i--) x &= x - 1;
        return b.stock[static_cast<std::size_t>(first(x))];
    }

    // The cards that drawing and redealing bring, in that order, without any being played.  An ace that would go up by
    // itself and shift the others ends the list: what lies behind it is reached by way of its going up.  Of a card that
    // is not known nobody knows whether it is such an ace, as long as one is unseen.
    void reach(const N& s, std::vector<Reached>& out) const {
        out.clear();
        u8 cards[128];
        int n = 0;
        for (S x = s.order; x; x &= x - 1) cards[n++] = b.stock[static_cast<std::size_t>(first(x))];
        S seen = 0;
        const bool shifts = b.aces_shift();
        bool on = true;
        auto stop = [&](int i, int redeals) {
            if (!on || seen >> i & 1) return;
            seen |= S(1) << i;
            if (!(known >> cards[i] & 1)) {
                if (shifts && unseen_ace()) on = false;
                return;
            }
            out.push_back({cards[i], static_cast<u8>(redeals)});
            if (shifts && ace(cards[i])) on = false;
        };
        if (n == 0) return;
        if (b.flow == Flow::all) {
            for (int i = 0; i < n; ++i) stop(i, 0);
        } else if (b.flow == Flow::waste) {
            const int w = s.at;
            if (w > 0) stop(w - 1, 0);
            for (int i = w + b.draw; i < n; i += b.draw) stop(i - 1, 0);
            if (w < n) stop(n - 1, 0);
            if (!b.counted || s.redeals > 0) {
                for (int i = b.draw; i < n; i += b.draw) stop(i - 1, 1);
                stop(n - 1, 1);
            }
        } else {
            const bool exact = exact_place(s);
            const int gap = exact ? s.at / 2 : s.at;
            if (exact && s.at % 2) stop((gap + n - 1) % n, 0);
            const int stride = b.skip + 1;
            const int stops = n / std::gcd(n, stride);
            for (int k = 0, i = (gap + b.skip) % n; k < stops; ++k, i = (i + stride) % n) stop(i, 0);
        }
    }

    // Takes a card out of the stock; the stock then stands where it was.
    void take(N& s, int c) const {
        if (b.flow == Flow::all || b.flow == Flow::row) {
            remove(s, c);
            return;
        }
        const bool shifts = b.aces_shift();
        int i = remove(s, c);
        int n = count(s.order);
        if (b.flow == Flow::waste) {
            while (shifts && i > 0 && ace(nth(s, i - 1))) {  // the next card of the waste is an ace
                rise(s, nth(s, i - 1));
                --i;
                --n;
            }
            s.at = static_cast<u8>(i);
        } else {
            bool opened = b.open_next && n > 0;
            while (opened && shifts && ace(nth(s, i % n))) {
                i %= n;
                rise(s, nth(s, i));
                opened = --n > 0;
            }
            s.at = n == 0 ? 0 : static_cast<u8>(2 * ((i + opened) % n) + opened);
        }
        normalise(s, true);
    }

    // Brings `at` and `redeals` to the one value of all equal ones.  `exact`: `at` is given as for exact places.
    void normalise(N& s, bool exact) const {
        const int n = count(s.order);
        // Each redeal must bring a card that is played; but where places are exact, one may be spent to be stuck.
        if (b.counted && !b.exact && s.redeals > n) s.redeals = static_cast<u8>(n);
        if (b.flow == Flow::waste) {
            if (!b.counted && !exact_place(s) && (s.at % b.draw == 0 || s.at == n)) s.at = 0;
        } else if (b.flow == Flow::cycle && exact && !exact_place(s)) {
            s.at = n ? static_cast<u8>(s.at / 2 % std::gcd(n, b.skip + 1)) : 0;
        }
    }
    bool exact_place(const N& s) const {
        if (b.exact || !b.aces_shift()) return b.exact;
        for (int suit = 0; suit < 4; ++suit)
            if (s.stock & b.of[static_cast<std::size_t>(suit)][0]) return true;
        return false;
    }

private:
    bool unseen_ace() const {
        for (const auto& suit : b.of)
            if (unseen & suit[0]) return true;
        return false;
    }
    // Removes a card; returns how many of the stock were before it.
    int remove(N& s, int c) const {
        const S at = S(1) << place(c);
        s.stock &= ~L::one(c);
        s.order &= ~at;
        return count(s.order & (at - 1));
    }
    void rise(N& s, int c) const {
        step(s, StepKind::raise_st, c);
        remove(s, c);
        count_up(s, c);
    }

    List<Step>& steps_;
};

}  // namespace arfa::counts
