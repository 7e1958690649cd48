// Many games of one patience side by side, as an environment for learning sees them: each step makes a move in every
// game and writes down what its player sees then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "deals/shuffle.h"
#include "moves/engine.h"
#include "state/state.h"

namespace arfa::envs {

// Cards are told by 1 + their number.
inline constexpr std::uint8_t kNothing = 0;
inline constexpr std::uint8_t kFaceDown = kFaces + 1;

// Where it is written down, for all games one after the other.
struct Pages {
    std::span<std::uint8_t> piles;   // games x piles x width: cards of each pile, deepest first
    std::span<std::int8_t> mask;     // games x actions: 1 for each legal one
    std::span<std::int8_t> redeals;  // games, as all that follow: redeals used, where they are counted
    std::span<double> rewards;       // 1 for the move that wins
    std::span<bool> over;            // won, or without a move
    std::span<bool> cut;             // the limit of moves was reached
    std::span<bool> legal;           // whether the action was
};

// One thread at a time may use it.
class Games {
public:
    // `actions`: the moves by their numbers; `listed`: of each of them the number under which it is listed as legal,
    // since several may be the same move; `limit`: after so many moves a game is cut off.  Throws
    // std::invalid_argument for pages of a wrong size.
    Games(const Engine& engine, std::vector<Move> actions, const std::vector<std::size_t>& listed, int limit,
          const Pages& pages)
        : engine_(engine), actions_(std::move(actions)), limit_(limit), pages_(pages), tables_(pages.over.size()) {
        if (listed.size() != actions_.size()) throw std::invalid_argument("every action wants to be listed");
        for (std::size_t number = 0; number < actions_.size(); ++number) {
            if (listed[number] >= actions_.size()) throw std::invalid_argument("there is no such action");
            numbers_[key(actions_[number])] = listed[number];
        }
        const std::size_t n = tables_.size();
        width_ = n == 0 || piles() == 0 ? 0 : pages.piles.size() / (n * piles());
        const bool fits = pages.piles.size() == n * piles() * width_ && pages.mask.size() == n * actions_.size() &&
                          pages.redeals.size() == n && pages.rewards.size() == n && pages.cut.size() == n &&
                          pages.legal.size() == n;
        if (!fits || (n != 0 && width_ < static_cast<std::size_t>(engine_.plan().cards)))
            throw std::invalid_argument("the arrays do not fit the games");
    }

    std::size_t size() const { return tables_.size(); }
    std::size_t actions() const { return actions_.size(); }

    // Deals anew where `which` says so, each game the deal of its number.
    void deal(std::span<const std::uint64_t> numbers, std::span<const bool> which) {
        for (std::size_t game = 0; game < size(); ++game) {
            if (!which[game]) continue;
            const Plan& plan = engine_.plan();
            tables_[game] = {deal_deck(plan, shuffled(plan.pack, numbers[game])), 0};
            if (!plan.grid) engine_.settle(tables_[game].state);
            pages_.rewards[game] = 0;
            pages_.over[game] = pages_.cut[game] = false;
            look(game);
        }
    }

    // Makes a move where `which` says so.  One that is not legal changes nothing, but it counts.
    void step(std::span<const std::int64_t> actions, std::span<const bool> which) {
        for (std::size_t game = 0; game < size(); ++game) {
            if (!which[game]) continue;
            auto& [state, made] = tables_[game];
            const Move& move = actions_[static_cast<std::size_t>(actions[game])];
            const bool legal = engine_.is_legal(state, move);
            if (legal) engine_.apply(state, move);
            ++made;
            const bool can_move = look(game);
            const bool won = engine_.won(state);
            pages_.legal[game] = legal;
            pages_.rewards[game] = won ? 1 : 0;
            pages_.over[game] = won || !can_move;
            pages_.cut[game] = made >= limit_ && !pages_.over[game];
        }
    }

private:
    struct Table {
        State state;
        int made = 0;  // moves
    };

    std::size_t piles() const {
        const Plan& plan = engine_.plan();
        return static_cast<std::size_t>(plan.foundation_count() +
                                        (plan.grid ? plan.rows * plan.places : plan.loose_piles()));
    }

    static std::uint32_t key(const Move& move) {
        const auto kind = static_cast<std::uint32_t>(move.kind);
        if (move.kind == MoveKind::draw || move.kind == MoveKind::back) return kind;  // there is one of each
        return kind | std::uint32_t{move.src} << 8 | std::uint32_t{move.dst} << 16 | std::uint32_t{move.count} << 24;
    }

    // Writes down what is seen of a game; whether there is a move.
    bool look(std::size_t game) {
        const Plan& plan = engine_.plan();
        const State& state = tables_[game].state;
        const auto page = pages_.piles.subspan(game * piles() * width_, piles() * width_);
        std::ranges::fill(page, kNothing);
        auto row = page.begin();
        const auto open = [](Card c) { return static_cast<std::uint8_t>(c + 1); };
        for (int f = 0; f < plan.foundation_count(); ++f, row += static_cast<std::ptrdiff_t>(width_))
            std::transform(plan.foundations[static_cast<std::size_t>(f)].wanted.begin(),
                           plan.foundations[static_cast<std::size_t>(f)].wanted.begin() + state.height[f], row, open);
        if (plan.grid) {
            for (int cell = 0; cell < plan.rows * plan.places; ++cell, row += static_cast<std::ptrdiff_t>(width_))
                if (const Card c = state.cards[static_cast<std::size_t>(cell)]; c != kNoCard) *row = open(c);
        } else {
            for (int i = 0; i < plan.loose_piles(); ++i, row += static_cast<std::ptrdiff_t>(width_)) {
                const auto cards = state.pile(i);
                // Of a stock nothing is seen; the open piles behind it have nothing that lies face down.
                const int down = i < plan.columns ? state.down[i] : i == plan.columns ? state.size(i) : 0;
                std::transform(cards.begin() + down, cards.end(), std::fill_n(row, down, kFaceDown), open);
            }
        }
        pages_.redeals[game] = static_cast<std::int8_t>(std::min<int>(state.redeals, 127));
        const auto mask = pages_.mask.subspan(game * actions_.size(), actions_.size());
        std::ranges::fill(mask, std::int8_t{0});
        moves_.clear();
        engine_.legal_moves(state, moves_);
        for (const Move& move : moves_) mask[numbers_.at(key(move))] = 1;
        return !moves_.empty();
    }

    const Engine& engine_;
    std::vector<Move> actions_;
    std::unordered_map<std::uint32_t, std::size_t> numbers_;
    int limit_;
    Pages pages_;
    std::vector<Table> tables_;
    std::size_t width_ = 0;
    std::vector<Move> moves_;  // kept for its room
};

}  // namespace arfa::envs
