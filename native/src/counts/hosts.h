// Just-in-time hosts and spaces.  Preserve winnability.
//
// Proof of both: take a winning line and call the turning up of a card (or its leaving by the foundation) an event. Put
// off every other move until just before the first move that needs it.  Only counts of places matter, and a card that
// waits takes none, so the place that it will take is still there; and what it would have hosted comes later still.
// So a card of the stock (or, with worry back, a foundation top) goes to a column only as part of a chain whose last
// move needs the place that it makes: another card lands on it, or its landing takes over the children of a card whose
// turn it is on the foundation.  Likewise the last card of a column, if it is no king, moves to a place only when a
// king needs the space at once, and only if there is no other space.
//
// Where the cards of the stock depend on each other (Flow other than all), laying one changes what can be had, so those
// moves are made one at a time and take no part in chains.
#pragma once

#include <vector>

#include "counts/safe.h"

namespace arfa::counts {

template <int D>
class Hosts {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;
    struct Way {
        N node;
        int length;
    };

    Hosts(const Play<D>& play, bool from_stock, bool from_foundations, bool emptying, bool stays_up, bool twins)
        : p(play),
          from_stock_(from_stock),
          from_foundations_(from_foundations && play.b.worry_back),
          emptying_(emptying),
          stays_up_(stays_up),
          twins_(twins) {}

    std::vector<Way> ways;  // a stack; callers take what lies above its size before the call

    void drop(std::size_t from) { ways.erase(ways.begin() + static_cast<std::ptrdiff_t>(from), ways.end()); }

    // Pushes the states, reached from s by the least chains, in which there is an open place for card b.
    void provide(const N& s, int b, bool may_empty, int length) {
        if (p.king(b)) return provide_space(s, b, may_empty, length);
        if (p.open(s) & L::one(b)) {
            ways.emplace_back(s, length);
            return;
        }
        if (from_stock_) {
            for (S x = s.stock & (L::field(b) << L::RS); x; x &= x - 1) {
                const int host = first(x);
                if (D == 2 && twins_ && (host & 1) && (s.stock & L::one(host ^ 1))) continue;  // lowest twin first
                const std::size_t from = ways.size();
                provide(s, host, may_empty, length + 1);
                keep(from, [&](N& t) {
                    if (!(t.stock & L::one(host))) return false;
                    p.lay(t, host);
                    return true;
                });
            }
        }
        if (from_foundations_) {
            const int rank = L::rank(b) + 1;
            for (int h = 0; h < 2; ++h) {
                const int suit = ((L::suit(b) & 2) ^ 2) + h;
                if (!p.in_play(suit) || !p.tops(s, suit, rank) || (stays_up_ && Safe<D>::returns(s, suit, rank)))
                    continue;
                const int host = p.on_foundation(s, suit, rank);
                const std::size_t from = ways.size();
                provide(s, host, may_empty, length + 1);
                keep(from, [&](N& t) {
                    if (!p.tops(t, suit, rank) || (t.visible & L::one(host))) return false;
                    p.lower(t, host);
                    return true;
                });
            }
        }
    }

private:
    void provide_space(const N& s, int b, bool may_empty, int length) {
        if (p.room(s)) {
            ways.emplace_back(s, length);
            return;
        }
        if (!may_empty || !emptying_) return;
        for (int i = 0; i < p.b.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const int last = p.b.card[k][0];
            if (s.left[k] != 1 || last == b || p.ace(last)) continue;
            const std::size_t from = ways.size();
            provide(s, last, false, length + 1);
            keep(from, [&](N& t) {
                if (t.left[k] != 1) return false;
                p.move_base(t, i, last);
                return true;
            });
        }
    }
    // Makes the same move in all states from a place of the stack on; drops those in which it cannot be made.
    template <class Make>
    void keep(std::size_t from, Make make) {
        std::size_t to = from;
        for (std::size_t k = from; k < ways.size(); ++k) {
            if (!make(ways[k].node)) continue;
            if (to != k) ways[to] = ways[k];
            ++to;
        }
        drop(to);
    }

    const Play<D>& p;
    bool from_stock_, from_foundations_, emptying_, stays_up_, twins_;
};

}  // namespace arfa::counts
