// What the policy of the player who cannot see knows of a move.  Nothing hidden enters: the card that a move turns up
// is taken out again before anything is counted.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "fair/choices.h"

namespace arfa::fair {

enum class Feature : u8 {
#define ARFA_FAIR_FEATURE(id, about) id,
#include "fair/features.inc"
#undef ARFA_FAIR_FEATURE
    number
};

inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::number);

inline constexpr std::array<std::pair<std::string_view, std::string_view>, kFeatures> kFeatureInfo{{
#define ARFA_FAIR_FEATURE(id, about) {#id, about},
#include "fair/features.inc"
#undef ARFA_FAIR_FEATURE
}};

using Weights = std::array<double, kFeatures>;

template <int D>
class Features {
public:
    using L = counts::Layout<D>;
    using S = counts::Set<D>;
    using N = Node<D>;
    using World = fair::World<D>;

    explicit Features(World& world) : w_(world), b_(world.search.board) {}

    // The position from which moves are looked at.
    void from(const Info<D>& info) {
        before_ = &info.node;
        open_ = open(info.node);
        turnable_ = turnable(info.node, open_, -1);
        stock_ = counts::count(info.node.stock);
        known_ = info.known;
        hand_ = b_.flow == Flow::all ? info.node.stock : at_hand(info.node);
        lowest_ = 99;
        for (int suit = 0; suit < 4; ++suit)
            if (w_.search.play.in_play(suit))
                for (const u8 h : info.node.height[static_cast<std::size_t>(suit)]) lowest_ = std::min<int>(lowest_, h);
    }
    // Calls add(feature, amount) for a move to a node.
    template <class Add>
    void of(const N& to, int score, bool look, Add add) const {
        if (look) return add(Feature::look, 1);
        const N& a = *before_;
        add(Feature::score, score * 0.1);
        int ups = 0, highest = -1;
        for (std::size_t suit = 0; suit < 4; ++suit)
            for (std::size_t k = 0; k < D; ++k) {
                ups += to.height[suit][k] - a.height[suit][k];
                if (to.height[suit][k] > a.height[suit][k]) highest = std::max<int>(highest, to.height[suit][k]);
            }
        int column = -1;
        for (int i = 0; i < b_.columns && column < 0; ++i)
            if (a.left[at(i)] != to.left[at(i)] && a.left[at(i)] > 1) column = i;
        N b = to;
        if (column >= 0) hide(b, column);
        const int used = counts::count(a.stock & ~b.stock);
        if (column >= 0) {
            const int down = a.left[at(column)] - 1, base = b_.card[at(column)][static_cast<std::size_t>(down)];
            const S siblings = L::field(base) & ~L::one(base);
            add(Feature::turns, 1);
            add(Feature::depth, down);
            add(Feature::shallow, 1.0 / down);
            if (down == 1) add(Feature::last, 1);
            add(Feature::closed, a.hidden * 0.1);
            add(Feature::base_rank, L::rank(base));
            if (w_.search.play.king(base)) add(Feature::base_king, 1);
            if (ups > 0) add(Feature::base_up, 1);
            if (siblings & a.visible & ~a.free) add(Feature::sibling_waits, 1);
            if (siblings & hand_) add(Feature::sibling_stock, 1);
        } else {
            if (ups > 0) add(Feature::idle_up, 1);
            if (ups > 0 && used == 0) add(Feature::column_up, 1);
            if (b.used < a.used) add(Feature::space_made, 1);
        }
        if (b.used > a.used) add(Feature::space_filled, 1);
        add(Feature::ups, ups);
        if (ups < 0) add(Feature::downs, 1);
        if (highest >= 0) {
            if (highest <= 3) add(Feature::low_up, 1);
            add(Feature::ahead, highest - 1 - lowest_);
            if (highest - 1 - lowest_ > 2) add(Feature::far_ahead, 1);
        }
        const S open_then = open(b);
        const int more = turnable(b, open_then, column) - (turnable_ - (column >= 0 && can_turn(a, open_, column)));
        if (used > 0) {
            const int c = counts::first(S(a.stock & ~b.stock));
            add(Feature::stock_used, used);
            add(Feature::stock_rank, L::rank(c));
            add(Feature::stock_left, stock_ * 0.1);
            if (ups > 0) {
                add(Feature::stock_up, 1);
            } else {
                add(Feature::stock_laid, 1);
                if (more > 0) add(Feature::stock_laid_opens, 1);
                if (w_.search.play.king(c)) add(Feature::stock_laid_king, 1);
            }
            if (b_.flow != Flow::all) {
                const S hand = at_hand(b);
                if (b.at == 0) add(Feature::stock_round, 1);
                if ((stock_ - used) % 3 == 0) add(Feature::stock_even, 1);
                add(Feature::stock_more, counts::count(S(hand & ~hand_)));
                add(Feature::stock_less, counts::count(S(hand_ & ~hand & b.stock)));
                add(Feature::redeals, a.redeals - b.redeals);
            }
        }
        if (more > 0) add(Feature::more_turnable, more);
        if (more < 0) add(Feature::less_turnable, -more);
        add(Feature::open_classes,
            0.25 * (counts::count(S(open_then & ~open_)) - counts::count(S(open_ & ~open_then))));
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    // Takes the card that was turned up in a column out of sight again.
    void hide(N& b, int column) const {
        const int left = b.left[at(column)];
        // A king that is alone in his column, and any card where any goes into a space, counts as free at once.
        const S card = L::one(b_.card[at(column)][static_cast<std::size_t>(std::max(left - 1, 0))]);
        if (left == 0 && b_.any_spaces) ++b.used;
        b.visible &= ~card;
        b.free &= ~card;
    }
    S open(const N& s) const {
        S x = L::nonzero(w_.search.play.bare(s)) >> L::RS & ~b_.kings;
        if (w_.search.play.room(s)) x |= b_.any_spaces ? ~S{0} : b_.kings;
        return x;
    }
    S next_up(const N& s) const {
        S x = 0;
        for (std::size_t suit = 0; suit < 4; ++suit)
            for (const u8 h : s.height[suit]) x |= b_.of[suit][h];
        return x;
    }
    bool can_turn(const N& s, S open, int i) const {
        return s.left[at(i)] > 1 && ((open | next_up(s)) >> b_.card[at(i)][s.left[at(i)] - 1u] & 1);
    }
    int turnable(const N& s, S open, int except) const {
        const S takes = open | next_up(s);
        int n = 0;
        for (int i = 0; i < b_.columns; ++i)
            n += i != except && s.left[at(i)] > 1 && (takes >> b_.card[at(i)][s.left[at(i)] - 1u] & 1);
        return n;
    }
    // Known cards that can be had.
    S at_hand(const N& s) const {
        auto& play = w_.search.play;
        play.known = known_;
        play.reach(s, reached_);
        S x = 0;
        for (const auto& r : reached_) x |= L::one(r.card);
        return x;
    }

    World& w_;
    const counts::Board<D>& b_;
    mutable std::vector<counts::Reached> reached_;
    const N* before_ = nullptr;
    S open_ = 0, hand_ = 0, known_ = 0;
    int turnable_ = 0, stock_ = 0, lowest_ = 0;
};

template <int D>
double worth(const Features<D>& features, const Node<D>& to, int score, bool look, const Weights& weights) {
    double sum = 0;
    features.of(to, score, look,
                [&](Feature f, double amount) { sum += weights[static_cast<std::size_t>(f)] * amount; });
    return sum;
}

}  // namespace arfa::fair
