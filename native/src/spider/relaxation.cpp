#include "spider/relaxation.h"

#include <algorithm>

namespace arfa::spider {

namespace {

constexpr std::uint32_t ranks_below(int n) { return n <= 0 ? 0U : (1U << n) - 1; }

// Ranks from a to b, both included.
constexpr std::uint32_t span(int a, int b) { return a > b ? 0U : ranks_below(b + 1) & ~ranks_below(a); }

// The ranks of a suit that may be played at some time, when those of `seen` have been at ends.
std::uint32_t playable(const Board& board, const Rules& rules, int q, std::uint32_t seen) {
    const int last = rules.ranks - 1;
    if (board.is_joined(q)) return ranks_below(rules.ranks);
    const int u = board.u(q), d = board.d(q);
    const bool open = u < d;
    int up = u, down = d;
    while (up < last && (!open || up < d - 1) && seen >> (up + 1) & 1) ++up;
    while (down > 0 && (!open || down - 1 > u) && seen >> (down - 1) & 1) --down;
    if (open && up >= down - 1) return ranks_below(rules.ranks);
    return span(u + 1, std::min(up + 1, last)) | span(std::max(down - 1, 0), d - 1);
}

}  // namespace

bool some_card_stays(const Board& board, const Rules& rules, const Trie& trie) {
    std::array<Trie::Id, kMaxColumns> rest{};
    std::array<std::uint32_t, kSuits> seen{};  // ranks that have been at the end of a column
    bool space = false;
    int left = 0;
    for (int i = 0; i < rules.columns; ++i) {
        const Trie::Id id = board.at(i);
        rest[static_cast<std::size_t>(i)] = id;
        if (id) {
            const Card c = trie.top(id);
            seen[static_cast<std::size_t>(suit_of(c))] |= 1U << (c % 13);
            ++left;
        } else {
            space = true;
        }
    }
    std::array<std::uint32_t, kSuits> goes_up{};
    for (bool more = true; more && left;) {
        more = false;
        for (int q = 0; q < kSuits; ++q)
            if (rules.in_play(q))
                goes_up[static_cast<std::size_t>(q)] = playable(board, rules, q, seen[static_cast<std::size_t>(q)]);
        for (int i = 0; i < rules.columns; ++i) {
            Trie::Id& id = rest[static_cast<std::size_t>(i)];
            while (id) {
                const Card c = trie.top(id);
                const auto q = static_cast<std::size_t>(suit_of(c));
                const int rank = c % 13;
                const bool lifts = goes_up[q] >> rank & 1 || seen[q] & rules.hosts[static_cast<std::size_t>(rank)] ||
                                   (space && rules.begins_column(c));
                if (!lifts) break;
                more = true;
                id = trie.parent(id);
                if (id) {
                    const Card next = trie.top(id);
                    seen[static_cast<std::size_t>(suit_of(next))] |= 1U << (next % 13);
                } else {
                    space = true;
                    --left;
                }
            }
        }
    }
    return left > 0;
}

}  // namespace arfa::spider
