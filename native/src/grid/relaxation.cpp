#include "grid/relaxation.h"

#include <bit>

namespace arfa::grid {

namespace {

// Whether each suit can be given a row of its own; bit r of rows[suit]: row r will do.
bool can_be_assigned(const std::array<std::uint32_t, 4>& rows, int suits, std::uint32_t taken, int suit = 0) {
    if (suit == suits) return true;
    for (std::uint32_t left = rows[suit] & ~taken; left; left &= left - 1)
        if (can_be_assigned(rows, suits, taken | (left & (~left + 1)), suit + 1)) return true;
    return false;
}

}  // namespace

bool some_card_never_home(const Board& board, const Rules& rules) {
    std::uint64_t fronts = 0, gaps = 0;
    for (int row = 0; row < rules.rows; ++row) fronts |= bit(row * rules.places);
    for (int k = 0; k < rules.gaps; ++k) gaps |= bit(board.gap[k]);
    // Suits in play, and their row when all are settled.
    std::array<int, 4> first{}, row_of{};
    int suits = 0;
    bool settled = true;
    for (int suit = 0; suit < 4; ++suit) {
        const int cell = board.where[suit * 13 + rules.front][0];
        if (cell == Board::kNowhere) continue;
        first[suits] = suit * 13 + rules.front;
        row_of[suits++] = cell / rules.places;
        settled = settled && cell % rules.places == 0;
    }
    std::array<std::array<std::uint64_t, 13>, 4> been;  // of each card: the places where it has been
    std::array<int, 4> stray{};                         // the lowest card at home with a lower one away, by its number
    for (int s = 0; s < suits; ++s) {
        stray[s] = rules.length;
        int whole = 0;  // cards that are at home with all lower ones
        for (int k = 0; k < rules.length; ++k) {
            const int cell = board.where[first[s] + k][0];
            been[s][k] = bit(cell);
            if (!settled || cell != row_of[s] * rules.places + k) continue;
            if (whole == k)
                ++whole;
            else if (stray[s] > k)
                stray[s] = k;
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (int s = 0; s < suits; ++s) {
            std::uint64_t goes = settled ? 0 : gaps & fronts;
            for (int k = 0; k < rules.length; ++k) {
                if (k > 0) goes = been[s][k - 1] << 1 & ~fronts & gaps;
                const std::uint64_t places = been[s][k] | goes;
                // Where one place alone is open to it, it leaves all but that one.
                std::uint64_t left = goes == 0 ? 0 : goes & (goes - 1) ? places : places & ~goes;
                if (settled && k < stray[s]) left &= ~bit(row_of[s] * rules.places + k);
                if (places == been[s][k] && !(left & ~gaps)) continue;
                been[s][k] = places;
                gaps |= left;
                more = true;
            }
        }
    }
    std::array<std::uint32_t, 4> rows{};
    for (int s = 0; s < suits; ++s)
        for (int row = 0; row < rules.rows; ++row) {
            if (settled && row != row_of[s]) continue;
            int k = 0;
            while (k < rules.length && been[s][k] >> (row * rules.places + k) & 1) ++k;
            if (k == rules.length) rows[s] |= 1U << row;
        }
    return !can_be_assigned(rows, suits, 0);
}

}  // namespace arfa::grid
