// What a search knows of a position: the columns and how far the bases of every suit have come.
#pragma once

#include <array>
#include <cstdint>

#include "search/key.h"
#include "spider/rules.h"
#include "spider/trie.h"

namespace arfa::spider {

// What is done to a board.
enum class Step : std::uint8_t {
    none,
    deal,     // the next group; from a gathered deck: the redeal
    to_ace,   // from a column to the ace's pile
    to_king,  // from a column to the king's pile
    pivot,    // from a column to whichever pile of a joined suit, transfers made first
    shift,    // from column to column
    up_down,  // transfer from the ace's pile to the king's
    down_up,  // and back
};

// Technique `spider_phases`.  Let u be the rank on top of the ace's pile of a suit and d the rank on top of the king's.
// While u < d - 1 the suit is open, at u = d - 1 joined, then closed.  Transfers are possible in a joined suit alone,
// where they move the boundary to any place (the bases stay: 0 <= u, d <= last rank), so wherever they are allowed all
// joined states are one; of a joined suit a card of any rank r can be played (with the boundary just under it to the
// ace's pile, just above it to the king's), giving u = d = r either way, and no transfer is possible ever after.  So
// joined states are kept once, as u = 0, d = 1 and a flag, and transfers are no moves of the search.  Exact.  In a
// deal phase without transfers the boundary is fixed; but one that follows a free phase had its boundary set there, at
// will, so that the flag may stay until the first card of the suit is played (the line has the transfers in time).
struct Board {
    std::array<Trie::Id, kMaxColumns> column{};
    std::array<std::int8_t, kSuits> up{};    // u
    std::array<std::int8_t, kSuits> down{};  // d
    std::uint8_t joined = 0;                 // bit q: suit q is joined and its boundary anywhere
    std::uint8_t placed = 0;                 // cards on bases
    std::uint16_t spare = 0;                 // makes the size of a board whole

    bool operator==(const Board&) const = default;

    bool is_joined(int suit) const { return joined >> suit & 1; }
    int u(int suit) const { return up[static_cast<std::size_t>(suit)]; }
    int d(int suit) const { return down[static_cast<std::size_t>(suit)]; }
    Trie::Id& at(int i) { return column[static_cast<std::size_t>(i)]; }
    Trie::Id at(int i) const { return column[static_cast<std::size_t>(i)]; }

    // Forgets where the boundary of joined suits is.
    void join_suits() {
        for (int q = 0; q < kSuits; ++q) {
            const auto suit = static_cast<std::size_t>(q);
            if (down[suit] != up[suit] + 1) continue;
            up[suit] = 0;
            down[suit] = 1;
            joined = static_cast<std::uint8_t>(joined | 1 << q);
        }
    }

    // Puts a card of a suit on its bases.
    void place(int q, int rank, Step step) {
        const auto suit = static_cast<std::size_t>(q);
        if (step == Step::to_ace) {
            ++up[suit];
        } else if (step == Step::to_king) {
            --down[suit];
        } else {
            up[suit] = down[suit] = static_cast<std::int8_t>(rank);
            joined = static_cast<std::uint8_t>(joined & ~(1 << q));
        }
        ++placed;
    }

    // Moves the boundary of a suit by one card.
    void transfer(int q, Step step) {
        const auto suit = static_cast<std::size_t>(q);
        const int by = step == Step::up_down ? -1 : 1;
        up[suit] = static_cast<std::int8_t>(up[suit] + by);
        down[suit] = static_cast<std::int8_t>(down[suit] + by);
    }

    bool can_transfer(int q, Step step, int ranks) const {
        if (d(q) != u(q) + 1 || is_joined(q)) return false;
        return step == Step::up_down ? u(q) > 0 : d(q) < ranks - 1;
    }

    std::uint64_t hash() const {
        std::uint64_t h = std::uint64_t{joined} << 8 | placed;
        for (std::size_t q = 0; q < kSuits; ++q)
            h = h << 10 ^ h >> 54 ^ static_cast<std::uint64_t>(up[q] << 5 ^ (down[q] + 1));
        for (std::size_t i = 0; i < kMaxColumns; i += 2)
            h = (h ^ (std::uint64_t{column[i]} << 32 | column[i + 1])) * 0x9e3779b97f4a7c15ULL, h ^= h >> 29;
        return mix(h);
    }
};

// How a card can be played in the free phase; none when it cannot.
inline Step fits(const Board& b, Card c) {
    const int q = suit_of(c), rank = c % 13;
    if (b.is_joined(q)) return Step::pivot;
    if (rank == b.u(q) + 1) return Step::to_ace;
    if (rank == b.d(q) - 1) return Step::to_king;
    return Step::none;
}

// Where a pivot of this rank can go from a column while groups are dealt.
inline bool pivot_given(const Rules& rules, int column, int q, int rank) {
    const auto i = static_cast<std::size_t>(column);
    return (rank > 0 && rules.gives_ace[i] >> q & 1) || (rank < rules.ranks - 1 && rules.gives_king[i] >> q & 1);
}

}  // namespace arfa::spider
