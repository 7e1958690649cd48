// A position as a plain value: cards of all piles one after the other, so that it can be copied, stored and hashed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "plan/plan.h"

namespace arfa {

// Loose piles (all but the foundations) are numbered from 0: the columns first, then stock and hand.  Pile i has the
// cards cards[start[i]] .. cards[start[i + 1] - 1], deepest first.  Of a foundation only its height is kept.
// A grid has its cells in `cards`, kNoCard where there is a gap, and no piles.
struct State {
    std::array<Card, kMaxCards> cards{};
    std::array<std::uint8_t, kMaxPiles + 1> start{};
    std::array<std::uint8_t, kMaxColumns> down{};        // face-down cards of each column
    std::array<std::uint8_t, kMaxFoundations> height{};  // of each foundation
    std::uint8_t redeals = 0;                            // used, where they are counted
    std::uint8_t breaches = 0;                           // mercy moves made
    std::uint16_t merciful = 0;                          // columns that have had theirs, where each may have one
    bool free = true;                                    // Паук: columns may be built on

    int size(int pile) const { return start[pile + 1] - start[pile]; }
    bool empty(int pile) const { return start[pile + 1] == start[pile]; }
    Card top(int pile) const { return cards[start[pile + 1] - 1]; }
    std::span<const Card> pile(int i) const { return {cards.data() + start[i], static_cast<std::size_t>(size(i))}; }
    bool operator==(const State&) const = default;
};

// Raised for numbers that are no position of the plan.
struct StateError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Reads a position: for every pile (foundations, columns or cells, stock, hand) its size and its cards, deepest first;
// then the face-down cards of each column; then redeals, free, merciful, breaches.  Throws StateError.
State decode_state(const Plan& plan, std::span<const int> numbers);
std::vector<int> encode_state(const Plan& plan, const State& state);

// The deal of a deck (cards in dealing order) before anything leaves or turns; the engine's `settle` follows.
// Throws StateError.
State deal_deck(const Plan& plan, std::span<const int> deck);

}  // namespace arfa
