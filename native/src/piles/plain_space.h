// Positions and moves of the plain engine as a space for layered and exhaustive searches: any rules with columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "moves/engine.h"
#include "piles/rules.h"
#include "piles/value.h"

namespace arfa::piles {

class PlainSpace {
public:
    // A position with what decides its layer: cards of each column that have not moved since the search began.
    struct Position {
        State state;
        std::array<std::uint8_t, kMaxColumns> kept;
    };
    using Move = arfa::Move;
    struct Child {
        const Position& board;
        Key key;
        std::uint16_t rank;
        Move step;
    };

    // `backward`: cards may leave foundations, where the rules allow it.
    // `breaches`: how many of them a line may have in all; expand() notes in refrained() whether it left one out.
    PlainSpace(const Engine& engine, const Weights& weights, bool backward, int breaches)
        : engine_(engine),
          plan_(engine.plan()),
          value_(plan_, weights),
          facts_(Facts::get()),
          backward_(backward),
          breaches_(breaches) {}

    Position start(const State& state) {
        Position position{state, {}};
        for (int i = 0; i < plan_.columns; ++i)
            position.kept[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(state.size(i));
        before_ = 0;
        before_ = layer(position);
        return position;
    }
    bool won(const Position& position) const { return engine_.won(position.state); }
    bool backward() const { return backward_; }
    // What has been done for good: cards on foundations, cards that have left their first places, cards that have left
    // the stock (twice, where they wait in a row first), breaches.
    int layer(const Position& position) const {
        const State& state = position.state;
        int done = state.breaches - before_;
        for (int f = 0; f < plan_.foundation_count(); ++f) done += state.height[static_cast<std::size_t>(f)];
        for (int i = 0; i < plan_.columns; ++i) done -= position.kept[static_cast<std::size_t>(i)];
        if (plan_.stock == StockKind::row) done -= state.size(plan_.columns);
        return done - waiting(state);
    }
    int layers() const { return 4 * kMaxCards + 100; }
    double step_cost(const Move& move) const {
        return value_.weight(Feature::shuttle) *
               (move.kind == MoveKind::draw || move.kind == MoveKind::back ? 0.02 : 1);
    }
    static int patience(const Move& move) {
        return move.kind == MoveKind::draw || move.kind == MoveKind::back ? 240 : 40;
    }

    static constexpr std::uint64_t kPoll = 16;  // whether a gate is open may take long to find out

    Key key(const Position& position) const;
    std::uint16_t rank(const Position&) const { return 0; }

    template <class Sink>
    void expand(const Position& position, Sink&& sink) {
        moves_.clear();
        engine_.legal_moves(position.state, moves_);
        for (const Move& move : moves_) {
            if (!backward_ && move.src < plan_.foundation_count()) continue;
            if (move.kind == MoveKind::mercy && position.state.breaches >= breaches_) {
                refrained_ = true;
                continue;
            }
            child_ = after(position, move);
            if (!sink(Child{child_, key(child_), 0, move})) return;
        }
    }
    double value() const;
    bool refrained() const { return refrained_; }
    Position after(const Position& position, const Move& move) const {
        Position found = position;
        engine_.apply(found.state, move);
        for (int i = 0; i < plan_.columns; ++i) {
            const auto at = static_cast<std::size_t>(i);
            found.kept[at] = static_cast<std::uint8_t>(std::min<int>(found.kept[at], found.state.size(i)));
        }
        return found;
    }
    template <class Line>
    bool finish(const Position&, Line&) const {
        return false;
    }

private:
    int waiting(const State& state) const {
        int n = 0;
        for (int pile = plan_.columns; pile < plan_.loose_piles(); ++pile) n += state.size(pile);
        return n;
    }

    const Engine& engine_;
    const Plan& plan_;
    Value value_;
    const Facts& facts_;
    bool backward_;
    int breaches_;
    int before_ = 0;
    bool refrained_ = false;
    std::vector<Move> moves_;
    Position child_;
};

}  // namespace arfa::piles
