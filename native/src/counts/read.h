// From a position with piles to a board and the node of its root.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "counts/board.h"
#include "counts/node.h"
#include "moves/engine.h"

namespace arfa::counts {

// Fills a board and its root from a position; false where the open cards of a column are no run.
template <int D>
bool read(const Engine& engine, const State& state, Flow flow, Board<D>& b, Node<D>& root) {
    using L = Layout<D>;
    const Plan& plan = engine.plan();
    b.columns = plan.columns;
    b.ranks = plan.ranks;
    b.flow = flow;
    b.draw = plan.draw;
    b.counted = flow == Flow::waste && plan.redeals >= 0;
    b.skip = plan.skip;
    b.open_next = plan.open_next;
    b.row_size = plan.row_size;
    b.exact = false;
    b.aces_at_once = plan.aces_at_once;
    b.worry_back = plan.worry_back;
    b.any_spaces = engine.klondike_any_spaces();
    b.kings = b.any_spaces ? Set<D>{0} : Set<D>((1u << L::RS) - 1) << ((plan.ranks - 1) * L::RS);
    root = {};
    std::array<u8, kFaces> seen{};
    const auto number = [&](Card c) {
        const int id = L::id(rank_of(c) - 1, kSuit[suit_of(c)], seen[c]++);
        b.face[static_cast<std::size_t>(id)] = c;
        return id;
    };
    for (std::size_t q = 0; q < 4; ++q) {
        b.of[q].fill(0);
        root.height[q].fill(static_cast<u8>(plan.ranks));  // a suit that is not in play is as good as up
    }
    std::array<int, 4> filled{};
    for (int f = 0; f < plan.foundation_count(); ++f) {
        const auto n = static_cast<std::size_t>(f);
        const auto q = static_cast<std::size_t>(kSuit[plan.foundations[n].suit]);
        root.height[q][static_cast<std::size_t>(filled[q]++)] = state.height[n];
        for (int r = 0; r < plan.ranks; ++r)
            for (int k = 0; k < D; ++k) {
                const int id = L::id(r, static_cast<int>(q), k);
                b.of[q][static_cast<std::size_t>(r)] |= L::one(id);
                b.face[static_cast<std::size_t>(id)] = static_cast<Card>(plan.foundations[n].suit * 13 + r);
            }
    }
    b.column_of.fill(-1);
    std::vector<std::pair<int, Card>> loose;
    for (int i = 0; i < plan.columns; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const auto pile = state.pile(i);
        const int size = state.size(i), down = state.down[k];
        b.length[k] = 0;
        b.under[k][0] = 0;
        if (size == 0) continue;
        if (engine.run_length(state, i) != size - down) return false;
        ++root.used;
        for (int j = 0; j <= down; ++j) {
            const int id = number(pile[static_cast<std::size_t>(j)]);
            b.card[k][static_cast<std::size_t>(j)] = static_cast<u8>(id);
            b.column_of[static_cast<std::size_t>(id)] = static_cast<std::int8_t>(i);
            b.under[k][static_cast<std::size_t>(j) + 1] =
                j == 0 ? Set<D>{0}
                       : b.under[k][static_cast<std::size_t>(j)] | L::one(b.card[k][static_cast<std::size_t>(j) - 1]);
            if (j == down) root.visible |= L::one(id);
        }
        b.length[k] = root.left[k] = static_cast<u8>(down + 1);
        if (down == 0 && (b.any_spaces || b.kings >> b.card[k][0] & 1)) {  // it may as well have been put there
            root.left[k] = 0;
            root.free |= root.visible & L::one(b.card[k][0]);
            if (b.any_spaces) --root.used;
        }
        root.hidden = static_cast<u8>(root.hidden + down);
        for (int j = down + 1; j < size; ++j) {
            const int id = number(pile[static_cast<std::size_t>(j)]);
            root.visible |= L::one(id);
            root.free |= L::one(id);
        }
    }
    b.stock_size = 0;
    const auto add = [&](Card c) {
        const int id = number(c);
        b.place[static_cast<std::size_t>(id)] = static_cast<u8>(b.stock_size);
        root.stock |= L::one(id);
        root.order |= Set<D>(1) << b.stock_size;
        b.stock[static_cast<std::size_t>(b.stock_size++)] = static_cast<u8>(id);
    };
    if (plan.stock != StockKind::none) {
        const auto stock = state.pile(plan.columns), hand = state.pile(plan.columns + 1);
        if (plan.stock == StockKind::cycle) {
            for (const Card c : stock) add(c);
            for (const Card c : hand) add(c);
            root.at = !hand.empty();  // the gap is at the beginning; the last card is open
        } else {
            for (const Card c : hand) add(c);
            for (auto it = stock.rbegin(); it != stock.rend(); ++it) add(*it);
            root.at = static_cast<u8>(flow == Flow::all ? 0 : hand.size());
        }
        if (b.counted) root.redeals = static_cast<u8>(std::clamp(plan.redeals - state.redeals, 0, 255));
    }
    return true;
}

}  // namespace arfa::counts
