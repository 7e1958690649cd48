// How much has been searched, and whether to go on.
#pragma once

#include "counts/cardset.h"
#include "search/search.h"

namespace arfa::counts {

class Meter {
public:
    Meter(Control& control, u64 limit) : control_(control), limit_(limit) {}

    u64 states = 0;
    u64 generated = 0;

    // The next stage of the search may look at so many states.
    void stage(u64 more) { stage_ = more > ~u64{0} - states ? ~u64{0} : states + more; }
    // Counts a state; false when the search must stop, or the stage is over (then `stopped` says none).
    bool tick() {
        if (stopped_ != Limit::none) return false;
        if (states >= stage_) return false;
        if (states >= limit_) {
            stopped_ = Limit::states;
            return false;
        }
        if (++states % 256 == 0 && control_.poll(states)) stopped_ = control_.stopped_by();
        return stopped_ == Limit::none;
    }
    void out_of_memory() {
        if (stopped_ == Limit::none) stopped_ = Limit::memory;
    }
    // Another search begins: that the memory did not do for the last one is nothing to it.
    void anew() {
        if (stopped_ == Limit::memory) stopped_ = Limit::none;
    }
    Limit stopped() const { return stopped_; }

private:
    Control& control_;
    u64 limit_;
    u64 stage_ = ~u64{0};
    Limit stopped_ = Limit::none;
};

}  // namespace arfa::counts
