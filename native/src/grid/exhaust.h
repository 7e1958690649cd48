// Every board that can be reached, each once: a win, or the proof that there is none.
#pragma once

#include <vector>

#include "grid/board.h"
#include "grid/stubborn.h"
#include "moves/engine.h"
#include "search/search.h"

namespace arfa::grid {

class Exhaust {
public:
    enum class End { won, lost, states, memory, stopped };

    // `stubborn`: leave out moves that can wait; `relaxed`: boards that the relaxation condemns.  Where that is
    // allowed: with one deck and no redeal left.
    Exhaust(const Play& play, const Engine& engine, bool stubborn, bool relaxed)
        : play_(play),
          engine_(engine),
          stubborn_(play),
          with_stubborn_(stubborn && play.rules().one_deck),
          with_relaxation_(relaxed && play.rules().one_deck) {}

    // At most `states` boards; redeals are tried where the rules allow them, after everything else.
    // `seed`: 0 to try promising moves first, else moves in an order at random.
    End run(const State& start, std::uint64_t seed, std::uint64_t states, Control& control, std::uint64_t counted);

    const std::vector<Move>& line() const { return line_; }
    // Whether the first board was condemned at once.
    bool relaxed() const { return relaxed_; }
    std::uint64_t states() const { return seen_.size(); }
    std::uint64_t made() const { return made_; }
    // Lets go of what a large search has left behind.
    void clear() { seen_.forget(); }

private:
    struct Frame {
        Step step{};            // that led here
        std::uint32_t moves{};  // where its moves that are left end in `moves_`
    };
    struct Open {
        Step step;
        Key key;
        std::uint32_t worth;
    };

    End search(Board board, State& state);
    std::uint32_t worth(const Board& board, Step step);
    Key with_redeals(Key key, int redeals) const;
    bool stopped() { return ++polled_ % 1024 == 0 && control_->poll(counted_ + seen_.size()); }

    const Play& play_;
    const Engine& engine_;
    Stubborn stubborn_;
    bool with_stubborn_;
    bool with_relaxation_;
    KeySet seen_;
    std::vector<Move> line_;
    std::uint64_t made_ = 0;
    std::uint64_t most_ = 0, counted_ = 0, polled_ = 0;
    bool relaxed_ = false;
    bool at_random_ = false;
    Random random_{0};
    Control* control_ = nullptr;
};

}  // namespace arfa::grid
