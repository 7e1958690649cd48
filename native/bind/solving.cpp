// The solver for Python: what it may use, what it answers, and how its weights are tuned.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "bind/core.h"
#include "bind/watch.h"
#include "piles/tune.h"
#include "piles/weights.h"
#include "techniques/registry.h"

namespace arfa::bind {

using namespace nb::literals;

namespace {

struct Answer {
    Outcome outcome;
    double seconds = 0;
    std::vector<MoveNumbers> line() const { return numbers(outcome.line); }
};

Answer solve(Core& core, const std::vector<int>& values, const Options& options, Cancel* cancel, nb::object progress) {
    const State from = core.state(values);
    Control control;
    Watch watch(control, cancel, std::move(progress));
    Answer answer;
    {
        const nb::gil_scoped_release free;
        answer = core.with_solver([&](Solver& solver) {
            auto [outcome, seconds] = timed(solver, from, options, control);
            return Answer{std::move(outcome), seconds};
        });
    }
    watch.finish();
    return answer;
}

std::vector<Answer> solve_many(Core& core, const std::vector<std::vector<int>>& positions, bool decks,
                               const Options& options, int threads, Cancel* cancel, nb::object progress,
                               const nb::object& done) {
    std::vector<State> states;
    for (const auto& values : positions) states.push_back(decks ? core.dealt(values) : core.state(values));
    Control control;
    Watch watch(control, cancel, std::move(progress));
    Batch::Deliver deliver;
    if (!done.is_none())
        deliver = [&](std::size_t place, const TimedOutcome& timed) {
            watch.tell([&] { done(place, Answer{timed.outcome, timed.seconds}); });
        };
    std::vector<Answer> answers;
    {
        const nb::gil_scoped_release free;
        for (auto& [outcome, seconds] : core.solve_all(states, options, threads, control, deliver))
            answers.push_back({std::move(outcome), seconds});
    }
    watch.finish();
    return answers;
}

std::vector<double> tune_weights(Core& core, const std::vector<std::vector<int>>& positions,
                                 const std::vector<double>& start, const piles::TuneOptions& options,
                                 nb::object progress) {
    std::vector<State> states;
    for (const auto& values : positions) states.push_back(core.state(values));
    piles::Weights weights = piles::weights_for(core.engine().plan())[0].weights;
    if (start.size() == weights.size()) std::copy(start.begin(), start.end(), weights.begin());
    Control control;
    Watch watch(control, nullptr, nb::none());
    const auto tell = [&](const piles::Generation& generation) {
        if (progress.is_none()) return;
        const std::vector<double> mean(generation.mean.begin(), generation.mean.end());
        watch.tell([&] { progress(generation.number, generation.score, generation.won, mean); });
    };
    {
        const nb::gil_scoped_release free;
        weights = piles::tune(core.engine(), states, weights, options, control, tell);
    }
    watch.finish();
    return {weights.begin(), weights.end()};
}

std::string model(Core& core, const std::vector<int>& values) {
    const State from = core.state(values);
    return core.with_solver([&](Solver& solver) { return std::string(solver.model(from).name()); });
}

}  // namespace

void bind_solving(nb::module_& m, CoreClass& core) {
    nb::class_<Cancel>(m, "Cancel", "Stops a solve from another thread.")
        .def(nb::init<>())
        .def("cancel", &Cancel::cancel)
        .def_prop_ro("cancelled", &Cancel::cancelled);

    nb::class_<Options>(m, "Options", "What a solve may use, and how it is to go about it.")
        .def(
            "__init__",
            [](Options* self, std::uint64_t states, double seconds, std::uint64_t bytes, bool line, std::uint64_t seed,
               std::uint64_t techniques, const std::string& config, const std::vector<double>& weights) {
                new (self) Options{states, seconds, bytes, line, seed, techniques, config, weights};
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

    core.def("solve", &solve, "state"_a, "options"_a, "cancel"_a.none() = nb::none(), "progress"_a.none() = nb::none())
        .def("solve_many", &solve_many, "positions"_a, "decks"_a, "options"_a, "threads"_a,
             "cancel"_a.none() = nb::none(), "progress"_a.none() = nb::none(), "done"_a.none() = nb::none())
        .def("model", &model, "state"_a)
        .def(
            "tune",
            [](Core& core, const std::vector<std::vector<int>>& states, const std::vector<double>& start,
               int population, double elite, int generations, int deals, std::uint32_t width, double noise,
               double spread, std::uint64_t seed, nb::object progress) {
                return tune_weights(core, states, start,
                                    {population, elite, generations, deals, width, noise, spread, seed},
                                    std::move(progress));
            },
            "states"_a, "start"_a, "population"_a, "elite"_a, "generations"_a, "deals"_a, "width"_a, "noise"_a,
            "spread"_a, "seed"_a, "progress"_a = nb::none());

    m.def("features", [] {
        std::vector<std::tuple<std::string, std::string>> features;
        for (const auto& f : piles::kFeatureInfo) features.emplace_back(std::string(f.name), std::string(f.about));
        return features;
    });
    m.def("techniques", [] {
        std::vector<std::tuple<std::string, std::string>> all;
        for (const auto& info : kTechniques) all.emplace_back(std::string(info.name), std::string(info.preserves));
        return all;
    });
}

}  // namespace arfa::bind
