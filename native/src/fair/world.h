// One of the deals that a player may have before him, as the counts model sees it (counts/node.h).
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "counts/free_search.h"
#include "counts/read.h"
#include "counts/relaxation.h"
#include "fair/view.h"

namespace arfa::fair {

using counts::Flow;
using counts::Node;
using counts::u64;
using counts::u8;

// A position as a player has it: what lies where, and which cards of the stock are known.
template <int D>
struct Info {
    Node<D> node;
    counts::Set<D> known = 0;
};

template <int D>
class World {
public:
    using L = counts::Layout<D>;
    using S = counts::Set<D>;
    using N = Node<D>;
    using Key = std::conditional_t<D == 1, u64, counts::u128>;
    using Search = counts::FreeSearch<D, Key>;

    Search search;  // on the board of this world

    // False where the model can't play from there.
    bool read(const Engine& engine, const View& view, Flow flow, counts::Meter& meter) {
        counts::Board<D>& b = search.board;
        if (!counts::read(engine, view.state, flow, b, root_.node)) return false;
        // Where an ace goes up by itself and shifts the others, nobody knows whether one is left in the stock: so where
        // the stock stands is always kept exactly.
        b.exact = b.aces_shift();
        if (!search.prepare(~u64{0}, meter, kBytes)) return false;
        meter_ = &meter;
        stale_ = true;
        search.play.normalise(root_.node, true);
        find_slots(view);
        return true;
    }

    const Info<D>& root() const { return root_; }
    S unseen() const { return unseen_; }
    // Cards of which nothing is known in a later position.
    S unseen(const Info<D>& info) const {
        return (search.play.hidden(info.node) & unseen_) | (info.node.stock & ~info.known);
    }

    // Deals the unseen cards to their places anew.
    void sample(Random& random) {
        for (std::size_t n = ids_.size(); n > 1; --n) std::swap(ids_[n - 1], ids_[random.below(n)]);
        lay();
    }

    // The unseen cards of the root, and another arrangement of them.
    const std::vector<u8>& cards() const { return ids_; }
    void arrange(const std::vector<u8>& cards) {
        ids_ = cards;
        lay();
    }
    // The cards of a stock as they lie in this world.
    S stock(const N& node) const {
        S all = 0;
        for (S x = node.order; x; x &= x - 1)
            all |= L::one(search.board.stock[static_cast<std::size_t>(counts::first(x))]);
        return all;
    }

    // What was dealt really, which is for whoever keeps the game, not for the player.  Of equal cards each is taken for
    // either with equal chances, so that it says nothing of where the other one lies.
    void impose(const View& view, const State& actual, Random& random) {
        std::vector<u8> left = ids_;
        for (std::size_t k = 0; k < slots_.size(); ++k) {
            const std::size_t from = random.below(left.size());
            for (std::size_t n = 0; n < left.size(); ++n) {
                const auto it = left.begin() + static_cast<std::ptrdiff_t>((from + n) % left.size());
                if (search.board.face[*it] != actual.cards[view.unseen[k]]) continue;
                ids_[k] = *it;
                left.erase(it);
                break;
            }
        }
        lay();
    }
    // A later position in this world is the root from now on, and what is known in it stays where it lies.
    void settle_on(const Info<D>& info) {
        const S unknown = unseen(info);
        std::size_t kept = 0;
        for (std::size_t k = 0; k < slots_.size(); ++k) {
            if (!(unknown >> ids_[k] & 1)) continue;
            slots_[kept] = slots_[k];
            ids_[kept++] = ids_[k];
        }
        slots_.resize(kept);
        ids_.resize(kept);
        unseen_ = unknown;
        root_ = info;
    }
    // Takes over what a player sees of a position in another world, and nothing else.  After some `read`.
    void observe(const World& actual, const Info<D>& info) {
        search.board = actual.search.board;
        slots_ = actual.slots_;
        ids_ = actual.ids_;
        unseen_ = actual.unseen_;
        settle_on(info);
        std::ranges::sort(ids_);
        lay();
    }

    // Whether the one who sees everything can be shown, by a short search, to lose or to win from here.
    counts::End solve(const N& from, u64 budget) {
        N s = from;
        s.trail = 0;
        search.play.known = ~S{0};
        search.play.unseen = 0;
        search.steps.resize(1);
        search.close(s);
        if (search.won(s)) return counts::End::won;
        if (!counts::may_be_won(search.play, s)) return counts::End::lost;
        // With two decks one leaf in some hundreds has more children than there is room for; that ends no other search.
        meter_->anew();
        if (search.board.flow != Flow::all && oracle().lost(s, kOracle)) return counts::End::lost;
        meter_->anew();
        return search.search(s, budget, 0, nullptr, 0);
    }

private:
    struct Slot {
        int column;  // -1 for the stock
        int at;
    };

    // This world with the whole stock at hand: what is lost there is lost.
    Search& oracle() {
        if (stale_) {
            oracle_.board = search.board;
            oracle_.board.flow = Flow::all;
            oracle_.board.counted = oracle_.board.exact = false;
            oracle_.prepare(~u64{0}, *meter_, kBytes);
            stale_ = false;
        }
        return oracle_;
    }

    void find_slots(const View& view) {
        counts::Board<D>& b = search.board;
        const State& state = view.state;
        slots_.clear();
        ids_.clear();
        unseen_ = 0;
        const int stock = b.columns, hand = stock + 1;
        for (const u8 place : view.unseen) {
            int pile = 0;
            while (place >= state.start[static_cast<std::size_t>(pile) + 1]) ++pile;
            int at = place - state.start[static_cast<std::size_t>(pile)];
            if (pile >= stock) {
                if (b.flow == Flow::cycle)
                    at += pile == hand ? state.size(stock) : 0;
                else
                    at = pile == hand ? at : state.size(hand) + state.size(stock) - 1 - at;
                slots_.push_back({-1, at});
                ids_.push_back(b.stock[static_cast<std::size_t>(at)]);
            } else {
                slots_.push_back({pile, at});
                ids_.push_back(b.card[static_cast<std::size_t>(pile)][static_cast<std::size_t>(at)]);
            }
            unseen_ |= L::one(ids_.back());
        }
        root_.known = root_.node.stock & ~unseen_;
    }
    void lay() {
        counts::Board<D>& b = search.board;
        stale_ = true;
        for (std::size_t k = 0; k < slots_.size(); ++k) {
            const auto [column, at] = slots_[k];
            const auto id = static_cast<std::size_t>(ids_[k]);
            b.column_of[id] = static_cast<std::int8_t>(column);
            if (column < 0) {
                b.stock[static_cast<std::size_t>(at)] = ids_[k];
                b.place[id] = static_cast<u8>(at);
            } else {
                b.card[static_cast<std::size_t>(column)][static_cast<std::size_t>(at)] = ids_[k];
            }
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(b.columns); ++i)
            for (std::size_t n = 2; n <= b.length[i]; ++n) b.under[i][n] = b.under[i][n - 1] | L::one(b.card[i][n - 2]);
        root_.node.stock = stock(root_.node);
    }

    static constexpr u64 kOracle = 300;  // visits
    static constexpr u64 kBytes = u64{1} << 22;

    Search oracle_;
    bool stale_ = true;  // the oracle is of another world
    counts::Meter* meter_ = nullptr;
    Info<D> root_;
    std::vector<Slot> slots_;
    std::vector<u8> ids_;  // the unseen cards, one for each slot
    S unseen_ = 0;
};

}  // namespace arfa::fair
