// The compiled core as a Python module: numbers in, numbers out.  Only arfa.solver.native imports it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/core.h"

NB_MODULE(_core, m) {
    using namespace arfa::bind;
    using namespace nb::literals;

    // Cores are kept until the end; where a thread still waits for input then, they are not taken down at all.
    nb::set_leak_warnings(false);
    m.doc() = "The native core of arfa: numbers in, numbers out; use arfa.solver.";
    nb::exception<arfa::PlanError>(m, "PlanError", PyExc_ValueError);
    nb::exception<arfa::StateError>(m, "StateError", PyExc_ValueError);
    nb::exception<arfa::LineError>(m, "LineError", PyExc_RuntimeError);

    CoreClass core(m, "Core", "A set of rules with its plain engine and its solvers.");
    core.def(nb::init<const arfa::PlanFields&>(), "fields"_a)
        .def("start", &Core::start, "deck"_a)
        .def("deck", &Core::deck, "number"_a)
        .def("legal_moves", &Core::legal_moves, "state"_a)
        .def("is_legal", &Core::is_legal, "state"_a, "move"_a)
        .def("apply", &Core::apply, "state"_a, "move"_a)
        .def("won", &Core::won, "state"_a)
        .def("stuck", &Core::stuck, "state"_a, "drawing"_a)
        .def("canonical", &Core::canonical, "state"_a);

    bind_solving(m, core);
    bind_blind(m, core);
    bind_games(m);
}
