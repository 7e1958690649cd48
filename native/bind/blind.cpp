// The player who cannot see, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "bind/core.h"
#include "bind/watch.h"
#include "fair/fair.h"

namespace arfa::bind {

using namespace nb::literals;

namespace {

using fair::Asked, fair::Chance, fair::Fair, fair::Played, fair::View;

bool plays_fair(const Core& core, const std::vector<int>& values) {
    return Fair(core.engine()).plays(core.state(values));
}

Chance think(const Core& core, const std::vector<int>& values, const std::vector<int>& unseen, const Asked& asked,
             Cancel* cancel, const nb::object& tell) {
    const auto view = View::of(core.state(values), unseen);
    Control control;
    Watch watch(control, cancel, nb::none());
    Chance chance;
    Fair::Tell told;
    if (!tell.is_none()) told = [&](const Chance& so_far) { watch.tell([&] { tell(so_far); }); };
    {
        const nb::gil_scoped_release free;
        Fair fair(core.engine());
        chance = fair.think(view, asked, control, told);
    }
    watch.finish();
    return chance;
}

// One game after the other; the game of deck k has the seed asked.seed + k.
std::vector<Played> play_fair(const Core& core, const std::vector<std::vector<int>>& decks, const Asked& asked,
                              bool thinks, Cancel* cancel, nb::object progress) {
    std::vector<State> states;
    for (const auto& deck : decks) states.push_back(core.dealt(deck));
    Control control;
    Watch watch(control, cancel, nb::none());
    std::vector<Played> played;
    {
        const nb::gil_scoped_release free;
        Fair fair(core.engine());
        Asked each = asked;
        for (const State& dealt : states) {
            played.push_back(fair.play(dealt, each, thinks, control));
            ++each.seed;
            if (control.cancel) break;
            if (!progress.is_none()) watch.tell([&] { progress(played.size()); });
        }
    }
    watch.finish();
    return played;
}

double optimum(const Core& core, const std::vector<int>& values, const std::vector<int>& unseen, const Asked& asked) {
    const auto view = View::of(core.state(values), unseen);
    const nb::gil_scoped_release free;
    return Fair(core.engine()).optimum(view, asked);
}

std::vector<double> learn_fair(const Core& core, const Asked& asked, double seconds, const nb::object& tell) {
    Control control;
    Watch watch(control, nullptr, nb::none());
    const auto deal = [&](Random& random) { return core.dealt(core.deck(random.next())); };
    const auto told = [&](double past, double won) {
        if (!tell.is_none()) watch.tell([&] { tell(past, won); });
    };
    std::vector<double> weights;
    {
        const nb::gil_scoped_release free;
        weights = Fair(core.engine()).learn(deal, asked, seconds, control, told);
    }
    watch.finish();
    return weights;
}

}  // namespace

void bind_blind(nb::module_& m, CoreClass& core) {
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
        .def_prop_ro("line", [](const Played& played) { return numbers(played.line); });

    core.def("plays_fair", &plays_fair, "state"_a)
        .def("think", &think, "state"_a, "unseen"_a, "asked"_a, "cancel"_a.none() = nb::none(),
             "tell"_a.none() = nb::none())
        .def("play_fair", &play_fair, "decks"_a, "asked"_a, "thinks"_a, "cancel"_a.none() = nb::none(),
             "progress"_a.none() = nb::none())
        .def("optimum", &optimum, "state"_a, "unseen"_a, "asked"_a)
        .def("learn_fair", &learn_fair, "asked"_a, "seconds"_a, "tell"_a.none() = nb::none());

    m.def("fair_features", [] {
        std::vector<std::tuple<std::string, std::string>> features;
        for (const auto& [name, about] : fair::kFeatureInfo)
            features.emplace_back(std::string(name), std::string(about));
        return features;
    });
}

}  // namespace arfa::bind
