#include "grid/persistent.h"

#include <bit>

namespace arfa::grid {

void Persistent::start(const Board& board, const Phase& phase, std::span<const Step> moves) {
    board_ = &board;
    phase_ = phase;
    count_ = moves.size();
    movable_ = 0;
    for (std::size_t k = 0; k < count_; ++k) {
        moves_[k] = moves[k];
        cards_[k] = board.cell[moves[k].from];
        movable_ |= bit(cards_[k]);
    }
}

bool Persistent::persists(std::uint32_t chosen) {
    std::uint64_t held = 0, behind = 0;  // cards; places behind them
    for (std::uint32_t left = chosen; left; left &= left - 1) {
        const auto k = static_cast<std::size_t>(std::countr_zero(left));
        const int next = moves_[k].from + 1;
        held |= bit(cards_[k]);
        if (next % rules_.places == 0 || cards_[k] % 13 == rules_.last) continue;
        behind |= bit(next);
        upper_[static_cast<std::size_t>(next)] = bit(cards_[k] + 1);
    }
    reach_.restart();
    reach_.hold(held);
    const std::uint64_t lower = held >> 1;
    return !reach_.run([&](int place, std::uint64_t come) {
        if (come & lower) return true;
        return (behind >> place & 1) != 0 && (come & upper_[static_cast<std::size_t>(place)]) != 0;
    });
}

// Seen without looking further: the lower neighbour stays, and what lies behind stays or is the upper one.
bool Persistent::plainly_persists(std::size_t k) const {
    const Card c = cards_[k];
    if (!(phase_.stay >> (c - 1) & 1)) return false;
    const int next = moves_[k].from + 1;
    if (next % rules_.places == 0 || c % 13 == rules_.last) return true;
    const Card y = board_->cell[next];
    return y != kNoCard && (y == c + 1 || (phase_.stay >> y & 1) != 0);
}

// The lower neighbour can move now, or the upper one behind the card.
bool Persistent::plainly_fails(std::size_t k) const {
    const Card c = cards_[k];
    if (movable_ >> (c - 1) & 1) return true;
    const int next = moves_[k].from + 1;
    return next % rules_.places != 0 && c % 13 != rules_.last && board_->cell[next] == kNoCard;
}

std::uint32_t Persistent::alone(std::uint32_t among) {
    std::uint32_t found = 0;
    for (std::uint32_t left = among; left; left &= left - 1)
        if (plainly_persists(static_cast<std::size_t>(std::countr_zero(left)))) found |= left & (~left + 1);
    if (found) return found;
    for (std::uint32_t left = among; left; left &= left - 1) {
        const auto k = static_cast<std::size_t>(std::countr_zero(left));
        if (!plainly_fails(k) && persists(1U << k)) found |= 1U << k;
    }
    return found;
}

std::uint32_t Persistent::alone(std::uint64_t& doubtful) {
    if (count_ == 1) return 1;
    std::uint32_t again = 0;
    for (std::size_t k = 0; k < count_; ++k)
        if (doubtful >> cards_[k] & 1) again |= 1U << k;
    const std::uint32_t fresh = ((1U << count_) - 1) & ~again;
    if (const std::uint32_t found = alone(fresh)) return found;
    doubtful |= movable_;
    return again ? alone(again) : 0;
}

std::uint32_t Persistent::choose() {
    const std::uint32_t all = (1U << count_) - 1;
    for (int size = 2; size < static_cast<int>(count_); ++size)
        for (std::uint32_t chosen = 1; chosen < all; ++chosen)
            if (std::popcount(chosen) == size && persists(chosen)) return chosen;
    return all;
}

}  // namespace arfa::grid
