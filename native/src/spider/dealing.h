// The deal phase: all ways to come through the dealing of a deck to the free phase.
#pragma once

#include <span>

#include "search/room.h"
#include "spider/board.h"
#include "spider/tactics.h"

namespace arfa::spider {

class Dealing {
public:
    struct Node {
        Board board;
        std::uint32_t parent;  // of a start: itself
        Step step;
        std::uint8_t column;
    };
    enum class Choice {
        greedy,  // whatever can be played between groups is played: only the choice among twins and piles is left
        all,     // every choice, leaving cards where they are as well
    };

    Dealing(const Rules& rules, Trie& trie, const Tactics& tactics, Budget& budget)
        : rules_(rules), trie_(trie), tactics_(tactics), budget_(budget) {}

    // Deals a deck (first card first) onto a board.  `open`: cards may be played before the first group, which the
    // player is between groups of; false for a deck that has just been gathered.  No more than `layer` boards are
    // kept after a group, and no more than `nodes` in all.
    void run(const Board& start, std::span<const Card> deck, bool open, Choice choice, std::size_t layer,
             std::size_t nodes);

    const List<Node>& nodes() const { return nodes_; }
    // The boards at the beginning of the free phase, each one once.
    const List<std::uint32_t>& outcomes() const { return outcomes_; }
    // Whether outcomes may be missing.
    bool cut() const { return cut_; }
    std::uint64_t bytes() const { return nodes_.capacity() * sizeof(Node); }

private:
    List<std::uint32_t> play(List<std::uint32_t> from, Choice choice, std::size_t layer);
    void deal(List<std::uint32_t>& boards, std::span<const Card> group);

    const Rules& rules_;
    Trie& trie_;
    const Tactics& tactics_;
    Budget& budget_;
    std::size_t most_ = 0;
    bool cut_ = false;
    List<Node> nodes_;
    List<std::uint32_t> outcomes_;
};

}  // namespace arfa::spider
