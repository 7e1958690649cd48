#include "counts/free_oracle.h"

#include <utility>

namespace arfa::counts {

std::unique_ptr<FreeOracle> FreeOracle::make(const Plan& plan) {
    if (plan.grid || plan.groups == Groups::any || plan.mercy != Mercy::off) return nullptr;
    if (plan.stock == StockKind::columns || plan.stock == StockKind::groups) return nullptr;
    if (plan.stock == StockKind::row && plan.row_cover) return nullptr;
    Plan free = plan;
    free.groups = Groups::run;
    if (free.stock != StockKind::none) free.stock = StockKind::waste;  // stock and hand are two piles in each of them
    free.draw = 1;
    free.redeals = -1;
    free.draw_when_stuck = free.forced_play = free.open_next = false;
    std::unique_ptr<FreeOracle> oracle(new FreeOracle(std::move(free)));
    oracle->model_ = make_counts(oracle->engine_);
    return oracle->model_ ? std::move(oracle) : nullptr;
}

bool FreeOracle::lost(const State& state, std::uint64_t states, std::uint64_t bytes, Control& control,
                      std::uint64_t& used) {
    State free = state;
    free.redeals = 0;
    if (!model_->accepts(free)) return false;
    Options options;
    options.states = states;
    options.bytes = bytes;
    options.want_line = false;
    const Outcome outcome = model_->solve(free, options, control);
    used += outcome.states;
    return outcome.verdict == Verdict::unwinnable;
}

}  // namespace arfa::counts
