#include "grid/stubborn.h"

#include <bit>

namespace arfa::grid {

// Whether a card is a front card that may be at any open front.
bool Stubborn::floats(const Board& board, const Phase& phase, int c) const {
    return phase.loose && c % 13 == rules_.front && board.where[c][0] % rules_.places == 0;
}

// The smallest set that holds the moves now of one card.
Stubborn::Sets Stubborn::closure(const Board& board, const Phase& phase, Card seed) const {
    Sets sets, open;
    const auto add_all = [&](int c) { open.all |= bit(c) & ~sets.all; };
    const auto add_behind = [&](int c) { open.behind |= bit(c) & ~sets.behind; };
    const auto lies_behind = [&](int c, int a) {
        const int place = board.where[a][0] + 1;
        return place % rules_.places != 0 && board.cell[place] == c;
    };
    // The move now of c to a place.
    const auto add_move = [&](int c, int place) {
        const Card y = board.cell[place];
        if (y == c) return;
        if (y != kNoCard) {
            add_all(y);
            return;
        }
        add_all(c - 1);
        if (c % 13 != rules_.last && !lies_behind(c + 1, c)) add_behind(c + 1);
    };
    if (seed % 13 == rules_.front)
        add_all(seed);
    else
        add_behind(seed);
    while (open.all | open.behind) {
        if (open.all) {
            const int c = std::countr_zero(open.all);
            open.all &= open.all - 1;
            sets.all |= bit(c);
            if (c % 13 != rules_.front) {
                const int first = c / 13 * 13 + rules_.front;
                for (int a = c - 1; a >= first; --a)
                    if (floats(board, phase, a) ||
                        (board.where[a][0] % rules_.places + c - a < rules_.places && !lies_behind(a + 1, a)))
                        add_behind(a + 1);
                if (!phase.settled) add_all(first);
                continue;
            }
            if (phase.settled) continue;
            for (int row = 0; row < rules_.rows; ++row) {
                const Card y = board.cell[row * rules_.places];
                if (y != kNoCard) {
                    add_all(y);
                    continue;
                }
                for (int suit = 0; suit < 4; ++suit) {
                    const int front = suit * 13 + rules_.front;
                    if (board.where[front][0] == Board::kNowhere) continue;
                    add_all(front);
                    add_behind(front + 1);
                }
            }
            continue;
        }
        const int c = std::countr_zero(open.behind);
        open.behind &= open.behind - 1;
        sets.behind |= bit(c);
        if (floats(board, phase, c - 1)) {
            for (int row = 0; row < rules_.rows; ++row) {
                const Card y = board.cell[row * rules_.places];
                if (y == kNoCard || y % 13 == rules_.front) add_move(c, row * rules_.places + 1);
            }
            continue;
        }
        const int place = board.where[c - 1][0] + 1;
        if (place % rules_.places != 0) add_move(c, place);
    }
    return sets;
}

std::uint64_t Stubborn::choose(const Board& board, const Phase& phase, std::uint64_t movable) {
    std::uint64_t best = movable;
    for (std::uint64_t seeds = movable; seeds; seeds &= seeds - 1) {
        const int seed = std::countr_zero(seeds);
        // All moves of front cards, and of those above them, would be in the set.
        if (phase.loose && (seed % 13 == rules_.front || floats(board, phase, seed - 1))) continue;
        const Sets sets = closure(board, phase, static_cast<Card>(seed));
        const std::uint64_t chosen = (sets.all | sets.behind) & movable;
        if (std::popcount(chosen) < std::popcount(best)) best = chosen;
        if (std::popcount(best) == 1) break;
    }
    return best;
}

}  // namespace arfa::grid
