// A depth-first walk with exact visited states, children by score, and a stack of its own instead of recursion.
#pragma once

#include <algorithm>
#include <cstdint>

#include "counts/meter.h"
#include "counts/node.h"
#include "counts/visited.h"
#include "search/room.h"

namespace arfa::counts {

enum class End { won, lost, limit };

// `Game` derives from it and gives: generate(node), which calls emit for every child; close(node), which makes the
// moves that are forced; won(node); key_of(node); hopeless(node, visits), whether a state is known to be lost.
template <class Game, class N, class Key>
class DepthFirst {
public:
    List<Step> steps;  // of the trails of all states on the stack
    N winner;          // after a won walk: the state that is won, with its trail

    void seed(u64 s) { random_ = s; }

    // The children of a state, closed, for walks of another kind; their steps are in `steps`.
    template <class Take>
    void children(const N& s, Take take) {
        arena_.clear();
        game().generate(s);
        meter_->generated += arena_.size();
        for (Child& c : arena_) {
            game().close(c.node);
            take(c.node);
        }
        arena_.clear();
    }

    // The children of a state as they are before what is forced is made, with their scores.
    template <class Take>
    void moves(const N& s, Take take) {
        arena_.clear();
        game().generate(s);
        for (const Child& c : arena_) take(c.node, c.score);
        arena_.clear();
    }

protected:
    struct Child {
        N node;
        Key key;
        int score;
    };
    struct Frame {
        Key key;
        std::uint32_t first, next, end;  // children in the arena; `order_` has them by score
        std::uint32_t steps;
    };

    void begin(Meter& meter, u64 bytes, bool ranked = false) {
        ranked_ = ranked;
        meter_ = &meter;
        bytes_ = bytes;
        steps.clear();
        steps.push_back({StepKind::base, 0, 0});  // the root of all trails
        seen_.clear(bytes / 2, ranked);
        spared_.clear(bytes / 4);
    }
    void forget() { seen_.clear(bytes_ / 2, ranked_); }
    // Adds a child, as yet like its parent.  Moves are made where it will stay: copying what has just been written byte
    // by byte stalls the processor for longer than the move takes.
    N& emit(const N& s, int score) {
        arena_.emplace_back(s, Key{0}, score);
        return arena_.back().node;
    }

    // Walks from a closed root that is not won.  `keep`: the states are listed in `log_` and those on the path when the
    // walk ends are in `frames_`; a state in `spared_` counts as won.
    End dive(const N& root, u64 budget, unsigned noise, bool keep) {
        frames_.clear();
        arena_.clear();
        order_.clear();
        log_.clear();
        const Key start = game().key_of(root);
        seen_.insert(start, game().rank_of(root));
        if (keep) log_.push_back(start);
        if (!meter_->tick()) return mark(start);
        u64 visits = 1;
        if (open(root, start, noise, keep)) return End::won;
        while (!frames_.empty()) {
            Frame& f = frames_.back();
            if (f.next == f.end) {
                steps.resize(f.steps);
                arena_.resize(f.first);
                order_.resize(f.first);
                frames_.pop_back();
                continue;
            }
            const Child& child = arena_[order_[f.next++]];
            const Key k = child.key;
            if (!seen_.insert(k, game().rank_of(child.node))) continue;
            if (keep) log_.push_back(k);
            if (++visits > budget || !meter_->tick()) return mark(k);
            if (seen_.full() || arena_.size() * sizeof(Child) > bytes_ / 4) {
                meter_->out_of_memory();
                return mark(k);
            }
            const N node = child.node;
            if (game().hopeless(node, visits)) continue;
            if (open(node, k, noise, keep)) return End::won;
        }
        return End::lost;
    }

    Meter* meter_ = nullptr;
    u64 bytes_ = 0;
    bool ranked_ = false;
    Visited<Key> seen_, spared_;
    List<Frame> frames_;
    List<Key> log_;

private:
    Game& game() { return static_cast<Game&>(*this); }

    // The state at which a walk was given up is on its path too.
    End mark(Key k) {
        frames_.push_back({k, 0, 0, 0, 0});
        return End::limit;
    }
    // Makes the children of a state; true when one is won.
    bool open(const N& s, Key k, unsigned noise, bool keep) {
        const auto begin = static_cast<std::uint32_t>(arena_.size());
        frames_.emplace_back(k, begin, begin, begin, static_cast<std::uint32_t>(steps.size()));
        game().generate(s);
        const auto end = static_cast<std::uint32_t>(arena_.size());
        meter_->generated += end - begin;
        order_.resize(end);
        for (std::uint32_t i = begin; i < end; ++i) {
            Child& c = arena_[i];
            game().close(c.node);
            if (game().won(c.node)) {
                winner = c.node;
                return true;
            }
            c.key = game().key_of(c.node);
            if (keep && spared_.contains(c.key)) return true;
            if (noise) c.score += static_cast<int>(next_random() % noise);
            std::uint32_t j = i;
            for (; j > begin && arena_[order_[j - 1]].score < c.score; --j) order_[j] = order_[j - 1];
            order_[j] = i;
        }
        frames_.back().end = end;
        return false;
    }
    u64 next_random() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        return random_ ^= random_ << 17;
    }

    u64 random_ = 1;
    List<Child> arena_;
    List<std::uint32_t> order_;
};

}  // namespace arfa::counts
