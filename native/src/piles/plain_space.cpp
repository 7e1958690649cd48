#include "piles/plain_space.h"

#include <span>

namespace arfa::piles {

// Equal for positions that differ in the order of interchangeable piles alone.
Key PlainSpace::key(const Position& position) const {
    const State& state = position.state;
    const bool sorted = engine_.columns_interchange(state);
    Key sum{};
    for (int i = 0; i < plan_.columns; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Key place{};
        if (!sorted) place = facts_.pile[at];
        if (state.merciful >> i & 1) place ^= facts_.pile[kMaxPiles - 1];
        if (state.empty(i)) {
            if (state.merciful >> i & 1) sum += mix(place);
            continue;
        }
        sum += column_key(facts_, state.pile(i).data(), state.size(i), state.down[at], place);
    }
    for (int f = 0; f < plan_.foundation_count(); ++f) {
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        sum += facts_.height[static_cast<std::size_t>(foundation.letter * 4 + foundation.suit)]
                            [state.height[static_cast<std::size_t>(f)]];
    }
    for (int pile = plan_.columns; pile < plan_.loose_piles(); ++pile) {
        const auto at = static_cast<std::size_t>(pile);
        if (plan_.stock == StockKind::row && !plan_.row_cover && pile > plan_.columns) {
            for (const Card c : state.pile(pile)) sum += mix(facts_.card[0][c]);  // all at hand, in any order
            continue;
        }
        if (!state.empty(pile))
            sum += column_key(facts_, state.pile(pile).data(), state.size(pile), 0, facts_.pile[at]);
    }
    sum += mix(facts_.passes[state.redeals]);
    sum += mix(facts_.down[state.breaches]);
    return sum;
}

double PlainSpace::value() const {
    const State& state = child_.state;
    Summary summary;
    summary.heights = std::span(state.height.data(), static_cast<std::size_t>(plan_.foundation_count()));
    for (const std::uint8_t h : summary.heights) summary.up += h;
    Value::Wanted wanted;
    value_.wanted(value_.lows(summary.heights), wanted);
    double value = 0;
    for (int i = 0; i < plan_.columns; ++i) {
        if (state.empty(i)) {
            ++summary.empty;
            continue;
        }
        value += value_.column(state.pile(i).data(), state.size(i), state.down[static_cast<std::size_t>(i)], wanted);
        summary.onto |= plan_.takes[state.top(i)];
    }
    if (plan_.stock != StockKind::none) {
        for (int pile = plan_.columns; pile < plan_.loose_piles(); ++pile) {
            const bool waste = plan_.stock == StockKind::waste && pile > plan_.columns;
            for (int i = state.start[pile]; i < state.start[pile + 1]; ++i)
                value += value_.waiting(state.cards[i], waste && i + 1 < state.start[pile + 1], wanted);
        }
        summary.stock = waiting(state);
        const int drawn = plan_.stock == StockKind::waste ? state.size(plan_.columns + 1) : 0;
        summary.through = summary.stock > 0 ? static_cast<double>(drawn) / summary.stock : 0;
        summary.passes = state.redeals;
    }
    return value + value_.rest(summary);
}

}  // namespace arfa::piles
