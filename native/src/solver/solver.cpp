#include "solver/solver.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace arfa {
namespace {

void check_line(const Engine& engine, State state, const std::vector<Move>& line) {
    std::size_t n = 0;
    for (const Move& move : line) {
        if (!engine.is_legal(state, move)) throw LineError("move " + std::to_string(n) + " of the line is not legal");
        engine.apply(state, move);
        ++n;
    }
    if (!engine.won(state)) throw LineError("the line does not win");
}

}  // namespace

Solver::Solver(const Engine& engine) : engine_(engine) {
    const Room::Use use(room_);
    for (const auto make : {make_counts, make_spider, make_grid, make_piles, make_plain})
        if (auto model = make(engine)) models_.push_back(std::move(model));
}

Model& Solver::model(const State& state, std::string_view named) const {
    for (const auto& model : models_)
        if (model->name() == named && model->accepts(state)) return *model;
    for (const auto& model : models_)
        if (model->accepts(state)) return *model;
    return *models_.back();
}

void Solver::forget() {
    for (const auto& model : models_) model->forget();
}

Outcome Solver::solve(const State& state, const Options& options, Control& control) {
    control.start(options.seconds);
    Outcome outcome;
    if (engine_.won(state)) {
        outcome.verdict = Verdict::winnable;
        outcome.proof = Proof::line;
        outcome.states = 1;
        return outcome;
    }
    Options asked = options;
    asked.want_line = true;  // there is no win without a line that was played
    const Room::Use use(room_);
    room_.begin(options.bytes);
    try {
        outcome = model(state, options.config).solve(state, asked, control);
    } catch (const std::bad_alloc&) {
        outcome.ran_out = Limit::memory;
        outcome.states = control.told();
    }
    outcome.bytes = room_.peak();
    room_.begin(Room::kUnlimited);
    forget();
    if (outcome.verdict == Verdict::winnable) check_line(engine_, state, outcome.line);
    if (!options.want_line) outcome.line = {};
    return outcome;
}

TimedOutcome timed(Solver& solver, const State& state, const Options& options, Control& control) {
    const auto before = std::chrono::steady_clock::now();
    TimedOutcome timed{solver.solve(state, options, control), 0};
    timed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    return timed;
}

std::vector<TimedOutcome> Batch::solve(std::span<const State> states, const Options& options, int threads,
                                       Control& control, const Deliver& deliver) {
    const std::size_t n =
        std::min(static_cast<std::size_t>(std::max(threads, 1)), std::max<std::size_t>(states.size(), 1));
    while (solvers_.size() < n) solvers_.push_back(std::make_unique<Solver>(engine_));
    std::vector<TimedOutcome> outcomes(states.size());
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;  // these three under the guard
    std::vector<bool> ready(states.size());
    std::exception_ptr fault;
    std::mutex guard;
    std::condition_variable changed;
    const auto work = [&](Solver& solver) {
        try {
            Control own;
            own.progress = [&](std::uint64_t) {
                if (control.cancel.load(std::memory_order_relaxed)) own.cancel = true;
            };
            for (std::size_t i = next++; i < states.size(); i = next++) {
                own.cancel = control.cancel.load();
                if (own.cancel)
                    outcomes[i].outcome.ran_out = Limit::cancelled;
                else
                    outcomes[i] = timed(solver, states[i], options, own);
                const std::lock_guard lock(guard);
                ready[i] = true;
                ++done;
                if (done == states.size()) changed.notify_one();
            }
        } catch (...) {
            const std::lock_guard lock(guard);
            fault = std::current_exception();
            next = states.size();
            changed.notify_one();
        }
    };
    std::vector<std::jthread> pool;
    for (std::size_t i = 0; i < n; ++i) pool.emplace_back(work, std::ref(*solvers_[i]));
    std::unique_lock lock(guard);
    std::size_t delivered = 0;
    for (bool all = false; !all;) {
        all = changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return done == states.size() || fault; });
        const std::size_t so_far = done;
        std::size_t end = delivered;
        while (end < ready.size() && ready[end]) ++end;
        lock.unlock();  // outcomes that are ready do not change any more
        for (; deliver && delivered < end; ++delivered) deliver(delivered, outcomes[delivered]);
        if (!all && control.progress) control.progress(so_far);
        lock.lock();
    }
    lock.unlock();
    pool.clear();
    if (fault) std::rethrow_exception(fault);
    return outcomes;
}

}  // namespace arfa
