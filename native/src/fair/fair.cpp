#include "fair/fair.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "counts/fits.h"
#include "fair/game.h"
#include "fair/learn.h"
#include "fair/optimum.h"
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

// What does not depend on how many decks there are.
class Fair::Seat {
public:
    explicit Seat(const Engine& engine) : engine_(engine) {}
    virtual ~Seat() = default;

    bool plays(const State& state) {
        return counts::fits(engine_) && !counts::is_gated(engine_.plan(), state) && reads(View::of(state, {}));
    }
    virtual Chance think(const View& view, const Asked& asked, Control& control, const Tell& tell) = 0;
    virtual Played play(const State& start, const Asked& asked, bool thinks, Control& control) = 0;
    virtual double optimum(const View& view, const Asked& asked) = 0;
    virtual std::vector<double> learn(const Deal& deal, const Asked& asked, double seconds, Control& control,
                                      const TellLearnt& tell) = 0;

protected:
    virtual bool reads(const View& view) = 0;

    Style style(const Asked& asked) const {
        const Learnt& learnt = learnt_for(engine_.plan());
        Style style{learnt.weights, asked.noise < 0 ? learnt.noise : asked.noise, asked.spread, learnt.calibration};
        if (asked.weights.size() == kFeatures) std::ranges::copy(asked.weights, style.weights.begin());
        return style;
    }
    static Thought thought(const Asked& asked) {
        return {asked.solver_visits, asked.sighted, asked.explore, asked.prior};
    }

    const Engine& engine_;
};

template <int D>
class Fair::SeatOf final : public Fair::Seat {
public:
    explicit SeatOf(const Engine& engine) : Seat(engine) {}

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
        School<D> school(world, style, asked.seed);
        const auto next = [&](Random& random) {
            const State dealt = deal(random);
            const View view = View::of(dealt, face_down(engine_.plan(), dealt));
            read(world, view);
            world.impose(view, dealt, random);
        };
        const Weights weights = school.learn(next, seconds, going(control), tell);
        return {weights.begin(), weights.end()};
    }

private:
    bool reads(const View& view) override {
        World<D> world;
        return world.read(engine_, view, counts::flow_of(engine_.plan(), view.state), meter_);
    }
    void read(World<D>& world, const View& view) {
        if (!world.read(engine_, view, counts::flow_of(engine_.plan(), view.state), meter_))
            throw StateError("no player who cannot see plays from this position");
    }
    static std::function<bool()> going(Control& control) {
        return [&control, n = u64{0}]() mutable { return !control.poll(++n); };
    }

    Control idle_;
    counts::Meter meter_{idle_, ~u64{0}};
};

Fair::Fair(const Engine& engine) : engine_(engine) {
    if (engine.plan().decks == 1)
        seat_ = std::make_unique<SeatOf<1>>(engine);
    else
        seat_ = std::make_unique<SeatOf<2>>(engine);
}
Fair::~Fair() = default;

bool Fair::plays(const State& state) const { return seat_->plays(state); }
Chance Fair::think(const View& view, const Asked& asked, Control& control, const Tell& tell) {
    return seat_->think(view, asked, control, tell);
}
Played Fair::play(const State& start, const Asked& asked, bool thinks, Control& control) {
    return seat_->play(start, asked, thinks, control);
}
double Fair::optimum(const View& view, const Asked& asked) { return seat_->optimum(view, asked); }
std::vector<double> Fair::learn(const Deal& deal, const Asked& asked, double seconds, Control& control,
                                const TellLearnt& tell) {
    return seat_->learn(deal, asked, seconds, control, tell);
}

}  // namespace arfa::fair
