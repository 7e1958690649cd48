// Mixing of numbers for tables, and random numbers that are the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace arfa::spider {

constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ x >> 32;
}

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
    template <class T>
    T pick(std::initializer_list<T> from) {
        return from.begin()[below(from.size())];
    }

private:
    std::uint64_t state_;
};

}  // namespace arfa::spider
