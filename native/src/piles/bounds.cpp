#include "piles/bounds.h"

namespace arfa::piles {

Bound::Bound(const Plan& plan, bool changed) {
    if (!changed) return;
    engine_ = std::make_unique<Engine>(plan);
    model_ = make_counts(*engine_);
    if (model_ == nullptr) model_ = make_piles(*engine_);
}

Bound Bound::looser(const Engine& engine) {
    Plan plan = engine.plan();
    bool changed = false;
    if (plan.groups == Groups::single || plan.groups == Groups::strict_run || plan.groups == Groups::king_run) {
        plan.groups = Groups::run;
        changed = true;
    }
    if (plan.draw_when_stuck || plan.forced_play) {
        plan.draw_when_stuck = false;
        plan.forced_play = false;
        changed = true;
    }
    // Mercy is given to the stuck as well.
    Bound bound(plan, changed && plan.mercy == Mercy::off);
    bound.no_rows_left_ = plan.stock == StockKind::row;
    return bound;
}

Bound Bound::stricter(const Engine& engine) {
    Plan plan = engine.plan();
    const bool changed = plan.mercy != Mercy::off;
    plan.mercy = Mercy::off;
    plan.mercy_count = 0;
    return Bound(plan, changed);
}

}  // namespace arfa::piles
