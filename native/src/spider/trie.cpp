#include "spider/trie.h"

#include "search/key.h"

namespace arfa::spider {

void Trie::clear() {
    nodes_.clear();
    nodes_.push_back({0, 0, kNoCard, 0, 0, 0});
    slots_.assign(std::size_t{1} << 12, 0);
}

std::size_t Trie::slot(Id parent, Card c) const {
    return static_cast<std::size_t>(mix(std::uint64_t{parent} << 8 | c)) & (slots_.size() - 1);
}

Trie::Id Trie::child(Id parent, Card c) {
    std::size_t s = slot(parent, c);
    while (const Id id = slots_[s]) {
        if (nodes_[id].parent == parent && nodes_[id].card == c) return id;
        s = (s + 1) & (slots_.size() - 1);
    }
    if ((nodes_.size() + 1) * 2 > slots_.size()) {
        grow();
        s = slot(parent, c);
        while (slots_[s]) s = (s + 1) & (slots_.size() - 1);
    }
    const Id id = static_cast<Id>(nodes_.size());
    const Node& below = nodes_[parent];
    const bool joins = below.depth > 0 && suit_of(below.card) == suit_of(c) && rules_.lies_on(below.card % 13, c % 13);
    const Node node{parent,
                    joins ? below.anchor : id,
                    c,
                    static_cast<std::uint8_t>(below.depth + 1),
                    static_cast<std::uint8_t>(joins ? below.chain + 1 : 1),
                    static_cast<std::uint8_t>(below.breaks + (joins || below.depth == 0 ? 0 : 1))};
    nodes_.push_back(node);
    slots_[s] = id;
    return id;
}

void Trie::grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (Id id = 1; id < nodes_.size(); ++id) {
        std::size_t s = slot(nodes_[id].parent, nodes_[id].card);
        while (slots_[s]) s = (s + 1) & (slots_.size() - 1);
        slots_[s] = id;
    }
}

}  // namespace arfa::spider
