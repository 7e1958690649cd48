// How promising a row of a gaps patience is; the value of a board is the sum over its rows.
#pragma once

#include "grid/board.h"

namespace arfa::grid {

struct Weights {
    double placed = 10;  // a card of a finished beginning of a row
    double live = 4;     // a gap behind a card that is no king
    double pair = 1;     // a card behind its lower neighbour, outside of the beginnings
    double king = 6;     // a king that is not home, times the share of the row that it closes
    double next = 6;     // a gap right behind a beginning
    double front = 2;    // a gap at the front
    double noise = 2;    // up to so much, at random
    double square = 0;   // the square of the length of a beginning, over the length of the row
    double share = 1;    // of the width: boards of one assignment of suits to rows

    static Weights random(Random& random) {
        Weights w;
        w.live = random.pick({1.0, 2.0, 4.0, 8.0});
        w.pair = random.pick({0.0, 1.0, 2.0, 3.0});
        w.king = random.pick({0.0, 2.0, 6.0, 12.0});
        w.next = random.pick({0.0, 2.0, 6.0, 10.0});
        w.front = random.pick({0.0, 2.0, 6.0});
        w.noise = random.pick({1.0, 2.0, 6.0});
        w.square = random.pick({-4.0, -2.0, 0.0, 2.0});
        w.share = random.pick({1.0, 0.3, 0.1, 0.03, 0.01});
        return w;
    }
};

// The value of one row, which `place` points at; `sequence` is the length of its finished beginning.
inline double row_value(const Card* place, int sequence, const Rules& rules, const Weights& w) {
    double value = w.placed * sequence + w.square * sequence * sequence / rules.length;
    if (sequence == rules.length) return value;
    if (sequence > 0 && place[sequence] == kNoCard) value += w.next;
    for (int k = sequence; k < rules.places; ++k) {
        const Card c = place[k];
        if (c == kNoCard) {
            if (k == 0)
                value += w.front;
            else if (place[k - 1] != kNoCard && place[k - 1] % 13 != rules.last)
                value += w.live;
        } else if (c % 13 == rules.last) {
            value -= w.king * (rules.length - k) / rules.length;
        } else if (k + 1 < rules.places && place[k + 1] == c + 1) {
            value += w.pair;
        }
    }
    return value;
}

}  // namespace arfa::grid
