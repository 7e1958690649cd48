// What every search takes and gives.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "moves/move.h"

namespace arfa {

enum class Verdict { winnable, unwinnable, unknown };
enum class Limit { none, states, seconds, memory, cancelled };
enum class Proof { none, line, relaxation, exhausted };

// Budgets are in states, so that the same deal gets the same answer on every machine; seconds and bytes only bound it.
struct Options {
    std::uint64_t states = 20'000'000;
    double seconds = 0;  // 0: without limit
    std::uint64_t bytes = std::uint64_t{1} << 30;
    bool want_line = true;
    std::uint64_t seed = 0;
    std::uint64_t techniques = ~std::uint64_t{0};  // bit i: technique i of the registry is on
    std::string config;           // "" for the default; else the name of a model that is to be taken where it can
    std::vector<double> weights;  // of the value, in the order of its features; empty for the tuned ones
};

// How a search is watched and stopped from outside.  `poll` is to be called every few thousand states at most.
class Control {
public:
    // As long as this lives, the states that `poll` is told come on top of those that were looked at before.
    class Part {
    public:
        Part(Control& control, std::uint64_t before) : control_(control), before_(before) { control.before_ += before; }
        ~Part() { control_.before_ -= before_; }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

    private:
        Control& control_;
        std::uint64_t before_;
    };

    std::atomic<bool> cancel{false};
    std::function<void(std::uint64_t states)> progress;  // may be empty

    void start(double seconds);  // begins the clock; 0: without limit
    // Whether to stop: cancelled, or out of time.
    bool poll(std::uint64_t states);
    Limit stopped_by() const { return stopped_by_; }
    // How many states it has been told of.
    std::uint64_t told() const { return told_; }

private:
    Limit stopped_by_ = Limit::none;
    double deadline_ = 0;
    std::uint64_t before_ = 0, told_ = 0;
};

struct Outcome {
    Verdict verdict = Verdict::unknown;
    Proof proof = Proof::none;
    Limit ran_out = Limit::none;
    std::uint64_t states = 0;     // distinct states looked at
    std::uint64_t generated = 0;  // children made
    std::uint64_t bytes = 0;      // peak memory of tables and stores
    std::vector<Move> line;       // ordinary moves from the given position to the win, when wanted
};

}  // namespace arfa
