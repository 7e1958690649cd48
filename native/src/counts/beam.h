// Beam search in layers of irreversible progress, for stocks that may be gone through only so often.
//
// Progress counts cards on foundations, cards taken from the stock and cards that have left their place.  Every move
// raises it, so each layer is finished before the next; of a layer the best few are expanded.  Many narrow beams with
// noise on the value decide more than one wide beam.  What is cut off taints: a beam only ever finds wins.
#pragma once

#include <algorithm>
#include <array>

#include "counts/free_search.h"
#include "counts/value.h"

namespace arfa::counts {

template <int D, class Key>
class Beam {
public:
    using N = Node<D>;
    using Search = FreeSearch<D, Key>;

    // `root`: closed; its steps are kept, and `search` has them again in the end.
    Beam(Search& search, const N& root)
        : search_(search),
          root_(root),
          root_steps_(search.steps.begin(), search.steps.begin() + static_cast<std::ptrdiff_t>(root.trail) + 1) {}

    // Whether a line was found; it is left in search.winner and search.steps.
    bool run(std::size_t width, double noise, const Value<D>& value, u64 seed, Meter& meter) {
        full_ = false;
        random_ = seed | 1;
        bool won = false;
        try {
            won = walk(width, noise, value, meter);
        } catch (const OutOfRoom&) {
            for (Layer& layer : layers_) layer = {};
            full_ = true;
        }
        search_.steps = won ? log_ : root_steps_;
        return won;
    }
    // Whether the last run ended for want of room: a wider one would too.
    bool full() const { return full_; }

private:
    bool walk(std::size_t width, double noise, const Value<D>& value, Meter& meter) {
        log_ = root_steps_;
        for (Layer& layer : layers_) layer = {};
        layers_[static_cast<std::size_t>(progress(root_))].entries.push_back({root_, 0, 0, 0, 0});
        bool won = false;
        for (std::size_t p = 0; p < layers_.size() && !won; ++p) {
            if (layers_[p].entries.empty()) continue;
            won = expand_layer(p, width, noise, value, meter);
            layers_[p] = {};
            if (meter.stopped() != Limit::none) break;
        }
        return won;
    }

    struct Entry {
        N node;  // its trail is that of its parent until it is expanded
        double value;
        int cost;                  // of where the stock stands, see `cost`
        std::uint32_t from, size;  // its own steps within its layer
    };
    struct Hash {
        std::size_t operator()(Key k) const { return static_cast<std::size_t>(hash(k)); }
    };
    struct Layer {
        List<Entry> entries;
        Map<Key, int, Hash> best;  // the least cost; the same key is always in the same layer
        List<Step> steps;
    };
    static bool better(const Entry& a, const Entry& b) { return a.value > b.value; }

    // At draw 1 from an earlier place of the stock in an earlier pass every later one can be reached.
    bool dominance() const { return search_.board.draw == 1; }
    static int cost(const N& s) { return s.at - 256 * s.redeals; }
    Key key(const N& s) const { return dominance() ? search_.cards_key_of(s) : search_.full_key_of(s); }

    int progress(const N& s) const {
        const Board<D>& b = search_.board;
        int p = b.stock_size - count(s.order);
        for (const auto& heights : s.height)
            for (const u8 h : heights) p += h;
        for (int i = 0; i < b.columns; ++i)
            p += b.length[static_cast<std::size_t>(i)] - s.left[static_cast<std::size_t>(i)];
        return p;
    }
    static void trim(List<Entry>& layer, std::size_t width) {
        if (layer.size() <= width) return;
        std::nth_element(layer.begin(), layer.begin() + static_cast<std::ptrdiff_t>(width), layer.end(), better);
        layer.resize(width);
    }
    bool expand_layer(std::size_t p, std::size_t width, double noise, const Value<D>& value, Meter& meter) {
        Layer& layer = layers_[p];
        trim(layer.entries, width);
        std::sort(layer.entries.begin(), layer.entries.end(), better);
        for (Entry& e : layer.entries) {
            if (dominance() && layer.best.size() > 0 && layer.best[key(e.node)] < e.cost) continue;
            if (!meter.tick()) return false;
            for (std::uint32_t k = 0; k < e.size; ++k) {
                const Step& step = layer.steps[e.from + k];
                log_.push_back({step.kind, step.card, e.node.trail});
                e.node.trail = static_cast<std::uint32_t>(log_.size() - 1);
            }
            if (expand(e.node, p, width, noise, value)) return true;
        }
        return false;
    }
    bool expand(const N& node, std::size_t p, std::size_t width, double noise, const Value<D>& value) {
        N from = node;
        from.trail = 0;
        search_.steps.resize(1);
        bool won = false;
        search_.children(from, [&](N& child) {
            if (won) return;
            if (search_.won(child)) {
                won = true;
                chain(child.trail);
                child.trail = node.trail;
                for (auto it = chain_.rbegin(); it != chain_.rend(); ++it) {
                    log_.push_back({it->kind, it->card, child.trail});
                    child.trail = static_cast<std::uint32_t>(log_.size() - 1);
                }
                search_.winner = child;
                return;
            }
            const auto to = static_cast<std::size_t>(progress(child));
            if (to <= p) return;  // worry back without progress is left out
            Layer& layer = layers_[to];
            const int c = dominance() ? cost(child) : 0;
            const auto [it, fresh] = layer.best.try_emplace(key(child), c);
            if (!fresh) {
                if (it->second <= c) return;
                it->second = c;
            }
            const double v = value(search_.play, child) + (noise > 0 ? noise * uniform() : 0);
            chain(child.trail);
            child.trail = node.trail;
            layer.entries.push_back({child, v, c, static_cast<std::uint32_t>(layer.steps.size()),
                                     static_cast<std::uint32_t>(chain_.size())});
            layer.steps.insert(layer.steps.end(), chain_.rbegin(), chain_.rend());
            if (layer.entries.size() > 4 * width + 1000) trim(layer.entries, width);
        });
        return won;
    }
    // The steps from the parent to a child, last first.
    void chain(std::uint32_t last) {
        chain_.clear();
        for (std::uint32_t k = last; k != 0; k = search_.steps[k].before) chain_.push_back(search_.steps[k]);
    }
    double uniform() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        random_ ^= random_ << 17;
        return static_cast<double>(random_ >> 11) * 0x1p-53;
    }

    Search& search_;
    N root_;
    List<Step> root_steps_;
    std::array<Layer, 3 * kMaxCards + 1> layers_;
    List<Step> log_, chain_;
    u64 random_ = 1;
    bool full_ = false;
};

}  // namespace arfa::counts
