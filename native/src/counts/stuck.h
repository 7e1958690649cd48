// Whether a position is stuck where foundation tops may go back to a column (rulebook 1.2), by counts.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "counts/play.h"

namespace arfa::counts {

// All copies of the cards that some foundation takes next.
template <int D>
Set<D> next_up(const Board<D>& b, const Node<D>& s) {
    Set<D> cards = 0;
    for (std::size_t q = 0; q < 4; ++q)
        for (const u8 h : s.height[q])
            if (h < b.ranks) cards |= b.of[q][h];
    return cards;
}

// With worry back the heights of the foundations may be lowered to see whether an event comes of it, and the cards
// put up again.  A twin that takes the place of a worried card is no new card up, unless it leaves a column for
// good.
// `cards`: what is at hand.
template <int D>
bool is_stuck_with_worry_back(const Play<D>& p, const Node<D>& s0, const std::vector<Reached>& cards) {
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;
    const Board<D>& b = p.b;
    std::vector<N> todo{s0};
    std::vector<std::array<std::array<u8, D>, 4>> seen{s0.height};
    const auto visit = [&](const N& s) {
        if (std::find(seen.begin(), seen.end(), s.height) != seen.end()) return;
        seen.push_back(s.height);
        todo.push_back(s);
    };
    const S anchored = s0.visible & ~s0.free;
    while (!todo.empty()) {
        const N s = todo.back();
        todo.pop_back();
        S worried = 0;
        for (std::size_t q = 0; q < 4; ++q)
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t r = s.height[q][k]; r < s0.height[q][k]; ++r) worried |= b.of[q][r];
        const S bare = L::nonzero(p.bare(s));
        const S places = (bare >> L::RS & ~b.kings) | (p.room(s) ? b.kings : S{0});
        const S takes = next_up(b, s);
        if (s0.visible & takes & bare & (anchored | ~worried)) return false;
        if (anchored & places) return false;
        for (const Reached& r : cards)
            if ((takes | places) >> r.card & 1) return false;
        for (int suit = 0; suit < 4; ++suit) {
            const auto q = static_cast<std::size_t>(suit);
            if (!p.in_play(suit)) continue;
            for (std::size_t k = 0; k < D; ++k) {
                const int h = s.height[q][k];
                if (h > (b.aces_at_once ? 1 : 0)) {
                    const int c = p.on_foundation(s, suit, h - 1);
                    if (places >> c & 1) {
                        N t = s;
                        t.height[q][k] = static_cast<u8>(h - 1);
                        t.visible |= L::one(c);
                        t.free |= L::one(c);
                        t.used = static_cast<u8>(t.used + p.king(c));
                        visit(t);
                    }
                }
                const S back =
                    h < s0.height[q][k] ? s.visible & ~s0.visible & bare & b.of[q][static_cast<std::size_t>(h)] : S{0};
                if (back) {
                    const int c = first(back);
                    N t = s;
                    t.height[q][k] = static_cast<u8>(h + 1);
                    t.visible &= ~L::one(c);
                    t.free &= ~L::one(c);
                    t.used = static_cast<u8>(t.used - p.king(c));
                    visit(t);
                }
            }
        }
    }
    return true;
}

}  // namespace arfa::counts
