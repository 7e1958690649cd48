// A player who cannot see, of some kind, for one set of rules.
#pragma once

#include <functional>
#include <vector>

#include "fair/fair.h"

namespace arfa::fair {

class Fair::Seat {
public:
    explicit Seat(const Engine& engine) : engine_(engine) {}
    virtual ~Seat() = default;

    virtual bool plays(const State& state) = 0;
    virtual Chance think(const View& view, const Asked& asked, Control& control, const Tell& tell) = 0;
    virtual Played play(const State& start, const Asked& asked, bool thinks, Control& control) = 0;
    virtual double optimum(const View&, const Asked&) { throw StateError("for these rules there is no exact optimum"); }
    virtual std::vector<double> learn(const Deal& deal, const Asked& asked, double seconds, Control& control,
                                      const TellLearnt& tell) = 0;

protected:
    static std::function<bool()> going(Control& control) {
        return [&control, n = std::uint64_t{0}]() mutable { return !control.poll(++n); };
    }

    const Engine& engine_;
};

}  // namespace arfa::fair
