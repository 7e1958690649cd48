// Finding weights: the cross-entropy method.
//
// A cloud of weights (a normal distribution for each) is sampled; each sample plays the same deals with one beam each;
// the cloud moves to the best share of the samples and narrows.  The same options give the same weights everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "moves/engine.h"
#include "piles/value.h"
#include "search/search.h"
#include "state/state.h"

namespace arfa::piles {

struct TuneOptions {
    int population = 24;
    double elite = 0.25;  // share of the samples that the cloud moves to
    int generations = 10;
    int deals = 60;  // looked at in a generation; the next one begins half as many further on
    std::uint32_t width = 10;
    double noise = 1;
    double spread = 0.6;  // of the first cloud, as a share of each weight
    std::uint64_t seed = 0;
};

struct Generation {
    int number;
    double score;  // of the middle of the cloud: the share of the way that was gone, 1.25 for a win
    int won;       // deals that it won
    Weights mean;  // the middle of the next cloud
};

// `tell` hears of every generation; tuning ends early when the control says so.
Weights tune(const Engine& engine, std::span<const State> deals, const Weights& start, const TuneOptions& options,
             Control& control, const std::function<void(const Generation&)>& tell);

}  // namespace arfa::piles
