// Many games side by side, for Python: their pages are arrays of numpy.
#include "envs/games.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "bind/core.h"

namespace arfa::bind {

using namespace nb::literals;

namespace {

template <class T, class... Form>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu, Form...>;

template <class T, class... Form>
std::span<T> span_of(const Array<T, Form...>& array) {
    return {array.data(), array.size()};
}

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
    static std::vector<Move> moves(const std::vector<MoveNumbers>& actions) {
        std::vector<Move> found;
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
    envs::Games games_;
};

}  // namespace

void bind_games(nb::module_& m) {
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
}

}  // namespace arfa::bind
