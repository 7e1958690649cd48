#include "counts/line.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace arfa::counts {

namespace {

[[noreturn]] void fail(const char* what) {
    throw std::logic_error(std::string("counts: a step cannot be made: ") + what);
}

}  // namespace

Line::Line(const Engine& engine, const State& start) : engine_(engine), plan_(engine.plan()), state_(start) {
    if (plan_.stock == StockKind::none) return;
    const int n = state_.size(plan_.columns) + state_.size(plan_.columns + 1);
    order_.resize(static_cast<std::size_t>(n));
    std::iota(order_.begin(), order_.end(), 0);
    // The order begins with the closed pile, so that the opened card is the last one.
    if (plan_.stock == StockKind::cycle && !state_.empty(plan_.columns + 1))
        std::rotate(order_.begin(), order_.end() - 1, order_.end());
}

void Line::move(MoveKind kind, int src, int dst, int count) {
    const Move m{kind, static_cast<std::uint8_t>(src), static_cast<std::uint8_t>(dst),
                 static_cast<std::uint8_t>(count)};
    engine_.apply(state_, m);
    moves_.push_back(m);
}

int Line::place_for(Card c, int not_this) const {
    for (int i = 0; i < plan_.columns; ++i) {
        if (i == not_this) continue;
        if (state_.empty(i) ? plan_.begins_column(c) : plan_.lies_on(state_.top(i), c)) return i;
    }
    fail("no place");
}

void Line::shift(int i, int k) {
    const int size = state_.size(i);
    if (k >= size) return;
    const int to = place_for(state_.pile(i)[static_cast<std::size_t>(k)], i);
    move(MoveKind::column, plan_.foundation_count() + i, plan_.foundation_count() + to, size - k);
}

void Line::raise_from(int i, int k) {
    const Card c = state_.pile(i)[static_cast<std::size_t>(k)];
    shift(i, k + 1);
    if (!engine_.goes_up(state_, c)) fail("not its turn");
    move(MoveKind::foundation, plan_.foundation_count() + i, 0, 1);
}

void Line::raise_free(Card c) {
    int column = -1, place = -1;
    for (int i = 0; i < plan_.columns; ++i) {
        const auto pile = state_.pile(i);
        const int size = state_.size(i);
        for (int k = state_.down[static_cast<std::size_t>(i)]; k < size; ++k) {
            if (pile[static_cast<std::size_t>(k)] != c) continue;
            const bool anchored = k == state_.down[static_cast<std::size_t>(i)] && !(k == 0 && plan_.begins_column(c));
            if (anchored) continue;
            if (column < 0 || k == size - 1) {
                column = i;
                place = k;
            }
        }
    }
    if (column < 0) fail("no such free card");
    raise_from(column, place);
}

// -- the stock ------------------------------------------------------------------------------------------------

// Cards that went up by themselves are no longer there.
void Line::match_stock() {
    const int stock = plan_.columns, hand = stock + 1;
    const auto n = static_cast<std::size_t>(state_.size(stock) + state_.size(hand));
    while (order_.size() > n) {
        const std::size_t at = plan_.stock == StockKind::waste ? static_cast<std::size_t>(state_.size(hand)) : 0;
        order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

void Line::turn() {
    const int stock = plan_.columns, hand = stock + 1;
    const int pile = plan_.stock_pile();
    if (plan_.stock == StockKind::waste) {
        move(state_.empty(stock) ? MoveKind::back : MoveKind::draw, pile, 0, 1);
    } else if (plan_.stock == StockKind::cycle) {
        if (state_.empty(hand)) {
            const int n = state_.size(stock);
            move(MoveKind::draw, pile, 0, 1);
            std::rotate(order_.begin(), order_.begin() + plan_.skip % n, order_.end());
        } else {
            move(MoveKind::back, pile, 0, 1);
            std::rotate(order_.begin(), order_.begin() + 1, order_.end());
        }
    } else {
        move(MoveKind::draw, pile, 0, 1);
    }
    match_stock();
}

void Line::to_hand(int place) {
    const int hand = plan_.columns + 1;
    for (std::size_t k = 0; k < 6 * order_.size() + 6; ++k) {
        if (!state_.empty(hand)) {
            const int top = plan_.stock == StockKind::waste ? state_.size(hand) - 1 : 0;
            if (order_[static_cast<std::size_t>(top)] == place) return;
        }
        turn();
    }
    fail("not to be had from the stock");
}

void Line::from_hand(MoveKind kind, int dst) {
    const int hand = plan_.columns + 1;
    const int top = plan_.stock == StockKind::waste ? state_.size(hand) - 1 : 0;
    order_.erase(order_.begin() + top);
    move(kind, plan_.hand_pile(), dst, 1);
    match_stock();
}

// -- steps ----------------------------------------------------------------------------------------------------

int Line::foundation_with(Card c) const {
    for (int f = 0; f < plan_.foundation_count(); ++f) {
        const int h = state_.height[static_cast<std::size_t>(f)];
        if (h > 0 && plan_.foundations[static_cast<std::size_t>(f)].wanted[static_cast<std::size_t>(h - 1)] == c)
            return f;
    }
    fail("not on top of a foundation");
}

void Line::play(const LineStep& step) {
    const int base = plan_.foundation_count();
    const bool went_up = plan_.aces_at_once && rank_of(step.card) == 1;  // by itself, as soon as it was open
    switch (step.kind) {
        case StepKind::base: shift(step.where, state_.down[static_cast<std::size_t>(step.where)]); break;
        case StepKind::raise:
            if (!went_up) raise_free(step.card);
            break;
        case StepKind::raise_base:
            if (!went_up) raise_from(step.where, state_.down[static_cast<std::size_t>(step.where)]);
            break;
        case StepKind::raise_st:
            if (went_up && std::ranges::find(order_, step.where) == order_.end()) break;
            if (went_up) {  // it goes when it comes to hand
                for (std::size_t k = 0;
                     k < 6 * order_.size() + 6 && std::ranges::find(order_, step.where) != order_.end(); ++k)
                    turn();
                break;
            }
            to_hand(step.where);
            from_hand(MoveKind::foundation, 0);
            break;
        case StepKind::lay:
            to_hand(step.where);
            from_hand(MoveKind::column, base + place_for(step.card, -1));
            break;
        case StepKind::lower: {
            const int to = place_for(step.card, -1);
            move(MoveKind::column, foundation_with(step.card), base + to, 1);
            break;
        }
        default: fail("unknown");
    }
}

void Line::finish() {
    const int base = plan_.foundation_count();
    std::size_t idle = 0;
    while (!engine_.won(state_)) {
        bool any = false;
        for (int i = 0; i < plan_.columns; ++i) {
            while (!state_.empty(i) && engine_.goes_up(state_, state_.top(i))) {
                move(MoveKind::foundation, base + i, 0, 1);
                any = true;
            }
        }
        if (plan_.stock != StockKind::none && !any) {
            const Hand hand = engine_.hand(state_);
            for (const HandCard& h : hand) {
                if (!engine_.goes_up(state_, h.card)) continue;
                if (plan_.stock != StockKind::row)
                    from_hand(MoveKind::foundation, 0);
                else
                    move(MoveKind::foundation, base + h.pile, 0, h.item);
                any = true;
                break;
            }
            if (!any && !order_.empty() && idle++ < 6 * order_.size() + 6) {
                turn();
                continue;
            }
        }
        if (!any) fail("the rest does not go up");
        idle = 0;
    }
}

}  // namespace arfa::counts
