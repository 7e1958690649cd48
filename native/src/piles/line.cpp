#include "piles/line.h"

namespace arfa::piles {

std::vector<Move> moves_of(const Engine& engine, const State& start, std::span<const Step> steps) {
    const Plan& plan = engine.plan();
    const auto stock = static_cast<std::uint8_t>(plan.stock_pile());
    const auto hand = static_cast<std::uint8_t>(plan.hand_pile());
    const auto column = [&](int i) { return static_cast<std::uint8_t>(plan.foundation_count() + i); };
    std::vector<Move> moves;
    State state = start;
    const auto make = [&](const Move& move) {
        engine.apply(state, move);
        moves.push_back(move);
    };
    for (const Step& step : steps) {
        if (step.kind == Step::play_up || step.kind == Step::play || step.kind == Step::turn)
            for (int i = 0; i < step.src; ++i)
                make({state.empty(plan.columns) ? MoveKind::back : MoveKind::draw, stock, 0, 1});
        switch (step.kind) {
            case Step::raise:
                make({MoveKind::foundation, column(step.src), step.dst, 1});
                break;
            case Step::shift:
                make({MoveKind::column, column(step.src), column(step.dst), step.count});
                break;
            case Step::play_up:
                make({MoveKind::foundation, hand, step.dst, 1});
                break;
            case Step::play:
                make({MoveKind::column, hand, column(step.dst), 1});
                break;
            case Step::turn:
                break;
            case Step::worry:
                make({MoveKind::column, step.src, column(step.dst), 1});
                break;
        }
    }
    return moves;
}

}  // namespace arfa::piles
