#include "piles/weights.h"

#include <array>

namespace arfa::piles {
namespace {

// clang-format off
// up, hidden, hidden2, stock, passes, through, empty,  needh, needu, needs, needb, invh, invu,
// run, runk, mob, kings, uneven, closed, settled,  needw, invw,  discount, shuttle
constexpr std::array<WeightSet, 2> kKingRuns{{
    {"king-runs-a", "nine-column Harp of another generator, three redeals, by the cross-entropy method",
     {0.6068, -0.1990, -0.0636, -0.3193, -5.9562, -1.7588, 0.7079,  -0.2891, -0.3306, -0.0740, -0.5225, -0.2051, -0.5296,
      -0.2975, -0.0853, 0.2724, -0.2324, -0.1321, -0.3932, 0.1298,  0, 0,  0.5910, 0.3264}},
    {"king-runs-b", "the same on deals that the first one had failed at",
     {0.6756, -0.2183, -0.0565, -0.2378, -6.9000, -2.1426, 0.8067,  -0.2207, -0.3772, 0.0162, -0.5128, -0.1812, -0.3422,
      -0.2497, -0.0508, 0.3078, -0.1752, -0.1511, -0.4525, 0.2249,  0, 0,  0.6209, 0.4183}},
}};
constexpr std::array<WeightSet, 2> kAnySpaces{{
    {"any-spaces-a", "big-harp+grosse-harfe, deals 10000201 to 10000350, beams of 6, 2026-11-30; 20 of 40 won, from 16",
     {0.7208, -0.2861, -0.0627, -0.2990, -8.0185, -3.6906, 1.0616,  -0.1212, -0.1478, -0.0835, -1.9822, -0.1687, -0.4137,
      -0.2091, 0.0755, 0.2801, -0.2127, -0.1826, -0.7452, 0.1928,  0, 0,  0.7505, 0.4411}},
    {"any-spaces-b", "big-harp+grosse-harfe, deals 10000001 to 10000150, beams of 10, 2026-11-30; 23 of 30 won, from 11",
     {0.7919, -0.2987, -0.0539, -0.2967, -6.9932, -3.4315, 0.8935,  -0.1664, -0.1230, -0.0866, -1.5635, -0.1884, -0.4931,
      -0.2513, 0.0195, 0.3093, -0.1838, -0.1590, -0.6918, 0.2255,  0, 0,  0.7814, 0.3880}},
}};
constexpr std::array<WeightSet, 2> kFewRedeals{{
    {"few-redeals-a", "harp-9+redeals=1, deals 10000001 to 10000150, beams of 20, 2026-11-30; 8 of 30 won, from 2",
     {0.4591, -0.1668, -0.0215, -0.2854, -11.3693, -3.1100, 0.7192,  -0.2815, -0.2680, -0.2054, -1.0857, -0.1972, -0.4939,
      -0.3259, 0.0561, 0.3625, -0.2065, -0.1746, -0.6481, 0.1752,  0, 0,  0.6470, 0.4574}},
    {"few-redeals-b", "the same, two generations earlier",
     {0.5250, -0.1609, -0.0157, -0.2758, -11.2553, -3.2096, 0.8256,  -0.2604, -0.3136, -0.1754, -1.0660, -0.2007, -0.4708,
      -0.3395, 0.0079, 0.3946, -0.2374, -0.1607, -0.6279, 0.1723,  0, 0,  0.6144, 0.4845}},
}};
constexpr std::array<WeightSet, 2> kOneRedeal{{
    {"one-redeal-a", "harp-9+redeals=1, deals 10031001 to 10031080, beams of 30, 2026-11-30; from few-redeals-a with needw and invw",
     {0.5089, -0.0303, -0.0724, -0.1742, -24.8404, -8.4280, 0.6069,  -0.3076, -0.1552, -0.2187, -1.1758, -0.1900, -0.8564,
      -0.4244, 0.0246, 0.3739, -0.2349, -0.2052, -0.7667, 0.1753,  -0.1350, -0.3090,  0.6818, 0.3225}},
    {"one-redeal-b", "few-redeals-a with other passes, through, needw, invw; deals 10012001 to 10012100: 49 won at 100,000 states",
     {0.4591, -0.1668, -0.0215, -0.2854, -25.0000, -8.0000, 0.7192,  -0.2815, -0.2680, -0.2054, -1.0857, -0.1972, -0.4939,
      -0.3259, 0.0561, 0.3625, -0.2065, -0.1746, -0.6481, 0.1752,  -0.1000, -0.2000,  0.6470, 0.4574}},
}};
constexpr std::array<WeightSet, 2> kNoRedeal{{
    {"no-redeal-a", "few-redeals-a with other through, needw, invw; deals 10014001 to 10014050: 3 won at 400,000 states",
     {0.4591, -0.1668, -0.0215, -0.2854, -11.3693, -15.0000, 0.7192,  -0.2815, -0.2680, -0.2054, -1.0857, -0.1972, -0.4939,
      -0.3259, 0.0561, 0.3625, -0.2065, -0.1746, -0.6481, 0.1752,  -0.1000, -0.3000,  0.6470, 0.4574}},
    {"no-redeal-b", "harp-9+redeals=0, deals 10010001 to 10010090, beams of 30, 2026-11-30; 2 of 60 won, from 0",
     {0.5490, -0.2309, 0.0153, -0.3460, -11.5521, -31.6593, 0.8948,  -0.4117, -0.3519, -0.3208, -2.9375, -0.2434, -0.5774,
      -0.4058, 0.0899, 0.4466, -0.1739, -0.2643, -0.3522, 0.2074,  0, 0,  0.5724, 0.6186}},
}};
// clang-format on

}  // namespace

std::span<const WeightSet> weights_for(const Plan& plan) {
    std::uint64_t faces = 0;
    for (int c = 0; c < kFaces; ++c)
        if (plan.copies[static_cast<std::size_t>(c)] != 0) faces |= bit(c);
    if ((plan.space_takes & faces) == faces) return kAnySpaces;
    if (plan.stock == StockKind::waste && plan.redeals == 0) return kNoRedeal;
    if (plan.stock == StockKind::waste && plan.redeals == 1) return kOneRedeal;
    if (plan.stock == StockKind::waste && plan.redeals == 2) return kFewRedeals;
    return kKingRuns;
}

}  // namespace arfa::piles
