// The Klondike type: a position is given by counts, the arrangement does not matter (see node.h).
#include <algorithm>
#include <memory>
#include <optional>

#include "counts/free_search.h"
#include "counts/line.h"
#include "counts/relaxation.h"
#include "search/model.h"

namespace arfa {
namespace counts {
namespace {

// Fills a board and its root from a position; false where the open cards of a column are no run.
template <int D>
bool read(const Engine& engine, const State& state, Flow flow, Board<D>& b, Node<D>& root) {
    using L = Layout<D>;
    const Plan& plan = engine.plan();
    b.columns = plan.columns;
    b.ranks = plan.ranks;
    b.flow = flow;
    b.draw = plan.draw;
    b.counted = flow == Flow::waste && plan.redeals >= 0;
    b.skip = plan.skip;
    b.open_next = plan.open_next;
    b.aces_at_once = plan.aces_at_once;
    b.worry_back = plan.worry_back;
    b.kings = Set<D>((1u << L::RS) - 1) << ((plan.ranks - 1) * L::RS);
    root = {};
    std::array<u8, kFaces> seen{};
    const auto number = [&](Card c) {
        const int id = L::id(rank_of(c) - 1, kSuit[suit_of(c)], seen[c]++);
        b.face[static_cast<std::size_t>(id)] = c;
        return id;
    };
    for (std::size_t q = 0; q < 4; ++q) {
        b.of[q].fill(0);
        root.height[q].fill(static_cast<u8>(plan.ranks));  // a suit that is not in play is as good as up
    }
    std::array<int, 4> filled{};
    for (int f = 0; f < plan.foundation_count(); ++f) {
        const auto n = static_cast<std::size_t>(f);
        const auto q = static_cast<std::size_t>(kSuit[plan.foundations[n].suit]);
        root.height[q][static_cast<std::size_t>(filled[q]++)] = state.height[n];
        for (int r = 0; r < plan.ranks; ++r)
            for (int k = 0; k < D; ++k) {
                const int id = L::id(r, static_cast<int>(q), k);
                b.of[q][static_cast<std::size_t>(r)] |= L::one(id);
                b.face[static_cast<std::size_t>(id)] = static_cast<Card>(plan.foundations[n].suit * 13 + r);
            }
    }
    b.column_of.fill(-1);
    std::vector<std::pair<int, Card>> loose;
    for (int i = 0; i < plan.columns; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const auto pile = state.pile(i);
        const int size = state.size(i), down = state.down[k];
        b.length[k] = 0;
        b.under[k][0] = 0;
        if (size == 0) continue;
        if (engine.run_length(state, i) != size - down) return false;
        ++root.used;
        for (int j = 0; j <= down; ++j) {
            const int id = number(pile[static_cast<std::size_t>(j)]);
            b.card[k][static_cast<std::size_t>(j)] = static_cast<u8>(id);
            b.column_of[static_cast<std::size_t>(id)] = static_cast<std::int8_t>(i);
            b.under[k][static_cast<std::size_t>(j) + 1] =
                j == 0 ? Set<D>{0}
                       : b.under[k][static_cast<std::size_t>(j)] | L::one(b.card[k][static_cast<std::size_t>(j) - 1]);
            if (j == down) root.visible |= L::one(id);
        }
        b.length[k] = root.left[k] = static_cast<u8>(down + 1);
        root.hidden = static_cast<u8>(root.hidden + down);
        for (int j = down + 1; j < size; ++j) {
            const int id = number(pile[static_cast<std::size_t>(j)]);
            root.visible |= L::one(id);
            root.free |= L::one(id);
        }
    }
    b.stock_size = 0;
    const auto add = [&](Card c) {
        const int id = number(c);
        b.place[static_cast<std::size_t>(id)] = static_cast<u8>(b.stock_size);
        root.stock |= L::one(id);
        root.order |= Set<D>(1) << b.stock_size;
        b.stock[static_cast<std::size_t>(b.stock_size++)] = static_cast<u8>(id);
    };
    if (plan.stock != StockKind::none) {
        const auto stock = state.pile(plan.columns), hand = state.pile(plan.columns + 1);
        if (plan.stock == StockKind::cycle) {
            for (const Card c : stock) add(c);
            for (const Card c : hand) add(c);
            root.at = !hand.empty();  // the gap is at the beginning; the last card is open
        } else {
            for (const Card c : hand) add(c);
            for (auto it = stock.rbegin(); it != stock.rend(); ++it) add(*it);
            root.at = static_cast<u8>(flow == Flow::waste ? hand.size() : 0);
        }
        if (b.counted) root.redeals = static_cast<u8>(std::clamp(plan.redeals - state.redeals, 0, 255));
    }
    return true;
}

// The free game: see free_search.h.
template <int D, class Key>
class Free {
public:
    // Empty when the position does not fit.
    std::optional<Outcome> solve(const Engine& engine, const State& state, Flow flow, const Options& options,
                                 Control& control) {
        Meter meter(control, options.states);
        asked_ = false;
        Node<D> root;
        if (!read(engine, state, flow, main_.board, root)) return {};
        const bool has_oracle = flow != Flow::all && is_on(options.techniques, Technique::counts_oracle);
        if (!main_.prepare(options.techniques, meter, has_oracle ? options.bytes / 2 : options.bytes)) return {};
        for (int i = 0; i < main_.board.columns; ++i) main_.play.settle_king(root, i);
        main_.play.normalise(root, true);
        main_.close(root);
        Outcome out;
        if (main_.won(root)) {
            meter.tick();
            main_.winner = root;
            return finish(engine, state, meter, End::won, options);
        }
        if (is_on(options.techniques, Technique::counts_relaxation) && !may_be_won(main_.play, root)) {
            meter.tick();
            return finish(engine, state, meter, End::lost, options, Proof::relaxation);
        }
        asked_ = has_oracle;
        if (has_oracle) {
            oracle_.board = main_.board;
            oracle_.board.flow = Flow::all;
            oracle_.board.counted = false;
            if (!oracle_.prepare(options.techniques, meter, options.bytes / 2)) return {};
        }
        // With one deck many deals are lost, and the oracle knows it at once; with two nearly all are won by a short
        // search in one order or another.
        const auto oracle_says_lost = [&] { return has_oracle && oracle_.lost(root, kRootBudget); };
        if (D == 1 && oracle_says_lost()) return finish(engine, state, meter, End::lost, options, Proof::relaxation);
        End end = End::limit;
        if (D == 2 && is_on(options.techniques, Technique::counts_restarts)) {
            const u64 each = flow == Flow::all ? 300 : 2000;
            main_.seed(88172645463325252u ^ options.seed * 0x9e3779b97f4a7c15u);
            for (unsigned k = 0; k < 60 && end == End::limit && meter.stopped() == Limit::none; ++k)
                end = main_.search(root, each * (1 + k / 4), k == 0 ? 0 : flow == Flow::all ? 100 : 40, nullptr, 0);
        }
        if (D == 2 && end == End::limit && oracle_says_lost())
            return finish(engine, state, meter, End::lost, options, Proof::relaxation);
        if (end == End::limit && meter.stopped() == Limit::none)
            end = main_.search(root, ~u64{0}, 0, has_oracle ? &oracle_ : nullptr, flow == Flow::cycle ? 0 : 1000);
        return finish(engine, state, meter, end, options);
    }

private:
    Outcome finish(const Engine& engine, const State& state, const Meter& meter, End end, const Options& options,
                   Proof lost = Proof::exhausted) {
        Outcome out;
        out.states = meter.states;
        out.generated = meter.generated;
        out.bytes = main_.peak_bytes() + (asked_ ? oracle_.peak_bytes() : 0);
        if (end == End::lost && meter.stopped() == Limit::none) {
            out.verdict = Verdict::unwinnable;
            out.proof = lost;
        } else if (end == End::won) {
            out.verdict = Verdict::winnable;
            out.proof = Proof::line;
            if (options.want_line) out.line = line(engine, state);
        } else {
            out.ran_out = meter.stopped();
        }
        return out;
    }
    std::vector<Move> line(const Engine& engine, const State& state) const {
        std::vector<LineStep> steps;
        const Board<D>& b = main_.board;
        for (std::uint32_t k = main_.winner.trail; k != 0; k = main_.steps[k].before) {
            const Step& s = main_.steps[k];
            const bool anchored = s.kind == StepKind::base || s.kind == StepKind::raise_base;
            steps.push_back({s.kind, b.face[s.card], anchored ? b.column_of[s.card] : b.place[s.card]});
        }
        Line line(engine, state);
        for (auto it = steps.rbegin(); it != steps.rend(); ++it) line.play(*it);
        line.finish();
        return line.take();
    }

    static constexpr u64 kRootBudget = 1'000'000;  // of the oracle, for the position itself

    FreeSearch<D, Key> main_, oracle_;
    bool asked_ = false;  // the oracle
};

class Counts final : public Model {
public:
    explicit Counts(const Engine& engine) : engine_(engine) {}

    const char* name() const override { return "counts"; }

    bool accepts(const State& state) const override {
        for (int i = 0; i < engine_.plan().columns; ++i)
            if (engine_.run_length(state, i) != state.size(i) - state.down[static_cast<std::size_t>(i)]) return false;
        return true;
    }

    Outcome solve(const State& state, const Options& options, Control& control) override {
        const Plan& plan = engine_.plan();
        Flow flow = Flow::all;
        if (plan.stock == StockKind::cycle) flow = Flow::cycle;
        if (plan.stock == StockKind::waste && (plan.draw > 1 || plan.redeals >= 0)) flow = Flow::waste;
        std::optional<Outcome> out;
        if (plan.decks == 1) {
            out = one_->solve(engine_, state, flow, options, control);
            if (!out) out = wide_->solve(engine_, state, flow, options, control);
        } else {
            out = two_->solve(engine_, state, flow, options, control);
        }
        return out ? *out : Outcome{};
    }

private:
    const Engine& engine_;
    std::unique_ptr<Free<1, u64>> one_ = std::make_unique<Free<1, u64>>();
    std::unique_ptr<Free<1, u128>> wide_ = std::make_unique<Free<1, u128>>();
    std::unique_ptr<Free<2, u128>> two_ = std::make_unique<Free<2, u128>>();
};

// Whether the rules are those of the free game: every card is there once a deck, foundations begin with aces, no gates.
bool is_ours(const Engine& engine) {
    const Plan& plan = engine.plan();
    if (!engine.klondike_type() || plan.transfer != Transfer::never || plan.mercy != Mercy::off) return false;
    if (plan.stock != StockKind::none && plan.stock != StockKind::waste && plan.stock != StockKind::cycle) return false;
    if (plan.draw_when_stuck || plan.forced_play) return false;
    std::array<int, 4> piles{};
    for (const Foundation& f : plan.foundations) {
        if (f.fixed != 0 || f.wanted[0] == kNoCard || rank_of(f.wanted[0]) != 1) return false;
        ++piles[static_cast<std::size_t>(f.suit)];
    }
    for (int c = 0; c < kFaces; ++c) {
        const int copies = piles[static_cast<std::size_t>(suit_of(static_cast<Card>(c)))];
        if (copies != 0 && copies != plan.decks) return false;
        if (plan.copies[static_cast<std::size_t>(c)] != (rank_of(static_cast<Card>(c)) <= plan.ranks ? copies : 0))
            return false;
    }
    return true;
}

}  // namespace
}  // namespace counts

std::unique_ptr<Model> make_counts(const Engine& engine) {
    if (!counts::is_ours(engine)) return nullptr;
    return std::make_unique<counts::Counts>(engine);
}

}  // namespace arfa
