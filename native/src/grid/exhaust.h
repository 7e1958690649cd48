// Every board that can be reached, each once: a win, or the proof that there is none.
#pragma once

#include <vector>

#include "grid/board.h"
#include "grid/fronts.h"
#include "grid/persistent.h"
#include "grid/reach.h"
#include "grid/stubborn.h"
#include "moves/engine.h"
#include "search/room.h"
#include "search/search.h"

namespace arfa::grid {

class Exhaust {
public:
    enum class End { won, lost, states, memory, stopped };

    // What is left out of the search (techniques/list.inc), where that is allowed: with one deck and no redeal left.
    struct Reductions {
        bool stubborn = false, persistent = false, relaxation = false, fronts = false;

        bool any() const { return stubborn || persistent || relaxation || fronts; }
    };

    Exhaust(const Play& play, const Engine& engine, const Reductions& reductions)
        : play_(play),
          engine_(engine),
          reductions_(reductions),
          fronts_(play),
          stubborn_(play),
          reach_(play.rules()),
          persistent_(play.rules(), reach_) {}

    // At most `states` boards; redeals are tried where the rules allow them, after everything else.
    // `seed`: 0 to try promising moves first, else moves in an order at random.
    End run(const State& start, std::uint64_t seed, std::uint64_t states, Control& control, std::uint64_t counted);

    const std::vector<Move>& line() const { return line_; }
    // Whether the first board was condemned at once.
    bool relaxed() const { return relaxed_; }
    std::uint64_t states() const { return seen_.size(); }
    std::uint64_t made() const { return made_; }
    // Lets go of what a large search has left behind.
    void clear() {
        seen_.forget();
        let_go(open_);
    }

private:
    struct Frame {
        std::uint32_t moves{};  // where its moves that are left begin in the list of open ones
        std::uint32_t line{};   // how many moves had led to the board before
        Key key{};              // of the board before
    };
    struct Open {
        Step step;
        Fronts::Wanted wanted;
        std::uint8_t worth;
    };

    enum class Visit { open, closed, full };  // what came of a board: to be searched, not so, no states left for it

    End search(Board board, State& state);
    Phase phase_of_now(const Board& board) const { return with_.any() ? phase_of(play_, board) : Phase{}; }
    Key key(const Board& board, const Phase& phase) const;
    Visit put_down(const Board& board, const Phase& phase);
    Visit visit(Board& board, Phase& phase);
    bool hopeless(const Board& board, const Phase& phase);
    Visit make_what_must_be(Board& board, Phase& phase);
    void list_moves(const Board& board, const Phase& phase);
    void reduce(const Board& board, const Phase& phase, std::size_t first);
    std::uint8_t worth(const Board& board, Step step) const;
    void shift(Board& board, Step step);
    void take_back(Board& board, std::size_t line, const Key& key);
    bool stopped() { return ++polled_ % 1024 == 0 && control_->poll(counted_ + seen_.size()); }

    const Play& play_;
    const Engine& engine_;
    Reductions reductions_;  // where they are allowed
    Reductions with_;        // here
    Fronts fronts_;
    Stubborn stubborn_;
    Reach reach_;
    Persistent persistent_;
    KeySet seen_;
    std::vector<Move> line_;
    List<Open> open_;
    Key redeal_key_{};  // of the redeals used
    std::uint64_t made_ = 0;
    std::uint64_t most_ = 0, counted_ = 0, polled_ = 0;
    bool relaxed_ = false;
    bool at_random_ = false;
    Random random_{0};
    Control* control_ = nullptr;
};

}  // namespace arfa::grid
