// The stocks: what they give, and their two actions (rulebook 1.a.7, 1.a.8, 2.a, 3.1, 5.2).
#include <algorithm>
#include <vector>

#include "moves/engine.h"
#include "state/piles.h"

namespace arfa {

Hand Engine::hand(const State& state) const {
    Hand found;
    if (plan_.grid) return found;
    const int first = plan_.columns + 1;
    const auto add = [&](int pile, int at, int item) {
        found.cards[found.size++] = {static_cast<std::uint8_t>(pile), static_cast<std::uint8_t>(at),
                                     static_cast<std::uint8_t>(item), state.cards[at]};
    };
    if (plan_.stock == StockKind::row && !plan_.row_cover) {
        for (int i = 0; i < state.size(first); ++i) add(first, state.start[first] + i, i + 1);
    } else {
        for (int pile = first; pile < first + plan_.hand_piles(); ++pile)
            if (!state.empty(pile)) add(pile, state.start[pile + 1] - 1, 1);
    }
    return found;
}

bool Engine::redeal_left(const State& state) const { return plan_.redeals < 0 || state.redeals < plan_.redeals; }

std::uint64_t Engine::reach(const State& state) const {
    std::uint64_t set = 0;
    const int stock = plan_.columns;
    if (plan_.stock == StockKind::waste) {
        std::vector<Card> cards(state.pile(stock + 1).begin(), state.pile(stock + 1).end());
        const int drawn = static_cast<int>(cards.size());
        cards.insert(cards.end(), state.pile(stock).rbegin(), state.pile(stock).rend());
        const int n = static_cast<int>(cards.size());
        const auto stop = [&](int at) {
            if (at > 0) set |= bit(cards[static_cast<std::size_t>(at - 1)]);
        };
        stop(drawn);
        stop(n);
        for (int at = drawn + plan_.draw; at < n; at += plan_.draw) stop(at);
        if (redeal_left(state))
            for (int at = plan_.draw; at < n; at += plan_.draw) stop(at);
    } else if (plan_.stock == StockKind::cycle) {
        std::vector<Card> pile(state.pile(stock).begin(), state.pile(stock).end());
        for (const Card c : state.pile(stock + 1)) {
            pile.push_back(c);
            set |= bit(c);
        }
        const int n = static_cast<int>(pile.size());
        for (int turn = 0; turn < n; ++turn)
            set |= bit(pile[static_cast<std::size_t>((plan_.skip % n + turn * (plan_.skip + 1)) % n)]);
    } else {
        for (const HandCard& h : hand(state)) set |= bit(h.card);
    }
    return set;
}

// Whether an action is possible, apart from the gate.
bool Engine::stock_action_possible(const State& state, bool second) const {
    const int stock = plan_.columns;
    switch (plan_.stock) {
        case StockKind::none:
            return false;
        case StockKind::waste:
            if (!second) return !state.empty(stock);
            return state.empty(stock) && redeal_left(state) && !state.empty(stock + 1);
        case StockKind::cycle:
            if (!second) return state.empty(stock + 1) && !state.empty(stock);
            return !state.empty(stock + 1) && !(plan_.forced_play && playable(state, state.top(stock + 1)));
        case StockKind::row:
            return !second && !state.empty(stock);
        case StockKind::columns: {
            if (second || state.empty(stock)) return false;
            for (int column = 0; plan_.spaces_refused && column < plan_.columns; ++column)
                if (state.empty(column)) return false;
            return true;
        }
        case StockKind::groups:
            if (!second) return !state.empty(stock);
            return state.empty(stock) && redeal_left(state) && state.start[stock] != 0;
    }
    return false;
}

bool Engine::stock_action_legal(const State& state, bool second) const {
    if (!stock_action_possible(state, second)) return false;
    const bool pass =
        plan_.stock == StockKind::cycle && second;  // passing is no turning: the gate does not stand before it
    const bool gated = plan_.stock == StockKind::row || (plan_.draw_when_stuck && !pass);
    return !gated || stuck(state, false);
}

void Engine::stock_action(State& state, bool second) const {
    const int stock = plan_.columns;
    const int open = stock + 1;
    switch (plan_.stock) {
        case StockKind::none:
            break;
        case StockKind::waste:
            if (!second) {
                for (int n = std::min(plan_.draw, state.size(stock)); n > 0; --n) put(state, open, take(state, stock));
            } else {
                while (!state.empty(open)) put(state, stock, take(state, open));
                if (plan_.redeals >= 0) ++state.redeals;
            }
            break;
        case StockKind::cycle: {
            std::vector<Card> pile(state.pile(stock).begin(), state.pile(stock).end());
            if (!second) {
                const int skip = plan_.skip % static_cast<int>(pile.size());
                std::rotate(pile.begin(), pile.begin() + skip, pile.end());
                erase(state, stock, state.start[stock], state.size(stock));
                put(state, open, pile.front());
                pile.erase(pile.begin());
                put(state, stock, pile);
            } else {
                put(state, stock, take(state, open));
            }
            break;
        }
        case StockKind::row: {
            int n = std::min(plan_.row_size, state.size(stock));
            for (int i = 0; i < n; ++i) put(state, plan_.row_cover ? open + i : open, take(state, stock));
            break;
        }
        case StockKind::columns:
            deal_group(state);
            break;
        case StockKind::groups:
            if (second) {
                std::vector<Card> deck;
                for (int i = 0; i < plan_.columns; ++i) {
                    const auto pile = state.pile(plan_.gather_reversed ? plan_.columns - 1 - i : i);
                    deck.insert(deck.end(), pile.begin(), pile.end());
                }
                for (int column = 0; column < plan_.columns; ++column)
                    erase(state, column, state.start[column], state.size(column));
                std::ranges::reverse(deck);
                put(state, stock, deck);
                ++state.redeals;
            }
            deal_group(state);
            state.free = state.empty(stock);
            break;
    }
}

// One card from the stock onto each of the columns in turn, as far as it goes.
void Engine::deal_group(State& state) const {
    for (int column = 0; column < plan_.columns && !state.empty(plan_.columns); ++column)
        put(state, column, take(state, plan_.columns));
}

// What follows from a card of the hand having been played.
void Engine::after_play(State& state) const {
    const int stock = plan_.columns;
    if (plan_.stock != StockKind::cycle || !plan_.open_next || state.empty(stock)) return;
    const Card bottom = state.cards[state.start[stock]];
    erase(state, stock, state.start[stock], 1);
    put(state, stock + 1, bottom);
}

}  // namespace arfa
