#include "piles/weights.h"

#include <array>

namespace arfa::piles {
namespace {

// clang-format off
// up, hidden, hidden2, stock, passes, through, empty,  needh, needu, needs, needb, invh, invu,
// run, runk, mob, kings, uneven, closed, settled,  discount, shuttle
constexpr std::array<WeightSet, 2> kKingRuns{{
    {"king-runs-a", "nine-column Harp of another generator, three redeals, by the cross-entropy method",
     {0.6068, -0.1990, -0.0636, -0.3193, -5.9562, -1.7588, 0.7079,  -0.2891, -0.3306, -0.0740, -0.5225, -0.2051, -0.5296,
      -0.2975, -0.0853, 0.2724, -0.2324, -0.1321, -0.3932, 0.1298,  0.5910, 0.3264}},
    {"king-runs-b", "the same on deals that the first one had failed at",
     {0.6756, -0.2183, -0.0565, -0.2378, -6.9000, -2.1426, 0.8067,  -0.2207, -0.3772, 0.0162, -0.5128, -0.1812, -0.3422,
      -0.2497, -0.0508, 0.3078, -0.1752, -0.1511, -0.4525, 0.2249,  0.6209, 0.4183}},
}};
// clang-format on

}  // namespace

std::span<const WeightSet> weights_for(const Plan&) { return kKingRuns; }

}  // namespace arfa::piles
