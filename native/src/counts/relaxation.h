// A proof of loss without search: what could ever come to hand, if nothing that has been gained were lost again.
//
// Two facts a card, "can be at hand" and "can lie open in a column", and for every suit how high its foundations can
// get, grown until nothing changes.  A card can leave its column when a foundation takes it or some parent can lie
// open; a king when a column can ever be empty.  Each true move keeps every fact true that it needs, so if the
// foundations do not fill here, they never do.  With two decks every copy at hand counts as playable, whichever took
// the place.
//
// Of a stock that is turned n at a time, these cards come to hand: those that can be had now; one that lies directly
// under a card that can be taken; and card k from the beginning (from 0) if k + 1 modulo n cards before it can be
// taken, or more.  No other does: a pass that has begun stops at the same cards whatever is taken; one that begins
// anew, with t cards taken before card k, stops at it if k - t is n - 1 modulo n, or if all behind it have been taken;
// and what is taken bares the card under it.  So where the cards at hand can never be played, the others never come.
#pragma once

#include <array>
#include <vector>

#include "counts/play.h"

namespace arfa::counts {

// Which cards of a stock that is turned n at a time can ever come to hand.
template <int D>
class Turning {
public:
    using L = Layout<D>;
    using S = Set<D>;

    static bool fits(const Board<D>& b) { return b.flow == Flow::waste && b.draw > 1 && !b.aces_shift(); }

    // Of a stock that does not run so it holds nothing.
    Turning(const Play<D>& p, const Node<D>& s) : draw_(p.b.draw) {
        if (!fits(p.b)) return;
        for (S x = s.order; x; x &= x - 1) cards_.push_back(p.b.stock[static_cast<std::size_t>(first(x))]);
        std::vector<Reached> now;
        p.reach(s, now);
        for (const Reached& r : now) hand_ |= L::one(r.card);
    }
    // Once these have been found to be playable, or those of them that are cards of the stock.
    S hand(S playable) {
        int taken = 0;
        for (std::size_t k = 0; k < cards_.size(); ++k) {
            const bool uncovered = k + 1 < cards_.size() && playable >> cards_[k + 1] & 1;
            if (uncovered || taken >= static_cast<int>(k + 1) % draw_) hand_ |= L::one(cards_[k]);
            taken += (playable >> cards_[k] & 1) != 0;
        }
        return hand_;
    }

private:
    int draw_;
    std::vector<u8> cards_;
    S hand_ = 0;
};

// `mercy`: any card may go into a space.
template <int D>
bool may_be_won(const Play<D>& p, const Node<D>& s, bool mercy = false) {
    if (p.b.any_spaces) return true;  // as soon as there is one, any card can leave
    using L = Layout<D>;
    using S = Set<D>;
    const Board<D>& b = p.b;
    std::array<u8, kMaxColumns> left = s.left;
    bool space = p.room(s);
    S hand = s.visible, table = s.visible, played = 0;
    const bool turns = Turning<D>::fits(b);
    Turning<D> turning(p, s);
    if (!turns) hand |= s.stock;
    std::array<std::array<int, kMaxRanks>, 4> reach{}, begin{};  // how many foundations are higher than a rank
    const auto ranks = static_cast<std::size_t>(b.ranks);
    for (std::size_t q = 0; q < 4; ++q) {
        for (std::size_t r = 0; r < ranks; ++r)
            for (const u8 h : s.height[q]) begin[q][r] += h > r;
        reach[q] = begin[q];
    }
    if (b.worry_back) {
        const S hidden = p.hidden(s);
        for (std::size_t q = 0; q < 4; ++q)
            for (std::size_t r = 0; r < ranks; ++r)
                if (begin[q][r] > 0) hand |= b.of[q][r] & ~hidden;
    }
    for (bool again = true; again;) {
        again = false;
        if (turns) hand |= turning.hand(played | table);
        for (std::size_t q = 0; q < 4; ++q) {
            for (std::size_t r = 0; r < ranks; ++r) {
                const int most = r == 0 ? D : reach[q][r - 1];
                const S fresh = hand & b.of[q][r] & ~played;
                if (fresh && most > 0) {
                    played |= fresh;
                    again = true;
                    space |= r + 1 == ranks;
                }
                const int now = std::min(most, begin[q][r] + count(S(played & b.of[q][r])));
                if (now > reach[q][r]) {
                    reach[q][r] = now;
                    again = true;
                }
            }
        }
        if (space && mercy) return true;
        S places = (L::nonzero(L::counts(table)) >> L::RS) & ~b.kings;
        if (space) places |= b.kings;
        if (const S laid = hand & places & ~table) {
            table |= laid;
            again = true;
        }
        for (std::size_t k = 0; k < static_cast<std::size_t>(b.columns); ++k) {
            while (left[k] > 0) {
                const int c = b.card[k][left[k] - 1u];
                if (!((played | places) >> c & 1)) break;
                again = true;
                if (--left[k] == 0) {
                    space = true;
                    break;
                }
                const int turned = b.card[k][left[k] - 1u];
                hand |= L::one(turned);
                table |= L::one(turned);
                if (left[k] == 1 && p.king(turned)) left[k] = 0;
            }
        }
    }
    for (std::size_t q = 0; q < 4; ++q)
        if (reach[q][ranks - 1] < D && b.of[q][0]) return false;
    return true;
}

}  // namespace arfa::counts
