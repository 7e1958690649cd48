// Depth-first search of games in which something is allowed only when the position is stuck, or something is forced.
//
// Drawing when stuck, an extra row, mercy, forced play: an event that is there keeps a gate closed, so events may not
// be put off, and every one of them is a move of its own here.  The arrangement still does not matter: whether a card
// can be placed, and so whether the position is stuck (rulebook 1.2) or an opened card fits, depends on the counts
// alone.
//
// Proofs of loss: the walk is exhausted; or, as long as no mercy can come, the free game with the whole stock at hand
// is lost (every line here is one of that game as well).
#pragma once

#include <optional>
#include <vector>

#include "counts/depth_first.h"
#include "counts/free_search.h"
#include "counts/gated_node.h"
#include "counts/stepped_stock.h"
#include "counts/stuck.h"
#include "moves/engine.h"

namespace arfa::counts {

template <int D>
class GatedSearch : public DepthFirst<GatedSearch<D>, Gated<D>, u128> {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;
    using G = Gated<D>;
    using Base = DepthFirst<GatedSearch<D>, Gated<D>, u128>;
    using Base::steps, Base::winner;
    using Oracle = FreeSearch<D, std::conditional_t<D == 1, u64, u128>>;

    GatedSearch() = default;
    GatedSearch(const GatedSearch&) = delete;
    GatedSearch& operator=(const GatedSearch&) = delete;

    Board<D> board;
    Play<D> play{board, steps};

    // After the board has been set.
    void prepare(const Plan& plan, u64 techniques, Meter& meter, u64 bytes) {
        stock_.stepwise = board.exact;
        draw_when_stuck_ = plan.draw_when_stuck;
        forced_play_ = plan.forced_play;
        mercy_ = plan.mercy;
        mercy_count_ = plan.mercy_count;
        // Safe moves stay exact where the gates open only when stuck: a safe card is an event as long as it is not up,
        // and so is each card that could lie on it, so all of them are up whenever a gate opens (safe.h has the rest).
        safe_ = is_on(techniques, Technique::counts_safe) && !board.worry_back && !forced_play_;
        this->begin(meter, bytes);
        exact_keys_ = keys_.prepare(board) && mercy_ == Mercy::off;
    }
    End search(const G& root, u64 budget, unsigned noise, Oracle* oracle) {
        oracle_ = oracle;
        this->forget();
        steps.resize(static_cast<std::size_t>(root.n.trail) + 1);
        return this->dive(root, budget, noise, false);
    }

    // -- for the walk ----------------------------------------------------------------------------------------------

    bool won(const G& g) const {
        return g.n.hidden == 0 && (!g.n.stock || (!stock_.stepwise && board.flow == Flow::all) || stock_.dealt(g.n));
    }
    bool hopeless(const G& g, u64) { return oracle_ && !g.mercy && oracle_->lost(g.n, kOracleBudget); }
    void close(G& g) const {
        aces_up(g);
        if (safe_ && !g.mercy) Safe<D>(play).close(g.n);
    }
    std::uint16_t rank_of(const G&) const { return 0; }
    u128 key_of(const G& g) const { return exact_keys_ ? keys_(board, g.n) : hashed_key(g); }

    void generate(const G& g) {
        const S bare = play.bare(g.n);
        const S places = L::nonzero(bare) >> L::RS & ~board.kings;
        const bool room = play.room(g.n);
        const auto fits = [&](int c) { return play.king(c) ? room : (places >> c & 1) != 0; };
        bool event = false;
        // Cards that lie on no other open card.
        for (int i = 0; i < board.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const int n = g.n.left[k];
            if (n == 0) continue;
            const int c = board.card[k][static_cast<std::size_t>(n - 1)];
            if (!fits(c)) continue;
            event = true;
            G t = g;
            play.move_base(t.n, i, c);
            emit(t, n == 1 ? 40 : 100 + 2 * n);
        }
        for (S x = g.mercy & places; x; x &= x - 1) {
            event = true;
            G t = g;
            play.step(t.n, StepKind::base_laid, first(x));
            t.n.free |= L::one(first(x));
            t.mercy &= ~L::one(first(x));
            --t.n.used;
            emit(t, 60);
        }
        // Foundations.
        const S takes = next_up(board, g.n);
        bool free_done = false;
        int last_free = -1;
        for (S x = g.n.visible & takes & L::nonzero(bare); x; x &= x - 1) {
            const int c = first(x);
            const bool free = !play.anchored(g.n, c);
            if (D == 2 && free && free_done && (c ^ last_free) == 1) continue;  // twins
            if (free) {
                free_done = true;
                last_free = c;
            }
            event = true;
            G t = g;
            raise(t, c);
            const int left = free || g.mercy >> c & 1
                                 ? 0
                                 : g.n.left[static_cast<std::size_t>(board.column_of[static_cast<std::size_t>(c)])];
            emit(t, left > 1 ? 90 + 2 * left : 50);
        }
        // The hand.
        stock_.hand(g.n, hand_);
        for (const Reached& r : hand_) {
            const int c = r.card;
            G t = g;
            if (board.counted) t.n.redeals = static_cast<u8>(t.n.redeals - r.redeals);
            const int cost = board.counted ? 25 * r.redeals : 0;
            if (takes >> c & 1) {
                event = true;
                G up = t;
                play.raise_from_stock(up.n, c);
                emit(up, 70 - cost);
            }
            if (fits(c)) {
                event = true;
                play.lay(t.n, c);
                emit(t, 45 + L::rank(c) / 2 - cost);
            }
        }
        if (board.worry_back) lower(g, fits);
        const bool stuck = board.worry_back ? stuck_without(g, hand_) : !event;
        if (stock_.stepwise || board.flow == Flow::row) stock_actions(g, stuck, takes, fits);
        if (stuck && may_be_merciful(g)) merciful(g, fits, takes);
    }

private:
    using Base::emit;

    void raise(G& g, int c) const {
        if (!(g.mercy >> c & 1)) return play.raise(g.n, c);
        play.step(g.n, StepKind::raise_laid, c);
        g.mercy &= ~L::one(c);
        g.n.visible &= ~L::one(c);
        play.count_up(g.n, c);
        --g.n.used;
    }
    void aces_up(G& g) const {
        if (!board.aces_at_once) return;
        for (bool again = true; again;) {
            again = false;
            for (std::size_t q = 0; q < 4; ++q) {
                while (const S x = g.n.visible & board.of[q][0]) {
                    raise(g, first(x));
                    again = true;
                }
                if (!stock_.stepwise && board.flow != Flow::row) continue;
                for (S x = g.n.stock & board.of[q][0]; x; x &= x - 1) {
                    if (!stock_.at_hand(g.n, first(x))) continue;
                    play.raise_from_stock(g.n, first(x));
                    again = true;
                    break;
                }
            }
        }
    }

    // -- the stock -------------------------------------------------------------------------------------------------

    template <class Fits>
    void stock_actions(const G& g, bool stuck, S takes, Fits fits) {
        const int n = count(g.n.order);
        if (board.flow == Flow::row) {
            if (!stuck || stock_.dealt(g.n)) return;
            G t = g;
            play.step(t.n, StepKind::action, 0);
            t.n.at = static_cast<u8>(std::min(board.stock_size, t.n.at + board.row_size));
            emit(t, 0);
        } else if (n == 0 || (draw_when_stuck_ && !stuck && !(board.flow == Flow::cycle && g.n.at % 2))) {
            return;
        } else if (board.flow == Flow::waste) {
            // With all gates open nothing else can be done, so it is turned until some card can be played; unless mercy
            // may come in between, after which the gate may be shut and the card that was turned last is still at hand.
            G t = g;
            const bool once = board.worry_back || may_be_merciful(g);
            for (int k = 0;; ++k) {
                if (k == 2 * n + 2 || !stock_.turn(t.n)) return;
                aces_up(t);
                const int c = stock_.opened(t.n);
                if (once || t.n.stock != g.n.stock || (c >= 0 && ((takes >> c & 1) || fits(c)))) break;
            }
            emit(t, 0);
        } else if (g.n.at % 2 == 0) {
            G t = g;
            play.step(t.n, StepKind::action, 0);
            t.n.at = static_cast<u8>((t.n.at / 2 + board.skip % n + 1) % n * 2 + 1);
            emit(t, 0);
        } else if (const int c = stock_.opened(g.n); !forced_play_ || !((takes >> c & 1) || fits(c))) {
            G t = g;
            play.step(t.n, StepKind::back, 0);
            t.n.at = static_cast<u8>(t.n.at - 1);
            emit(t, -1);
        }
    }
    // -- worry back ------------------------------------------------------------------------------------------------

    template <class Fits>
    void lower(const G& g, Fits fits) {
        for (int suit = 0; suit < 4; ++suit) {
            const auto& heights = g.n.height[static_cast<std::size_t>(suit)];
            if (!play.in_play(suit)) continue;
            for (int k = 0; k < D; ++k) {
                const int r = heights[static_cast<std::size_t>(k)] - 1;
                if (r < (board.aces_at_once ? 1 : 0) || (D == 2 && k == 1 && heights[0] == heights[1])) continue;
                const int c = play.on_foundation(g.n, suit, r);
                if (!fits(c)) continue;
                G t = g;
                play.lower(t.n, c);
                emit(t, -50);
            }
        }
    }
    bool stuck_without(const G& g, const std::vector<Reached>& cards) const {
        return is_stuck_with_worry_back(play, g.n, cards);
    }

    // -- mercy -----------------------------------------------------------------------------------------------------

    // Whether some mercy is left and there is a space for it.  Of spaces that have had theirs, any king can be brought
    // to one and leave his own column to mercy; so of the columns whose cards have all gone only the number counts.
    bool may_be_merciful(const G& g) const {
        if (mercy_ == Mercy::off || !play.room(g.n)) return false;
        if (board.flow == Flow::row && !stock_.dealt(g.n)) return false;
        if (mercy_ == Mercy::counted) return g.breaches < mercy_count_;
        int gone = 0;
        for (int i = 0; i < board.columns; ++i) gone += g.n.left[static_cast<std::size_t>(i)] == 0;
        return gone > g.breaches;
    }
    // Called where no event is at hand; nothing may be within the reach of drawing either.
    template <class Fits>
    void merciful(const G& g, Fits fits, S takes) {
        std::vector<Reached>& cards = hand_;
        if (stock_.stepwise) {
            play.reach(g.n, cards);
            if (board.worry_back && !stuck_without(g, cards)) return;
            for (const Reached& r : cards)
                if ((takes >> r.card & 1) || fits(r.card)) return;
        }
        const auto put = [&](G t, int c, StepKind kind) {
            play.step(t.n, kind, c);
            ++t.n.used;
            ++t.breaches;
            t.n.visible |= L::one(c);
            t.n.free &= ~L::one(c);
            t.mercy |= L::one(c);
            return t;
        };
        for (S x = g.n.free & ~board.kings; x; x &= x - 1)
            emit(put(g, first(x), StepKind::mercy), -200 + L::rank(first(x)));
        for (int i = 0; i < board.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            if (g.n.left[k] < 2) continue;
            const int c = board.card[k][g.n.left[k] - 1u];
            if (play.king(c)) continue;
            G t = put(g, c, StepKind::mercy_base);
            play.uncover(t.n, i);
            emit(t, -150 + 2 * g.n.left[k]);
        }
        for (const Reached& r : cards) {
            if (play.king(r.card)) continue;
            G t = put(g, r.card, StepKind::mercy_st);
            if (board.counted) t.n.redeals = static_cast<u8>(t.n.redeals - r.redeals);
            play.take(t.n, r.card);
            emit(t, -180 + L::rank(r.card));
        }
    }

    static constexpr u64 kOracleBudget = 20'000;

    Keys<D, u128> keys_;
    SteppedStock<D> stock_{play};
    Oracle* oracle_ = nullptr;
    bool draw_when_stuck_ = false, forced_play_ = false, safe_ = false, exact_keys_ = false;
    Mercy mercy_ = Mercy::off;
    int mercy_count_ = 0;
    std::vector<Reached> hand_;
};

}  // namespace arfa::counts
