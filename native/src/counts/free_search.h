// Depth-first search of the free game: nothing is forced, so moves are put off until they are needed.
#pragma once

#include <optional>
#include <vector>

#include "counts/depth_first.h"
#include "counts/filter.h"
#include "counts/hosts.h"
#include "counts/keys.h"
#include "counts/turns.h"
#include "techniques/registry.h"

namespace arfa::counts {

struct Switches {
    bool hosts, emptying, prefix, filter, safe, twins;
    explicit Switches(u64 t)
        : hosts(is_on(t, Technique::counts_hosts)),
          emptying(is_on(t, Technique::counts_emptying)),
          prefix(is_on(t, Technique::counts_prefix)),
          filter(is_on(t, Technique::counts_filter)),
          safe(is_on(t, Technique::counts_safe)),
          twins(is_on(t, Technique::counts_twins)) {}
};

template <int D, class Key>
class FreeSearch : public DepthFirst<FreeSearch<D, Key>, Node<D>, Key> {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;
    using Base = DepthFirst<FreeSearch<D, Key>, Node<D>, Key>;
    using Base::steps, Base::winner;

    FreeSearch() = default;
    FreeSearch(const FreeSearch&) = delete;
    FreeSearch& operator=(const FreeSearch&) = delete;

    Board<D> board;
    Play<D> play{board, steps};
    Safe<D> safe{play};
    bool digs = true;  // foundation tops may come down for the sake of those below them

    // After the board has been set.  False when a key does not fit.
    bool prepare(u64 techniques, Meter& meter, u64 bytes) {
        on_ = Switches(techniques);
        if (board.any_spaces) on_.hosts = on_.filter = false;  // their proofs know of kings alone
        hosts_.emplace(play, board.flow == Flow::all && on_.hosts, on_.hosts, on_.emptying, on_.safe, on_.twins);
        passes_ = board.counted && board.draw == 1 && is_on(techniques, Technique::counts_passes);
        turns_ = Turns<D>::fit(board) && is_on(techniques, Technique::counts_turns);
        this->begin(meter, bytes, passes_ || turns_);
        return keys_.prepare(board);
    }

    // Searches below a closed root that is not won, with noise on the order if asked.  `oracle` (may be null) is asked
    // whether states are lost, from the given visit on.
    End search(const N& root, u64 budget, unsigned noise, FreeSearch* oracle, u64 oracle_after) {
        oracle_ = oracle;
        oracle_after_ = oracle_after;
        this->forget();
        steps.resize(static_cast<std::size_t>(root.trail) + 1);
        return this->dive(root, budget, noise, false);
    }

    // Whether a state (of a game whose stock is harder to come by) is lost even where the whole stock is at hand.  What
    // has been found out is kept until `prepare`: lost states in `seen_`, and in `spared_` those on the way to a win
    // and those whose search was given up.
    bool lost(const N& node, u64 budget) {
        N s = node;
        s.at = s.redeals = 0;
        s.trail = 0;
        steps.resize(1);
        close(s);
        if (won(s)) return false;
        const Key k = key_of(s);
        if (spared_.contains(k)) return false;
        if (seen_.contains(k)) return true;
        oracle_ = nullptr;
        const End end = this->dive(s, budget, 0, true);
        if (end == End::lost) return true;
        // With worry back there are cycles: a state that was left may have been left because of one on the path.
        if (board.worry_back)
            for (const Key done : this->log_) seen_.erase(done);
        for (const auto& f : this->frames_) spared_.insert(f.key);
        if (seen_.full() || spared_.full()) this->meter_->out_of_memory();
        return false;
    }

    // -- for the walk ----------------------------------------------------------------------------------------------

    bool won(const N& s) const { return s.hidden == 0 && (board.flow == Flow::all || !s.stock); }
    void close(N& s) const {
        if (on_.safe) safe.close(s);
    }
    Key key_of(const N& s) const {
        return passes_ ? keys_.of_cards(board, s) : turns_ ? key_in_step(s, Turns<D>::step(board, s)) : keys_(board, s);
    }
    // Counted redeals at draw 1: from an earlier place in an earlier pass every later one can be reached by drawing
    // alone, so of states with the same cards those that come later are not looked at.
    std::uint16_t rank_of(const N& s) const {
        return static_cast<std::uint16_t>(turns_ ? s.at : 256 * (255 - s.redeals) + s.at);
    }
    Key full_key_of(const N& s) const { return keys_(board, s); }
    Key cards_key_of(const N& s) const { return keys_.of_cards(board, s); }
    bool hopeless(const N& s, u64 visits) {
        if (turns_ && s.at == 0)  // every other place is better
            for (int step = 1; step < board.draw; ++step)
                if (seen_.contains(key_in_step(s, step))) return true;
        return oracle_ && visits > oracle_after_ && oracle_->lost(s, kOracleBudget);
    }
    void generate(const N& s) {
        turn_up(s);
        for (int suit = 0; suit < 4; ++suit) {
            const auto& heights = s.height[static_cast<std::size_t>(suit)];
            for (int k = 0; k < D; ++k) {
                const int r = heights[static_cast<std::size_t>(k)];
                if (r < board.ranks && !(D == 2 && k == 1 && heights[0] == r)) raise(s, suit, r);
            }
        }
        const bool plain_raise = board.flow != Flow::all || !on_.prefix;
        const bool plain_lay = board.flow != Flow::all || !on_.hosts;
        if ((plain_raise || plain_lay) && s.stock) from_stock(s, plain_raise, plain_lay);
        if (board.worry_back && digs) dig(s);
    }

private:
    Key key_in_step(const N& s, int step) const {
        return keys_.of_cards(board, s) * static_cast<unsigned>(board.draw) + static_cast<unsigned>(step);
    }

    // For every state with an open place for b: finish(state, chain length).  `open`: the cards for which s has one.
    template <class Finish>
    void with_place(const N& s, S open, int b, int length, Finish finish) {
        if (play.king(b) ? play.room(s) : (open & L::one(b)) != 0) {
            finish(s, length);
            return;
        }
        auto& ways = hosts_->ways;
        const std::size_t from = ways.size();
        hosts_->provide(s, b, true, length);
        for (std::size_t k = from; k < ways.size(); ++k) finish(ways[k].node, ways[k].length);
        hosts_->drop(from);
    }

    // Anchored cards with others under them move to a place.
    void turn_up(const N& s) {
        const S open = play.open(s);
        for (int i = 0; i < board.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const int n = s.left[k];
            if (n < (on_.emptying ? 2 : 1)) continue;
            const int c = board.card[k][static_cast<std::size_t>(n - 1)];
            if (play.ace(c)) continue;  // it goes up instead
            with_place(s, open, c, 0, [&](const N& t, int length) {
                if (t.left[k] == n) play.move_base(emit(t, (n == 1 ? 10 : 100 + 2 * n) - 12 * length), i, c);
            });
        }
    }

    // The next card of a suit goes up, if it is open; where the stock is at hand, any number of its cards go before.
    void raise(const N& s, int suit, int r) {
        N t = s;
        for (int length = 0;; ++length) {
            raise_open(t, suit, r, length);
            if (board.flow != Flow::all || !on_.prefix) return;
            const S next = t.stock & board.of[static_cast<std::size_t>(suit)][static_cast<std::size_t>(r)];
            if (!next) return;
            play.raise_from_stock(t, first(next));
            if (++r == board.ranks) return;
        }
    }
    void raise_open(const N& s, int suit, int r, int length) {
        const S cards = s.visible & board.of[static_cast<std::size_t>(suit)][static_cast<std::size_t>(r)];
        if (!cards) return;
        const S open = play.open(s);
        if (r == 0 || (open << L::RS & cards)) return raise_bared(s, cards, length, length);
        // All of its class are covered: one child more must find a place.  With worry back the chain for it may take
        // down the very card that has to lie below this one.
        const int child = L::id(r - 1, suit ^ 2, 0);
        with_place(s, open, child, length, [&](const N& t, int n) {
            if (takes(t, first(cards))) raise_bared(t, cards, length, n);
        });
    }
    void raise_bared(const N& s, S cards, int length, int chain) {
        const S bare = play.bare(s);
        bool free_done = false;  // free copies are alike
        for (S x = cards & s.visible; x; x &= x - 1) {
            const int c = first(x);
            const bool anchored = play.anchored(s, c);
            if (!anchored && free_done) continue;
            free_done |= !anchored;
            const int left =
                anchored ? s.left[static_cast<std::size_t>(board.column_of[static_cast<std::size_t>(c)])] : 0;
            const bool turns = left > 1;
            if (!turns && on_.filter && !Filter<D>(play).useful(s, c, bare)) continue;
            play.raise(emit(s, (turns ? 90 + 2 * left : anchored ? 55 : 50) - chain_cost(length, chain)), c);
        }
    }
    static int chain_cost(int length, int chain) { return chain * (chain > length ? 12 : 4); }

    // Cards of the stock one at a time.
    void from_stock(const N& s, bool raises, bool lays) {
        play.reach(s, reached_);
        const std::vector<Reached>& reached = reached_;
        const S open = play.open(s);
        const int up = board.flow == Flow::all ? 45 : 70, down = board.flow == Flow::all ? 20 : 60;
        for (const Reached& r : reached) {
            const int c = r.card;
            const int cost = board.counted ? 25 * r.redeals : 0;
            N paid = s;
            if (board.counted) paid.redeals = static_cast<u8>(paid.redeals - r.redeals);
            if (raises && takes(s, c)) play.raise_from_stock(emit(paid, up - cost), c);
            if (!lays || play.ace(c)) continue;
            if (D == 2 && on_.twins && board.flow == Flow::all && (c & 1) && (s.stock & L::one(c ^ 1))) continue;
            with_place(paid, open, c, 0, [&](const N& t, int length) {
                if (t.stock & L::one(c)) play.lay(emit(t, down + L::rank(c) / 2 - 10 * length - cost), c);
            });
        }
    }
    bool takes(const N& s, int c) const {
        for (const u8 h : s.height[static_cast<std::size_t>(L::suit(c))])
            if (h == L::rank(c)) return true;
        return false;
    }

    // With worry back: a foundation top goes down so that the one below it can follow.
    void dig(const N& s) {
        const S open = play.open(s);
        for (int suit = 0; suit < 4; ++suit) {
            if (!play.in_play(suit)) continue;
            const auto& heights = s.height[static_cast<std::size_t>(suit)];
            for (int k = 0; k < D; ++k) {
                const int r = heights[static_cast<std::size_t>(k)] - 1;
                if (r < 1 || (D == 2 && k == 1 && heights[0] == heights[1])) continue;
                if (on_.safe && Safe<D>::returns(s, suit, r)) continue;
                const int c = play.on_foundation(s, suit, r);
                with_place(s, open, c, 0, [&](const N& t, int length) {
                    if (Play<D>::tops(t, suit, r) && !(t.visible & L::one(c)))
                        play.lower(emit(t, -50 - 10 * length), c);
                });
            }
        }
    }

    using Base::seen_, Base::spared_, Base::emit;

    static constexpr u64 kOracleBudget = 20'000;

    Switches on_{0};
    bool passes_ = false;
    bool turns_ = false;
    std::optional<Hosts<D>> hosts_;
    Keys<D, Key> keys_;
    FreeSearch* oracle_ = nullptr;
    u64 oracle_after_ = 0;
    std::vector<Reached> reached_;
};

}  // namespace arfa::counts
