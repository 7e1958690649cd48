#include "grid/relaxation.h"

namespace arfa::grid {

namespace {

// Whether each suit can be given a row of its own; bit r of rows[suit]: row r will do.
bool can_be_assigned(const std::array<std::uint32_t, 4>& rows, int suits, std::uint32_t taken, int suit = 0) {
    if (suit == suits || suit == 4) return true;
    for (std::uint32_t left = rows[suit] & ~taken; left; left &= left - 1)
        if (can_be_assigned(rows, suits, taken | (left & (~left + 1)), suit + 1)) return true;
    return false;
}

// `reach` has been started, and no more.
bool settled_never_home(Reach& reach, const Board& board, const Rules& rules) {
    std::array<std::uint64_t, 64> home{};  // by place: its card, where that is missing
    std::uint64_t missing = 0;
    for (int row = 0; row < rules.rows; ++row) {
        const int place = row * rules.places;
        const Card first = board.cell[place];
        for (int k = 1; k < rules.length; ++k) {
            if (board.cell[place + k] == first + k) continue;
            home[place + k] = bit(first + k);
            missing |= home[place + k];
        }
    }
    if (missing == 0) return false;
    return !reach.run([&](int place, std::uint64_t come) {
        missing &= ~(come & home[place]);
        return missing == 0;
    });
}

}  // namespace

bool some_card_never_home(Reach& reach, const Board& board, const Rules& rules, const Phase& phase) {
    if (phase.settled) return settled_never_home(reach, board, rules);
    reach.run([](int, std::uint64_t) { return false; });
    std::array<std::uint32_t, 4> rows{};
    int suits = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const auto first = static_cast<Card>(suit * 13 + rules.front);
        if (board.where[first][0] == Board::kNowhere) continue;
        for (int row = 0; row < rules.rows; ++row) {
            int k = 0;
            while (k < rules.length && reach.has_been(static_cast<Card>(first + k), row * rules.places + k)) ++k;
            if (k == rules.length) rows[suits] |= 1U << row;
        }
        ++suits;
    }
    return !can_be_assigned(rows, suits, 0);
}

}  // namespace arfa::grid
