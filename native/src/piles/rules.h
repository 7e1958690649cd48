// The rules of a plan, turned into what a search over boards asks most often.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "moves/engine.h"
#include "piles/board.h"
#include "piles/pass_dominance.h"
#include "search/key.h"

namespace arfa::piles {

struct Rules {
    Rules(const Engine& engine, std::uint64_t techniques);

    const Engine& engine;
    const Plan& plan;
    int columns;
    int foundations;
    std::array<std::uint8_t, kFaces> order{};   // the place of a card on the foundations of the first kind, from 0
    std::uint64_t first = 0;                    // cards that go up at once
    std::uint64_t descends = 0;                 // cards that only take cards which go up before them
    std::array<std::vector<int>, 4> of_suit{};  // the foundations of each suit
    bool one_kind = false;                      // all foundations are built alike
    bool safe_up = false;                       // safe_foundation.h
    bool finish = false;                        // finish.h
    StockRank stock_rank = StockRank::exact;
    bool unlimited = false;  // redeals are not counted

    // Whether the rules are those of boards at all, and whether a position is.
    static bool fit(const Plan& plan);
    static bool fit(const Engine& engine, const State& state);

    // The foundation that takes a card now, the first of two; -1 when none does.
    int slot(const Board& board, int letter, Card c) const {
        for (const int f : of_suit[static_cast<std::size_t>(suit_of(c))]) {
            const Foundation& foundation = plan.foundations[static_cast<std::size_t>(f)];
            if (foundation.letter == letter && foundation.wanted[board.height[static_cast<std::size_t>(f)]] == c)
                return f;
        }
        return -1;
    }
    // The cards that go up now.
    std::uint64_t want(const Board& board) const {
        std::uint64_t set = 0;
        for (int f = 0; f < foundations; ++f) {
            const Card c =
                plan.foundations[static_cast<std::size_t>(f)].wanted[board.height[static_cast<std::size_t>(f)]];
            if (c != kNoCard) set |= bit(c);
        }
        return set;
    }
    bool redeal_left(const Board& board) const { return unlimited || board.passes < plan.redeals; }

    Board board(const State& state, std::array<Card, 64>& stock) const;
};

// The values that keys are added up from; made once, never changed.
struct Facts {
    std::array<std::array<Key, kFaces>, kMaxCards> card;  // at a place of a column, counted from its deepest card
    std::array<Key, kMaxCards> down;
    std::array<std::array<Key, kMaxRanks + 1>, kMaxFoundations> height;  // by kind and suit
    std::array<Key, 64> pointer;
    std::array<Key, 128> passes;
    std::array<Key, kMaxPiles> pile;  // where the order of piles matters

    static const Facts& get();

private:
    Facts();
};

// The key of one column; columns are added up, so that their order does not matter.
inline Key column_key(const Facts& facts, const Card* cards, int size, int down, Key place = {}) {
    if (size == 0) return {};
    Key key = facts.down[static_cast<std::size_t>(down)];
    key ^= place;
    for (int i = 0; i < size; ++i) key ^= facts.card[static_cast<std::size_t>(i)][cards[i]];
    return mix(key);
}

}  // namespace arfa::piles
