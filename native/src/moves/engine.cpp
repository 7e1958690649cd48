#include "moves/engine.h"

#include <algorithm>

#include "state/piles.h"

namespace arfa {
namespace {

// A set of the faces that are in play.
std::uint64_t faces_in_play(const Plan& plan) {
    std::uint64_t set = 0;
    for (int c = 0; c < kFaces; ++c)
        if (plan.copies[c] != 0) set |= bit(c);
    return set;
}

// Runs down in alternating colours, any part of which moves; on spaces any card, or the highest ones alone.
bool is_klondike_type(const Plan& plan, bool any_spaces) {
    if (plan.grid || plan.groups != Groups::run || plan.letters != 1) return false;
    const std::uint64_t faces = faces_in_play(plan);
    for (int below = 0; below < kFaces; ++below) {
        const auto parent = static_cast<Card>(below);
        if (!(faces >> below & 1)) continue;
        for (int c = 0; c < kFaces; ++c) {
            const auto child = static_cast<Card>(c);
            const bool fits = rank_of(child) + 1 == rank_of(parent) && is_red(child) != is_red(parent);
            if (faces >> c & 1 && plan.lies_on(parent, child) != fits) return false;
        }
        if (plan.begins_column(parent) != (any_spaces || rank_of(parent) == plan.ranks)) return false;
    }
    return true;
}

}  // namespace

Engine::Engine(Plan plan)
    : plan_(std::move(plan)),
      klondike_type_(is_klondike_type(plan_, false)),
      any_spaces_(!klondike_type_ && is_klondike_type(plan_, true)) {
    for (int f = 0; f < plan_.foundation_count(); ++f) {
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        slots_[foundation.letter][foundation.suit].push_back(f);
        if (plan_.aces_at_once) first_ |= bit(foundation.wanted[0]);
    }
}

// -- questions ------------------------------------------------------------------------------------------------

int Engine::run_length(const State& state, int column) const {
    const auto pile = state.pile(column);
    const int size = state.size(column);
    const int most = size - state.down[column];
    int n = std::min(1, size);
    while (n < most && plan_.lies_on(pile[size - n - 1], pile[size - n])) ++n;
    return n;
}

int Engine::slot_for(const State& state, int letter, Card c) const {
    for (const int f : slots_[letter][suit_of(c)])
        if (plan_.foundations[static_cast<std::size_t>(f)].wanted[state.height[f]] == c) return f;
    return -1;
}

bool Engine::goes_up(const State& state, Card c) const {
    for (int letter = 0; letter < plan_.letters; ++letter)
        if (slot_for(state, letter, c) >= 0) return true;
    return false;
}

bool Engine::may_give(const State& state, int column, int foundation) const {
    if (state.free || plan_.stock != StockKind::groups || column >= plan_.columns) return true;
    return plan_.may_give[column] >> foundation & 1;
}

bool Engine::column_takes(const State& state, int column, Card c) const {
    return state.empty(column) ? plan_.begins_column(c) : plan_.lies_on(state.top(column), c);
}

bool Engine::playable(const State& state, Card c) const {
    if (goes_up(state, c)) return true;
    for (int column = 0; column < plan_.columns; ++column)
        if (column_takes(state, column, c)) return true;
    return false;
}

bool Engine::columns_interchange(const State& state) const {
    if (plan_.stock == StockKind::columns) return state.empty(plan_.columns);
    if (plan_.stock == StockKind::groups) return state.free && state.redeals >= plan_.redeals;
    return true;
}

bool Engine::won(const State& state) const {
    if (plan_.grid) {
        for (int row = 0; row < plan_.rows; ++row)
            if (sequence(state, row) != plan_.ranks - plan_.front + 1) return false;
        return true;
    }
    int up = 0;
    for (int f = 0; f < plan_.foundation_count(); ++f) up += state.height[f];
    return up == plan_.cards;
}

// -- moves ----------------------------------------------------------------------------------------------------

std::vector<Move> Engine::legal_moves(const State& state) const {
    std::vector<Move> moves;
    legal_moves(state, moves);
    return moves;
}

void Engine::legal_moves(const State& state, std::vector<Move>& out) const {
    if (plan_.grid) {
        grid_moves(state, out);
        return;
    }
    building_moves(state, out);
    if (plan_.stock != StockKind::none) {
        const auto stock = static_cast<std::uint8_t>(plan_.stock_pile());
        if (stock_action_legal(state, false)) out.push_back({MoveKind::draw, stock, 0, 1});
        if (stock_action_legal(state, true)) out.push_back({MoveKind::back, stock, 0, 1});
    }
    if (plan_.mercy != Mercy::off) mercy_moves(state, out);
}

bool Engine::is_legal(const State& state, const Move& move) const {
    const int base = plan_.foundation_count();
    const int column_end = base + plan_.columns;
    if (plan_.grid) {
        const int cells = plan_.rows * plan_.places;
        if (move.kind == MoveKind::back) return grid_redeal_legal(state);
        return move.kind == MoveKind::column && move.src < cells && move.dst < cells &&
               grid_move_legal(state, move.src, move.dst);
    }
    if (move.kind == MoveKind::draw || move.kind == MoveKind::back)
        return stock_action_legal(state, move.kind == MoveKind::back);
    if (move.kind == MoveKind::mercy) {
        std::vector<Move> moves;
        mercy_moves(state, moves);
        return std::ranges::find(moves, move) != moves.end();
    }
    Card c = kNoCard;  // the card that a foundation, a single card of a column or the hand gives
    if (move.src < base) {
        if (state.height[move.src] > plan_.foundations[move.src].fixed)
            c = plan_.foundations[move.src].wanted[state.height[move.src] - 1];
    } else if (move.src < column_end) {
        if (!state.empty(move.src - base)) c = state.top(move.src - base);
    } else {
        for (const HandCard& h : hand(state))
            if (h.pile == move.src - base && h.item == move.count) c = h.card;
    }
    if (c == kNoCard) return false;
    if (move.kind == MoveKind::foundation) {
        if (move.dst >= plan_.letters || (move.src < column_end && move.count != 1)) return false;
        const int f = slot_for(state, move.dst, c);
        if (f < 0) return false;
        if (move.src < base) return transfer_allowed(state) && plan_.foundations[move.src].letter != move.dst;
        return may_give(state, move.src - base, f);
    }
    if (move.dst < base || move.dst >= column_end) return false;
    if (move.src < column_end) return may_move(state, move.src, move.dst, move.count);
    return state.free && column_takes(state, move.dst - base, c);
}

void Engine::apply(State& state, const Move& move) const {
    switch (move.kind) {
        case MoveKind::column:
        case MoveKind::foundation:
            build(state, move);
            break;
        case MoveKind::draw:
            stock_action(state, false);
            break;
        case MoveKind::back:
            if (plan_.grid)
                grid_redeal(state);
            else
                stock_action(state, true);
            break;
        case MoveKind::mercy:
            build(state, move);
            if (plan_.mercy == Mercy::per_space)
                state.merciful =
                    static_cast<std::uint16_t>(state.merciful | 1u << (move.dst - plan_.foundation_count()));
            ++state.breaches;
            break;
    }
    if (!plan_.grid) settle(state);
}

bool Engine::settle(State& state) const {
    bool any = false;
    do {
        for (int column = 0; column < plan_.columns; ++column) {
            const int size = state.size(column);
            if (size != 0 && size <= state.down[column]) {
                state.down[column] = static_cast<std::uint8_t>(size - 1);
                any = true;
            }
        }
    } while (first_ != 0 && rise(state) && (any = true));
    return any;
}

// Sends up one open card that begins a foundation; false when there is none.
bool Engine::rise(State& state) const {
    const int base = plan_.foundation_count();
    const auto goes = [&](int column, Card c) {
        if (!(first_ >> c & 1)) return -1;
        for (int letter = 0; letter < plan_.letters; ++letter) {
            const int f = slot_for(state, letter, c);
            if (f >= 0 && state.height[f] == 0 && may_give(state, column, f)) return letter;
        }
        return -1;
    };
    for (int column = 0; column < plan_.columns; ++column) {
        if (state.empty(column)) continue;
        const int letter = goes(column, state.top(column));
        if (letter < 0) continue;
        build(state,
              {MoveKind::foundation, static_cast<std::uint8_t>(base + column), static_cast<std::uint8_t>(letter), 1});
        return true;
    }
    for (const HandCard& h : hand(state)) {
        const int letter = goes(h.pile, h.card);
        if (letter < 0) continue;
        build(state, {MoveKind::foundation, static_cast<std::uint8_t>(base + h.pile), static_cast<std::uint8_t>(letter),
                      h.item});
        return true;
    }
    return false;
}

// -- the key --------------------------------------------------------------------------------------------------

std::string Engine::canonical(const State& state) const {
    const auto byte = [](int value) { return static_cast<char>(value); };
    std::string key;
    for (const char c : {byte(state.redeals), byte(state.free), byte(state.breaches)}) key += c;
    if (plan_.grid) {
        std::vector<std::string> rows;
        for (int row = 0; row < plan_.rows; ++row) {
            const auto* first = state.cards.data() + row * plan_.places;
            rows.emplace_back(first, first + plan_.places);
        }
        std::ranges::sort(rows);
        for (const std::string& row : rows) key += row;
        return key;
    }
    for (int letter = 0; letter < plan_.letters; ++letter) {
        for (const auto& same : slots_[letter]) {
            std::string heights;
            for (const int f : same) heights += byte(state.height[f]);
            std::ranges::sort(heights);
            key += heights;
        }
    }
    std::vector<std::string> columns;
    for (int column = 0; column < plan_.columns; ++column) {
        std::string text{byte(state.size(column)), byte(state.down[column]), byte(state.merciful >> column & 1)};
        for (const Card c : state.pile(column)) text += byte(c);
        columns.push_back(std::move(text));
    }
    if (columns_interchange(state)) std::ranges::sort(columns);
    for (const std::string& column : columns) key += column;
    for (int pile = plan_.columns; pile < plan_.loose_piles(); ++pile) {
        std::string text(state.pile(pile).begin(), state.pile(pile).end());
        if (plan_.stock == StockKind::row && !plan_.row_cover && pile > plan_.columns) std::ranges::sort(text);
        key += byte(state.size(pile)) + text;
    }
    return key;
}

}  // namespace arfa
