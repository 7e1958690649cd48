// Taking cards off piles and laying them on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "state/state.h"

namespace arfa {

// Takes `n` cards out of the state, the first at place `at`, which belongs to `pile`.
inline void erase(State& state, int pile, int at, int n) {
    const int end = state.start[kMaxPiles];
    std::copy(state.cards.begin() + at + n, state.cards.begin() + end, state.cards.begin() + at);
    std::fill(state.cards.begin() + end - n, state.cards.begin() + end,
              Card{0});  // so that equal positions are equal bytes
    for (int i = pile + 1; i <= kMaxPiles; ++i) state.start[i] = static_cast<std::uint8_t>(state.start[i] - n);
}

// Lays cards onto a pile.
inline void put(State& state, int pile, std::span<const Card> cards) {
    const int n = static_cast<int>(cards.size());
    const int at = state.start[pile + 1];
    const int end = state.start[kMaxPiles];
    std::copy_backward(state.cards.begin() + at, state.cards.begin() + end, state.cards.begin() + end + n);
    std::copy(cards.begin(), cards.end(), state.cards.begin() + at);
    for (int i = pile + 1; i <= kMaxPiles; ++i) state.start[i] = static_cast<std::uint8_t>(state.start[i] + n);
}

inline void put(State& state, int pile, Card c) { put(state, pile, {&c, 1}); }

// Takes the exposed card of a pile.
inline Card take(State& state, int pile) {
    const Card c = state.top(pile);
    erase(state, pile, state.start[pile + 1] - 1, 1);
    return c;
}

// Moves the last `n` cards of a pile onto another, in their order.
inline void shift(State& state, int src, int dst, int n) {
    std::array<Card, kMaxCards> run;
    const int at = state.start[src + 1] - n;
    std::copy_n(state.cards.begin() + at, n, run.begin());
    erase(state, src, at, n);
    put(state, dst, {run.data(), static_cast<std::size_t>(n)});
}

}  // namespace arfa
