// How good a state is, for beams: a linear value.
//
// Passes through the stock are the scarce good: there is no going back while anything ahead can still be used.  Next to
// them counts how deep the cards are buried that each suit needs next, discounted sharply for every rank that they are
// away from it.  The weights come from those tuned for the nine-column Harp; what depends on the arrangement is left
// out.
#pragma once

#include <array>
#include <cmath>

#include "counts/play.h"

namespace arfa::counts {

struct Weights {
    double up, hidden, hidden2, stock, redeal, place, empty, buried, wanted, behind, inverted, mobile, kings, uneven,
        columns, discount;
};
inline constexpr Weights kManyRedeals{0.61,   -0.20, -0.064, -0.32, -5.96, -1.76, 0.71,  -0.29,
                                      -0.074, -0.52, -0.21,  0.27,  -0.23, -0.13, -0.39, 0.59};
// Of big-harp+grosse-harfe, deals 10000001 to 10001120, by the cross-entropy method, 2026-11-30: a third fewer states.
inline constexpr Weights kAnySpaces{0.32,  -0.22, -0.027, -0.45, -9.96, -13.4, 0.66,  -0.27,
                                    -0.09, -0.73, -0.16,  0.27,  -0.26, -0.23, -0.36, 0.66};
inline constexpr Weights kFewRedeals{0.61,   -0.20, -0.064, -0.32, -12.0, -10.0, 0.71,  -0.29,
                                     -0.074, -0.52, -0.21,  0.27,  -0.23, -0.13, -0.39, 0.59};

template <int D>
class Value {
public:
    using L = Layout<D>;
    using S = Set<D>;

    Value(const Board<D>& b, const Weights& w) : w_(w) {
        double g = 1;
        for (double& p : power_) {
            p = g;
            g *= w.discount;
        }
        for (int i = 0; i < b.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            for (std::size_t j = 0; j < b.length[k]; ++j) {
                const int c = b.card[k][j];
                bool inverted = false;
                for (std::size_t below = 0; below < j; ++below) {
                    const int d = b.card[k][below];
                    inverted |= L::suit(c) == L::suit(d) && L::rank(d) <= L::rank(c);
                }
                inverted_[k][j + 1] = static_cast<u8>(inverted_[k][j] + inverted);
                kings_[k][j + 1] = static_cast<u8>(kings_[k][j] + (b.kings >> c & 1));
            }
        }
    }

    double operator()(const Play<D>& play, const Node<D>& s) const {
        const Board<D>& b = play.b;
        std::array<int, 4> low{};
        int up = 0;
        for (std::size_t q = 0; q < 4; ++q) {
            low[q] = s.height[q][0];
            for (const u8 h : s.height[q]) {
                low[q] = std::min<int>(low[q], h);
                up += h;
            }
        }
        const auto need = [&](int c) {
            return power_[static_cast<std::size_t>(
                std::max(0, L::rank(c) - low[static_cast<std::size_t>(L::suit(c))]))];
        };
        double v = w_.up * up;
        const double mean = up / (4.0 * D);
        for (const auto& heights : s.height)
            for (const u8 h : heights) v += 0.1 * w_.uneven * (h - mean) * (h - mean);
        double buried = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(b.columns); ++k) {
            const int hidden = s.left[k] - 1;
            if (s.left[k] > 0) v += w_.kings * (hidden > 0 ? kings_[k][s.left[k]] : 0);
            if (hidden <= 0) continue;
            v += w_.columns + w_.hidden * hidden + w_.hidden2 * hidden * hidden +
                 w_.inverted * inverted_[k][static_cast<std::size_t>(hidden)];
            for (int j = 0; j < hidden; ++j) buried += (hidden - j) * need(b.card[k][static_cast<std::size_t>(j)]);
        }
        v += w_.buried * buried + w_.empty * std::min(3, play.spaces(s));
        double wanted = 0, behind = 0;
        int i = 0;
        for (S x = s.order; x; x &= x - 1, ++i) {
            const double g = need(b.stock[static_cast<std::size_t>(first(x))]);
            wanted += g;
            if (i < s.at - 1) behind += g;
        }
        v += w_.stock * i + w_.wanted * wanted + w_.behind * behind;
        if (i > 0) v += -w_.redeal * s.redeals + w_.place * s.at / std::max(1, b.stock_size);
        const S open = L::nonzero(play.bare(s));
        v += w_.mobile * (count(open) / L::W);
        return v;
    }

private:
    Weights w_;
    std::array<double, kMaxRanks + 1> power_{};
    std::array<std::array<u8, kMaxCards + 1>, kMaxColumns> inverted_{}, kings_{};
};

}  // namespace arfa::counts
