// Rows with gaps (rulebook 6): a card goes into the gap behind the next lower card of its suit; perhaps a redeal.
#include <algorithm>
#include <string>

#include "hash/sha256.h"
#include "moves/engine.h"

namespace arfa {
namespace {

std::string row_text(const Plan& plan, const State& state, int row) {
    static constexpr std::string_view kRanks = "A23456789TJQK";
    static constexpr std::string_view kSuits = "CDHS";
    std::string text;
    for (int place = 0; place < plan.places; ++place) {
        const Card c = state.cards[row * plan.places + place];
        if (place != 0) text += ' ';
        if (c == kNoCard)
            text += "--";
        else
            (text += kRanks[static_cast<std::size_t>(rank_of(c) - 1)]) += kSuits[static_cast<std::size_t>(suit_of(c))];
    }
    return text;
}

}  // namespace

void Engine::grid_moves(const State& state, std::vector<Move>& out) const {
    const int cells = plan_.rows * plan_.places;
    for (int src = 0; src < cells; ++src) {
        if (state.cards[src] == kNoCard) continue;
        for (int gap = 0; gap < cells; ++gap)
            if (grid_move_legal(state, src, gap))
                out.push_back({MoveKind::column, static_cast<std::uint8_t>(src), static_cast<std::uint8_t>(gap), 1});
    }
    if (grid_redeal_legal(state)) out.push_back({MoveKind::back, 0, 0, 1});
}

bool Engine::grid_move_legal(const State& state, int src, int gap) const {
    const Card c = state.cards[src];
    if (c == kNoCard || state.cards[gap] != kNoCard) return false;
    if (gap % plan_.places == 0) return rank_of(c) == plan_.front;
    const Card left = state.cards[gap - 1];
    return left != kNoCard && src != gap - 1 && rank_of(left) != plan_.ranks && c == left + 1 &&
           suit_of(c) == suit_of(left);
}

int Engine::sequence(const State& state, int row) const {
    const Card* place = state.cards.data() + row * plan_.places;
    int n = 0;
    while (n < plan_.places && place[n] != kNoCard && rank_of(place[n]) == plan_.front + n) {
        if (n != 0 && (suit_of(place[n]) != suit_of(place[n - 1]))) break;
        ++n;
    }
    return n;
}

bool Engine::grid_redeal_legal(const State& state) const { return state.redeals < plan_.redeals && !won(state); }

// Gathers what is out of sequence and deals it again in an order that is a function of the position: that of the
// SHA-256 digests of the rows (sorted, since rows are interchangeable), the redeals used and the number of the card.
void Engine::grid_redeal(State& state) const {
    std::vector<std::pair<std::string, int>> rows;
    for (int row = 0; row < plan_.rows; ++row) rows.emplace_back(row_text(plan_, state, row), row);
    std::ranges::sort(rows);
    std::string seed;
    for (const auto& [text, row] : rows) (seed += text) += '/';
    (seed += std::to_string(state.redeals)) += '/';

    std::vector<Card> loose;
    std::vector<int> kept(static_cast<std::size_t>(plan_.rows));
    for (int row = 0; row < plan_.rows; ++row) {
        const int n = kept[static_cast<std::size_t>(row)] = sequence(state, row);
        for (int place = n; place < plan_.places; ++place)
            if (const Card c = state.cards[row * plan_.places + place]; c != kNoCard) loose.push_back(c);
    }
    std::ranges::sort(loose);
    std::vector<std::pair<Sha256::Digest, Card>> shuffled;
    for (std::size_t k = 0; k < loose.size(); ++k)
        shuffled.emplace_back(Sha256::of(seed + std::to_string(k)), loose[k]);
    std::ranges::sort(shuffled);

    std::size_t next = 0;
    for (const auto& [text, row] : rows) {
        const int n = kept[static_cast<std::size_t>(row)];
        for (int place = n; place < plan_.places; ++place)
            state.cards[row * plan_.places + place] =
                place == n || next == shuffled.size() ? kNoCard : shuffled[next++].second;
    }
    ++state.redeals;
}

}  // namespace arfa
