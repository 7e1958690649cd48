#include "piles/rules.h"

#include <algorithm>

#include "techniques/registry.h"

namespace arfa::piles {

Rules::Rules(const Engine& e, std::uint64_t techniques)
    : engine(e),
      plan(e.plan()),
      columns(plan.columns),
      foundations(plan.foundation_count()),
      unlimited(plan.redeals < 0) {
    one_kind = plan.letters == 1;
    for (int f = 0; f < foundations; ++f) {
        const Foundation& foundation = plan.foundations[static_cast<std::size_t>(f)];
        of_suit[static_cast<std::size_t>(foundation.suit)].push_back(f);
        if (plan.aces_at_once) first |= bit(foundation.wanted[0]);
        if (foundation.letter != plan.foundations[0].letter) continue;
        for (int h = 0; h < plan.ranks; ++h)
            order[foundation.wanted[static_cast<std::size_t>(h)]] = static_cast<std::uint8_t>(h);
    }
    std::uint64_t opening = 0;  // what begins foundations, at once or not
    for (const Foundation& foundation : plan.foundations) opening |= bit(foundation.wanted[0]);
    bool opening_bare = true;  // nothing is built on them
    for (int below = 0; below < kFaces; ++below) {
        bool all = true;
        for (int c = 0; c < kFaces; ++c) {
            if (plan.copies[c] == 0 || !plan.lies_on(static_cast<Card>(below), static_cast<Card>(c))) continue;
            all &= order[static_cast<std::size_t>(c)] < order[static_cast<std::size_t>(below)];
            if (opening >> below & 1) opening_bare = false;
        }
        if (all) descends |= bit(below);
    }
    safe_up = one_kind && opening_bare && is_on(techniques, Technique::piles_safe_foundation);
    finish = one_kind && is_on(techniques, Technique::piles_finish);
    if (is_on(techniques, Technique::piles_pass_dominance)) stock_rank = piles::stock_rank(plan, opening_bare);
}

bool Rules::fit(const Plan& plan) {
    if (plan.grid || plan.transfer != Transfer::never || plan.mercy != Mercy::off) return false;
    if (plan.stock == StockKind::none) return true;
    return plan.stock == StockKind::waste && !plan.draw_when_stuck && plan.redeals < 100;
}

bool Rules::fit(const Engine& engine, const State& state) {
    const Plan& plan = engine.plan();
    if (plan.stock == StockKind::waste && state.size(plan.columns) + state.size(plan.columns + 1) > 63) return false;
    State settled = state;
    engine.settle(settled);
    return settled == state;
}

Board Rules::board(const State& state, std::array<Card, 64>& stock) const {
    Board board{};
    for (int i = 0; i < columns; ++i) {
        const auto at = static_cast<std::size_t>(i);
        board.start[at] = state.start[i];
        board.down[at] = state.down[at];
        board.kept[at] = static_cast<std::uint8_t>(state.size(i));
    }
    std::fill(board.start.begin() + columns, board.start.end(), state.start[columns]);
    std::copy_n(state.cards.begin(), state.start[columns], board.cards.begin());
    board.height = state.height;
    for (int f = 0; f < foundations; ++f)
        board.up = static_cast<std::uint8_t>(board.up + state.height[static_cast<std::size_t>(f)]);
    if (plan.stock == StockKind::waste) {
        std::size_t n = 0;
        for (const Card c : state.pile(columns + 1)) stock[n++] = c;
        board.pointer = static_cast<std::uint8_t>(n);
        const auto ahead = state.pile(columns);
        for (auto c = ahead.rbegin(); c != ahead.rend(); ++c) stock[n++] = *c;
        board.stock = bit(static_cast<int>(n)) - 1;
        board.passes = unlimited || n == 0 ? 0 : state.redeals;
        if (n == 0) board.pointer = 0;
    }
    return board;
}

Facts::Facts() {
    std::uint64_t n = 0;
    const auto fill = [&](auto& values) {
        for (Key& value : values) value = key_of(++n);
    };
    for (auto& place : card) fill(place);
    fill(down);
    for (auto& kind : height) fill(kind);
    fill(pointer);
    fill(passes);
    fill(pile);
}

const Facts& Facts::get() {
    static const Facts facts;
    return facts;
}

}  // namespace arfa::piles
