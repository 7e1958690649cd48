// Numbered deals: the same decks as deals/shuffle.py, which says why they may never change.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace arfa {

// xoshiro256** of Blackman and Vigna (public domain), its state being the first outputs of SplitMix64.
class Xoshiro256 {
public:
    explicit Xoshiro256(std::uint64_t number) {
        for (std::uint64_t& word : state_) {
            number += 0x9E3779B97F4A7C15;
            std::uint64_t z = number;
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
            z = (z ^ z >> 27) * 0x94D049BB133111EB;
            word = z ^ z >> 31;
        }
    }

    std::uint64_t next() {
        auto& [a, b, c, d] = state_;
        const std::uint64_t result = std::rotl(b * 5, 7) * 9;
        const std::uint64_t shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = std::rotl(d, 45);
        return result;
    }

    // A number from 0 to n - 1, each equally likely: the high bits, drawn again while they are too large.
    std::uint64_t below(std::uint64_t n) {
        const int shift = std::countl_zero(n - 1);
        for (;;)
            if (const std::uint64_t value = shift == 64 ? 0 : next() >> shift; value < n) return value;
    }

private:
    std::array<std::uint64_t, 4> state_{};
};

// The cards in the order that belongs to a number (Fisher and Yates, from the last place to the second).
inline std::vector<int> shuffled(std::vector<int> cards, std::uint64_t number) {
    Xoshiro256 random(number);
    for (std::size_t last = cards.size(); last-- > 1;) std::swap(cards[last], cards[random.below(last + 1)]);
    return cards;
}

}  // namespace arfa
