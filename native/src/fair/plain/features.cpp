#include "fair/plain/features.h"

#include <algorithm>
#include <ranges>

namespace arfa::fair::plain {
namespace {

double& at(Row& row, Feature f) { return row[static_cast<std::size_t>(f)]; }

}  // namespace

Features::Features(const Engine& engine) : engine_(engine), plan_(engine.plan()) {
    for (const Foundation& f : plan_.foundations)
        for (int h = 0; h <= kMaxRanks; ++h)
            if (const Card c = f.wanted[static_cast<std::size_t>(h)]; c != kNoCard) at_[c] = h;
    for (std::size_t k = 0; k < power_.size(); ++k) {
        power_[k] = k == 0 ? 1 : 0.6 * power_[k - 1];
        slow_power_[k] = k == 0 ? 1 : 0.85 * slow_power_[k - 1];
    }
}

u64 Features::next_up(const State& state) const {
    u64 set = 0;
    for (std::size_t f = 0; f < plan_.foundations.size(); ++f)
        if (const Card c = plan_.foundations[f].wanted[state.height[f]]; c != kNoCard) set |= bit(c);
    return set;
}

u64 Features::places(const State& state) const {
    u64 set = 0;
    for (int i = 0; i < plan_.columns; ++i) {
        if (state.empty(i))
            set |= plan_.space_takes;
        else if (state.size(i) > state.down[i])
            set |= plan_.takes[state.top(i)];
    }
    return set;
}

void Features::from(const Sight& sight, int others) {
    before_ = &sight;
    others_ = others;
    const State& state = sight.state;
    low_.fill(kMaxRanks + 1);
    for (std::size_t f = 0; f < plan_.foundations.size(); ++f) {
        int& low = low_[static_cast<std::size_t>(plan_.foundations[f].suit)];
        low = std::min<int>(low, state.height[f]);
    }
    lowest_ = *std::ranges::min_element(low_);
    takes_ = places(state) | next_up(state);
    unseen_ = {};
    for (int i = 0; i < plan_.columns; ++i) {
        columns_[static_cast<std::size_t>(i)] = column_of(state, i);
        for (int k = 0; k < state.down[i]; ++k) unseen_.add(state.pile(i)[static_cast<std::size_t>(k)]);
    }
    if (plan_.stock == StockKind::none) return;
    const auto stock = state.pile(plan_.columns);
    for (std::size_t k = 0; k < stock.size(); ++k)
        if (!sight.seen[k]) unseen_.add(stock[k]);
    const bool all_seen =
        std::ranges::all_of(std::views::iota(std::size_t{0}, stock.size()), [&](auto k) { return sight.seen[k]; });
    phase_ = plan_.redeals >= 0 ? static_cast<std::size_t>(std::clamp(plan_.redeals - state.redeals, 0, 2))
             : all_seen         ? 1
                                : 2;
    stock_ = stock_of(state, false, false);
}

void Features::of(const Choice& choice, Row& row) const {
    row.fill(0);
    const State& state = choice.after;
    const u64 next = next_up(state), takes = places(state) | next;
    columns(choice, takes, row);
    if (plan_.stock != StockKind::none) stock(choice, takes, row);
    if (const int n = unseen_.size()) {
        at(row, Feature::unseen_fits) = 10.0 * unseen_.in(takes) / n;
        at(row, Feature::unseen_next) = 10.0 * unseen_.in(next) / n;
    }
    int up = 0, squares = 0;
    for (std::size_t f = 0; f < plan_.foundations.size(); ++f) {
        up += state.height[f];
        squares += state.height[f] * state.height[f];
    }
    const auto n = static_cast<double>(plan_.foundations.size());
    at(row, Feature::up) = up;
    at(row, Feature::balance) = 0.1 * (squares - up * up / n);
    move(choice, row);
}

// -- columns ------------------------------------------------------------------------------------------------------

Features::Column Features::column_of(const State& state, int i) const {
    Column column;
    const int size = state.size(i), down = state.down[i];
    if (size == 0) return column;
    column.empty = false;
    column.open = std::max(0, size - down);
    // The topmost of hidden cards that are bared is about to be turned up.
    column.hidden = column.open > 0 ? down : down - 1;
    if (column.open == 0) return column;
    const auto pile = state.pile(i);
    column.base = bit(pile[static_cast<std::size_t>(down)]);
    column.king = rank_of(pile[static_cast<std::size_t>(down)]) == plan_.ranks;
    const Card top = pile[static_cast<std::size_t>(size - 1)];
    if (rank_of(top) > 1) column.end = rank_of(top) * 2 + is_red(top);
    for (int k = down; k < size; ++k) {
        const Card c = pile[static_cast<std::size_t>(k)];
        const int above = size - 1 - k;
        const auto away = static_cast<std::size_t>(far(c));
        column.buried += power_[away] * above;
        column.buried_far += slow_power_[away] * above;
        column.faces |= bit(c);
    }
    return column;
}

void Features::columns(const Choice& choice, u64 takes, Row& row) const {
    const State& state = choice.after;
    const int base = plan_.foundation_count();
    unsigned touched = 0;
    if (choice.event != Event::stock) {
        for (int k = 0; k < choice.size; ++k) {
            const Move& move = choice.moves[static_cast<std::size_t>(k)];
            if (move.src >= base) touched |= 1u << std::min(move.src - base, 31);
            if (move.kind != MoveKind::foundation) touched |= 1u << (move.dst - base);
        }
    }
    const bool whole = plan_.groups != Groups::single;
    u64 ends = 0, open = 0;
    int spaces = 0;
    for (int i = 0; i < plan_.columns; ++i) {
        const Column column = touched >> i & 1 ? column_of(state, i) : columns_[static_cast<std::size_t>(i)];
        if (column.empty) {
            ++spaces;
            continue;
        }
        at(row, Feature::hidden) += column.hidden;
        at(row, Feature::hidden_squared) += 0.1 * column.hidden * column.hidden;
        if (column.open == 0) {
            if (column.hidden > 0) at(row, Feature::closed) += 1;
            continue;
        }
        if (column.end >= 0) ends |= bit(column.end);
        at(row, Feature::buried) += column.buried;
        at(row, Feature::buried_far) += column.buried_far;
        open |= column.faces;
        if (column.hidden == 0) {
            at(row, column.king ? Feature::settled : Feature::unsettled) += column.open;
            continue;
        }
        at(row, Feature::closed) += 1;
        at(row, column.king ? Feature::king_over : Feature::run_over) += column.king ? column.open : column.open - 1;
        if (column.king) at(row, Feature::king_base) += 1;
        const bool movable = column.open == 1 || (whole && (column.king || plan_.groups != Groups::king_run));
        if (movable && (takes & column.base)) at(row, Feature::turnable) += 1;
        if (!(column.faces & ~takes)) at(row, Feature::diggable) += 1;
        at(row, Feature::blocked) += std::popcount(column.faces & ~takes);
        if (!column.king) at(row, Feature::run_deep) += 0.1 * (column.open - 1) * column.hidden;
    }
    at(row, Feature::next_open) = std::popcount(open & next_up(state));
    at(row, Feature::mobility) = std::popcount(ends);
    at(row, Feature::spaces) = std::min(spaces, 3);
}

// -- the stock ----------------------------------------------------------------------------------------------------

// `covered`: a card that is not known is about to come onto the hand.
Features::Stock Features::stock_of(const State& state, bool turned_over, bool covered) const {
    Stock stock;
    const auto ahead = state.pile(plan_.columns);
    stock.left = static_cast<int>(ahead.size());
    for (std::size_t k = 0; k < ahead.size(); ++k) {
        if (!turned_over && !before_->seen[k]) continue;
        stock.wanted += wanted(ahead[k]);
        stock.ahead.add(ahead[k]);
    }
    const bool open = plan_.stock == StockKind::row && !plan_.row_cover;
    for (int pile = plan_.columns + 1; pile <= plan_.columns + plan_.hand_piles(); ++pile) {
        const auto cards = state.pile(pile);
        stock.hand += static_cast<int>(cards.size());
        const std::size_t free = open ? cards.size() : covered ? 0 : 1;
        for (std::size_t k = 0; k < cards.size(); ++k) {
            const double want = wanted(cards[k]);
            stock.wanted += want;
            if (k + free >= cards.size()) {
                stock.ahead.add(cards[k]);
                continue;
            }
            stock.behind += want;
            stock.past.add(cards[k]);
        }
    }
    return stock;
}

void Features::stock(const Choice& choice, u64 takes, Row& row) const {
    const State& state = choice.after;
    const bool acts = choice.event == Event::stock;
    const bool known = acts && state.size(plan_.columns) != before_->state.size(plan_.columns);
    const bool turned_over = acts && choice.last().kind == MoveKind::back && plan_.stock == StockKind::waste;
    const int hand_at = plan_.foundation_count() + plan_.columns;
    const bool changed = acts || choice.last().src > hand_at;
    const Stock stock = changed ? stock_of(state, turned_over, acts && !known) : stock_;
    const bool last_round = plan_.redeals >= 0 && state.redeals >= plan_.redeals;
    at(row, Feature::stock_wanted) = stock.wanted;
    at(row, Feature::behind) = stock.behind;
    if (last_round) at(row, Feature::behind_last) = stock.behind;
    at(row, Feature::ahead_fits) = stock.ahead.in(takes);
    at(row, Feature::behind_fits) = stock.past.in(takes);
    at(row, Feature::stock_left) = stock.left + stock.hand;
    at(row, Feature::passes) = stock.left + stock.hand > 0 ? state.redeals : 0;
    at(row, Feature::drawn) = 0.1 * stock.hand;
    if (!acts) return;
    at(row, choice.last().kind == MoveKind::draw ? Feature::draw : Feature::back) = 1;
    at(row, Feature::others) = others_;
    if (known && !turned_over) at(row, Feature::draw_known) = 1;
    if (last_round) at(row, Feature::draw_last) = 1;
    for (const HandCard& h : engine_.hand(before_->state)) {
        if (takes_ >> h.card & 1) at(row, Feature::draw_covers) += 1;
        at(row, Feature::draw_covers_wanted) += wanted(h.card);
    }
}

// -- the choice itself --------------------------------------------------------------------------------------------

void Features::move(const Choice& choice, Row& row) const {
    const State& before = before_->state;
    const int base = plan_.foundation_count();
    at(row, Feature::way) = choice.size - 1;
    if (choice.moves[0].src < base && choice.event != Event::stock) at(row, Feature::worry) = 1;
    if (choice.event == Event::mercy) at(row, Feature::mercy) = 1;
    if (choice.event == Event::emptied) at(row, Feature::emptied) = 1;
    if (choice.card == kNoCard) return;
    const int from = choice.last().src - base;
    const bool column = from >= 0 && from < plan_.columns;
    if (column && before.down[static_cast<std::size_t>(from)] > 0 &&
        choice.after.size(from) <= choice.after.down[static_cast<std::size_t>(from)]) {
        const int down = before.down[static_cast<std::size_t>(from)];
        at(row, Feature::turns) = 1;
        at(row, Feature::turns_depth) = down;
        if (down == 1) at(row, Feature::turns_last) = 1;
        at(row, Feature::turns_rank) = rank_of(choice.card);
        if (rank_of(choice.card) == plan_.ranks) at(row, Feature::turns_king) = 1;
    }
    if (choice.event == Event::up) {
        at(row, column ? Feature::up_column : Feature::up_hand) = 1;
        at(row, Feature::up_early) = at_[choice.card] - lowest_;
        if (at_[choice.card] < 3) at(row, Feature::up_low) = 1;
    }
    if (choice.event == Event::laid) {
        at(row, Feature::laid) = 1;
        at(row, Feature::laid_rank) = rank_of(choice.card);
        if (rank_of(choice.card) == plan_.ranks) at(row, Feature::laid_king) = 1;
        const int to = choice.last().dst - base;
        if (before.down[static_cast<std::size_t>(to)] > 0) at(row, Feature::laid_buries) = 1;
        const auto pile = choice.after.pile(to);
        if (pile.size() > 1) at(row, Feature::laid_wanted) = wanted(pile[pile.size() - 2]);
    }
}

}  // namespace arfa::fair::plain
