// Exhaustive search over canonical positions: a win, or the proof that there is none.
//
// Depth first, the child of the best value first; every position is met once, or again when it comes with a smaller
// rank (seen.h).  Positions are told apart by keys of 128 bits (key.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/room.h"
#include "search/search.h"
#include "search/seen.h"

namespace arfa {

template <class Space>
class Exhaust {
public:
    using Position = typename Space::Position;
    using Step = typename Space::Move;

    enum class End { won, lost, states, memory, stopped };

    // At most `states` positions, which is more than none.  After `won`, line() has the steps; after `lost` no position
    // that can be reached is won.
    End run(Space& space, const Position& root, std::uint64_t states, Control& control) {
        line_.clear();
        made_ = 0;
        try {
            return walk(space, root, states, control);
        } catch (const OutOfRoom&) {
            return End::memory;
        }
    }

    const std::vector<Step>& line() const { return line_; }
    std::uint64_t states() const { return closed_.size(); }
    std::uint64_t made() const { return made_; }
    // Lets go of what a large search has left behind.
    void shrink() {
        closed_.forget();
        if (frames_.capacity() > 1000) let_go(frames_);
        if (todo_.capacity() > 10000) let_go(todo_);
    }

private:
    struct Frame {
        Position position;
        Step step;
        std::uint32_t first;  // its children that are left: todo_[first] and all behind, the best one last
    };
    struct Todo {
        double value;
        std::uint32_t number;
        Step step;
        bool operator<(const Todo& other) const {
            return value != other.value ? value < other.value : number > other.number;
        }
    };

    End walk(Space& space, const Position& root, std::uint64_t states, Control& control);

    Closed closed_;
    List<Frame> frames_;
    List<Todo> todo_;
    std::vector<Step> line_;
    std::uint64_t made_ = 0;
};

template <class Space>
auto Exhaust<Space>::walk(Space& space, const Position& root, std::uint64_t states, Control& control) -> End {
    closed_.clear();
    frames_.clear();
    todo_.clear();
    closed_.add(space.key(root), space.rank(root), states);
    std::uint64_t polled = 0;
    Position position = root;
    Step step{};
    for (;;) {
        // Enter the position.
        frames_.push_back({position, step, static_cast<std::uint32_t>(todo_.size())});
        const auto win = [&](const Step* last) {
            std::vector<Step> rest;
            rest.swap(line_);
            for (std::size_t i = 1; i < frames_.size(); ++i) line_.push_back(frames_[i].step);
            if (last != nullptr) line_.push_back(*last);
            line_.insert(line_.end(), rest.begin(), rest.end());
            return End::won;
        };
        if (space.finish(position, line_)) return win(nullptr);
        bool won = false;
        bool many = false, full = false;
        Step last{};
        std::uint32_t number = 0;
        space.expand(position, [&](const auto& child) {
            ++made_;
            if (space.won(child.board)) {
                won = true;
                last = child.step;
                return false;
            }
            switch (closed_.add(child.key, child.rank, states)) {
                case Closed::Added::no:
                    return true;
                case Closed::Added::many:
                    many = true;
                    return false;
                case Closed::Added::full:
                    full = true;
                    return false;
                default:
                    break;
            }
            todo_.push_back({space.value(), number++, child.step});
            return true;
        });
        if (won) return win(&last);
        if (full) return End::memory;
        if (many) return End::states;
        if (made_ - polled >= Space::kPoll) {
            polled = made_;
            if (control.poll(closed_.size())) return End::stopped;
        }
        std::sort(todo_.begin() + frames_.back().first, todo_.end());
        // On to the next one, or back.
        while (todo_.size() == frames_.back().first) {
            frames_.pop_back();
            if (frames_.empty()) return End::lost;
        }
        step = todo_.back().step;
        todo_.pop_back();
        position = space.after(frames_.back().position, step);
    }
}

}  // namespace arfa
