// What a player who cannot see may choose from, computed from what is known alone.
//
// The choices are the moves of the counts model, which begin with just enough of shifting and end with the first card
// that is turned up; and, where it costs something, LOOK: turning the stock until a new card shows.  They are the same
// in every world that looks the same.  Where turning costs nothing (any card of the stock can be had at any time; or a
// whole round leads back to where it began), everything that it shows is looked at before anything is chosen.
#pragma once

#include <vector>

#include "fair/world.h"

namespace arfa::fair {

template <int D>
struct Choice {
    Info<D> after;  // before what is forced is made
    int score = 0;  // how promising the search with open eyes finds it
    bool look = false;
};

template <int D>
class Choices {
public:
    using L = counts::Layout<D>;
    using S = counts::Set<D>;
    using N = Node<D>;
    using World = fair::World<D>;

    // `spread`: of cards that are turned several at a time all are seen, not only the top one.
    Choices(World& world, bool spread) : w_(world), b_(world.search.board), spread_(spread) {}

    // Makes what is forced, and looks at what costs nothing.
    void settle(Info<D>& info) {
        w_.search.close(info.node);
        info.known &= info.node.stock;
        if (b_.flow == Flow::all) {
            info.known = info.node.stock;
        } else if (b_.flow == Flow::cycle) {
            while (go_round(info)) {
            }
            w_.search.close(info.node);
        } else if (free_round(info.node)) {
            reach(info.node);
            for (const auto& r : reached_) info.known |= L::one(r.card);
            if (spread_) info.known = info.node.stock;
        } else if (info.node.at > 0) {
            info.known |= L::one(w_.search.play.nth(info.node, info.node.at - 1));
        }
    }

    // Whether turning the stock would show a card that is not known.
    bool can_look(const Info<D>& info) {
        if (b_.flow != Flow::waste || free_round(info.node)) return false;
        reach(info.node);
        for (const auto& r : reached_)
            if (!(info.known >> r.card & 1)) return true;
        return false;
    }
    void look(Info<D>& info) {
        reach(info.node);
        for (const auto& r : reached_) {
            if (info.known >> r.card & 1) continue;
            turn_to(info, r);
            return;
        }
    }

    // Calls take(node before what is forced, score) for each move.  `digs`: also for those that take a card down from a
    // foundation for the sake of the one below it, by which a policy only goes to and fro.
    template <class Take>
    void moves(const Info<D>& info, bool digs, Take take) {
        w_.search.play.known = info.known;
        w_.search.play.unseen = w_.unseen(info);
        w_.search.digs = digs;
        w_.search.moves(info.node, take);
        w_.search.digs = true;
    }
    // What was seen on the way to a card of the stock that has been played.
    void pass(const Info<D>& before, Info<D>& after) {
        if (b_.flow != Flow::waste) return;
        const S played = before.node.stock & ~after.node.stock;
        if (!played) return;
        reach(before.node);
        for (const auto& r : reached_) {
            if (played >> r.card & 1) {
                if (spread_) see_spread(before.node, r, after.known);
                return;
            }
            after.known |= L::one(r.card);
        }
    }
    void all(const Info<D>& info, std::vector<Choice<D>>& out, bool digs = true) {
        out.clear();
        moves(info, digs, [&](const N& node, int score) { out.push_back({{node, info.known}, score, false}); });
        for (auto& choice : out) pass(info, choice.after);
        if (can_look(info)) {
            out.push_back({info, 0, true});
            look(out.back().after);
        }
    }

private:
    // All that turning brings, in that order, whether it is known or not.
    void reach(const N& node) {
        w_.search.play.known = ~S{0};
        w_.search.play.unseen = 0;
        w_.search.play.reach(node, reached_);
    }
    bool free_round(const N& node) const { return !b_.counted && !b_.exact && node.at == 0; }

    // The pile in the hand: turns on until all that can come has been seen; true after an ace that went up by itself.
    bool go_round(Info<D>& info) {
        reach(info.node);
        for (const auto& r : reached_) {
            const bool is_new = !(info.known >> r.card & 1);
            if (is_new && b_.aces_shift() && w_.search.play.ace(r.card)) {
                w_.search.play.raise_from_stock(info.node, r.card);
                info.known &= info.node.stock;
                return true;
            }
            info.known |= L::one(r.card);
        }
        return false;
    }
    // Turns until a card is on top of the waste.
    void turn_to(Info<D>& info, const counts::Reached& r) {
        N& s = info.node;
        if (spread_) see_spread(s, r, info.known);
        if (b_.aces_shift() && w_.search.play.ace(r.card)) {
            w_.search.play.raise_from_stock(s, r.card);
            if (b_.counted) s.redeals = static_cast<u8>(s.redeals - r.redeals);
            info.known &= s.stock;
            return;
        }
        info.known |= L::one(r.card);
        s.at = static_cast<u8>(before(s, r.card) + 1);
        if (b_.counted) s.redeals = static_cast<u8>(s.redeals - r.redeals);
        w_.search.play.normalise(s, true);
    }
    // How many cards of the stock come before one.
    int before(const N& s, int card) const {
        return counts::count(s.order & ((S(1) << w_.search.play.place(card)) - 1));
    }
    // All cards that lie on the waste once `r` is its top; and, where it was turned over before, all others.
    void see_spread(const N& s, const counts::Reached& r, S& known) const {
        const int n = r.redeals ? counts::count(s.order) : before(s, r.card) + 1;
        int k = 0;
        for (S x = s.order; x && k < n; x &= x - 1, ++k)
            known |= L::one(b_.stock[static_cast<std::size_t>(counts::first(x))]);
        known &= s.stock;
    }

    World& w_;
    const counts::Board<D>& b_;
    bool spread_;
    std::vector<counts::Reached> reached_;
};

}  // namespace arfa::fair
