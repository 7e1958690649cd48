// Identity of positions for tables: 128 bits, made of values that are added up.
//
// Two different positions share a key with a chance of 2^-128 a pair: with 10^8 positions in one search, less than
// 10^-22 that any two do.  That, and no exact comparison, is what the tables of a proof rest on here.
#pragma once

#include <cstdint>

namespace arfa {

struct Key {
    std::uint64_t lo = 0;
    std::uint64_t hi = 0;

    bool operator==(const Key&) const = default;
    Key& operator^=(Key k) {
        lo ^= k.lo;
        hi ^= k.hi;
        return *this;
    }
    Key& operator+=(Key k) {
        lo += k.lo;
        hi += k.hi;
        return *this;
    }
    Key& operator-=(Key k) {
        lo -= k.lo;
        hi -= k.hi;
        return *this;
    }
};

// A bijection of 64 bits that spreads every bit over all others.
constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    x ^= x >> 32;
    return x;
}

// Both halves, each by itself: what went in by exclusive or can then be added up without regard to order.
constexpr Key mix(Key k) { return {mix(k.lo + 0x9e3779b97f4a7c15), mix(k.hi + 0xc2b2ae3d27d4eb4f)}; }

// The key of one numbered fact.
constexpr Key key_of(std::uint64_t fact) {
    return {mix(fact * 2 + 0x51ed270b), mix(fact * 2 + 1 + 0x6a09e667f3bcc909)};
}

}  // namespace arfa
