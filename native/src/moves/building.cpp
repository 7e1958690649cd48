// Columns, foundations, and the cards of the hand that go to them (rulebook 1.a.3 to 1.a.7, 4.a.2, 5.2.4); mercy.
#include <array>

#include "moves/engine.h"
#include "state/piles.h"

namespace arfa {

// Whether the last n cards of a column may leave it together; `run`: how many form a run.
bool Engine::group_moves(const State& state, int column, int n, int run) const {
    const auto pile = state.pile(column);
    const int size = state.size(column);
    switch (plan_.groups) {
        case Groups::single:
            return n == 1;
        case Groups::run:
            return n <= run;
        case Groups::any:
            return n <= size - state.down[column];
        case Groups::king_run:
            return n == 1 || (n <= run && rank_of(pile[size - n]) == plan_.ranks);
        case Groups::strict_run:
            return n == run || (n < run && goes_up(state, pile[size - n - 1]));
    }
    return false;
}

bool Engine::worry_back_allowed(const State& state, int f) const {
    const int height = state.height[f];
    if (!plan_.worry_back || height <= plan_.foundations[static_cast<std::size_t>(f)].fixed) return false;
    return !(plan_.aces_at_once && height == 1);
}

bool Engine::transfer_allowed(const State& state) const {
    return plan_.transfer == Transfer::always || (plan_.transfer == Transfer::free_phase && state.free);
}

void Engine::building_moves(const State& state, std::vector<Move>& out) const {
    const int base = plan_.foundation_count();
    const Hand cards = hand(state);
    const auto to_foundations = [&](int pile, Card c, std::uint8_t item) {
        for (int letter = 0; letter < plan_.letters; ++letter) {
            const int f = slot_for(state, letter, c);
            if (f >= 0 && may_give(state, pile, f))
                out.push_back({MoveKind::foundation, static_cast<std::uint8_t>(base + pile),
                               static_cast<std::uint8_t>(letter), item});
        }
    };
    for (int column = 0; column < plan_.columns; ++column)
        if (!state.empty(column)) to_foundations(column, state.top(column), 1);
    for (const HandCard& h : cards) to_foundations(h.pile, h.card, h.item);
    transfers(state, out);
    if (!state.free) return;

    const auto to_columns = [&](int src, Card c, int n) {
        for (int column = 0; column < plan_.columns; ++column)
            if (base + column != src && column_takes(state, column, c))
                out.push_back({MoveKind::column, static_cast<std::uint8_t>(src),
                               static_cast<std::uint8_t>(base + column), static_cast<std::uint8_t>(n)});
    };
    for (int column = 0; column < plan_.columns; ++column) {
        const int size = state.size(column);
        const int run = run_length(state, column);
        const int most = plan_.groups == Groups::any ? size - state.down[column] : run;
        for (int n = 1; n <= most; ++n)
            if (group_moves(state, column, n, run)) to_columns(base + column, state.pile(column)[size - n], n);
    }
    for (const HandCard& h : cards) to_columns(base + h.pile, h.card, h.item);
    for (int f = 0; f < base; ++f) {
        if (!worry_back_allowed(state, f)) continue;
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        // Of two foundations of equal height the moves are the same.
        bool twin = false;
        for (const int other : slots_[foundation.letter][foundation.suit])
            twin |= other < f && state.height[other] == state.height[f];
        if (!twin) to_columns(f, foundation.wanted[state.height[f] - 1], 1);
    }
}

void Engine::transfers(const State& state, std::vector<Move>& out) const {
    if (!transfer_allowed(state)) return;
    for (int f = 0; f < plan_.foundation_count(); ++f) {
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        if (state.height[f] <= foundation.fixed) continue;
        const Card c = foundation.wanted[state.height[f] - 1];
        for (int letter = 0; letter < plan_.letters; ++letter)
            if (letter != foundation.letter && slot_for(state, letter, c) >= 0)
                out.push_back(
                    {MoveKind::foundation, static_cast<std::uint8_t>(f), static_cast<std::uint8_t>(letter), 1});
    }
}

bool Engine::may_move(const State& state, int src, int dst, int n) const {
    const int base = plan_.foundation_count();
    if (src == dst || !state.free) return false;
    Card head = kNoCard;
    if (src < base) {
        if (n != 1 || !worry_back_allowed(state, src)) return false;
        head = plan_.foundations[static_cast<std::size_t>(src)].wanted[state.height[src] - 1];
    } else {
        const int column = src - base;
        const int size = state.size(column);
        if (n < 1 || n > size - state.down[column] || !group_moves(state, column, n, run_length(state, column)))
            return false;
        head = state.pile(column)[size - n];
    }
    return column_takes(state, dst - base, head);
}

int Engine::build(State& state, const Move& move) const {
    const int base = plan_.foundation_count();
    const int src = move.src;
    const bool from_hand = src > base + plan_.columns;
    std::array<Card, kMaxCards> group;
    int n = 1;
    if (plan_.grid) {
        state.cards[move.dst] = state.cards[src];
        state.cards[src] = kNoCard;
        return -1;
    }
    if (src < base) {
        group[0] = plan_.foundations[static_cast<std::size_t>(src)].wanted[--state.height[src]];
    } else if (from_hand) {
        const int pile = src - base;
        const bool row = plan_.stock == StockKind::row && !plan_.row_cover;
        const int at = row ? state.start[pile] + move.count - 1 : state.start[pile + 1] - 1;
        group[0] = state.cards[at];
        erase(state, pile, at, 1);
    } else {
        n = move.count;
        const int at = state.start[src - base + 1] - n;
        std::copy_n(state.cards.begin() + at, n, group.begin());
        erase(state, src - base, at, n);
    }
    int f = -1;
    if (move.kind == MoveKind::foundation) {
        f = slot_for(state, move.dst, group[0]);
        ++state.height[f];
    } else {
        put(state, move.dst - base, {group.data(), static_cast<std::size_t>(n)});
    }
    if (from_hand) after_play(state);
    return f;
}

// «Закрыть глаза на правило»: a stuck player puts any open card or run into a space (rulebook 1, "Mercy").
void Engine::mercy_moves(const State& state, std::vector<Move>& out) const {
    const int base = plan_.foundation_count();
    if (plan_.mercy == Mercy::counted && state.breaches >= plan_.mercy_count) return;
    std::vector<int> spaces;
    for (int column = 0; column < plan_.columns; ++column)
        if (state.empty(column) && !(state.merciful >> column & 1)) spaces.push_back(column);
    if (spaces.empty() || !stuck(state)) return;
    const auto into_spaces = [&](int pile, Card c, int n) {
        if (plan_.begins_column(c)) return;
        for (const int space : spaces)
            out.push_back({MoveKind::mercy, static_cast<std::uint8_t>(base + pile),
                           static_cast<std::uint8_t>(base + space), static_cast<std::uint8_t>(n)});
    };
    for (int column = 0; column < plan_.columns; ++column) {
        const int run = run_length(state, column);
        for (int n = 1; n <= run; ++n) into_spaces(column, state.pile(column)[state.size(column) - n], n);
    }
    for (const HandCard& h : hand(state)) into_spaces(h.pile, h.card, h.item);
}

}  // namespace arfa
