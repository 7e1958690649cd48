#include "fair/plain/choices.h"

#include <algorithm>

#include "state/piles.h"

namespace arfa::fair::plain {

Choices::Choices(const Engine& engine) : engine_(engine), plan_(engine.plan()) {
    for (int c = 0; c < kFaces; ++c)
        if (plan_.copies[static_cast<std::size_t>(c)] && rank_of(static_cast<Card>(c)) != plan_.ranks)
            spaces_for_all_ |= plan_.begins_column(static_cast<Card>(c));
}

void Choices::all(const Sight& sight, std::vector<Choice>& out) {
    out.clear();
    out_ = &out;
    way_size_ = 0;
    if (safe_card_goes_up(sight)) return;
    ups(sight.state);
    from_hand(sight.state);
    columns(sight.state);
    digs(sight.state);
    if (plan_.worry_back) worries(sight.state);
    stock(sight);
    if (plan_.mercy != Mercy::off) mercies(sight);
    if (out.empty()) anything(sight.state);
}

// -- helpers ------------------------------------------------------------------------------------------------------

Move Choices::column_move(int src, int dst, int n) const {
    const int base = plan_.foundation_count();
    return {MoveKind::column, static_cast<std::uint8_t>(base + src), static_cast<std::uint8_t>(base + dst),
            static_cast<std::uint8_t>(n)};
}

int Choices::up_letter(const State& state, Card c) const {
    for (int letter = 0; letter < plan_.letters; ++letter)
        if (engine_.slot_for(state, letter, c) >= 0) return letter;
    return -1;
}

bool Choices::has_place(const State& state, Card c, int except) const {
    for (int j = 0; j < plan_.columns; ++j) {
        if (j == except) continue;
        if (state.empty(j) ? plan_.begins_column(c) : plan_.lies_on(state.top(j), c)) return true;
    }
    return false;
}

int Choices::host(const State& state, int column, int n) const {
    const Card c = head(state, column, n);
    int best = -1, least = 1000;
    for (int j = 0; j < plan_.columns; ++j) {
        if (j == column ||
            !(state.empty(j) ? spaces_for_all_ && plan_.begins_column(c) : plan_.lies_on(state.top(j), c)))
            continue;
        // Rather where nothing is buried by it; spaces last.
        const int cost = state.empty(j) ? 100 : state.down[j];
        if (cost < least && engine_.is_legal(state, column_move(column, j, n))) {
            least = cost;
            best = j;
        }
    }
    return best;
}

void Choices::add(const State& state, const Move& move, Event event, Card card) {
    Choice& choice = out_->emplace_back();
    std::copy_n(way_.begin(), way_size_, choice.moves.begin());
    choice.moves[static_cast<std::size_t>(way_size_)] = move;
    choice.size = way_size_ + 1;
    choice.event = event;
    choice.card = card;
    choice.after = state;
    if (event != Event::stock) engine_.build(choice.after, move);
}

// -- foundations --------------------------------------------------------------------------------------------------

// Whether a card can be missed on the columns: all that could lie on it is up, and its twin has a place of its own.
bool Choices::safe(const State& state, Card c) const {
    if (plan_.letters != 1) return false;
    const auto up = [&](Card x) {
        int n = 0;
        for (const Foundation& f : plan_.foundations) {
            if (f.suit != suit_of(x)) continue;
            const int height = state.height[static_cast<std::size_t>(&f - plan_.foundations.data())];
            for (int h = 0; h < height; ++h) n += f.wanted[static_cast<std::size_t>(h)] == x;
        }
        return n;
    };
    int ready = 0;
    for (const Foundation& f : plan_.foundations) {
        if (f.suit != suit_of(c)) continue;
        const int height = state.height[static_cast<std::size_t>(&f - plan_.foundations.data())];
        ready += f.wanted[static_cast<std::size_t>(height)] == c;
    }
    if (ready + up(c) < plan_.copies[c]) return false;
    for (u64 x = plan_.takes[c]; x; x &= x - 1) {
        const auto below = static_cast<Card>(__builtin_ctzll(x));
        if (rank_of(below) > 1 && up(below) < plan_.copies[below]) return false;
    }
    return true;
}

bool Choices::safe_card_goes_up(const Sight& sight) {
    const State& state = sight.state;
    const int base = plan_.foundation_count();
    const auto offer = [&](int pile, Card c, std::uint8_t item) {
        const int letter = up_letter(state, c);
        if (letter < 0 || !safe(state, c)) return false;
        const Move move{MoveKind::foundation, static_cast<std::uint8_t>(base + pile), static_cast<std::uint8_t>(letter),
                        item};
        if (!engine_.is_legal(state, move)) return false;
        add(state, move, Event::up, c);
        return true;
    };
    for (int i = 0; i < plan_.columns; ++i)
        if (!state.empty(i) && offer(i, state.top(i), 1)) return true;
    // From a stock that is turned one by one; elsewhere it shifts what comes next.
    if (plan_.stock == StockKind::waste && plan_.draw == 1 && !state.empty(plan_.columns + 1))
        return offer(plan_.columns + 1, state.top(plan_.columns + 1), 1);
    return false;
}

void Choices::ups(const State& state) {
    const int base = plan_.foundation_count();
    const auto offer = [&](int pile, Card c, std::uint8_t item) {
        const int letter = up_letter(state, c);
        if (letter < 0) return;
        const Move move{MoveKind::foundation, static_cast<std::uint8_t>(base + pile), static_cast<std::uint8_t>(letter),
                        item};
        if (engine_.is_legal(state, move)) add(state, move, Event::up, c);
    };
    for (int i = 0; i < plan_.columns; ++i)
        if (!state.empty(i)) offer(i, state.top(i), 1);
    for (const HandCard& h : engine_.hand(state)) offer(h.pile, h.card, h.item);
}

// -- columns ------------------------------------------------------------------------------------------------------

void Choices::from_hand(const State& state) {
    const auto base = static_cast<std::uint8_t>(plan_.foundation_count());
    for (const HandCard& h : engine_.hand(state)) {
        bool space = false;
        for (int j = 0; j < plan_.columns; ++j) {
            const bool empty = state.empty(j);
            if ((empty && space) || !(empty ? plan_.begins_column(h.card) : plan_.lies_on(state.top(j), h.card)))
                continue;
            const Move move{MoveKind::column, static_cast<std::uint8_t>(base + h.pile),
                            static_cast<std::uint8_t>(base + j), h.item};
            if (!engine_.is_legal(state, move)) continue;
            space |= empty;
            add(state, move, Event::laid, h.card);
        }
    }
}

// All open cards of a column leave it.
void Choices::columns(const State& state) {
    for (int i = 0; i < plan_.columns; ++i) {
        const int n = open_cards(state, i);
        if (n == 0) continue;
        const Card c = head(state, i, n);
        bool space = false;
        for (int j = 0; j < plan_.columns; ++j) {
            if (j == i) continue;
            const bool empty = state.empty(j);
            if (empty && (space || state.down[i] == 0)) continue;
            if (!(empty ? plan_.begins_column(c) : plan_.lies_on(state.top(j), c))) continue;
            const Move move = column_move(i, j, n);
            if (!engine_.is_legal(state, move)) continue;
            space |= empty;
            add(state, move, state.down[i] > 0 ? Event::turned : Event::emptied, c);
        }
    }
}

void Choices::digs(const State& state) {
    for (int i = 0; i < plan_.columns; ++i) {
        const int n = open_cards(state, i);
        for (int first = 1; first < n; ++first) dig(state, i, first);
    }
}

// Moves cards off a column one part after the other, the first of so many cards, and looks at what each one bares.
void Choices::dig(const State& state, int column, int first) {
    State now = state;
    way_size_ = 0;
    int n = first;
    while (way_size_ + 1 < Choice::kLongest) {
        const int to = host(now, column, n);
        if (to < 0) {
            if (way_size_ == 0 || ++n > open_cards(now, column)) break;
            continue;
        }
        const Move move = column_move(column, to, n);
        const int left = open_cards(now, column) - n;
        if (left == 0) {
            if (way_size_ > 0)
                add(now, move, state.down[column] > 0 ? Event::turned : Event::emptied, head(now, column, n));
            break;
        }
        engine_.build(now, move);
        way_[static_cast<std::size_t>(way_size_++)] = move;
        events_on(now, state, column, now.top(column));
        n = 1;
    }
    way_size_ = 0;
}

// What a card that was bared is good for: it goes up, or takes what had no place before.
void Choices::events_on(const State& state, const State& at_first, int column, Card below) {
    const int base = plan_.foundation_count();
    const int letter = up_letter(state, below);
    if (letter >= 0 && state.size(column) > state.down[column] && state.top(column) == below) {
        const Move move{MoveKind::foundation, static_cast<std::uint8_t>(base + column),
                        static_cast<std::uint8_t>(letter), 1};
        if (engine_.is_legal(state, move)) add(state, move, Event::up, below);
    }
    for (const HandCard& h : engine_.hand(state)) {
        if (!plan_.lies_on(below, h.card) || has_place(at_first, h.card, -1)) continue;
        const Move move{MoveKind::column, static_cast<std::uint8_t>(base + h.pile),
                        static_cast<std::uint8_t>(base + column), h.item};
        if (engine_.is_legal(state, move)) add(state, move, Event::laid, h.card);
    }
    for (int i = 0; i < plan_.columns; ++i) {
        const int n = open_cards(state, i);
        if (i == column || n == 0 || state.down[i] == 0) continue;
        const Card c = head(state, i, n);
        if (!plan_.lies_on(below, c) || has_place(at_first, c, i)) continue;
        const Move move = column_move(i, column, n);
        if (engine_.is_legal(state, move)) add(state, move, Event::turned, c);
    }
}

// A card comes down where something then lies on it that had no place.
void Choices::worries(const State& state) {
    const int base = plan_.foundation_count();
    for (int f = 0; f < base; ++f) {
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        const int height = state.height[static_cast<std::size_t>(f)];
        if (height <= foundation.fixed) continue;
        const Card c = foundation.wanted[static_cast<std::size_t>(height - 1)];
        for (int j = 0; j < plan_.columns; ++j) {
            if (state.empty(j) || !plan_.lies_on(state.top(j), c)) continue;
            const Move move{MoveKind::column, static_cast<std::uint8_t>(f), static_cast<std::uint8_t>(base + j), 1};
            if (!engine_.is_legal(state, move)) break;
            State now = state;
            engine_.build(now, move);
            way_[0] = move;
            way_size_ = 1;
            // What could go onto it is not what goes up: it has just come down.
            const std::size_t before = out_->size();
            events_on(now, state, j, c);
            std::erase_if(*out_, [&, k = std::size_t{0}](const Choice& choice) mutable {
                return k++ >= before && choice.event == Event::up;
            });
            way_size_ = 0;
            break;
        }
    }
}

// -- the stock, and what is left --------------------------------------------------------------------------------

void Choices::stock(const Sight& sight) {
    if (plan_.stock == StockKind::none) return;
    const State& state = sight.state;
    const auto pile = static_cast<std::uint8_t>(plan_.stock_pile());
    const int stock = plan_.columns;
    for (const MoveKind kind : {MoveKind::draw, MoveKind::back}) {
        const Move move{kind, pile, 0, 1};
        if (!engine_.is_legal(state, move)) continue;
        add(state, move, Event::stock, kNoCard);
        State& after = out_->back().after;
        if (plan_.stock != StockKind::waste) continue;
        if (kind == MoveKind::back) {
            while (!after.empty(stock + 1)) put(after, stock, take(after, stock + 1));
            ++after.redeals;
        } else {
            const int n = std::min(plan_.draw, state.size(stock));
            bool known = true;
            for (int k = 1; k <= n; ++k) known &= sight.seen[static_cast<std::size_t>(state.size(stock) - k)];
            if (!known) continue;
            for (int k = 0; k < n; ++k) put(after, stock + 1, take(after, stock));
        }
    }
}

// Whether it may be made hangs on cards that drawing would bring: it is looked for when all of them are known.
void Choices::mercies(const Sight& sight) {
    const State& state = sight.state;
    if (plan_.stock != StockKind::none) {
        const int size = state.size(plan_.columns);
        for (int k = 0; k < size; ++k)
            if (!sight.seen[static_cast<std::size_t>(k)]) return;
    }
    if (std::ranges::any_of(*out_, [](const Choice& c) { return c.lasts(); })) return;
    legal_.clear();
    engine_.legal_moves(state, legal_);
    int space = -1;
    for (const Move& move : legal_) {
        if (move.kind != MoveKind::mercy) continue;
        if (space < 0) space = move.dst;
        if (move.dst != space) continue;
        const int pile = move.src - plan_.foundation_count();
        const Card c = pile < plan_.columns ? head(state, pile, move.count) : state.top(pile);
        add(state, move, Event::mercy, c);
    }
}

// Where nothing leads to an event at once and the stock waits until there is none within reach.  Nothing comes down for
// it: that would go up again without end.
void Choices::anything(const State& state) {
    legal_.clear();
    engine_.legal_moves(state, legal_);
    for (const Move& move : legal_)
        if (move.kind == MoveKind::column && move.src >= plan_.foundation_count())
            add(state, move, Event::quiet, kNoCard);
}

}  // namespace arfa::fair::plain
