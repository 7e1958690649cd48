// Beam search in layers of irreversible progress, for wins.
//
// A space gives positions, their children, values and layers (what has been done for good, a number that no move makes
// smaller).  Of each layer the best `width` positions are expanded, best first; a child in the same layer joins it, at
// a cost for every such step in a row, any other waits in its own layer.  Noise on the values, from a seed, makes many
// narrow searches out of one; restarts beat width.
//
// Nothing is proved when it finds no win: that it left nothing out is never claimed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/random.h"
#include "search/room.h"
#include "search/search.h"
#include "search/seen.h"

namespace arfa {

struct BeamOptions {
    std::uint32_t width = 100;
    double noise = 0;
    std::uint64_t seed = 0;
};

template <class Space>
class Layered {
public:
    using Position = typename Space::Position;
    using Step = typename Space::Move;

    enum class End { won, lost_track, states, memory, stopped };

    // At most `states` positions.  After `won`, line() has the steps.  spent() counts the positions judged, made() all
    // children.
    End run(Space& space, const Position& root, const BeamOptions& options, std::uint64_t states, Control& control) {
        spent_ = made_ = 0;
        deepest_ = 0;
        line_.clear();
        try {
            return walk(space, root, options, states, control);
        } catch (const OutOfRoom&) {
            forget();
            return End::memory;
        }
    }

    const std::vector<Step>& line() const { return line_; }
    std::uint64_t spent() const { return spent_; }
    std::uint64_t made() const { return made_; }
    int deepest() const { return deepest_; }  // the last layer in which a position was expanded
    // Lets go of what a wide search has left behind.
    void shrink() {
        if (pool_.size() >= 20'000) forget();
    }

private:
    struct Candidate {
        Position position;
        std::uint64_t key;
        std::uint32_t rank;
        std::uint32_t parent;
        Step step;
        std::uint8_t row;  // steps within the layer, one after the other
    };
    struct Entry {
        double value;
        std::uint32_t slot;
        // The better value first; the order of equals is that of their making, on every machine.
        bool operator<(const Entry& other) const {
            return value != other.value ? value > other.value : slot < other.slot;
        }
    };
    struct Link {
        std::uint32_t parent;
        Step step;
    };
    struct Layer {
        List<Entry> entries;
        Met met;
        bool used = false;
    };
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    End walk(Space& space, const Position& root, const BeamOptions& options, std::uint64_t states, Control& control);

    // Gives all room back.
    void forget() {
        let_go(pool_, free_, layers_, heap_, links_);
        expanded_ = {};
        pushed_ = {};
    }
    std::uint32_t slot() {
        if (free_.empty()) {
            pool_.emplace_back();
            return static_cast<std::uint32_t>(pool_.size() - 1);
        }
        const std::uint32_t found = free_.back();
        free_.pop_back();
        return found;
    }
    void keep_best(List<Entry>& entries, std::size_t n) {
        if (entries.size() <= n) return;
        std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(n), entries.end());
        for (std::size_t i = n; i < entries.size(); ++i) free_.push_back(entries[i].slot);
        entries.resize(n);
    }
    void trace(std::uint32_t link, const Step* last) {
        if (last != nullptr) line_.push_back(*last);
        for (; links_[link].parent != kNone; link = links_[link].parent) line_.push_back(links_[link].step);
        std::ranges::reverse(line_);
    }

    List<Candidate> pool_;
    List<std::uint32_t> free_;
    List<Layer> layers_;
    List<Entry> heap_;
    List<Link> links_;
    Met expanded_, pushed_;
    std::vector<Step> line_;
    std::uint64_t spent_ = 0;
    std::uint64_t made_ = 0;
    int deepest_ = 0;
};

template <class Space>
auto Layered<Space>::walk(Space& space, const Position& root, const BeamOptions& options, std::uint64_t states,
                          Control& control) -> End {
    pool_.clear();
    free_.clear();
    links_.clear();
    heap_.clear();
    const auto layers = static_cast<std::size_t>(space.layers());
    if (layers_.size() < layers) layers_.resize(layers);
    for (Layer& layer : layers_) {
        layer.entries.clear();
        if (layer.used) layer.met.clear();
        layer.used = false;
    }
    Random random(options.seed);
    std::uint64_t polled = 0;
    const std::size_t room = std::size_t{4} * options.width + 1000;
    const auto worse = [](const Entry& a, const Entry& b) { return b < a; };

    const int first = space.layer(root);
    {
        const std::uint32_t s = slot();
        pool_[s] = {root, space.key(root).lo, space.rank(root), kNone, {}, 0};
        layers_[static_cast<std::size_t>(first)].entries.push_back({0, s});
    }
    for (int at = first; at < static_cast<int>(layers); ++at) {
        Layer& layer = layers_[static_cast<std::size_t>(at)];
        if (layer.entries.empty()) continue;
        deepest_ = at;
        keep_best(layer.entries, options.width);
        expanded_.clear();
        pushed_.clear();
        heap_.swap(layer.entries);
        layer.entries.clear();
        for (const Entry& entry : heap_) pushed_.add(pool_[entry.slot].key, pool_[entry.slot].rank);
        std::make_heap(heap_.begin(), heap_.end(), worse);
        for (std::uint32_t expansions = 0; !heap_.empty() && expansions < options.width;) {
            std::pop_heap(heap_.begin(), heap_.end(), worse);
            const std::uint32_t own = heap_.back().slot;
            heap_.pop_back();
            if (!expanded_.add(pool_[own].key, pool_[own].rank)) {
                free_.push_back(own);
                continue;
            }
            if (spent_ >= states) return End::states;
            ++expansions;
            if (made_ - polled >= Space::kPoll) {
                polled = made_;
                if (control.poll(spent_)) return End::stopped;
            }
            const Candidate parent = pool_[own];
            const auto link = static_cast<std::uint32_t>(links_.size());
            links_.push_back({parent.parent, parent.step});
            if (space.finish(parent.position, line_)) {
                std::vector<Step> rest;
                rest.swap(line_);
                trace(link, nullptr);
                line_.insert(line_.end(), rest.begin(), rest.end());
                return End::won;
            }
            bool won = false, spent = false;
            space.expand(parent.position, [&](const auto& child) {
                ++made_;
                if (space.won(child.board)) {
                    trace(link, &child.step);
                    won = true;
                    return false;
                }
                const int to = space.layer(child.board);
                std::uint8_t row = 0;
                if (to == at) {
                    if (parent.row >= space.patience(child.step) || !pushed_.add(child.key.lo, child.rank)) return true;
                    row = static_cast<std::uint8_t>(parent.row + 1);
                } else {
                    if (to < at) return true;
                    Layer& other = layers_[static_cast<std::size_t>(to)];
                    other.used = true;
                    if (!other.met.add(child.key.lo, child.rank)) return true;
                }
                if (spent_ >= states) {
                    spent = true;
                    return false;
                }
                ++spent_;
                double value = space.value() - space.step_cost(child.step) * row;
                if (options.noise > 0) value += options.noise * random.uniform();
                const std::uint32_t s = slot();
                pool_[s] = {child.board, child.key.lo, child.rank, link, child.step, row};
                if (to == at) {
                    heap_.push_back({value, s});
                    std::push_heap(heap_.begin(), heap_.end(), worse);
                } else {
                    auto& entries = layers_[static_cast<std::size_t>(to)].entries;
                    entries.push_back({value, s});
                    if (entries.size() >= room) keep_best(entries, options.width);
                }
                return true;
            });
            if (won) return End::won;
            if (spent) return End::states;
            free_.push_back(own);
        }
        for (const Entry& entry : heap_) free_.push_back(entry.slot);
        heap_.clear();
    }
    return End::lost_track;
}

}  // namespace arfa
