// Technique `spider_shuttles`: the chains at the ends of columns up to moves that can be taken back.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "search/room.h"
#include "spider/board.h"
#include "spider/rules.h"
#include "spider/trie.h"

namespace arfa::spider {

// A card that lies on a neighbour can go to another neighbour and back.  Such a shuttle neither uncovers a card below a
// chain nor fills or makes a space, and it touches one suit alone, so that boards that differ by shuttles can all
// be reached from each other, and their class is the product of the classes of the four suits.  In the free phase one
// board of each class will do, if every move that leads out of the class is made from some member (an exit): a top
// card to a base or into a space, the only card of a chain onto another chain.  Exact as long as the places of cards
// mean nothing else, so not where a redeal may follow.  A class of more than `cap` members is not made: its boards
// stand for themselves and shuttles are exits like others.
//
// The chains of one suit are written one after the other: the ranks of each, deepest first, and kEnd.  They are in the
// order of their deepest cards and of what lies under them, which no shuttle changes.
class Shuttles {
public:
    static constexpr char kEnd = 15;

    struct Exit {
        Step step;  // shift: onto the end of chain b; else the end of chain a leaves
        std::uint8_t rank;
        std::uint8_t a, b;     // chains
        std::uint32_t config;  // from which member of the class
    };
    struct Class {
        List<Text> configs;  // members, sorted; the first one is that of the boards that are kept
        List<Exit> exits;
        bool whole = true;
        bool expanded = false;
    };

    Shuttles(const Rules& rules, std::size_t cap) : rules_(rules), cap_(cap) {}

    // The class of a configuration, by number.
    std::uint32_t find(const Text& config);
    // A class with its exits.
    const Class& with_exits(std::uint32_t id);
    const Class& operator[](std::uint32_t id) const { return classes_[id]; }

    void clear(std::size_t cap);
    std::uint64_t bytes() const { return bytes_; }

    // The shuttles from one member of a class to another: (chain, chain).
    struct Shuttle {
        int from, to;
    };
    std::vector<Shuttle> path(const Text& from, const Text& to) const;

private:
    const Rules& rules_;
    std::size_t cap_;
    std::uint64_t bytes_ = 0;
    std::deque<Class, Counted<Class>> classes_;  // whose members stay where they are
    Map<Text, std::uint32_t, TextHash> ids_;
};

// The chains of a suit on a board: in which columns they are, in the order of their configuration.
struct Chains {
    int count = 0;
    std::array<std::uint8_t, kMaxColumns> column{};

    static Chains of(const Board& board, const Rules& rules, const Trie& trie, int suit);
    Text config(const Board& board, const Trie& trie) const;
    // Lays another configuration of the same class.
    void lay(Board& board, Trie& trie, int suit, const Text& config) const;
};

}  // namespace arfa::spider
