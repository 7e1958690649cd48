#include "grid/stubborn.h"

#include <bit>

namespace arfa::grid {

// The smallest set that holds the moves now of one card.
Stubborn::Sets Stubborn::closure(const Board& board, Card seed) const {
    Sets sets, open;
    const auto add_all = [&](Card c) { open.all |= bit(c) & ~sets.all; };
    const auto add_behind = [&](Card c) { open.behind |= bit(c) & ~sets.behind; };
    if (seed % 13 == rules_.front)
        add_all(seed);
    else
        add_behind(seed);
    while (open.all | open.behind) {
        if (open.all) {
            const auto c = static_cast<Card>(std::countr_zero(open.all));
            open.all &= open.all - 1;
            sets.all |= bit(c);
            if (c % 13 != rules_.front) {
                add_behind(c);
                add_all(static_cast<Card>(c - 1));
                continue;
            }
            for (int row = 0; row < rules_.rows; ++row) {
                const Card y = board.cell[row * rules_.places];
                if (y != kNoCard) {
                    add_all(y);
                    continue;
                }
                for (int suit = 0; suit < 4; ++suit) {
                    const auto front = static_cast<Card>(suit * 13 + rules_.front);
                    if (board.where[front][0] == Board::kNowhere) continue;
                    add_all(front);
                    add_behind(static_cast<Card>(front + 1));
                }
            }
            continue;
        }
        const auto c = static_cast<Card>(std::countr_zero(open.behind));
        open.behind &= open.behind - 1;
        sets.behind |= bit(c);
        const int place = board.where[c - 1][0] + 1;
        if (place % rules_.places == 0) continue;
        const Card y = board.cell[place];
        if (y != kNoCard) {
            add_all(y);
            continue;
        }
        add_all(static_cast<Card>(c - 1));
        if (c % 13 != rules_.last) add_behind(static_cast<Card>(c + 1));
    }
    return sets;
}

std::uint64_t Stubborn::choose(const Board& board, std::uint64_t movable) {
    std::uint64_t best = movable;
    for (std::uint64_t seeds = movable; seeds; seeds &= seeds - 1) {
        const Sets sets = closure(board, static_cast<Card>(std::countr_zero(seeds)));
        const std::uint64_t chosen = (sets.all | sets.behind) & movable;
        if (std::popcount(chosen) < std::popcount(best)) best = chosen;
        if (std::popcount(best) == 1) break;
    }
    return best;
}

}  // namespace arfa::grid
