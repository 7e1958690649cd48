// A position of a game with gates, and a key of 128 bits for it, whatever it holds.
#pragma once

#include <algorithm>

#include "counts/node.h"
#include "counts/visited.h"

namespace arfa::counts {

// A node, and what mercy has done.
template <int D>
struct Gated {
    Node<D> n;
    Set<D> mercy = 0;  // cards that were put into a space against the rule and still lie there; they are not free
    u8 breaches = 0;
};

// With mercy a key of 128 bits need not hold everything: a hash of this width takes its place.
template <int D>
u128 hashed_key(const Gated<D>& g) {
    u64 a = 0x243f6a8885a308d3u, b = 0x13198a2e03707344u;
    const auto add = [&](u64 word) {
        a = mix(a ^ word) * 0x9e3779b97f4a7c15u + 1;
        b = mix(b + word) ^ (b << 23 | b >> 41);
    };
    add(static_cast<u64>(g.n.order));
    add(static_cast<u64>(g.mercy));
    if constexpr (D == 2) {
        add(static_cast<u64>(g.n.order >> 64));
        add(static_cast<u64>(g.mercy >> 64));
    }
    for (std::size_t half = 0; half < kMaxColumns; half += 8) {
        u64 word = 0;
        for (std::size_t i = half; i < half + 8; ++i) word = word << 8 | g.n.left[i];
        add(word);
    }
    u64 word = 0;
    for (const auto& h : g.n.height) {
        if constexpr (D == 1) {
            word = word << 8 | h[0];
        } else {
            word = word << 16 | static_cast<unsigned>(std::max(h[0], h[1])) << 8 | std::min(h[0], h[1]);
        }
    }
    add(word);
    add(static_cast<u64>(g.n.at) << 16 | static_cast<u64>(g.n.redeals) << 8 | g.breaches);
    return u128(mix(a)) << 64 | mix(b);
}

}  // namespace arfa::counts
