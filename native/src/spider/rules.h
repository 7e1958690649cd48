// The rules of the class of the old Spider, as its searches want them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "plan/plan.h"

namespace arfa::spider {

inline constexpr int kSuits = 4;

// What a plan of this class says.  Ranks are counted from 0 here: rank r of suit q is the card q * 13 + r.
struct Rules {
    int ranks = 13;
    int columns = 0;
    int cards = 0;    // on all foundations of a won game
    int redeals = 0;  // -1: without limit
    bool gather_reversed = false;
    bool transfers_free = false;     // between bases in the free phase
    bool transfers_dealing = false;  // and while groups are dealt
    std::uint64_t space_takes = 0;
    std::array<int, kSuits> ace_pile{};   // foundation of the suit that is built up, -1 when the suit is not in play
    std::array<int, kSuits> king_pile{};  // and down
    std::array<std::uint16_t, kMaxRanks> onto{};   // of a suit: bit r of onto[below]: rank r may lie on `below`
    std::array<std::uint16_t, kMaxRanks> hosts{};  // bit b of hosts[r]: rank r may lie on rank b
    std::array<std::uint8_t, kMaxColumns>
        gives_ace{};  // bit q: while dealing, the column may give to the ace's pile of q
    std::array<std::uint8_t, kMaxColumns> gives_king{};  // and to the king's

    // The rules of a plan, or nothing when it is of another class.  The class: two decks; of every suit one base up
    // from a dealt ace and one down from a dealt king; groups dealt onto the columns; cards moved one by one, and on
    // a card only cards of its own suit one higher or one lower (all searches here rest on that).
    static std::optional<Rules> of(const Plan& plan);

    bool in_play(int suit) const { return ace_pile[static_cast<std::size_t>(suit)] >= 0; }
    bool lies_on(int below, int rank) const { return onto[static_cast<std::size_t>(below)] >> rank & 1; }
    bool begins_column(Card c) const { return space_takes >> c & 1; }
};

}  // namespace arfa::spider
