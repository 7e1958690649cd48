// The exact key of a node: mixed radices, so that equal keys are equal positions.
#pragma once

#include <algorithm>
#include <cmath>

#include "counts/play.h"

namespace arfa::counts {

template <int D, class Key>
class Keys {
public:
    // Sets the radices for a board; false when a key would not fit.
    bool prepare(const Board<D>& b) {
        const int n = b.stock_size;
        heights_ = D == 1 ? Key(b.ranks + 1) : Key((b.ranks + 1) * (b.ranks + 2) / 2);
        columns_ = 1;
        double bits = 4 * std::log2(static_cast<double>(heights_)) + n;
        for (int i = 0; i < b.columns; ++i) {
            radix_[static_cast<std::size_t>(i)] = b.length[static_cast<std::size_t>(i)] + 1u;
            columns_ *= radix_[static_cast<std::size_t>(i)];
        }
        at_ = b.flow == Flow::all     ? 1u
              : b.flow != Flow::cycle ? std::max(static_cast<unsigned>(n) + 1u, static_cast<unsigned>(b.draw))
                                      : 2u * static_cast<unsigned>(n) + 2u;
        redeals_ = b.counted ? static_cast<unsigned>(n) + 1u : 1u;
        bits += std::log2(static_cast<double>(columns_)) + std::log2(at_) + std::log2(redeals_);
        return bits < static_cast<double>(sizeof(Key)) * 8 - 0.01;
    }
    // Without where the stock stands.
    Key of_cards(const Board<D>& b, const Node<D>& s) const {
        Key k = 0;
        for (const auto& h : s.height) {
            if constexpr (D == 1) {
                k = k * heights_ + h[0];
            } else {  // the two foundations of a suit are alike
                const unsigned high = std::max(h[0], h[1]), low = std::min(h[0], h[1]);
                k = k * heights_ + (high * (high + 1) / 2 + low);
            }
        }
        u64 left = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(b.columns); ++i) left = left * radix_[i] + s.left[i];
        k = k * columns_ + left;
        return (k << b.stock_size) | s.order;
    }
    Key operator()(const Board<D>& b, const Node<D>& s) const {
        Key k = of_cards(b, s);
        if (b.flow != Flow::all) k = (k * at_ + s.at) * redeals_ + s.redeals;
        return k;
    }

private:
    std::array<unsigned, kMaxColumns> radix_{};
    Key heights_ = 1;
    u64 columns_ = 1;
    unsigned at_ = 1, redeals_ = 1;
};

}  // namespace arfa::counts
