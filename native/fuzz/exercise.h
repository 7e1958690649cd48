// Everything that the plain engine can be asked about a position, along a game that the input chooses.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bytes.h"
#include "moves/engine.h"

namespace arfa::fuzz {

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fault: %s\n", what);
    std::abort();
}

inline int cards_in(const Plan& plan, const State& state) {
    int n = 0;
    if (plan.grid) {
        for (int cell = 0; cell < plan.rows * plan.places; ++cell)
            n += state.cards[static_cast<std::size_t>(cell)] != kNoCard;
        return n;
    }
    for (const std::uint8_t h : state.height) n += h;
    return n + state.start[kMaxPiles];
}

inline void exercise(const Engine& engine, State state, Bytes& bytes, int steps = 24) {
    const Plan& plan = engine.plan();
    for (int step = 0; step < steps; ++step) {
        const std::vector<int> numbers = encode_state(plan, state);
        require(decode_state(plan, numbers) == state, "a position is not read as it was written");
        require(cards_in(plan, state) == plan.cards, "a card is lost");
        require(engine.canonical(state) == engine.canonical(decode_state(plan, numbers)), "two keys of one position");
        engine.stuck(state);
        if (!plan.grid) {
            engine.stuck(state, false);
            engine.reach(state);
        }
        const std::vector<Move> moves = engine.legal_moves(state);
        for (const Move& move : moves) {
            require(engine.is_legal(state, move), "a listed move is not legal");
            State after = state;
            engine.apply(after, move);
            require(cards_in(plan, after) == plan.cards, "a move loses a card");
            engine.canonical(after);
        }
        // A move that nobody listed: it may be legal all the same (a twin), and then it must be playable.
        const auto byte = [&] { return static_cast<std::uint8_t>(bytes.byte()); };
        const Move odd{static_cast<MoveKind>(bytes.byte() % 5), byte(), byte(), byte()};
        if (engine.is_legal(state, odd)) {
            State after = state;
            engine.apply(after, odd);
            require(cards_in(plan, after) == plan.cards, "an unlisted move loses a card");
        }
        if (moves.empty() || bytes.empty()) return;
        engine.apply(state, moves[static_cast<std::size_t>(bytes.byte()) % moves.size()]);
    }
}

}  // namespace arfa::fuzz
