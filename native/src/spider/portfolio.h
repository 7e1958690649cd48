// Which searches are tried in what order, and what they prove together.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "spider/line.h"
#include "state/state.h"

namespace arfa::spider {

// Where a search begins: cards are still to be dealt, or none and the free phase has begun.
struct Root {
    Board board;
    std::vector<Card> deck;  // first card first
    bool open = true;        // cards may be played before the next group
};

class Portfolio {
public:
    Portfolio(const Rules& rules, const Plan& plan, const Options& options, Control& control);

    Outcome solve(const State& state);

private:
    enum class Result { won, lost, open };

    // The boards at the beginning of a free phase that a root can come to.
    struct Field {
        std::shared_ptr<const Dealing> dealing;  // null for a root in the free phase
        List<Board> starts;
        List<std::uint32_t> nodes;  // of the dealing
        bool complete = false;      // none is missing
    };
    struct Effort {
        std::size_t redeals;  // boards of the last free phase that a redeal is tried from
        std::size_t upper;    // boards met before it
        std::size_t lower;    // and after it
    };

    Root root_of(const State& state);
    Root gathered(const Board& board) const;
    Field field_of(const Root& root, Dealing::Choice choice, std::size_t layer);
    Field alive(const Field& field) const;
    Field sample(const Field& field, std::size_t size, Random& random) const;
    void write(const Field& field, FreePhase& phase, std::uint32_t node, Acts& acts);

    Result last_phase(const Field& field, const FreePhase::Settings& settings, Acts& acts);
    Result without_redeal(int round, Acts& acts);
    bool with_redeals(const Field& field, int level, const Effort& effort, std::uint64_t seed, Acts& acts);
    Result exhaust(const Root& root, int level, std::size_t boards, Acts& acts);
    Result search(int level, Acts& acts);
    FreePhase& phase(int level);

    const Rules& rules_;
    const Plan& plan_;
    Tactics tactics_;
    Budget budget_;
    Trie trie_;
    std::vector<std::unique_ptr<FreePhase>> phases_;  // by the number of redeals left, in the order they are needed
    Root root_;
    std::optional<Field> greedy_, all_, live_;  // of the root; `live_`: without those that the relaxation condemns
    Proof proof_ = Proof::none;                 // of the last loss
    Set<Text, TextHash> decks_;                 // that `exhaust` has been through
};

}  // namespace arfa::spider
