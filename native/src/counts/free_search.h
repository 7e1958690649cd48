// Depth-first search of the free game: nothing is forced, so moves are put off until they are needed.
#pragma once

#include <vector>

#include "counts/filter.h"
#include "counts/hosts.h"
#include "counts/keys.h"
#include "counts/meter.h"
#include "counts/visited.h"
#include "techniques/registry.h"

namespace arfa::counts {

enum class End { won, lost, limit };

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
class FreeSearch {
public:
    using L = Layout<D>;
    using S = Set<D>;
    using N = Node<D>;

    FreeSearch() = default;
    FreeSearch(const FreeSearch&) = delete;
    FreeSearch& operator=(const FreeSearch&) = delete;

    Board<D> board;
    std::vector<Step> steps;
    Play<D> play{board, steps};
    Safe<D> safe{play};
    N winner;  // after a won search: the state that is won, with its trail

    // After the board has been set.  False when a key does not fit.
    bool prepare(u64 techniques, Meter& meter, u64 bytes) {
        on_ = Switches(techniques);
        hosts_.emplace(play, board.flow == Flow::all && on_.hosts, on_.hosts, on_.emptying, on_.safe, on_.twins);
        meter_ = &meter;
        bytes_ = bytes;
        peak_ = arena_peak_ = 0;
        steps.clear();
        steps.push_back({StepKind::base, 0, 0});  // the root of all trails
        seen_.clear(bytes / 2);
        spared_.clear(bytes / 4);
        return keys_.prepare(board);
    }
    bool won(const N& s) const { return s.hidden == 0 && (board.flow == Flow::all || !s.stock); }
    void close(N& s) const {
        if (on_.safe) safe.close(s);
    }
    u64 peak_bytes() const {
        return std::max(peak_, seen_.peak_bytes()) + spared_.peak_bytes() + arena_peak_ * sizeof(Child);
    }

    // Searches below a closed root that is not won, with noise on the order if asked.  `oracle` (may be null) is asked
    // whether states are lost, from the given visit on.
    End search(const N& root, u64 budget, unsigned noise, FreeSearch* oracle, u64 oracle_after) {
        peak_ = std::max(peak_, seen_.peak_bytes());
        seen_.clear(bytes_ / 2);
        return dive(root, budget, noise, false, oracle, oracle_after);
    }
    void seed(u64 s) { random_ = s; }

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
        const Key k = keys_(board, s);
        if (spared_.contains(k)) return false;
        if (seen_.contains(k)) return true;
        log_.clear();
        const End end = dive(s, budget, 0, true, nullptr, 0);
        if (end == End::lost) return true;
        // With worry back there are cycles: a state that was left may have been left because of one on the path.
        if (board.worry_back)
            for (const Key done : log_) seen_.erase(done);
        for (const Frame& f : frames_) spared_.insert(f.key);
        if (seen_.full() || spared_.full()) meter_->out_of_memory();
        return false;
    }

private:
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

    // -- the walk --------------------------------------------------------------------------------------------------

    End dive(const N& root, u64 budget, unsigned noise, bool as_oracle, FreeSearch* oracle, u64 oracle_after) {
        frames_.clear();
        arena_.clear();
        order_.clear();
        const Key start = keys_(board, root);
        seen_.insert(start);
        if (as_oracle && board.worry_back) log_.push_back(start);
        if (!meter_->tick()) return mark(start);
        u64 visits = 1;
        if (open(root, start, noise, as_oracle)) return End::won;
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
            if (!seen_.insert(k)) continue;
            if (as_oracle && board.worry_back) log_.push_back(k);
            if (++visits > budget || !meter_->tick()) return mark(k);
            if (seen_.full() || arena_.size() * sizeof(Child) > bytes_ / 4) {
                meter_->out_of_memory();
                return mark(k);
            }
            const N node = child.node;
            if (oracle && visits > oracle_after && oracle->lost(node, kOracleBudget)) continue;
            if (open(node, k, noise, as_oracle)) return End::won;
        }
        return End::lost;
    }
    // The state at which a search was given up is on its path too.
    End mark(Key k) {
        frames_.push_back({k, 0, 0, 0, 0});
        return End::limit;
    }

    // Makes the children of a state; true when one is won.
    bool open(const N& s, Key k, unsigned noise, bool as_oracle) {
        const auto begin = static_cast<std::uint32_t>(arena_.size());
        frames_.push_back({k, begin, begin, begin, static_cast<std::uint32_t>(steps.size())});
        generate(s);
        const auto end = static_cast<std::uint32_t>(arena_.size());
        meter_->generated += end - begin;
        arena_peak_ = std::max<u64>(arena_peak_, end);
        order_.resize(end);
        for (std::uint32_t i = begin; i < end; ++i) {
            Child& c = arena_[i];
            close(c.node);
            if (won(c.node)) {
                winner = c.node;
                return true;
            }
            c.key = keys_(board, c.node);
            if (as_oracle && spared_.contains(c.key)) return true;
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

    // -- moves -----------------------------------------------------------------------------------------------------

    void emit(const N& s, int score) { arena_.push_back({s, Key{0}, score}); }

    // For every state with an open place for b: finish(state, chain length).
    template <class Finish>
    void with_place(const N& s, int b, int length, Finish finish) {
        auto& ways = hosts_->ways;
        const std::size_t from = ways.size();
        hosts_->provide(s, b, true, length);
        for (std::size_t k = from; k < ways.size(); ++k) {
            N t = ways[k].node;
            finish(t, ways[k].length);
        }
        ways.resize(from);
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
        if (board.worry_back) dig(s);
    }

    // Anchored cards with others under them move to a place.
    void turn_up(const N& s) {
        for (int i = 0; i < board.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const int n = s.left[k];
            if (n < (on_.emptying ? 2 : 1)) continue;
            const int c = board.card[k][static_cast<std::size_t>(n - 1)];
            if (play.ace(c)) continue;  // it goes up instead
            with_place(s, c, 0, [&](N& t, int length) {
                if (t.left[k] != n) return;
                play.move_base(t, i, c);
                emit(t, (n == 1 ? 10 : 100 + 2 * n) - 12 * length);
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
        if (r == 0 || (L::nonzero(play.bare(s)) & cards)) return raise_bared(s, cards, length, length);
        // All of its class are covered: one child more must find a place.
        const int child = L::id(r - 1, suit ^ 2, 0);
        with_place(s, child, length, [&](N& t, int n) { raise_bared(t, cards, length, n); });
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
            N t = s;
            play.raise(t, c);
            emit(t, (turns ? 90 + 2 * left : anchored ? 55 : 50) - chain_cost(length, chain));
        }
    }
    static int chain_cost(int length, int chain) { return chain * (chain > length ? 12 : 4); }

    // Cards of the stock one at a time.
    void from_stock(const N& s, bool raises, bool lays) {
        play.reach(s, reached_);
        const std::vector<Reached>& reached = reached_;
        const int up = board.flow == Flow::all ? 45 : 70, down = board.flow == Flow::all ? 20 : 60;
        for (const Reached& r : reached) {
            const int c = r.card;
            const int cost = board.counted ? 25 * r.redeals : 0;
            N paid = s;
            if (board.counted) paid.redeals = static_cast<u8>(paid.redeals - r.redeals);
            if (raises && takes(s, c)) {
                N t = paid;
                play.raise_from_stock(t, c);
                emit(t, up - cost);
            }
            if (!lays || play.ace(c)) continue;
            if (D == 2 && on_.twins && board.flow == Flow::all && (c & 1) && (s.stock & L::one(c ^ 1))) continue;
            with_place(paid, c, 0, [&](N& t, int length) {
                if (!(t.stock & L::one(c))) return;
                play.lay(t, c);
                emit(t, down + L::rank(c) / 2 - 10 * length - cost);
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
        for (int suit = 0; suit < 4; ++suit) {
            if (!play.in_play(suit)) continue;
            const auto& heights = s.height[static_cast<std::size_t>(suit)];
            for (int k = 0; k < D; ++k) {
                const int r = heights[static_cast<std::size_t>(k)] - 1;
                if (r < 1 || (D == 2 && k == 1 && heights[0] == heights[1])) continue;
                if (on_.safe && Safe<D>::returns(s, suit, r)) continue;
                const int c = play.on_foundation(s, suit, r);
                with_place(s, c, 0, [&](N& t, int length) {
                    if (!Play<D>::tops(t, suit, r) || (t.visible & L::one(c))) return;
                    play.lower(t, c);
                    emit(t, -50 - 10 * length);
                });
            }
        }
    }

    static constexpr u64 kOracleBudget = 20'000;

    Switches on_{0};
    std::optional<Hosts<D>> hosts_;
    Keys<D, Key> keys_;
    Visited<Key> seen_, spared_;
    Meter* meter_ = nullptr;
    u64 bytes_ = 0, peak_ = 0, arena_peak_ = 0;
    u64 random_ = 1;
    std::vector<Child> arena_;
    std::vector<std::uint32_t> order_;
    std::vector<Frame> frames_;
    std::vector<Key> log_;
    std::vector<Reached> reached_;
};

}  // namespace arfa::counts
