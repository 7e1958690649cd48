// «Тупик»: no event can be reached by reversible moves (rulebook 1.2); see engine/stuck.py, which this follows.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "moves/engine.h"

namespace arfa {

// The searches behind Engine::stuck.
class Stuckness {
public:
    explicit Stuckness(const Engine& engine) : engine_(engine), plan_(engine.plan()) {}

    bool stuck(const State& state, bool drawing) const {
        if (engine_.won(state)) return false;
        std::uint64_t hand = 0;
        if (!plan_.grid) {
            if (drawing && deals(state)) return false;
            if (drawing)
                hand = engine_.reach(state);
            else
                for (const HandCard& h : engine_.hand(state)) hand |= bit(h.card);
            // A deal that wants every space filled may become possible on the way, which counting does not see.
            const bool waits = drawing && plan_.stock == StockKind::columns && plan_.spaces_refused;
            if (engine_.klondike_type() && in_runs(state) && !waits) return !klondike_event(state, hand);
        }
        return !closure_event(state, hand, drawing);
    }

private:
    // How many canonical positions the closure may hold before the position is not called stuck.
    static constexpr std::size_t kBound = 3000;

    using Heights = std::array<std::uint8_t, kMaxFoundations>;

    // The stock has an action that cannot be taken back: a row, a group, Паук's redeal.
    bool deals(const State& state) const {
        if (plan_.stock == StockKind::waste || plan_.stock == StockKind::cycle) return false;
        return engine_.stock_action_possible(state, false) || engine_.stock_action_possible(state, true);
    }

    bool in_runs(const State& state) const {
        for (int column = 0; column < plan_.columns; ++column)
            if (engine_.run_length(state, column) != state.size(column) - state.down[column]) return false;
        return true;
    }

    // -- any rules: search the closure ------------------------------------------------------------------------

    using Counts = std::array<std::uint8_t, kFaces>;

    Counts on_foundations(const State& state) const {
        Counts counts{};
        for (int f = 0; f < plan_.foundation_count(); ++f)
            for (int h = 0; h < state.height[f]; ++h)
                ++counts[plan_.foundations[static_cast<std::size_t>(f)].wanted[h]];
        return counts;
    }

    static bool turned_up(const State& before, const State& after) { return before.down != after.down; }

    bool closure_event(const State& start, std::uint64_t hand, bool drawing) const {
        const int base = plan_.foundation_count();
        const Counts went_up = on_foundations(start);
        std::unordered_set<std::string> seen{engine_.canonical(start)};
        std::vector<State> todo{start};
        std::vector<Move> moves;
        while (!todo.empty()) {
            const State state = todo.back();
            todo.pop_back();
            if (drawing && !plan_.grid && deals(state)) return true;
            for (int c = 0; c < kFaces; ++c)
                if (hand >> c & 1 && engine_.playable(state, static_cast<Card>(c))) return true;
            moves.clear();
            if (plan_.grid)
                engine_.grid_moves(state, moves);
            else
                engine_.building_moves(state, moves);
            for (const Move& move : moves) {
                if (move.kind == MoveKind::back || (!plan_.grid && move.src > base + plan_.columns)) return true;
                State after = state;
                const int slot = engine_.build(after, move);
                const bool settled = !plan_.grid && engine_.settle(after);
                if (settled && turned_up(state, after)) return true;
                // A card that was taken down and rises again by itself has gained nothing.
                if (slot >= 0 || settled) {
                    const Counts up = on_foundations(after);
                    for (int c = 0; c < kFaces; ++c)
                        if (up[c] > went_up[c]) return true;
                }
                if (plan_.grid) {
                    if (!engine_.grid_move_legal(after, move.dst, move.src)) return true;
                } else if (move.src >= base) {
                    if (!engine_.may_move(after, slot >= 0 ? slot : move.dst, move.src, move.count)) return true;
                }
                if (std::string key = engine_.canonical(after); !seen.contains(key)) {
                    if (seen.size() >= kBound) return true;
                    seen.insert(std::move(key));
                    todo.push_back(after);
                }
            }
        }
        return false;
    }

    // -- the Klondike type: count places instead of arranging cards ----------------------------------------------

    bool takes(const Heights& heights, Card c) const {
        for (int f = 0; f < plan_.foundation_count(); ++f)
            if (plan_.foundations[static_cast<std::size_t>(f)].wanted[heights[f]] == c) return true;
        return false;
    }

    bool klondike_event(const State& state, std::uint64_t hand) const;

    const Engine& engine_;
    const Plan& plan_;
};

bool Stuckness::klondike_event(const State& state, std::uint64_t hand) const {
    const int king = plan_.ranks;
    std::array<std::array<int, 2>, kMaxRanks + 2> visible{};
    std::array<std::array<int, 2>, kMaxRanks + 2> free{};
    struct Base {
        Card card;
        bool under;
    };
    std::vector<Base> bases;  // the deepest open card of each column
    std::vector<Card> hanging;
    int spaces = 0;
    for (int column = 0; column < plan_.columns; ++column) {
        const auto open = state.pile(column).subspan(state.down[column]);
        if (open.empty()) ++spaces;
        for (std::size_t n = 0; n < open.size(); ++n) {
            const Card c = open[n];
            ++visible[rank_of(c)][is_red(c)];
            if (n == 0) {
                bases.push_back({c, state.down[column] > 0});
            } else {
                hanging.push_back(c);
                ++free[rank_of(c)][is_red(c)];
            }
        }
    }
    const auto bare = [&](Card c) { return visible[rank_of(c) + 1][!is_red(c)] > free[rank_of(c)][is_red(c)]; };
    const auto exposed = [&](Card c) { return visible[rank_of(c)][is_red(c)] > free[rank_of(c) - 1][!is_red(c)]; };

    std::set<Heights> seen{state.height};
    std::vector<Heights> todo{state.height};
    while (!todo.empty()) {
        const Heights now = todo.back();
        todo.pop_back();
        std::vector<Card> worried;
        for (int f = 0; f < plan_.foundation_count(); ++f)
            for (int h = now[f]; h < state.height[f]; ++h)
                worried.push_back(plan_.foundations[static_cast<std::size_t>(f)].wanted[h]);
        int kings = 0;
        const auto lay = [&](int sign) {
            for (const Card c : worried) {
                visible[rank_of(c)][is_red(c)] += sign;
                if (rank_of(c) != king) free[rank_of(c)][is_red(c)] += sign;
            }
        };
        lay(1);
        for (const Card c : worried) kings += rank_of(c) == king;
        const bool room = spaces - kings > 0;
        const auto is_worried = [&](Card c) { return std::ranges::find(worried, c) != worried.end(); };
        for (const Card c : hanging)
            if (!is_worried(c) && takes(now, c) && exposed(c)) return true;
        for (const auto& [c, under] : bases) {
            if ((under || rank_of(c) != king || !is_worried(c)) && takes(now, c) && exposed(c)) return true;
            if (rank_of(c) != king ? bare(c) : under && room) return true;
        }
        for (int i = 0; i < kFaces; ++i) {
            if (!(hand >> i & 1)) continue;
            const auto c = static_cast<Card>(i);
            if (takes(now, c) || (rank_of(c) != king ? bare(c) : room)) return true;
        }
        const auto visit = [&](Heights next) {
            if (seen.insert(next).second) todo.push_back(next);
        };
        if (plan_.worry_back) {
            for (int f = 0; f < plan_.foundation_count(); ++f) {
                const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
                if (now[f] <= foundation.fixed || (now[f] == 1 && plan_.aces_at_once)) continue;
                const Card top = foundation.wanted[now[f] - 1];
                if (rank_of(top) != king ? !bare(top) : !room) continue;
                Heights lower = now;
                --lower[f];
                visit(lower);
            }
            for (int f = 0; f < plan_.foundation_count(); ++f) {
                if (now[f] >= state.height[f] ||
                    !exposed(plan_.foundations[static_cast<std::size_t>(f)].wanted[now[f]]))
                    continue;
                Heights higher = now;
                ++higher[f];
                visit(higher);
            }
        }
        lay(-1);
    }
    return false;
}

bool Engine::stuck(const State& state, bool drawing) const { return Stuckness(*this).stuck(state, drawing); }

}  // namespace arfa
