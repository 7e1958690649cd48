#include "counts/fits.h"

#include <array>

namespace arfa::counts {

bool is_gated(const Plan& plan, const State& state) {
    if (plan.mercy != Mercy::off) return true;
    if (plan.stock == StockKind::none) return false;
    return plan.draw_when_stuck || plan.forced_play || (plan.stock == StockKind::row && !state.empty(plan.columns));
}

Flow flow_of(const Plan& plan, const State& state) {
    switch (plan.stock) {
        case StockKind::cycle:
            return Flow::cycle;
        case StockKind::row:
            return state.empty(plan.columns) ? Flow::all : Flow::row;
        case StockKind::waste:
            return plan.draw > 1 || plan.redeals >= 0 || plan.draw_when_stuck ? Flow::waste : Flow::all;
        default:
            return Flow::all;
    }
}

bool fits(const Engine& engine) {
    const Plan& plan = engine.plan();
    if (!(engine.klondike_type() || engine.klondike_any_spaces()) || plan.transfer != Transfer::never) return false;
    const bool waits = plan.mercy != Mercy::off || plan.draw_when_stuck || plan.forced_play;
    if (engine.klondike_any_spaces() && (waits || plan.stock == StockKind::row)) return false;
    if (plan.stock == StockKind::columns || plan.stock == StockKind::groups ||
        (plan.stock == StockKind::row && plan.row_cover))
        return false;
    std::array<int, 4> piles{};
    for (const Foundation& f : plan.foundations) {
        if (f.fixed != 0 || f.wanted[0] == kNoCard || rank_of(f.wanted[0]) != 1) return false;
        ++piles[static_cast<std::size_t>(f.suit)];
    }
    for (int c = 0; c < kFaces; ++c) {
        const int copies = piles[static_cast<std::size_t>(suit_of(static_cast<Card>(c)))];
        if (copies != 0 && copies != plan.decks) return false;
        if (plan.copies[static_cast<std::size_t>(c)] != (rank_of(static_cast<Card>(c)) <= plan.ranks ? copies : 0))
            return false;
    }
    return true;
}

}  // namespace arfa::counts
