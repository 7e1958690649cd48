// Foundation plays that turn up nothing, made only where something can follow from them.  Preserves winnability.
//
// A card that is free (or the last of its column) goes up for nothing unless, before the next card is turned up, its
// going up serves one of these ends; else it can be put off until after that, where the same question is asked again:
//   (a) the next card of its suit is open, perhaps after some of the stock, so that it can follow;
//   (b) its place is wanted: its class has no bare parent, and a card that is anchored, in the stock, or (with worry
//       back) on a foundation could take the place; or a visible parent could go up itself once it is bare, since all
//       cards below it in its suit are open or in the stock;
//   (c) it empties a column and some king could go there.
#pragma once

#include "counts/play.h"

namespace arfa::counts {

template <int D>
class Filter {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;

    explicit Filter(const Play<D>& play) : p(play) {}

    bool useful(const N& s, int c, S bare) const {
        const int suit = L::suit(c), r = L::rank(c);
        if (followed(s, suit, r + 1)) return true;
        if (p.anchored(s, c) || p.king(c)) return king_waits(s);
        const S parents = L::field(c) << L::RS;
        if (bare & parents) return false;
        if (L::field(c) & ~L::one(c) & ((s.visible & ~s.free) | stock(s))) return true;
        if (p.b.worry_back)
            for (const int sibling : {suit, suit ^ 1})
                for (const u8 h : s.height[static_cast<std::size_t>(sibling)])
                    if (h > r) return true;
        for (S x = s.visible & parents; x; x &= x - 1)
            if (could_go_up(s, first(x))) return true;
        return false;
    }

private:
    // What may be in the stock, as far as is known.
    S stock(const N& s) const { return (s.stock & p.known) | p.unseen; }
    bool followed(const N& s, int suit, int r) const {
        for (; r < p.b.ranks; ++r) {
            const S cards = p.b.of[static_cast<std::size_t>(suit)][static_cast<std::size_t>(r)];
            if (s.visible & cards) return true;
            if (!(stock(s) & cards)) return false;
            if (p.b.flow != Flow::all) return true;
        }
        return false;
    }
    bool king_waits(const N& s) const {
        if (stock(s) & p.b.kings) return true;
        for (int i = 0; i < p.b.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            if (s.left[k] > 1 && p.king(p.b.card[k][s.left[k] - 1u])) return true;
        }
        if (p.b.worry_back)
            for (const auto& heights : s.height)
                for (const u8 h : heights)
                    if (h == p.b.ranks) return true;
        return false;
    }
    // Whether all cards between some foundation and this one are open or in the stock.
    bool could_go_up(const N& s, int c) const {
        const auto suit = static_cast<std::size_t>(L::suit(c));
        int h = -1;
        for (const u8 k : s.height[suit])
            if (k <= L::rank(c)) h = std::max<int>(h, k);
        if (h < 0) return false;
        for (; h < L::rank(c); ++h)
            if (!((s.visible | stock(s)) & p.b.of[suit][static_cast<std::size_t>(h)])) return false;
        return true;
    }
    const Play<D>& p;
};

}  // namespace arfa::counts
