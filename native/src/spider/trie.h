// All columns that a search meets, as a tree: a column is a number, its last card and the column without it are at
// hand.
#pragma once

#include <cstdint>

#include "search/room.h"
#include "spider/rules.h"

namespace arfa::spider {

// Equal columns have equal numbers, so that boards compare by twelve numbers.  Number 0 is the empty column.
class Trie {
public:
    using Id = std::uint32_t;

    struct Node {
        Id parent;            // the column without its last card
        Id anchor;            // the column up to the deepest card of the chain at its end
        Card card;            // the last card
        std::uint8_t depth;   // how many cards
        std::uint8_t chain;   // how many cards at the end lie each on a neighbour
        std::uint8_t breaks;  // how many cards lie on no neighbour, the deepest not counted
    };

    explicit Trie(const Rules& rules) : rules_(rules) { clear(); }

    void clear();
    Id child(Id parent, Card c);
    const Node& operator[](Id id) const { return nodes_[id]; }
    Card top(Id id) const { return nodes_[id].card; }
    Id parent(Id id) const { return nodes_[id].parent; }
    // The column under the chain at the end of a column.
    Id under_chain(Id id) const { return nodes_[nodes_[id].anchor].parent; }
    std::uint64_t bytes() const { return nodes_.size() * sizeof(Node) + slots_.size() * sizeof(Id); }

private:
    void grow();
    std::size_t slot(Id parent, Card c) const;

    const Rules& rules_;
    List<Node> nodes_;
    List<Id> slots_;
};

}  // namespace arfa::spider
