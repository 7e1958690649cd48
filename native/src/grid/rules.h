// The rules of a gaps patience, as its searches want them.
#pragma once

#include <optional>

#include "plan/plan.h"

namespace arfa::grid {

inline constexpr int kMaxRows = 8;
inline constexpr int kMaxPlaces = 14;

struct Rules {
    int rows = 0;
    int places = 0;
    int cells = 0;
    int front = 0;   // rank, from 0, that begins a row
    int last = 0;    // rank, from 0, behind which nothing goes
    int length = 0;  // cards of a finished row
    int cards = 0;
    int gaps = 0;
    int redeals = 0;
    bool one_deck = true;  // no card twice

    // The rules of a plan, or nothing when it is no gaps patience or can never be won: as many rows as there are
    // sequences of one suit, each card once or twice.
    static std::optional<Rules> of(const Plan& plan) {
        if (!plan.grid || plan.rows > kMaxRows || plan.places > kMaxPlaces || plan.redeals < 0) return std::nullopt;
        Rules r;
        r.rows = plan.rows;
        r.places = plan.places;
        r.cells = plan.rows * plan.places;
        r.front = plan.front - 1;
        r.last = plan.ranks - 1;
        r.length = plan.ranks - r.front;
        r.redeals = plan.redeals;
        int sequences = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const int copies = plan.copies[suit * 13 + r.last];
            if (copies > 2) return std::nullopt;
            for (int rank = 0; rank < 13; ++rank)
                if (plan.copies[suit * 13 + rank] != (rank >= r.front && rank <= r.last ? copies : 0))
                    return std::nullopt;
            sequences += copies;
            if (copies > 1) r.one_deck = false;
        }
        r.cards = sequences * r.length;
        r.gaps = r.cells - r.cards;
        if (sequences != r.rows || r.length < 2 || r.length > r.places || r.gaps < 1) return std::nullopt;
        return r;
    }
};

}  // namespace arfa::grid
