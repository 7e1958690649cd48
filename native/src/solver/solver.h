// The solver of one set of rules: the facade over its search models, and the last check of every line.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "moves/engine.h"
#include "search/model.h"
#include "search/room.h"

namespace arfa {

// A search found a line that the rules refuse: a fault of the search, never of the deal.
struct LineError : std::logic_error {
    using std::logic_error::logic_error;
};

// Not for several threads at once; a batch has one for each.
class Solver {
public:
    explicit Solver(const Engine& engine);

    // Every line is played by the plain engine before it is returned.  What no memory is left for is unknown.  Throws
    // LineError.
    Outcome solve(const State& state, const Options& options, Control& control);
    // The model that searches from this position; the one of a name, where there is such a one and it can.
    Model& model(const State& state, std::string_view named = {}) const;

private:
    void forget();

    const Engine& engine_;
    Room room_;
    std::vector<std::unique_ptr<Model>> models_;
};

struct TimedOutcome {
    Outcome outcome;
    double seconds = 0;
};

// A solve and the time that it took.
TimedOutcome timed(Solver& solver, const State& state, const Options& options, Control& control);

// The answers for many positions, in order, on so many threads.
class Batch {
public:
    // Gets each outcome with its place, in order, soon after it and all before it are there; in the calling thread.
    using Deliver = std::function<void(std::size_t, const TimedOutcome&)>;

    explicit Batch(const Engine& engine) : engine_(engine) {}

    std::vector<TimedOutcome> solve(std::span<const State> states, const Options& options, int threads,
                                    Control& control, const Deliver& deliver = {});

private:
    const Engine& engine_;
    std::vector<std::unique_ptr<Solver>> solvers_;
};

}  // namespace arfa
