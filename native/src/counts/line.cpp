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

Line::Line(const Engine& engine, const State& start)
    : engine_(engine), plan_(engine.plan()), state_(start), laid_(start.merciful) {
    if (plan_.stock == StockKind::none) return;
    const int n = state_.size(plan_.columns) + state_.size(plan_.columns + 1);
    order_.resize(static_cast<std::size_t>(n));
    std::iota(order_.begin(), order_.end(), 0);
    const auto stock = state_.pile(plan_.columns), hand = state_.pile(plan_.columns + 1);
    if (plan_.stock == StockKind::cycle) {
        faces_.assign(stock.begin(), stock.end());
        faces_.insert(faces_.end(), hand.begin(), hand.end());
    } else {
        faces_.assign(hand.begin(), hand.end());
        faces_.insert(faces_.end(), stock.rbegin(), stock.rend());
    }
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
    int space = -1;
    for (int i = 0; i < plan_.columns; ++i) {
        if (i == not_this) continue;
        if (!state_.empty(i) && plan_.lies_on(state_.top(i), c)) return i;
        if (state_.empty(i) && space < 0 && plan_.begins_column(c)) space = i;
    }
    if (space < 0) fail("no place");
    return space;
}

void Line::make_space() {
    const auto another = [&](int i, Card head) {
        for (int to = 0; to < plan_.columns; ++to)
            if (to != i && !state_.empty(to) && plan_.lies_on(state_.top(to), head)) return true;
        return false;
    };
    for (int i = 0; i < plan_.columns; ++i)
        if (state_.empty(i)) return;
    for (int i = 0; i < plan_.columns; ++i)
        if (state_.down[static_cast<std::size_t>(i)] == 0 && another(i, state_.pile(i)[0])) return shift(i, 0);
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

// Where a free card lies, at the end of its column if it can be.
void Line::find_free(Card c, int& column, int& place) const {
    column = -1;
    for (int i = 0; i < plan_.columns; ++i) {
        const auto pile = state_.pile(i);
        const int size = state_.size(i), down = state_.down[static_cast<std::size_t>(i)];
        for (int k = down; k < size; ++k) {
            const bool anchored = k == down && !(k == 0 && plan_.begins_column(c));
            if (pile[static_cast<std::size_t>(k)] != c || anchored) continue;
            if (column >= 0 && k != size - 1) continue;
            column = i;
            place = k;
        }
    }
    if (column < 0) fail("no such free card");
}

void Line::raise_free(Card c) {
    int column = -1, place = -1;
    find_free(c, column, place);
    raise_from(column, place);
}

// -- the stock ------------------------------------------------------------------------------------------------

// Cards that went up by themselves are no longer there.
void Line::match_stock() {
    const int stock = plan_.columns, hand = stock + 1;
    const auto n = static_cast<std::size_t>(state_.size(stock) + state_.size(hand));
    if (plan_.stock == StockKind::row) {
        std::vector<Card> now(state_.pile(hand).begin(), state_.pile(hand).end());
        now.insert(now.end(), state_.pile(stock).rbegin(), state_.pile(stock).rend());
        // From the end: of two aces the one that has been dealt went.
        std::vector<int> kept;
        for (; !order_.empty(); order_.pop_back()) {
            if (now.empty() || now.back() != faces_[static_cast<std::size_t>(order_.back())]) continue;
            now.pop_back();
            kept.push_back(order_.back());
        }
        order_.assign(kept.rbegin(), kept.rend());
        return;
    }
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

int Line::to_hand(int place) {
    const int hand = plan_.columns + 1;
    if (plan_.stock == StockKind::row) {
        const auto at = std::ranges::find(order_, place) - order_.begin();
        if (at >= state_.size(hand)) fail("not in the row");
        return static_cast<int>(at) + 1;
    }
    for (std::size_t k = 0; k < 6 * order_.size() + 6; ++k) {
        if (!state_.empty(hand)) {
            const int top = plan_.stock == StockKind::waste ? state_.size(hand) - 1 : 0;
            if (order_[static_cast<std::size_t>(top)] == place) return 1;
        }
        turn();
    }
    fail("not to be had from the stock");
}

void Line::from_hand(MoveKind kind, int dst, int item) {
    const int hand = plan_.columns + 1;
    int at = 0;
    if (plan_.stock == StockKind::waste) at = state_.size(hand) - 1;
    if (plan_.stock == StockKind::row) at = item - 1;
    if (kind == MoveKind::foundation && !engine_.goes_up(state_, state_.pile(hand)[static_cast<std::size_t>(at)]))
        fail("not its turn");
    order_.erase(order_.begin() + at);
    move(kind, plan_.hand_pile(), dst, item);
    match_stock();
}

// -- mercy ----------------------------------------------------------------------------------------------------

// A space that may receive mercy; a king leaves his column for one that may not, if need be.
int Line::mercy_space() {
    const auto spent = [&](int i) { return state_.merciful >> i & 1; };
    int empty = -1;
    for (int i = 0; i < plan_.columns; ++i) {
        if (!state_.empty(i)) continue;
        if (!spent(i)) return i;
        empty = i;
    }
    for (int i = 0; empty >= 0 && i < plan_.columns; ++i) {
        if (spent(i) || state_.down[static_cast<std::size_t>(i)] || !plan_.begins_column(state_.pile(i)[0])) continue;
        const int base = plan_.foundation_count();
        move(MoveKind::column, base + i, base + empty, state_.size(i));
        return i;
    }
    fail("no space for mercy");
}

// A twin that was alone in its column before may lie there too: steps tell it apart by its column.
int Line::laid_by_mercy(Card c) {
    for (int i = 0; i < plan_.columns; ++i) {
        if (!(laid_ >> i & 1) || state_.empty(i) || state_.down[static_cast<std::size_t>(i)] || state_.pile(i)[0] != c)
            continue;
        laid_ &= ~(1u << i);
        return i;
    }
    fail("not laid by mercy");
}

void Line::mercy(const LineStep& step) {
    const int base = plan_.foundation_count();
    if (step.kind == StepKind::mercy_st) {
        const int item = to_hand(step.where);
        const int to = mercy_space();
        from_hand(MoveKind::mercy, base + to, item);
        laid_ |= 1u << to;
        return;
    }
    const int to = mercy_space();
    laid_ |= 1u << to;
    int column = step.where, place = column < 0 ? 0 : state_.down[static_cast<std::size_t>(column)];
    if (step.kind == StepKind::mercy) find_free(step.card, column, place);
    move(MoveKind::mercy, base + column, base + to, state_.size(column) - place);
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
    const auto down = [&] { return static_cast<int>(state_.down[static_cast<std::size_t>(step.where)]); };
    if (engine_.klondike_any_spaces()) make_space();
    switch (step.kind) {
        case StepKind::base:
            shift(step.where, down());
            break;
        case StepKind::base_laid:
            shift(laid_by_mercy(step.card), 0);
            break;
        case StepKind::raise_laid:
            if (!went_up) raise_from(laid_by_mercy(step.card), 0);
            break;
        case StepKind::raise:
            if (!went_up) raise_free(step.card);
            break;
        case StepKind::raise_base:
            if (!went_up) raise_from(step.where, down());
            break;
        case StepKind::action:
        case StepKind::back:
            turn();
            break;
        case StepKind::mercy:
        case StepKind::mercy_base:
        case StepKind::mercy_st:
            mercy(step);
            break;
        case StepKind::raise_st:
            if (went_up && (plan_.stock == StockKind::row || std::ranges::find(order_, step.where) == order_.end()))
                break;
            if (went_up) {  // it goes when it comes to hand
                for (std::size_t k = 0;
                     k < 6 * order_.size() + 6 && std::ranges::find(order_, step.where) != order_.end(); ++k)
                    turn();
                break;
            }
            from_hand(MoveKind::foundation, 0, to_hand(step.where));
            break;
        case StepKind::lay: {
            const int item = to_hand(step.where);
            from_hand(MoveKind::column, base + place_for(step.card, -1), item);
            break;
        }
        case StepKind::lower: {
            const int to = place_for(step.card, -1);
            move(MoveKind::column, foundation_with(step.card), base + to, 1);
            break;
        }
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
                from_hand(MoveKind::foundation, 0, h.item);
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
