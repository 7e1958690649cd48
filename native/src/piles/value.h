// How promising a position is: a sum of features with weights that were tuned (weights.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "plan/plan.h"

namespace arfa::piles {

enum class Feature : std::uint8_t {
#define ARFA_FEATURE(id, name, about) id,
#include "piles/features.inc"
#undef ARFA_FEATURE
    count
};

inline constexpr int kFeatures = static_cast<int>(Feature::count);
using Weights = std::array<double, kFeatures>;

struct FeatureInfo {
    std::string_view name;
    std::string_view about;
};

inline constexpr std::array<FeatureInfo, kFeatures> kFeatureInfo{{
#define ARFA_FEATURE(id, name, about) {name, about},
#include "piles/features.inc"
#undef ARFA_FEATURE
}};

// What decides the value besides the cards in their places.
struct Summary {
    int up = 0;              // cards on foundations
    int stock = 0;           // cards left in stock and hand
    int passes = 0;          // redeals used
    double through = 0;      // how much of the stock has been gone through, 0 to 1
    int empty = 0;           // empty columns
    std::uint64_t onto = 0;  // cards that some column with cards takes
    std::span<const std::uint8_t> heights;
};

class Value {
public:
    Value(const Plan& plan, const Weights& weights);

    double weight(Feature f) const { return weights_[static_cast<std::size_t>(f)]; }

    // How soon each card is wanted on its foundation: 1 for the next one of its suit, and less by a factor for every
    // card that has to go before it.
    using Wanted = std::array<double, kFaces>;
    using Lows = std::array<std::uint8_t, 4>;
    // For each suit, how far its foundations are at least; Wanted depends on these alone.
    Lows lows(std::span<const std::uint8_t> heights) const;
    void wanted(const Lows& lows, Wanted& out) const;

    // The share of a column, of a card that waits in the stock, and of all the rest.
    double column(const Card* cards, int size, int down, const Wanted& wanted) const;
    double waiting(Card c, bool behind, const Wanted& wanted) const {
        return wanted[c] * (behind ? weight(Feature::needs) + weight(Feature::needb) : weight(Feature::needs));
    }
    double rest(const Summary& summary) const;

private:
    Weights weights_;
    int ranks_;
    bool both_;                                 // foundations go up and down
    std::array<std::uint8_t, kFaces> order_{};  // the place of each card on its foundation, from 0
    std::array<double, 2 * kMaxRanks> power_{};
    std::array<std::uint8_t, kMaxFoundations> suit_{};
    int foundations_;
};

}  // namespace arfa::piles
