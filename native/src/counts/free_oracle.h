// For other models: a proof of loss by the free game.
//
// Rules that allow less than the free game (only whole runs or kings' runs or single cards move, a stock that comes n
// at a time, is gone through only so often, or is closed until the position is stuck) have only lines that are lines of
// the free game as well, where any part of a run moves and the whole stock is at hand.  So what is lost there is lost.
#pragma once

#include <cstdint>
#include <memory>

#include "search/model.h"

namespace arfa::counts {

class FreeOracle {
public:
    // Null where the rules allow something that the free game does not (mercy, other spaces, another building).
    static std::unique_ptr<FreeOracle> make(const Plan& plan);

    // Whether the position is proved lost, by looking at no more than so many states; these are counted in `used`.
    bool lost(const State& state, std::uint64_t states, std::uint64_t bytes, Control& control, std::uint64_t& used);

private:
    explicit FreeOracle(Plan plan) : engine_(std::move(plan)) {}

    Engine engine_;
    std::unique_ptr<Model> model_;
};

}  // namespace arfa::counts
