// The compiled core as a Python module: numbers in, numbers out.  Only arfa.solver.native imports it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "deals/shuffle.h"
#include "envs/games.h"
#include "fair/fair.h"
#include "moves/engine.h"
#include "piles/tune.h"
#include "piles/weights.h"
#include "solver/solver.h"
#include "state/state.h"
#include "techniques/registry.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using MoveNumbers = std::tuple<int, int, int, int>;  // kind, source, destination, count

MoveNumbers numbers(const arfa::Move& move) { return {static_cast<int>(move.kind), move.src, move.dst, move.count}; }

arfa::Move move_of(const MoveNumbers& m) {
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    return {static_cast<arfa::MoveKind>(std::get<0>(m)), byte(std::get<1>(m)), byte(std::get<2>(m)),
            byte(std::get<3>(m))};
}

// Stops a solve from another thread.
class Cancel {
public:
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }

private:
    std::atomic<bool> cancelled_{false};
};

// Looks after a solve that runs without the interpreter: every now and then it passes on progress and signals.
class Watch {
public:
    Watch(arfa::Control& control, Cancel* cancel, nb::object progress)
        : control_(control), cancel_(cancel), progress_(std::move(progress)), last_(Clock::now()) {
        control.progress = [this](std::uint64_t states) { look(states); };
    }

    // Calls back into Python from the thread that waits.
    template <class Call>
    void tell(const Call& call) {
        if (error_) return;
        const nb::gil_scoped_acquire interpreter;
        try {
            call();
        } catch (...) {
            error_ = std::current_exception();
            control_.cancel = true;
        }
    }

    // Raises what a callback or a signal raised meanwhile.
    void finish() {
        if (error_) std::rethrow_exception(error_);
    }

private:
    using Clock = std::chrono::steady_clock;

    void look(std::uint64_t states) {
        if (cancel_ != nullptr && cancel_->cancelled()) control_.cancel = true;
        const auto now = Clock::now();
        if (error_ || now - last_ < std::chrono::milliseconds(20)) return;
        last_ = now;
        tell([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress_.is_none()) progress_(states);
        });
    }

    arfa::Control& control_;
    Cancel* cancel_;
    nb::object progress_;
    Clock::time_point last_;
    std::exception_ptr error_;
};

struct Answer {
    arfa::Outcome outcome;
    double seconds = 0;
    std::vector<MoveNumbers> line() const {
        std::vector<MoveNumbers> moves;
        for (const arfa::Move& move : outcome.line) moves.push_back(numbers(move));
        return moves;
    }
};

// A set of rules with its engine and solvers; may be used by several threads.
class Core {
public:
    explicit Core(const arfa::PlanFields& fields) : engine_(arfa::Plan::decode(fields)) {}

    // -- the plain engine
    arfa::State state(const std::vector<int>& values) const { return arfa::decode_state(engine_.plan(), values); }
    std::vector<int> encode(const arfa::State& state) const { return arfa::encode_state(engine_.plan(), state); }

    std::vector<int> start(const std::vector<int>& deck) const {
        arfa::State dealt = arfa::deal_deck(engine_.plan(), deck);
        if (!engine_.plan().grid) engine_.settle(dealt);
        return encode(dealt);
    }
    std::vector<int> deck(std::uint64_t number) const { return arfa::shuffled(engine_.plan().pack, number); }
    std::vector<MoveNumbers> legal_moves(const std::vector<int>& values) const {
        std::vector<MoveNumbers> moves;
        for (const arfa::Move& move : engine_.legal_moves(state(values))) moves.push_back(numbers(move));
        return moves;
    }
    bool is_legal(const std::vector<int>& values, const MoveNumbers& move) const {
        return engine_.is_legal(state(values), move_of(move));
    }
    std::vector<int> apply(const std::vector<int>& values, const MoveNumbers& move) const {
        arfa::State now = state(values);
        if (!engine_.is_legal(now, move_of(move))) throw nb::value_error("the move is not legal");
        engine_.apply(now, move_of(move));
        return encode(now);
    }
    bool won(const std::vector<int>& values) const { return engine_.won(state(values)); }
    bool stuck(const std::vector<int>& values, bool drawing) const { return engine_.stuck(state(values), drawing); }
    nb::bytes canonical(const std::vector<int>& values) const {
        const std::string key = engine_.canonical(state(values));
        return nb::bytes(key.data(), key.size());
    }

    // -- the solver
    Answer solve(const std::vector<int>& values, const arfa::Options& options, Cancel* cancel, nb::object progress) {
        const arfa::State from = state(values);
        arfa::Control control;
        Watch watch(control, cancel, std::move(progress));
        Answer answer;
        {
            const nb::gil_scoped_release free;
            const auto solver = borrow();
            auto [outcome, seconds] = arfa::timed(*solver, from, options, control);
            answer = {std::move(outcome), seconds};
            give_back(solver);
        }
        watch.finish();
        return answer;
    }

    std::vector<Answer> solve_many(const std::vector<std::vector<int>>& positions, bool decks,
                                   const arfa::Options& options, int threads, Cancel* cancel, nb::object progress,
                                   const nb::object& done) {
        std::vector<arfa::State> states;
        for (const auto& values : positions) {
            states.push_back(decks ? arfa::deal_deck(engine_.plan(), values) : state(values));
            if (decks && !engine_.plan().grid) engine_.settle(states.back());
        }
        arfa::Control control;
        Watch watch(control, cancel, std::move(progress));
        arfa::Batch::Deliver deliver;
        if (!done.is_none())
            deliver = [&](std::size_t place, const arfa::TimedOutcome& timed) {
                watch.tell([&] { done(place, Answer{timed.outcome, timed.seconds}); });
            };
        std::vector<Answer> answers;
        {
            const nb::gil_scoped_release free;
            const std::lock_guard lock(batch_guard_);
            for (auto& [outcome, seconds] : batch_.solve(states, options, threads, control, deliver))
                answers.push_back({std::move(outcome), seconds});
        }
        watch.finish();
        return answers;
    }

    // -- the player who cannot see
    bool plays_fair(const std::vector<int>& values) const { return arfa::fair::Fair(engine_).plays(state(values)); }

    arfa::fair::Chance think(const std::vector<int>& values, const std::vector<int>& unseen,
                             const arfa::fair::Asked& asked, Cancel* cancel, const nb::object& tell) {
        const auto view = arfa::fair::View::of(state(values), unseen);
        arfa::Control control;
        Watch watch(control, cancel, nb::none());
        arfa::fair::Chance chance;
        arfa::fair::Fair::Tell told;
        if (!tell.is_none()) told = [&](const arfa::fair::Chance& so_far) { watch.tell([&] { tell(so_far); }); };
        {
            const nb::gil_scoped_release free;
            arfa::fair::Fair fair(engine_);
            chance = fair.think(view, asked, control, told);
        }
        watch.finish();
        return chance;
    }

    // One game after the other; the game of deck k has the seed asked.seed + k.
    std::vector<arfa::fair::Played> play_fair(const std::vector<std::vector<int>>& decks,
                                              const arfa::fair::Asked& asked, bool thinks, Cancel* cancel,
                                              nb::object progress) {
        std::vector<arfa::State> states;
        for (const auto& deck : decks) {
            states.push_back(arfa::deal_deck(engine_.plan(), deck));
            if (!engine_.plan().grid) engine_.settle(states.back());
        }
        arfa::Control control;
        Watch watch(control, cancel, nb::none());
        std::vector<arfa::fair::Played> played;
        {
            const nb::gil_scoped_release free;
            arfa::fair::Fair fair(engine_);
            arfa::fair::Asked each = asked;
            for (const arfa::State& dealt : states) {
                played.push_back(fair.play(dealt, each, thinks, control));
                ++each.seed;
                if (control.cancel) break;
                if (!progress.is_none()) watch.tell([&] { progress(played.size()); });
            }
        }
        watch.finish();
        return played;
    }

    double optimum(const std::vector<int>& values, const std::vector<int>& unseen,
                   const arfa::fair::Asked& asked) const {
        const auto view = arfa::fair::View::of(state(values), unseen);
        const nb::gil_scoped_release free;
        return arfa::fair::Fair(engine_).optimum(view, asked);
    }

    std::vector<double> learn_fair(const arfa::fair::Asked& asked, double seconds, const nb::object& tell) {
        arfa::Control control;
        Watch watch(control, nullptr, nb::none());
        const auto deal = [&](arfa::Random& random) {
            arfa::State dealt = arfa::deal_deck(engine_.plan(), arfa::shuffled(engine_.plan().pack, random.next()));
            if (!engine_.plan().grid) engine_.settle(dealt);
            return dealt;
        };
        const auto told = [&](double past, double won) {
            if (!tell.is_none()) watch.tell([&] { tell(past, won); });
        };
        std::vector<double> weights;
        {
            const nb::gil_scoped_release free;
            weights = arfa::fair::Fair(engine_).learn(deal, asked, seconds, control, told);
        }
        watch.finish();
        return weights;
    }

    const arfa::Engine& engine() const { return engine_; }

    // -- weights of the value
    std::vector<double> tune(const std::vector<std::vector<int>>& positions, const std::vector<double>& start,
                             const arfa::piles::TuneOptions& options, nb::object progress) {
        std::vector<arfa::State> states;
        for (const auto& values : positions) states.push_back(state(values));
        arfa::piles::Weights weights = arfa::piles::weights_for(engine_.plan())[0].weights;
        if (start.size() == weights.size()) std::copy(start.begin(), start.end(), weights.begin());
        arfa::Control control;
        Watch watch(control, nullptr, nb::none());
        const auto tell = [&](const arfa::piles::Generation& generation) {
            if (progress.is_none()) return;
            const std::vector<double> mean(generation.mean.begin(), generation.mean.end());
            watch.tell([&] { progress(generation.number, generation.score, generation.won, mean); });
        };
        {
            const nb::gil_scoped_release free;
            weights = arfa::piles::tune(engine_, states, weights, options, control, tell);
        }
        watch.finish();
        return {weights.begin(), weights.end()};
    }

    std::string model(const std::vector<int>& values) {
        const auto solver = borrow();
        std::string name = solver->model(state(values)).name();
        give_back(solver);
        return name;
    }

private:
    std::shared_ptr<arfa::Solver> borrow() {
        const std::lock_guard lock(guard_);
        if (idle_.empty()) return std::make_shared<arfa::Solver>(engine_);
        auto solver = idle_.back();
        idle_.pop_back();
        return solver;
    }
    void give_back(std::shared_ptr<arfa::Solver> solver) {
        const std::lock_guard lock(guard_);
        idle_.push_back(std::move(solver));
    }

    arfa::Engine engine_;
    arfa::Batch batch_{engine_};
    std::mutex batch_guard_;
    std::mutex guard_;
    std::vector<std::shared_ptr<arfa::Solver>> idle_;
};

template <class T, class... Form>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu, Form...>;

template <class T, class... Form>
std::span<T> span_of(const Array<T, Form...>& array) {
    return {array.data(), array.size()};
}

// Games whose pages are arrays of numpy.
class Games {
public:
    template <class T>
    using Flat = Array<T, nb::ndim<1>>;

    Games(const Core& core, const std::vector<MoveNumbers>& actions, const std::vector<std::size_t>& listed, int limit,
          Array<std::uint8_t, nb::ndim<3>> piles, Array<std::int8_t, nb::ndim<2>> mask,
          Array<std::int8_t, nb::ndim<2>> redeals, Flat<double> rewards, Flat<bool> over, Flat<bool> cut,
          Flat<bool> legal)
        : piles_(std::move(piles)),
          mask_(std::move(mask)),
          redeals_(std::move(redeals)),
          rewards_(std::move(rewards)),
          over_(std::move(over)),
          cut_(std::move(cut)),
          legal_(std::move(legal)),
          games_(core.engine(), moves(actions), listed, limit,
                 {span_of(piles_), span_of(mask_), span_of(redeals_), span_of(rewards_), span_of(over_), span_of(cut_),
                  span_of(legal_)}) {}

    void deal(const Flat<const std::uint64_t>& numbers, const Flat<const bool>& which) {
        fits(numbers.size() == games_.size() && which.size() == games_.size());
        const nb::gil_scoped_release free;
        const std::lock_guard lock(guard_);
        games_.deal(span_of(numbers), span_of(which));
    }

    void step(const Flat<const std::int64_t>& actions, const Flat<const bool>& which) {
        fits(actions.size() == games_.size() && which.size() == games_.size());
        const auto known = [&](std::int64_t action) {
            return action >= 0 && static_cast<std::size_t>(action) < games_.actions();
        };
        fits(std::ranges::all_of(span_of(actions), known));
        const nb::gil_scoped_release free;
        const std::lock_guard lock(guard_);
        games_.step(span_of(actions), span_of(which));
    }

private:
    static std::vector<arfa::Move> moves(const std::vector<MoveNumbers>& actions) {
        std::vector<arfa::Move> found;
        for (const MoveNumbers& action : actions) found.push_back(move_of(action));
        return found;
    }
    static void fits(bool whether) {
        if (!whether) throw nb::value_error("one action, or deal, that there is, for each game");
    }

    Array<std::uint8_t, nb::ndim<3>> piles_;
    Array<std::int8_t, nb::ndim<2>> mask_;
    Array<std::int8_t, nb::ndim<2>> redeals_;
    Flat<double> rewards_;
    Flat<bool> over_, cut_, legal_;
    std::mutex guard_;
    arfa::envs::Games games_;
};

arfa::Options options_of(std::uint64_t states, double seconds, std::uint64_t bytes, bool line, std::uint64_t seed,
                         std::uint64_t techniques, const std::string& config, const std::vector<double>& weights) {
    return {states, seconds, bytes, line, seed, techniques, config, weights};
}

}  // namespace

NB_MODULE(_core, m) {
    // Cores are kept until the end; where a thread still waits for input then, they are not taken down at all.
    nb::set_leak_warnings(false);
    m.doc() = "The native core of arfa: numbers in, numbers out; use arfa.solver.";
    nb::exception<arfa::PlanError>(m, "PlanError", PyExc_ValueError);
    nb::exception<arfa::StateError>(m, "StateError", PyExc_ValueError);
    nb::exception<arfa::LineError>(m, "LineError", PyExc_RuntimeError);

    nb::class_<Cancel>(m, "Cancel", "Stops a solve from another thread.")
        .def(nb::init<>())
        .def("cancel", &Cancel::cancel)
        .def_prop_ro("cancelled", &Cancel::cancelled);

    nb::class_<arfa::Options>(m, "Options", "What a solve may use, and how it is to go about it.")
        .def(
            "__init__",
            [](arfa::Options* self, std::uint64_t states, double seconds, std::uint64_t bytes, bool line,
               std::uint64_t seed, std::uint64_t techniques, const std::string& config,
               const std::vector<double>& weights) {
                new (self) arfa::Options(options_of(states, seconds, bytes, line, seed, techniques, config, weights));
            },
            "states"_a, "seconds"_a = 0.0, "bytes"_a = std::uint64_t{1} << 30, "line"_a = true, "seed"_a = 0,
            "techniques"_a = ~std::uint64_t{0}, "config"_a = "", "weights"_a = std::vector<double>{});

    nb::class_<Answer>(m, "Answer", "The outcome of a solve, as numbers.")
        .def_prop_ro("verdict", [](const Answer& a) { return static_cast<int>(a.outcome.verdict); })
        .def_prop_ro("proof", [](const Answer& a) { return static_cast<int>(a.outcome.proof); })
        .def_prop_ro("ran_out", [](const Answer& a) { return static_cast<int>(a.outcome.ran_out); })
        .def_prop_ro("states", [](const Answer& a) { return a.outcome.states; })
        .def_prop_ro("generated", [](const Answer& a) { return a.outcome.generated; })
        .def_prop_ro("bytes", [](const Answer& a) { return a.outcome.bytes; })
        .def_prop_ro("seconds", [](const Answer& a) { return a.seconds; })
        .def_prop_ro("line", &Answer::line);

    using arfa::fair::Asked, arfa::fair::Chance, arfa::fair::Played;
    nb::class_<Asked>(m, "Asked", "How much the player who cannot see thinks, and how.")
        .def(
            "__init__",
            [](Asked* self, int iterations, std::uint64_t seed, int solver_visits, double sighted, double noise,
               double explore, double prior, bool spread, const std::vector<double>& weights) {
                new (self) Asked{iterations, seed, solver_visits, sighted, noise, explore, prior, spread, weights};
            },
            "iterations"_a, "seed"_a = 0, "solver_visits"_a = 60, "sighted"_a = 0.5, "noise"_a = -1.0,
            "explore"_a = 0.35, "prior"_a = 0.2, "spread"_a = true, "weights"_a = std::vector<double>{});

    nb::class_<Chance>(m, "Chance", "What the player who cannot see makes of a position.")
        .def_ro("value", &Chance::value)
        .def_ro("deviation", &Chance::deviation)
        .def_ro("iterations", &Chance::iterations)
        .def_ro("exact", &Chance::exact)
        .def_prop_ro("options", [](const Chance& chance) {
            std::vector<std::tuple<MoveNumbers, double, int>> options;
            for (const auto& option : chance.options)
                options.emplace_back(numbers(option.first), option.value, option.visits);
            return options;
        });

    nb::class_<Played>(m, "Played", "A game of the player who cannot see.")
        .def_ro("won", &Played::won)
        .def_ro("values", &Played::values)
        .def_ro("unseen", &Played::unseen)
        .def_ro("seconds", &Played::seconds)
        .def_prop_ro("line", [](const Played& played) {
            std::vector<MoveNumbers> moves;
            for (const arfa::Move& move : played.line) moves.push_back(numbers(move));
            return moves;
        });

    nb::class_<Core>(m, "Core", "A set of rules with its plain engine and its solvers.")
        .def(nb::init<const arfa::PlanFields&>(), "fields"_a)
        .def("start", &Core::start, "deck"_a)
        .def("deck", &Core::deck, "number"_a)
        .def("legal_moves", &Core::legal_moves, "state"_a)
        .def("is_legal", &Core::is_legal, "state"_a, "move"_a)
        .def("apply", &Core::apply, "state"_a, "move"_a)
        .def("won", &Core::won, "state"_a)
        .def("stuck", &Core::stuck, "state"_a, "drawing"_a)
        .def("canonical", &Core::canonical, "state"_a)
        .def(
            "tune",
            [](Core& core, const std::vector<std::vector<int>>& states, const std::vector<double>& start,
               int population, double elite, int generations, int deals, std::uint32_t width, double noise,
               double spread, std::uint64_t seed, nb::object progress) {
                return core.tune(states, start, {population, elite, generations, deals, width, noise, spread, seed},
                                 std::move(progress));
            },
            "states"_a, "start"_a, "population"_a, "elite"_a, "generations"_a, "deals"_a, "width"_a, "noise"_a,
            "spread"_a, "seed"_a, "progress"_a = nb::none())
        .def("model", &Core::model, "state"_a)
        .def("plays_fair", &Core::plays_fair, "state"_a)
        .def("think", &Core::think, "state"_a, "unseen"_a, "asked"_a, "cancel"_a.none() = nb::none(),
             "tell"_a.none() = nb::none())
        .def("play_fair", &Core::play_fair, "decks"_a, "asked"_a, "thinks"_a, "cancel"_a.none() = nb::none(),
             "progress"_a.none() = nb::none())
        .def("optimum", &Core::optimum, "state"_a, "unseen"_a, "asked"_a)
        .def("learn_fair", &Core::learn_fair, "asked"_a, "seconds"_a, "tell"_a.none() = nb::none())
        .def("solve", &Core::solve, "state"_a, "options"_a, "cancel"_a.none() = nb::none(),
             "progress"_a.none() = nb::none())
        .def("solve_many", &Core::solve_many, "positions"_a, "decks"_a, "options"_a, "threads"_a,
             "cancel"_a.none() = nb::none(), "progress"_a.none() = nb::none(), "done"_a.none() = nb::none());

    nb::class_<Games>(m, "Games", "Many games side by side, which write what is seen of them into arrays.")
        .def(
            nb::init<const Core&, const std::vector<MoveNumbers>&, const std::vector<std::size_t>&, int,
                     Array<std::uint8_t, nb::ndim<3>>, Array<std::int8_t, nb::ndim<2>>, Array<std::int8_t, nb::ndim<2>>,
                     Games::Flat<double>, Games::Flat<bool>, Games::Flat<bool>, Games::Flat<bool>>(),
            nb::keep_alive<1, 2>(), "core"_a, "actions"_a, "listed"_a, "limit"_a, "piles"_a.noconvert(),
            "mask"_a.noconvert(), "redeals"_a.noconvert(), "rewards"_a.noconvert(), "over"_a.noconvert(),
            "cut"_a.noconvert(), "legal"_a.noconvert())
        .def("deal", &Games::deal, "numbers"_a, "which"_a)
        .def("step", &Games::step, "actions"_a, "which"_a);

    m.def("features", [] {
        std::vector<std::tuple<std::string, std::string>> features;
        for (const auto& f : arfa::piles::kFeatureInfo)
            features.emplace_back(std::string(f.name), std::string(f.about));
        return features;
    });
    m.def("fair_features", [] {
        std::vector<std::tuple<std::string, std::string>> features;
        for (const auto& [name, about] : arfa::fair::kFeatureInfo)
            features.emplace_back(std::string(name), std::string(about));
        return features;
    });
    m.def("techniques", [] {
        std::vector<std::tuple<std::string, std::string>> all;
        for (const auto& info : arfa::kTechniques)
            all.emplace_back(std::string(info.name), std::string(info.preserves));
        return all;
    });
}
