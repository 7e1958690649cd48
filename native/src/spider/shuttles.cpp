#include "spider/shuttles.h"

#include <algorithm>

namespace arfa::spider {

namespace {

// Where the chains of a configuration begin and how long they are.
struct Parts {
    int count = 0;
    std::array<int, kMaxColumns> start{};
    std::array<int, kMaxColumns> length{};

    explicit Parts(const Text& config) {
        int begin = 0;
        for (int i = 0; i < static_cast<int>(config.size()); ++i) {
            if (config[static_cast<std::size_t>(i)] != Shuttles::kEnd) continue;
            start[static_cast<std::size_t>(count)] = begin;
            length[static_cast<std::size_t>(count++)] = i - begin;
            begin = i + 1;
        }
    }
    int len(int i) const { return length[static_cast<std::size_t>(i)]; }
    std::size_t last(int i) const { return static_cast<std::size_t>(start[static_cast<std::size_t>(i)] + len(i) - 1); }
};

// The last card of chain a goes to the end of chain b; a chain that it leaves empty goes.
Text moved(const Text& config, const Parts& parts, int a, int b) {
    Text to = config;
    const std::size_t from = parts.last(a), end = parts.last(b) + 1;
    const std::size_t gone = parts.len(a) == 1 ? 2 : 1;
    const char rank = config[from];
    if (b > a) {
        to.insert(end, 1, rank);
        to.erase(from, gone);
    } else {
        to.erase(from, gone);
        to.insert(end, 1, rank);
    }
    return to;
}

// Without the last card of chain a.
Text without(const Text& config, const Parts& parts, int a) {
    Text to = config;
    to.erase(parts.last(a), parts.len(a) == 1 ? 2 : 1);
    return to;
}

template <class Visit>
void for_shuttles(const Rules& rules, const Text& config, Visit visit) {
    const Parts parts(config);
    for (int a = 0; a < parts.count; ++a) {
        if (parts.len(a) < 2) continue;
        const int rank = config[parts.last(a)];
        for (int b = 0; b < parts.count; ++b)
            if (b != a && rules.lies_on(config[parts.last(b)], rank)) visit(moved(config, parts, a, b), a, b);
    }
}

std::uint64_t size_of(const Text& s) { return sizeof(s) + (s.size() > 15 ? s.size() + 16 : 0); }

}  // namespace

void Shuttles::clear(std::size_t cap) {
    cap_ = cap;
    bytes_ = 0;
    classes_.clear();
    ids_.clear();
}

std::uint32_t Shuttles::find(const Text& config) {
    if (const auto at = ids_.find(config); at != ids_.end()) return at->second;
    bytes_ += 2 * size_of(config) + 64;
    List<Text> members{config};
    Set<Text, TextHash> seen{config};
    bool whole = true;
    for (std::size_t i = 0; i < members.size() && whole; ++i) {
        const Text member = members[i];
        for_shuttles(rules_, member, [&](const Text& to, int, int) {
            if (!whole || !seen.insert(to).second) return;
            if (members.size() >= cap_)
                whole = false;
            else
                members.push_back(to);
        });
    }
    if (!whole) members.assign(1, config);
    std::sort(members.begin(), members.end());
    if (const auto at = ids_.find(members[0]); at != ids_.end()) {
        const std::uint32_t id = at->second;
        ids_.emplace(config, id);
        return id;
    }
    const auto id = static_cast<std::uint32_t>(classes_.size());
    for (const Text& member : members) bytes_ += size_of(member);
    bytes_ += sizeof(Class);
    Class made;
    made.configs = std::move(members);
    made.whole = whole;
    classes_.push_back(std::move(made));
    ids_.emplace(config, id);
    ids_.emplace(classes_.back().configs[0], id);
    return id;
}

const Shuttles::Class& Shuttles::with_exits(std::uint32_t id) {
    if (classes_[id].expanded) return classes_[id];
    // Exits that lead to the same class are one: only the first is kept.
    Set<std::uint64_t> seen;
    List<Exit> exits;
    const bool whole = classes_[id].whole;
    const auto once = [&](const Text& rest, int rank, int emptied) {
        const std::uint64_t to = rest.empty() ? 0 : std::uint64_t{find(rest)} + 1;
        return seen.insert(to << 16 | static_cast<std::uint64_t>(rank) << 8 | static_cast<std::uint64_t>(emptied))
            .second;
    };
    for (std::uint32_t k = 0; k < classes_[id].configs.size(); ++k) {
        const Text config = classes_[id].configs[k];
        const Parts parts(config);
        for (int a = 0; a < parts.count; ++a) {
            const int rank = config[parts.last(a)];
            const bool alone = parts.len(a) == 1;
            const auto exit = [&](Step step, int b) {
                exits.push_back({step, static_cast<std::uint8_t>(rank), static_cast<std::uint8_t>(a),
                                 static_cast<std::uint8_t>(b), k});
            };
            if (once(without(config, parts, a), rank, alone ? a + 1 : 0)) exit(Step::none, 0);
            if (!alone && whole) continue;
            for (int b = 0; b < parts.count; ++b) {
                if (b == a || !rules_.lies_on(config[parts.last(b)], rank)) continue;
                if (!alone || once(moved(config, parts, a, b), 15, a + 1)) exit(Step::shift, b);
            }
        }
    }
    bytes_ += exits.size() * sizeof(Exit);
    Class& of = classes_[id];
    of.exits = std::move(exits);
    of.expanded = true;
    return of;
}

std::vector<Shuttles::Shuttle> Shuttles::path(const Text& from, const Text& to) const {
    struct Came {
        Text from;
        Shuttle by;
    };
    std::vector<Shuttle> moves;
    if (from == to) return moves;
    Map<Text, Came, TextHash> came{{from, {"", {0, 0}}}};
    List<Text> queue{from};
    for (std::size_t i = 0; i < queue.size() && !came.contains(to); ++i) {
        const Text at = queue[i];
        for_shuttles(rules_, at, [&](const Text& next, int a, int b) {
            if (came.try_emplace(next, Came{at, {a, b}}).second) queue.push_back(next);
        });
    }
    for (Text at = to; at != from;) {
        const auto found = came.find(at);
        if (found == came.end()) return {};
        moves.push_back(found->second.by);
        at = found->second.from;
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

Chains Chains::of(const Board& board, const Rules& rules, const Trie& trie, int suit) {
    Chains found;
    std::array<std::uint64_t, kMaxColumns> order{};
    for (int i = 0; i < rules.columns; ++i) {
        const Trie::Id id = board.at(i);
        if (!id || suit_of(trie.top(id)) != suit) continue;
        const Trie::Id anchor = trie[id].anchor;
        const std::uint64_t key = std::uint64_t{trie.top(anchor)} << 40 | trie.parent(anchor);
        int at = found.count++;
        for (; at > 0 && order[static_cast<std::size_t>(at - 1)] > key; --at) {
            order[static_cast<std::size_t>(at)] = order[static_cast<std::size_t>(at - 1)];
            found.column[static_cast<std::size_t>(at)] = found.column[static_cast<std::size_t>(at - 1)];
        }
        order[static_cast<std::size_t>(at)] = key;
        found.column[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(i);
    }
    return found;
}

Text Chains::config(const Board& board, const Trie& trie) const {
    Text text;
    for (int k = 0; k < count; ++k) {
        Trie::Id id = board.at(column[static_cast<std::size_t>(k)]);
        const std::size_t n = trie[id].chain, begin = text.size();
        text.resize(begin + n + 1);
        for (std::size_t i = n; i-- > 0; id = trie.parent(id)) text[begin + i] = static_cast<char>(trie.top(id) % 13);
        text[begin + n] = Shuttles::kEnd;
    }
    return text;
}

void Chains::lay(Board& board, Trie& trie, int suit, const Text& config) const {
    int k = 0;
    Trie::Id id = trie.under_chain(board.at(column[0]));
    for (const char rank : config) {
        if (rank != Shuttles::kEnd) {
            id = trie.child(id, static_cast<Card>(suit * 13 + rank));
            continue;
        }
        board.at(column[static_cast<std::size_t>(k)]) = id;
        if (++k < count) id = trie.under_chain(board.at(column[static_cast<std::size_t>(k)]));
    }
}

}  // namespace arfa::spider
