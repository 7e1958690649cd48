// A set of rules with its engine and solvers, as Python holds it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bind/numbers.h"
#include "deals/shuffle.h"
#include "moves/engine.h"
#include "solver/solver.h"
#include "state/state.h"

namespace arfa::bind {

namespace nb = nanobind;

// May be used by several threads.
class Core {
public:
    explicit Core(const PlanFields& fields) : engine_(Plan::decode(fields)) {}

    // -- the plain engine
    State state(const std::vector<int>& values) const { return decode_state(engine_.plan(), values); }
    std::vector<int> encode(const State& state) const { return encode_state(engine_.plan(), state); }

    State dealt(const std::vector<int>& deck) const {
        State state = deal_deck(engine_.plan(), deck);
        if (!engine_.plan().grid) engine_.settle(state);
        return state;
    }

    std::vector<int> start(const std::vector<int>& deck) const { return encode(dealt(deck)); }
    std::vector<int> deck(std::uint64_t number) const { return shuffled(engine_.plan().pack, number); }
    std::vector<MoveNumbers> legal_moves(const std::vector<int>& values) const {
        return numbers(engine_.legal_moves(state(values)));
    }
    bool is_legal(const std::vector<int>& values, const MoveNumbers& move) const {
        return engine_.is_legal(state(values), move_of(move));
    }
    std::vector<int> apply(const std::vector<int>& values, const MoveNumbers& move) const {
        State now = state(values);
        if (!engine_.is_legal(now, move_of(move))) throw nb::value_error("the move is not legal");
        engine_.apply(now, move_of(move));
        return encode(now);
    }
    bool won(const std::vector<int>& values) const { return engine_.won(state(values)); }
    bool stuck(const std::vector<int>& values, bool drawing) const { return engine_.stuck(state(values), drawing); }
    nb::bytes canonical(const std::vector<int>& values) const {
        const std::string key = engine_.canonical(state(values));
        return nb::bytes(key.data(), key.size());
    }

    const Engine& engine() const { return engine_; }

    // -- the solvers
    std::vector<TimedOutcome> solve_all(const std::vector<State>& states, const Options& options, int threads,
                                        Control& control, const Batch::Deliver& deliver) {
        const std::lock_guard lock(batch_guard_);
        return batch_.solve(states, options, threads, control, deliver);
    }

    // What a solver that nobody else uses meanwhile makes of it.
    template <class Use>
    auto with_solver(const Use& use) {
        const auto solver = borrow();
        auto found = use(*solver);
        give_back(solver);
        return found;
    }

private:
    std::shared_ptr<Solver> borrow() {
        const std::lock_guard lock(guard_);
        if (idle_.empty()) return std::make_shared<Solver>(engine_);
        auto solver = idle_.back();
        idle_.pop_back();
        return solver;
    }
    void give_back(std::shared_ptr<Solver> solver) {
        const std::lock_guard lock(guard_);
        idle_.push_back(std::move(solver));
    }

    Engine engine_;
    Batch batch_{engine_};
    std::mutex batch_guard_;
    std::mutex guard_;
    std::vector<std::shared_ptr<Solver>> idle_;
};

using CoreClass = nb::class_<Core>;

// What each part adds to the module, and to the cores in it.
void bind_solving(nb::module_& m, CoreClass& core);
void bind_blind(nb::module_& m, CoreClass& core);
void bind_games(nb::module_& m);

}  // namespace arfa::bind
