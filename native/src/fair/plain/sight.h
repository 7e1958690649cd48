// A position as it is played out in one world, with what the player who cannot see has seen of its stock.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "fair/view.h"
#include "moves/engine.h"

namespace arfa::fair::plain {

using u64 = std::uint64_t;

// Face-down cards of columns are not known, though one may have been seen and taken back; all cards of the hand are.
struct Sight {
    State state;
    std::bitset<kMaxCards> seen;  // cards of the stock that have been open, by their places in it

    // The position of a view, as its unseen cards lie in it.
    static Sight of(const Plan& plan, const View& view) {
        Sight sight{view.state, {}};
        if (plan.stock == StockKind::none) return sight;
        const auto stock = static_cast<std::size_t>(plan.columns);
        const int size = sight.state.size(plan.columns);
        for (int k = 0; k < size; ++k) sight.seen.set(static_cast<std::size_t>(k));
        for (const std::uint8_t place : view.unseen)
            if (place >= sight.state.start[stock] && place < sight.state.start[stock + 1])
                sight.seen.reset(static_cast<std::size_t>(place - sight.state.start[stock]));
        return sight;
    }
    // Makes a legal move, and sees what it opens.
    void play(const Engine& engine, const Move& move) {
        const Plan& plan = engine.plan();
        if (plan.stock == StockKind::none) return engine.apply(state, move);
        const int stock = plan.columns, before = state.size(stock);
        engine.apply(state, move);
        const int after = state.size(stock);
        if (plan.stock == StockKind::cycle) {
            turn_round(plan, move, before, after);
        } else if (move.kind == MoveKind::back) {
            for (int k = 0; k < after; ++k) seen.set(static_cast<std::size_t>(k));
        } else {
            for (int k = after; k < before; ++k) seen.reset(static_cast<std::size_t>(k));
        }
    }
    // Places of State::cards that have not been seen.
    std::vector<int> unseen(const Plan& plan) const {
        std::vector<int> places;
        for (std::size_t i = 0; i < static_cast<std::size_t>(plan.columns); ++i)
            for (int k = 0; k < state.down[i]; ++k) places.push_back(state.start[i] + k);
        if (plan.stock == StockKind::none) return places;
        for (int k = 0; k < state.size(plan.columns); ++k)
            if (!seen[static_cast<std::size_t>(k)])
                places.push_back(state.start[static_cast<std::size_t>(plan.columns)] + k);
        return places;
    }

private:
    // The pile in the hand, whose cards pass from the front to the back.
    void turn_round(const Plan& plan, const Move& move, int before, int after) {
        int left = before;
        if (move.kind == MoveKind::draw && before > 0) {
            std::bitset<kMaxCards> turned;
            const int skip = plan.skip % before;
            for (int k = 0; k + 1 < before; ++k)
                turned[static_cast<std::size_t>(k)] = seen[static_cast<std::size_t>((skip + 1 + k) % before)];
            seen = turned;
            --left;
        } else if (move.kind == MoveKind::back) {
            seen.set(static_cast<std::size_t>(left++));
        }
        if (left > after) seen >>= static_cast<std::size_t>(left - after);
    }
};

}  // namespace arfa::fair::plain
