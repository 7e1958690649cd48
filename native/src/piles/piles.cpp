// The general model: any rules with columns, on explicit piles.
//
// A deal goes through stages until one of them decides it: a proof at the root, narrow noisy beams, what follows from
// looser or stricter rules, exhaustive search, wider beams, exhaustive search with all that is left of the budget.
// Short decks are searched exhaustively at once.  Budgets are in expansions, so that the same deal gets the same answer
// everywhere.
#include <algorithm>
#include <array>
#include <optional>

#include "piles/bounds.h"
#include "piles/line.h"
#include "piles/plain_space.h"
#include "piles/relaxation.h"
#include "piles/waste_space.h"
#include "piles/weights.h"
#include "search/exhaust.h"
#include "search/layered.h"
#include "search/model.h"
#include "techniques/registry.h"

namespace arfa {
namespace {

using namespace piles;

// Beams of one width, and how much noise is put on values.
struct Beams {
    std::uint32_t width;
    int tries;
    double noise;
};

constexpr std::array<Beams, 4> kNarrow{{{3, 10, 1.0}, {10, 6, 1.5}, {30, 6, 1.5}, {100, 6, 1.5}}};
constexpr std::array<Beams, 6> kWide{
    {{300, 4, 1.5}, {1000, 4, 1.5}, {3000, 3, 1.5}, {10000, 2, 1.5}, {3000, 4, 1.5}, {10000, 4, 1.5}}};

constexpr int kShortDeck = 40;                     // cards; up to here the exhaustive search comes first
constexpr std::uint64_t kShortStates = 300'000;    // and this is what it may look at
constexpr std::uint64_t kBoundStates = 2'000'000;  // of a game by other rules
constexpr std::uint64_t kQuickStates = 50'000;     // of full decks, between narrow and wide beams
constexpr std::uint64_t kCheap = 1000;             // a search by other rules that has filled no room to speak of

// What is left of a budget, and what came of it.
struct Run {
    const Options& options;
    Control& control;
    Outcome outcome;

    std::uint64_t left() const { return options.states - std::min(options.states, outcome.states); }
    bool on(Technique t) const { return is_on(options.techniques, t); }
    void won(std::vector<Move> line) {
        outcome.verdict = Verdict::winnable;
        outcome.proof = Proof::line;
        outcome.line = std::move(line);
    }
    void lost(Proof proof) {
        outcome.verdict = Verdict::unwinnable;
        outcome.proof = proof;
    }
    void count(std::uint64_t states, std::uint64_t made) {
        outcome.states += states;
        outcome.generated += made;
    }
    // Whether nothing more is to be tried: decided, out of budget, or stopped.
    bool over() const { return outcome.verdict != Verdict::unknown || outcome.ran_out != Limit::none; }
};

// The searches over the positions of one space.
template <class Space>
class Searches {
public:
    // `make(weights, backward)` makes the space; `write(steps)` turns a line of it into moves.
    template <class Make, class Write>
    void beams(Run& run, std::span<const Beams> stages, std::span<const WeightSet> sets, const State& state,
               std::uint64_t& seed, Make&& make, Write&& write) {
        std::size_t turn = 0;
        for (const Beams& stage : stages) {
            for (int n = 0; n < stage.tries; ++n, ++turn, ++seed) {
                if (run.left() == 0) {
                    run.outcome.ran_out = Limit::states;
                    return;
                }
                Space space = make(sets[turn % sets.size()].weights, false);
                const auto root = space.start(state);
                const BeamOptions options{stage.width, seed == run.options.seed ? 0 : stage.noise, seed};
                using End = typename Layered<Space>::End;
                const Control::Part part(run.control, run.outcome.states);
                const End end = layered_.run(space, root, options, run.left(), run.control);
                run.count(layered_.spent(), layered_.made());
                if (end == End::won) run.won(write(layered_.line()));
                if (end == End::states) run.outcome.ran_out = Limit::states;
                if (end == End::stopped) run.outcome.ran_out = run.control.stopped_by();
                if (run.over()) return;
                if (end == End::memory) break;  // a wider one would not do better
            }
        }
        layered_.shrink();
    }

    // True when the whole space was searched without a win.
    template <class Make, class Write>
    bool exhaust(Run& run, std::uint64_t states, const Weights& weights, const State& state, bool last, Make&& make,
                 Write&& write) {
        Space space = make(weights, true);
        return exhaust(run, space, states, state, last, write);
    }
    template <class Write>
    bool exhaust(Run& run, Space& space, std::uint64_t states, const State& state, bool last, Write&& write) {
        if (run.left() == 0) {
            run.outcome.ran_out = Limit::states;
            return false;
        }
        const auto root = space.start(state);
        using End = typename Exhaust<Space>::End;
        const Control::Part part(run.control, run.outcome.states);
        const End end = exhaust_.run(space, root, std::min(states, run.left()), run.control);
        run.count(exhaust_.states(), exhaust_.made());
        if (end == End::won) run.won(write(exhaust_.line()));
        if (end == End::stopped) run.outcome.ran_out = run.control.stopped_by();
        if (end == End::states && run.left() == 0) run.outcome.ran_out = Limit::states;
        if (last && end == End::states) run.outcome.ran_out = Limit::states;
        if (last && end == End::memory) run.outcome.ran_out = Limit::memory;
        exhaust_.shrink();
        return end == End::lost;
    }

private:
    Layered<Space> layered_;
    Exhaust<Space> exhaust_;
};

class Piles final : public Model {
public:
    explicit Piles(const Engine& engine)
        : engine_(engine), plan_(engine.plan()), looser_(Bound::looser(engine)), stricter_(Bound::stricter(engine)) {}

    const char* name() const override { return "piles"; }

    void forget() override {
        boards_ = {};
        plain_ = {};
        looser_.forget();
        stricter_.forget();
    }

    Outcome solve(const State& state, const Options& options, Control& control) override {
        Run run{options, control, {}};
        if (engine_.won(state)) {
            run.outcome.states = 1;
            run.won({});
            return run.outcome;
        }
        if (run.on(Technique::piles_relaxation) && lost_relaxed(engine_, state)) {
            run.outcome.states = 1;
            run.lost(Proof::relaxation);
            return run.outcome;
        }
        if (run.on(Technique::piles_stricter_rules) && stricter_.accepts(state)) {
            ask(run, stricter_, state);
            if (run.over()) return run.outcome;
        }
        if (run.on(Technique::piles_boards) && Rules::fit(plan_) && Rules::fit(engine_, state)) {
            const auto make = [&](const Weights& weights, bool backward) {
                return WasteSpace(engine_, options.techniques, weights, backward);
            };
            const auto write = [&](const std::vector<Step>& steps) { return moves_of(engine_, state, steps); };
            decide(run, boards_, state, make, write);
        } else {
            const auto write = [](const std::vector<Move>& moves) { return moves; };
            decide(
                run, plain_, state,
                [&](const Weights& weights, bool backward) {
                    return PlainSpace(engine_, weights, backward, kMaxBreaches);
                },
                write);
        }
        return run.outcome;
    }

private:
    static constexpr int kMaxBreaches = 255;

    // What other rules say, with a part of the budget: of looser ones a loss counts, of stricter ones a win.
    void ask(Run& run, Bound& bound, const State& state) {
        Options options = run.options;
        options.states = std::min(run.left(), plan_.decks == 1 ? kBoundStates : kBoundStates / 8);
        options.weights.clear();
        options.config.clear();
        // Of looser rules a win says nothing, so what only looks for wins is left out.
        if (&bound == &looser_) options.techniques &= ~(std::uint64_t{1} << static_cast<int>(Technique::counts_beam));
        const Control::Part part(run.control, run.outcome.states);
        Outcome outcome;
        try {
            outcome = bound.solve(state, options, run.control);
        } catch (const OutOfRoom&) {
            bound.forget();
            return;
        }
        run.count(outcome.states, outcome.generated);
        if (&bound == &looser_ ? outcome.verdict == Verdict::unwinnable : outcome.verdict == Verdict::winnable) {
            run.outcome.verdict = outcome.verdict;
            run.outcome.proof = outcome.proof;
            run.outcome.line = outcome.line;
        }
        if (outcome.ran_out == Limit::seconds || outcome.ran_out == Limit::cancelled)
            run.outcome.ran_out = outcome.ran_out;
        if (outcome.states > kCheap) bound.forget();  // the room is for the searches to come
    }

    template <class Space, class Make, class Write>
    void decide(Run& run, Searches<Space>& searches, const State& state, Make&& make, Write&& write) {
        std::array<WeightSet, 1> own;
        std::span<const WeightSet> sets = weights_for(plan_);
        if (run.options.weights.size() == kFeatures) {
            own[0] = {"own", "", {}};
            std::copy_n(run.options.weights.begin(), kFeatures, own[0].weights.begin());
            sets = own;
        }
        std::uint64_t seed = run.options.seed;
        const bool beams = run.on(Technique::piles_beams);
        const auto exhaust = [&](std::uint64_t states, bool last) {
            if (searches.exhaust(run, states, sets[0].weights, state, last, make, write)) run.lost(Proof::exhausted);
        };
        const bool bounded = run.on(Technique::piles_looser_rules) && looser_.accepts(state);
        const bool short_deck = plan_.cards <= kShortDeck;
        if (bounded && (plan_.decks == 1 || short_deck)) {
            ask(run, looser_, state);
            if (run.over()) return;
        }
        if (short_deck) {
            exhaust(kShortStates, false);
            if (run.over()) return;
        }
        if (beams) {
            searches.beams(run, kNarrow, sets, state, seed, make, write);
            if (run.over()) return;
            if (bounded && plan_.decks > 1 && !short_deck) ask(run, looser_, state);
            if (run.over()) return;
            exhaust(kQuickStates, false);
            if (run.over()) return;
            searches.beams(run, kWide, sets, state, seed, make, write);
            if (run.over()) return;
        }
        exhaust(run.left(), true);
    }

    const Engine& engine_;
    const Plan& plan_;
    Bound looser_;
    Bound stricter_;
    Searches<WasteSpace> boards_;
    Searches<PlainSpace> plain_;
};

}  // namespace

std::unique_ptr<Model> make_piles(const Engine& engine) {
    const Plan& plan = engine.plan();
    if (plan.grid || plan.stock == StockKind::groups) return nullptr;
    return std::make_unique<Piles>(engine);
}

}  // namespace arfa
