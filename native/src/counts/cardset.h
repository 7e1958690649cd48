// Sets of cards as bits, laid out so that places can be counted for all classes at once.
//
// Class = (rank, colour).  A class has W = 2 suits x decks bits side by side, its *field*; the fields are ordered so
// that the class of the parents (one rank higher, other colour) is always 2 W bits further up:
//
//     bit = rank * 2 W + (colour xor (rank & 1)) * W + (suit within the colour) * decks + copy
//
// So "parents of a set" is a shift, and the counts of all classes are popcounts of fields of one word.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "plan/plan.h"

namespace arfa::counts {

__extension__ using u128 = unsigned __int128;
using u64 = std::uint64_t;
using u8 = std::uint8_t;

template <int D>
using Set = std::conditional_t<D == 1, u64, u128>;

inline int count(u64 x) { return std::popcount(x); }
inline int count(u128 x) { return std::popcount(static_cast<u64>(x)) + std::popcount(static_cast<u64>(x >> 64)); }
inline int first(u64 x) { return std::countr_zero(x); }
inline int first(u128 x) {
    const u64 low = static_cast<u64>(x);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<u64>(x >> 64));
}

// Suits within the model: 0 and 1 are black, 2 and 3 are red.
inline constexpr int kSuit[4] = {0, 2, 3, 1};  // of C, D, H, S

template <int D>
struct Layout {
    using S = Set<D>;
    static constexpr int W = 2 * D;   // bits of a field
    static constexpr int RS = 2 * W;  // from a class to that of its parents
    static constexpr S fields(unsigned v) {
        S x = 0;
        for (int i = 0; i < 2 * kMaxRanks; ++i) x |= S(v) << (i * W);
        return x;
    }
    static constexpr S kOnes = fields(1);
    // `v` every `step` bits, up to the parents of kings, which are not there.
    static constexpr S every(int step, unsigned v) {
        S x = 0;
        for (int i = 0; i < (kMaxRanks + 1) * RS; i += step) x |= S(v) << i;
        return x;
    }
    static constexpr S one(int c) { return S(1) << c; }
    static constexpr int id(int rank, int suit, int copy) {
        return rank * RS + ((suit >> 1) ^ (rank & 1)) * W + (suit & 1) * D + copy;
    }
    static constexpr int rank(int c) { return c / RS; }
    static constexpr int suit(int c) {
        const int field = c % RS / W;
        return ((field ^ (rank(c) & 1)) << 1) | (c % W / D);
    }
    // All cards of the class of c.
    static constexpr S field(int c) { return S((1u << W) - 1) << (c / W * W); }
    // For every field the number of its bits that are set.
    static S counts(S x) {
        if constexpr (D == 1) {
            return (x & kOnes) + ((x >> 1) & kOnes);
        } else {
            constexpr S seven = fields(7), three = fields(3);
            return x - ((x >> 1) & seven) - ((x >> 2) & three) - ((x >> 3) & kOnes);
        }
    }
    // For every field of two sets of counts by how much the first is larger, or 0.
    static S excess(S a, S b) {
        if constexpr (D == 1) {  // a count needs a bit more than its field has: every other field at a time
            constexpr S even = every(4, 3);
            return excess_apart(a & even, b & even) | excess_apart(a >> W & even, b >> W & even) << W;
        } else {
            return excess_apart(a, b);
        }
    }
    // The sum of counts.
    static int total(S counts) {
        constexpr S ones = every(W, 1);
        return count(S(counts & ones)) + 2 * count(S(counts >> 1 & ones)) +
               (D == 2 ? 4 * count(S(counts >> 2 & ones)) : 0);
    }
    // Full fields where a count is not zero.
    static S nonzero(S x) {
        S low;
        if constexpr (D == 1) {
            low = (x | x >> 1) & kOnes;
        } else {
            low = (x | x >> 1 | x >> 2 | x >> 3) & kOnes;
        }
        return (low << W) - low;
    }

private:
    // Of counts with four bits each.
    static S excess_apart(S a, S b) {
        constexpr S ones = every(4, 1);
        const S difference = (a | ones << 3) - b;  // 8 more than it is, so that no field borrows
        const S larger = difference >> 3 & ones;
        return difference & ((larger << 3) - larger);
    }
};

}  // namespace arfa::counts
