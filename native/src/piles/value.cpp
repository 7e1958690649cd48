#include "piles/value.h"

#include <algorithm>
#include <bit>

namespace arfa::piles {

Value::Value(const Plan& plan, const Weights& weights)
    : weights_(weights), ranks_(plan.ranks), foundations_(plan.foundation_count()) {
    both_ = false;
    for (int f = 0; f < foundations_; ++f) {
        const Foundation& foundation = plan.foundations[static_cast<std::size_t>(f)];
        suit_[static_cast<std::size_t>(f)] = static_cast<std::uint8_t>(foundation.suit);
        both_ |= foundation.wanted[0] % 13 != plan.foundations[0].wanted[0] % 13;
    }
    for (int f = 0; f < foundations_; ++f) {
        const Foundation& foundation = plan.foundations[static_cast<std::size_t>(f)];
        if (both_ && foundation.letter != plan.foundations[0].letter) continue;
        for (int h = 0; h < ranks_; ++h)
            order_[foundation.wanted[static_cast<std::size_t>(h)]] = static_cast<std::uint8_t>(h);
    }
    const double discount = std::clamp(weight(Feature::discount), 0.05, 1.0);
    power_[0] = 1;
    for (std::size_t i = 1; i < power_.size(); ++i) power_[i] = power_[i - 1] * discount;
}

Value::Lows Value::lows(std::span<const std::uint8_t> heights) const {
    Lows lows{13, 13, 13, 13};
    for (std::size_t f = 0; f < static_cast<std::size_t>(foundations_); ++f)
        lows[suit_[f]] = std::min(lows[suit_[f]], heights[f]);
    return lows;
}

void Value::wanted(const Lows& lows, Wanted& out) const {
    for (std::size_t suit = 0; suit < 4; ++suit) {
        for (int rank = 0; rank < ranks_; ++rank) {
            const std::size_t c = suit * 13 + static_cast<std::size_t>(rank);
            int distance = std::max(0, order_[c] - lows[suit]);
            if (both_) distance = std::min(distance, std::max(0, ranks_ - 1 - order_[c] - lows[suit]));
            out[c] = power_[static_cast<std::size_t>(distance)];
        }
    }
}

double Value::column(const Card* cards, int size, int down, const Wanted& wanted) const {
    if (size == 0) return 0;
    std::array<std::uint8_t, 4> lowest{99, 99, 99, 99};
    double needh = 0;
    double needu = 0;
    int invh = 0;
    int invu = 0;
    int kings = 0;
    const auto walk = [&](int from, int to, double& need, int& inverted) {
        for (int i = from; i < to; ++i) {
            const Card c = cards[i];
            need += wanted[c] * (size - 1 - i);
            std::uint8_t& low = lowest[static_cast<std::size_t>(suit_of(c))];
            inverted += low <= order_[c];
            low = std::min(low, order_[c]);
        }
    };
    walk(0, down, needh, invh);
    walk(down, size, needu, invu);
    for (int i = 0; i < down; ++i) kings += rank_of(cards[i]) == ranks_;
    const bool on_king = rank_of(cards[down]) == ranks_;
    double value = weight(Feature::needh) * needh + weight(Feature::needu) * needu + weight(Feature::invh) * invh +
                   weight(Feature::invu) * invu;
    if (down > 0) {
        value += weight(Feature::hidden) * down + weight(Feature::hidden2) * down * down + weight(Feature::closed);
        value += on_king ? weight(Feature::runk) * (size - down) : weight(Feature::run) * (size - down - 1);
        kings += on_king;
    } else if (on_king) {
        value += weight(Feature::settled) * size;
    }
    return value + weight(Feature::kings) * kings;
}

double Value::rest(const Summary& summary) const {
    const int even = summary.up / std::max(1, foundations_);
    int uneven = 0;
    for (const std::uint8_t h : summary.heights) uneven += (h - even) * (h - even);
    return weight(Feature::up) * summary.up + weight(Feature::stock) * summary.stock +
           weight(Feature::passes) * summary.passes + weight(Feature::through) * summary.through +
           weight(Feature::empty) * std::min(summary.empty, 3) +
           weight(Feature::mob) * 0.5 * std::popcount(summary.onto) + weight(Feature::uneven) * 0.1 * uneven;
}

}  // namespace arfa::piles
