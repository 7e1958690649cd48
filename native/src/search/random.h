// Random numbers that are the same everywhere (SplitMix64).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace arfa {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 + 0x1234567) {}

    std::uint64_t next() {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        return x ^ x >> 31;
    }
    // From [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
    template <class T>
    T pick(std::initializer_list<T> from) {
        return from.begin()[below(from.size())];
    }
    // Nearly normal, with mean 0 and deviation 1: a sum of twelve, so that no library function decides the last bit.
    double normal() {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += uniform();
        return sum;
    }

private:
    std::uint64_t state_;
};

}  // namespace arfa
