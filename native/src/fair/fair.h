// The player who cannot see: how good his chances are, and whole games.  Where the counts model plays he thinks in its
// moves (thinking.h, game.h), elsewhere in ordinary ones (fair/plain).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fair/features.h"
#include "fair/view.h"
#include "moves/engine.h"
#include "search/search.h"

namespace arfa::fair {

struct Asked {
    int iterations = 1000;
    std::uint64_t seed = 0;
    int solver_visits = 60;
    double sighted = 0.5;
    double noise = -1;  // below 0: as learnt
    double explore = 0.35;
    double prior = 0.2;
    bool spread = true;
    std::vector<double> weights;  // of the policy; empty for the learnt ones
};

// A move and what the player makes of it.
struct Option {
    Move first;  // of the ordinary moves that it consists of
    double value = 0;
    int visits = 0;
};

struct Chance {
    double value = 0;  // of the best option: how often such games were won
    int iterations = 0;
    double deviation = 0;         // of the mean of the iterations
    bool exact = false;           // everything is known, and the value is 0 or 1
    std::vector<Option> options;  // best first; without those whose first move cannot be named
};

struct Played {
    bool won = false;
    std::vector<double> values;  // what was thought before each decision, not calibrated
    std::vector<int> unseen;     // cards then unseen
    std::vector<Move> line;      // ordinary moves
    double seconds = 0;
};

// One for each thread.
class Fair {
public:
    using Tell = std::function<void(const Chance&)>;  // hears of the estimate while it gets better
    using TellLearnt = std::function<void(double seconds, double won)>;
    using Deal = std::function<State(Random&)>;

    explicit Fair(const Engine& engine);
    ~Fair();

    // Whether there is such a player for a position.  Where there is none, the others throw StateError.
    bool plays(const State& state) const;
    Chance think(const View& view, const Asked& asked, Control& control, const Tell& tell = {});
    // A game from a position whose face-down cards and stock the player has not seen.  `thinks`: with the tree;
    // otherwise as the policy says.
    Played play(const State& start, const Asked& asked, bool thinks, Control& control);
    // How often the best possible player would win; for short decks.
    double optimum(const View& view, const Asked& asked);
    // Weights of the policy, learnt from deals for so many seconds.
    std::vector<double> learn(const Deal& deal, const Asked& asked, double seconds, Control& control,
                              const TellLearnt& tell);

    class Seat;

private:
    template <int D>
    class CountsSeat;

    // The seat for a position; throws StateError where there is none.
    Seat& seat(const State& state) const;

    std::vector<std::unique_ptr<Seat>> seats_;  // better ones first
};

// The places of State::cards that lie face down, of columns and stock.
std::vector<int> face_down(const Plan& plan, const State& state);

}  // namespace arfa::fair
