// The seat of the player of ordinary moves: for every patience with hidden cards, most of all where runs do not move.
#pragma once

#include "fair/calibration.h"
#include "fair/plain/player.h"
#include "fair/seat.h"

namespace arfa::fair::plain {

class PlainSeat final : public Fair::Seat {
public:
    using Seat::Seat;

    bool plays(const State& state) override;
    Chance think(const View& view, const Asked& asked, Control& control, const Fair::Tell& tell) override;
    Played play(const State& start, const Asked& asked, bool thinks, Control& control) override;
    std::vector<double> learn(const Fair::Deal& deal, const Asked& asked, double seconds, Control& control,
                              const Fair::TellLearnt& tell) override;

private:
    static constexpr int kEachTold = 64;  // games
    static constexpr u64 kEndStates = 20'000, kEndBytes = u64{1} << 26;

    Outcome ending(const State& state) const;
    Weights weights(const Asked& asked) const;
};

}  // namespace arfa::fair::plain
