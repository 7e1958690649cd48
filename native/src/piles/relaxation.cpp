#include "piles/relaxation.h"

#include <array>
#include <cstdint>

namespace arfa::piles {

bool lost_relaxed(const Engine& engine, const State& state) {
    const Plan& plan = engine.plan();
    // Cards that fall onto others, or that go into spaces by mercy, make leaving a matter of more than this.
    if (plan.grid || plan.stock == StockKind::columns || plan.stock == StockKind::groups || plan.mercy != Mercy::off)
        return false;
    std::uint64_t open = 0;  // faces of which a copy can be free
    std::uint64_t up = 0;    // faces of which a copy can go up, or is up
    std::uint64_t laid = 0;  // faces of which a copy can be free in a column
    bool space = false;
    if (plan.stock != StockKind::none)
        for (int pile = plan.columns; pile < plan.loose_piles(); ++pile)
            for (const Card c : state.pile(pile)) open |= bit(c);
    for (int f = 0; f < plan.foundation_count(); ++f)
        for (int h = 0; h < state.height[static_cast<std::size_t>(f)]; ++h) {
            const Card c = plan.foundations[static_cast<std::size_t>(f)].wanted[static_cast<std::size_t>(h)];
            up |= bit(c);
            if (plan.worry_back) open |= bit(c);
        }
    std::array<int, kMaxColumns> freed{};  // cards of each column that can be free, from its end
    bool all = false;
    const auto may_leave = [&](Card c) {
        if (up >> c & 1 || (space && plan.begins_column(c))) return true;
        for (int below = 0; below < kFaces; ++below)
            if (laid >> below & 1 && plan.lies_on(static_cast<Card>(below), c)) return true;
        return false;
    };
    for (bool again = true; again;) {
        again = false;
        const auto note = [&](std::uint64_t& set, Card c) {
            if (set >> c & 1) return;
            set |= bit(c);
            again = true;
        };
        for (int f = 0; f < plan.foundation_count(); ++f) {
            for (const Card c : plan.foundations[static_cast<std::size_t>(f)].wanted) {
                if (c == kNoCard || !((open | up) >> c & 1)) break;
                note(up, c);
            }
        }
        for (int c = 0; c < kFaces; ++c)
            if (open >> c & 1 && !(laid >> c & 1)) {
                const auto card = static_cast<Card>(c);
                bool lands = space && plan.begins_column(card);
                for (int below = 0; below < kFaces && !lands; ++below)
                    lands = laid >> below & 1 && plan.lies_on(static_cast<Card>(below), card);
                if (lands) note(laid, card);
            }
        all = true;
        for (int i = 0; i < plan.columns; ++i) {
            const auto pile = state.pile(i);
            const int size = state.size(i);
            const int down = state.down[static_cast<std::size_t>(i)];
            int& done = freed[static_cast<std::size_t>(i)];
            while (done < size) {
                // Whether the card above the next one leaves, by itself or on a deeper one that lies face up.
                if (done > 0) {
                    bool leaves = may_leave(pile[static_cast<std::size_t>(size - done)]);
                    // What lies below the next card would take it along: it is then not free, but deeper ones may be.
                    if (!leaves) break;
                }
                ++done;
                const Card c = pile[static_cast<std::size_t>(size - done)];
                note(open, c);
                note(laid, c);
                again = true;
            }
            // A group that lies face up now moves as one: below its head, cards are free without those on it having
            // left.
            if (done < size && plan.groups != Groups::single) {
                for (int n = done + 1; n <= size - down; ++n) {
                    if (!may_leave(pile[static_cast<std::size_t>(size - n)])) continue;
                    for (; done < n; ++done) {
                        // The cards of the group are counted as free, which is more than they are.
                        note(open, pile[static_cast<std::size_t>(size - done - 1)]);
                        note(laid, pile[static_cast<std::size_t>(size - done - 1)]);
                    }
                    again = true;
                    break;
                }
            }
            if (done < size) {
                all = false;
            } else if (size == 0 || may_leave(pile[0])) {
                if (!space) again = true;
                space = true;
            }
        }
    }
    if (!all) return true;
    for (const Foundation& foundation : plan.foundations)
        for (const Card c : foundation.wanted)
            if (c != kNoCard && !(up >> c & 1)) return true;
    return false;
}

}  // namespace arfa::piles
