// The Klondike type: a position is given by counts, the arrangement does not matter (see node.h).
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "counts/fits.h"
#include "counts/free_game.h"
#include "counts/gated_game.h"
#include "search/model.h"

namespace arfa {
namespace counts {
namespace {

class Counts final : public Model {
public:
    explicit Counts(const Engine& engine) : engine_(engine), plan_(engine.plan()) {}

    const char* name() const override { return "counts"; }

    // The open cards of every column must be one run: then any of them can be bared if one can.
    bool accepts(const State& state) const override {
        for (int i = 0; i < plan_.columns; ++i)
            if (engine_.run_length(state, i) != state.size(i) - state.down[static_cast<std::size_t>(i)]) return false;
        return plan_.decks == 1 || is_gated(plan_, state) || key_bits(state) < 127;
    }

    Outcome solve(const State& state, const Options& options, Control& control) override {
        Meter meter(control, options.states);
        std::optional<Outcome> out;
        try {
            if (plan_.decks == 2) {
                out = solve(two_, gated_two_, state, options, meter);
            } else {
                out = solve(one_, gated_one_, state, options, meter);
                if (!out && !is_gated(plan_, state))
                    out = make(wide_).solve(engine_, state, flow_of(plan_, state), options, meter);
            }
        } catch (const OutOfRoom&) {
            meter.out_of_memory();
            out = outcome_of(meter, End::limit, Proof::none);
        }
        return out ? *out : Outcome{};
    }
    void forget() override {
        one_ = {};
        wide_ = {};
        two_ = {};
        gated_one_ = {};
        gated_two_ = {};
    }

private:
    template <class T>
    static T& make(std::unique_ptr<T>& p) {
        if (!p) p = std::make_unique<T>();
        return *p;
    }
    // How long the exact key of a position with two decks is at most; only very flat layouts are too long.
    double key_bits(const State& state) const {
        double bits = 4 * std::log2((plan_.ranks + 1) * (plan_.ranks + 2) / 2.0);
        for (int i = 0; i < plan_.columns; ++i) bits += std::log2(state.down[static_cast<std::size_t>(i)] + 2.0);
        if (plan_.stock == StockKind::none) return bits;
        const int n = state.size(plan_.columns) + state.size(plan_.columns + 1);
        return bits + n + std::log2(2.0 * n + 2) + (plan_.redeals >= 0 ? std::log2(n + 1.0) : 0);
    }
    template <int D, class Key>
    std::optional<Outcome> solve(std::unique_ptr<FreeGame<D, Key>>& free, std::unique_ptr<GatedGame<D>>& gated,
                                 const State& state, const Options& options, Meter& meter) {
        const Flow how = flow_of(plan_, state);
        if (!is_gated(plan_, state)) return make(free).solve(engine_, state, how, options, meter);
        // Without any mercy it is a free game, if nothing else is gated; what is won there is won without a breach.
        if (plan_.mercy != Mercy::off && !plan_.draw_when_stuck && !plan_.forced_play && how != Flow::row) {
            meter.stage(kWithoutMercy);
            auto out = make(free).solve(engine_, state, how, options, meter);
            meter.stage(~u64{0});
            if (out && (out->verdict == Verdict::winnable || meter.stopped() != Limit::none)) return out;
        }
        return make(gated).solve(engine_, state, how, options, meter, make(free));
    }

    static constexpr u64 kWithoutMercy = 1'000'000;

    const Engine& engine_;
    const Plan& plan_;
    std::unique_ptr<FreeGame<1, u64>> one_;
    std::unique_ptr<FreeGame<1, u128>> wide_;
    std::unique_ptr<FreeGame<2, u128>> two_;
    std::unique_ptr<GatedGame<1>> gated_one_;
    std::unique_ptr<GatedGame<2>> gated_two_;
};

}  // namespace
}  // namespace counts

std::unique_ptr<Model> make_counts(const Engine& engine) {
    if (!counts::fits(engine)) return nullptr;
    return std::make_unique<counts::Counts>(engine);
}

}  // namespace arfa
