// How often games were won of which a player thought so well: shares at 0, 0.05, ..., 1, never falling.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace arfa::fair {

inline constexpr std::size_t kKnots = 21;
using Calibration = std::array<double, kKnots>;

inline double calibrated(const Calibration& shares, double value) {
    if (value <= 0) return 0;  // lost in every world that was tried
    const double x = std::clamp(value, 0.0, 1.0) * (kKnots - 1);
    const auto k = std::min(static_cast<std::size_t>(x), kKnots - 2);
    return shares[k] + (x - static_cast<double>(k)) * (shares[k + 1] - shares[k]);
}

}  // namespace arfa::fair
