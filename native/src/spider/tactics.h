// What of a search is switched on and how much it may take.
#pragma once

#include <cstdint>

#include "search/search.h"
#include "techniques/registry.h"

namespace arfa::spider {

struct Tactics {
    explicit Tactics(std::uint64_t on)
        : phases(is_on(on, Technique::spider_phases)),
          classes(is_on(on, Technique::spider_shuttles)),
          relaxation(is_on(on, Technique::spider_relaxation)),
          safe(is_on(on, Technique::spider_plays)),
          order(is_on(on, Technique::spider_order)) {}

    bool phases;
    bool classes;
    bool relaxation;
    bool safe;
    bool order;  // columns in any order are the same board
};

// What all parts of one search have used of its budget, and whether it is over.
class Budget {
public:
    Budget(const Options& options, Control& control) : options_(options), control_(control) {}

    const Options& options() const { return options_; }
    std::uint64_t states = 0;
    std::uint64_t generated = 0;

    std::uint64_t left() const { return options_.states > states ? options_.states - states : 0; }
    // Whether the search as a whole has to end; looks at the clock now and then.
    bool over() {
        if (limit_ != Limit::none) return true;
        if (states >= options_.states) {
            limit_ = Limit::states;
        } else if (++calls_ % 16 == 0 && control_.poll(states)) {
            limit_ = control_.stopped_by();
        }
        return limit_ != Limit::none;
    }
    void stop(Limit limit) { limit_ = limit; }
    Limit limit() const { return limit_; }

private:
    const Options& options_;
    Control& control_;
    Limit limit_ = Limit::none;
    std::uint64_t calls_ = 0;
};

}  // namespace arfa::spider
