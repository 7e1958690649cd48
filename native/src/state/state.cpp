#include "state/state.h"

#include <algorithm>

namespace arfa {
namespace {

// Reads numbers one after the other, each within bounds.
class Numbers {
public:
    explicit Numbers(std::span<const int> numbers) : numbers_(numbers) {}

    int next(int low, int high) {
        if (at_ == numbers_.size()) throw StateError("the position is cut short");
        const int value = numbers_[at_++];
        if (value < low || value > high) throw StateError("the position has a number out of range");
        return value;
    }
    void finish() const {
        if (at_ != numbers_.size()) throw StateError("the position has more numbers than it needs");
    }

private:
    std::span<const int> numbers_;
    std::size_t at_ = 0;
};

// Counts down the copies of each face that the plan has.
class Cards {
public:
    explicit Cards(const Plan& plan) : left_(plan.copies) {}

    void take(Card c) {
        if (left_[c] == 0) throw StateError("the position has a card too many");
        --left_[c];
    }
    void finish() const {
        if (std::ranges::any_of(left_, [](int n) { return n != 0; })) throw StateError("the position lacks a card");
    }

private:
    std::array<std::uint8_t, kFaces> left_;
};

void read_grid(const Plan& plan, Numbers& numbers, Cards& cards, State& state) {
    state.cards.fill(kNoCard);
    for (int cell = 0; cell < plan.rows * plan.places; ++cell) {
        if (numbers.next(0, 1) == 0) continue;
        const auto c = static_cast<Card>(numbers.next(0, kFaces - 1));
        cards.take(c);
        state.cards[static_cast<std::size_t>(cell)] = c;
    }
}

void read_piles(const Plan& plan, Numbers& numbers, Cards& cards, State& state) {
    for (int f = 0; f < plan.foundation_count(); ++f) {
        const Foundation& foundation = plan.foundations[static_cast<std::size_t>(f)];
        const int height = numbers.next(foundation.fixed, plan.ranks);
        for (int h = 0; h < height; ++h) {
            const int c = numbers.next(0, kFaces - 1);
            if (c != foundation.wanted[static_cast<std::size_t>(h)]) throw StateError("a foundation is out of order");
            cards.take(static_cast<Card>(c));
        }
        state.height[static_cast<std::size_t>(f)] = static_cast<std::uint8_t>(height);
    }
    std::size_t at = 0;
    for (int pile = 0; pile < plan.loose_piles(); ++pile) {
        state.start[static_cast<std::size_t>(pile)] = static_cast<std::uint8_t>(at);
        const int size = numbers.next(0, plan.cards);
        for (int i = 0; i < size; ++i) {
            const auto c = static_cast<Card>(numbers.next(0, kFaces - 1));
            cards.take(c);
            state.cards[at++] = c;
        }
    }
    for (std::size_t pile = static_cast<std::size_t>(plan.loose_piles()); pile <= kMaxPiles; ++pile)
        state.start[pile] = static_cast<std::uint8_t>(at);
    if (plan.stock == StockKind::cycle && state.size(plan.columns + 1) > 1)
        throw StateError("more than one card is open");
}

}  // namespace

State decode_state(const Plan& plan, std::span<const int> values) {
    State state;
    Numbers numbers(values);
    Cards cards(plan);
    if (plan.grid)
        read_grid(plan, numbers, cards, state);
    else
        read_piles(plan, numbers, cards, state);
    cards.finish();
    for (int column = 0; column < plan.columns; ++column)
        state.down[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(numbers.next(0, state.size(column)));
    state.redeals = static_cast<std::uint8_t>(numbers.next(0, 99));
    state.free = numbers.next(0, 1) != 0;
    state.merciful = static_cast<std::uint16_t>(numbers.next(0, (1 << kMaxColumns) - 1));
    state.breaches = static_cast<std::uint8_t>(numbers.next(0, 99));
    numbers.finish();
    return state;
}

std::vector<int> encode_state(const Plan& plan, const State& state) {
    std::vector<int> numbers;
    if (plan.grid) {
        for (int cell = 0; cell < plan.rows * plan.places; ++cell) {
            const Card c = state.cards[static_cast<std::size_t>(cell)];
            numbers.push_back(c != kNoCard);
            if (c != kNoCard) numbers.push_back(c);
        }
    }
    for (int f = 0; f < plan.foundation_count(); ++f) {
        const int height = state.height[static_cast<std::size_t>(f)];
        numbers.push_back(height);
        for (int h = 0; h < height; ++h)
            numbers.push_back(plan.foundations[static_cast<std::size_t>(f)].wanted[static_cast<std::size_t>(h)]);
    }
    for (int pile = 0; !plan.grid && pile < plan.loose_piles(); ++pile) {
        numbers.push_back(state.size(pile));
        for (const Card c : state.pile(pile)) numbers.push_back(c);
    }
    for (int column = 0; column < plan.columns; ++column)
        numbers.push_back(state.down[static_cast<std::size_t>(column)]);
    for (const int value : {int{state.redeals}, int{state.free}, int{state.merciful}, int{state.breaches}})
        numbers.push_back(value);
    return numbers;
}

State deal_deck(const Plan& plan, std::span<const int> deck) {
    State state;
    if (deck.size() != plan.deal.size()) throw StateError("the deck has a wrong number of cards");
    std::array<std::vector<Card>, kMaxPiles> piles;
    if (plan.grid) state.cards.fill(kNoCard);
    for (std::size_t i = 0; i < deck.size(); ++i) {
        if (deck[i] < 0 || deck[i] >= kFaces) throw StateError("the deck has a number that is no card");
        const auto c = static_cast<Card>(deck[i]);
        const Plan::Place place = plan.deal[i];
        if (plan.grid) {
            if (plan.copies[c] != 0) state.cards[static_cast<std::size_t>(place.pile)] = c;
            continue;
        }
        piles[static_cast<std::size_t>(place.pile)].push_back(c);
        if (place.pile < plan.columns && !place.face_up) ++state.down[static_cast<std::size_t>(place.pile)];
    }
    if (plan.stock_reversed) std::ranges::reverse(piles[static_cast<std::size_t>(plan.columns)]);
    std::size_t at = 0;
    for (std::size_t pile = 0; pile <= kMaxPiles; ++pile) {
        state.start[pile] = static_cast<std::uint8_t>(at);
        if (pile == kMaxPiles || plan.grid) continue;
        for (const Card c : piles[pile]) state.cards[at++] = c;
    }
    for (std::size_t f = 0; f < plan.foundations.size(); ++f)
        state.height[f] = static_cast<std::uint8_t>(plan.foundations[f].fixed);
    state.free = plan.deal_free;
    return decode_state(plan, encode_state(plan, state));  // the one place that checks the cards
}

}  // namespace arfa
