#include "spider/dealing.h"

#include <algorithm>

#include "spider/index_set.h"

namespace arfa::spider {

void Dealing::run(const Board& start, std::span<const Card> deck, bool open, Choice choice, std::size_t layer,
                  std::size_t nodes) {
    nodes_.clear();
    outcomes_.clear();
    cut_ = false;
    most_ = nodes;
    nodes_.push_back({start, 0, Step::none, 0});
    List<std::uint32_t> boards{0};
    for (bool may_play = open; !deck.empty(); may_play = true) {
        if (may_play) boards = play(std::move(boards), choice, layer);
        const auto n = std::min(deck.size(), static_cast<std::size_t>(rules_.columns));
        deal(boards, deck.first(n));
        deck = deck.subspan(n);
    }
    outcomes_ = std::move(boards);
    if (tactics_.phases && rules_.transfers_free)
        for (const std::uint32_t i : outcomes_) nodes_[i].board.join_suits();
}

void Dealing::deal(List<std::uint32_t>& boards, std::span<const Card> group) {
    for (std::uint32_t& i : boards) {
        Board b = nodes_[i].board;
        for (std::size_t k = 0; k < group.size(); ++k) b.column[k] = trie_.child(b.column[k], group[k]);
        nodes_.push_back({b, i, Step::deal, 0});
        i = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
}

List<std::uint32_t> Dealing::play(List<std::uint32_t> from, Choice choice, std::size_t layer) {
    IndexSet seen;
    const auto same = [this](const Board& b) { return [this, &b](std::uint32_t i) { return nodes_[i].board == b; }; };
    for (const std::uint32_t i : from) seen.insert(nodes_[i].board.hash(), i, same(nodes_[i].board));
    List<std::uint32_t> rest;
    for (std::size_t next = 0; next < from.size(); ++next) {
        const std::uint32_t i = from[next];
        const Board b = nodes_[i].board;
        bool played = false;
        const auto add = [&](Board child, Step step, int column) {
            if (tactics_.phases && rules_.transfers_dealing) child.join_suits();
            ++budget_.generated;
            if (nodes_.size() >= most_ || budget_.over()) {
                cut_ = true;
                return;
            }
            const auto index = static_cast<std::uint32_t>(nodes_.size());
            if (!seen.insert(child.hash(), index, same(child))) return;
            ++budget_.states;
            nodes_.push_back({child, i, step, static_cast<std::uint8_t>(column)});
            from.push_back(index);
        };
        for (int column = 0; column < rules_.columns; ++column) {
            if (!b.at(column)) continue;
            const Card c = trie_.top(b.at(column));
            const int q = suit_of(c), rank = c % 13;
            const auto play_to = [&](Step step) {
                Board child = b;
                child.at(column) = trie_.parent(b.at(column));
                child.place(q, rank, step);
                add(child, step, column);
                played = true;
            };
            const auto k = static_cast<std::size_t>(column);
            if (b.is_joined(q)) {
                if (pivot_given(rules_, column, q, rank)) play_to(Step::pivot);
            } else {
                if (rank == b.u(q) + 1 && rules_.gives_ace[k] >> q & 1) play_to(Step::to_ace);
                if (rank == b.d(q) - 1 && rules_.gives_king[k] >> q & 1) play_to(Step::to_king);
            }
        }
        if (rules_.transfers_dealing && !tactics_.phases) {
            for (int q = 0; q < kSuits; ++q)
                for (const Step step : {Step::up_down, Step::down_up}) {
                    if (!rules_.in_play(q) || !b.can_transfer(q, step, rules_.ranks)) continue;
                    Board child = b;
                    child.transfer(q, step);
                    add(child, step, q);
                }
        }
        if (choice == Choice::all || !played) rest.push_back(i);
    }
    if (rest.size() > layer) {
        cut_ = true;
        std::stable_sort(rest.begin(), rest.end(), [this](std::uint32_t a, std::uint32_t b) {
            return nodes_[a].board.placed > nodes_[b].board.placed;
        });
        rest.resize(layer);
    }
    return rest;
}

}  // namespace arfa::spider
