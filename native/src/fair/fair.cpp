#include "fair/fair.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "counts/fits.h"
#include "fair/game.h"
#include "fair/learn.h"
#include "fair/optimum.h"
#include "fair/plain/seat.h"
#include "fair/seat.h"
#include "fair/thinking.h"
#include "fair/weights.h"

namespace arfa::fair {

std::vector<int> face_down(const Plan& plan, const State& state) {
    std::vector<int> places;
    for (std::size_t i = 0; i < static_cast<std::size_t>(plan.columns); ++i)
        for (int k = 0; k < state.down[i]; ++k) places.push_back(state.start[i] + k);
    if (plan.stock != StockKind::none)
        for (int k = 0; k < state.size(plan.columns); ++k)
            places.push_back(state.start[static_cast<std::size_t>(plan.columns)] + k);
    return places;
}

template <int D>
class Fair::CountsSeat final : public Fair::Seat {
public:
    using Seat::Seat;

    bool plays(const State& state) override {
        if (engine_.plan().decks != D || !counts::fits(engine_) || counts::is_gated(engine_.plan(), state))
            return false;
        const View view = View::of(state, {});
        World<D> world;
        return world.read(engine_, view, counts::flow_of(engine_.plan(), view.state), meter_);
    }
    Chance think(const View& view, const Asked& asked, Control& control, const Tell& tell) override {
        const Style style = this->style(asked);
        Thinking<D> thinking(engine_, view, asked, style, thought(asked));
        return thinking.think([&](World<D>& world) { read(world, view); }, going(control), tell);
    }
    Played play(const State& start, const Asked& asked, bool thinks, Control& control) override {
        const auto begun = std::chrono::steady_clock::now();
        const View view = View::of(start, face_down(engine_.plan(), start));
        const Style style = this->style(asked);
        Game<D> game(engine_, start, asked, style, thought(asked));
        Played played = game.play(view, thinks, [&](World<D>& world) { read(world, view); }, going(control));
        played.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        return played;
    }
    double optimum(const View& view, const Asked& asked) override {
        const Style style = this->style(asked);
        World<D> world;
        read(world, view);
        return Optimum<D>(world, style).value();
    }
    std::vector<double> learn(const Deal& deal, const Asked& asked, double seconds, Control& control,
                              const TellLearnt& tell) override {
        Style style = this->style(asked);
        World<D> world;
        Lesson<D> lesson(world, style, [&](Random& random) {
            const State dealt = deal(random);
            const View view = View::of(dealt, face_down(engine_.plan(), dealt));
            read(world, view);
            world.impose(view, dealt, random);
        });
        return School(lesson, asked.seed).learn(seconds, going(control), tell);
    }

private:
    Style style(const Asked& asked) const {
        const Learnt& learnt = learnt_for(engine_.plan());
        Style style{{}, asked.noise < 0 ? learnt.noise : asked.noise, asked.spread, learnt.calibration};
        const auto& weights = asked.weights.size() == kFeatures ? asked.weights : learnt.weights;
        std::copy_n(weights.begin(), std::min(weights.size(), kFeatures), style.weights.begin());
        return style;
    }
    static Thought thought(const Asked& asked) {
        return {asked.solver_visits, asked.sighted, asked.explore, asked.prior};
    }
    void read(World<D>& world, const View& view) {
        if (!world.read(engine_, view, counts::flow_of(engine_.plan(), view.state), meter_))
            throw StateError("no player who cannot see plays from this position");
    }
    Control idle_;
    counts::Meter meter_{idle_, ~u64{0}};
};

Fair::Fair(const Engine& engine) {
    if (engine.plan().decks == 1)
        seats_.push_back(std::make_unique<CountsSeat<1>>(engine));
    else
        seats_.push_back(std::make_unique<CountsSeat<2>>(engine));
    seats_.push_back(std::make_unique<plain::PlainSeat>(engine));
}
Fair::~Fair() = default;

bool Fair::plays(const State& state) const {
    return std::ranges::any_of(seats_, [&](const auto& seat) { return seat->plays(state); });
}
Fair::Seat& Fair::seat(const State& state) const {
    for (const auto& seat : seats_)
        if (seat->plays(state)) return *seat;
    throw StateError("no player who cannot see plays from this position");
}
Chance Fair::think(const View& view, const Asked& asked, Control& control, const Tell& tell) {
    return seat(view.state).think(view, asked, control, tell);
}
Played Fair::play(const State& start, const Asked& asked, bool thinks, Control& control) {
    return seat(start).play(start, asked, thinks, control);
}
double Fair::optimum(const View& view, const Asked& asked) { return seat(view.state).optimum(view, asked); }
std::vector<double> Fair::learn(const Deal& deal, const Asked& asked, double seconds, Control& control,
                                const TellLearnt& tell) {
    Random random(asked.seed);
    return seat(deal(random)).learn(deal, asked, seconds, control, tell);
}

}  // namespace arfa::fair
