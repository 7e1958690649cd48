#include "fair/plain/seat.h"

#include <algorithm>
#include <chrono>

#include "fair/learn.h"
#include "fair/weights.h"
#include "solver/solver.h"

namespace arfa::fair::plain {
namespace {

// Plays drawn at random from deals.
class Pupil {
public:
    using Weights = plain::Weights;
    static constexpr int kDeals = 60;

    Pupil(const Engine& engine, Weights& weights, const Fair::Deal& deal)
        : engine_(engine), weights_(weights), deal_(deal), policy_(engine, weights) {}

    Weights& weights() { return weights_; }
    void deal(Random& random) {
        const State dealt = deal_(random);
        const View view = View::of(dealt, face_down(engine_.plan(), dealt));
        dealt_.sight = Sight::of(engine_.plan(), view);
        dealt_.sight.state = dealt;
    }
    // What is lost is worth a little for each card that went up, so that something is learnt where hardly any is won.
    double play(Random& random, Weights& gradient) {
        Stand stand = dealt_;
        const bool won = policy_.play_out(stand, [&](const Stand& at, const std::vector<Choice>& choices) {
            softmax_.clear();
            policy_.weigh(at, choices, [&](const Row& row, double worth) { softmax_.add(row, worth); });
            return softmax_.draw(random, std::span(gradient).subspan(policy_.phase() * kFeatures, kFeatures));
        });
        if (won) return 1;
        double up = 0;
        for (const std::uint8_t height : stand.sight.state.height) up += height;
        return kComfort * up / engine_.plan().cards;
    }

private:
    static constexpr double kComfort = 0.3;

    const Engine& engine_;
    Weights& weights_;
    const Fair::Deal& deal_;
    Policy policy_;
    Stand dealt_;
    Softmax<Row> softmax_;
};

}  // namespace

bool PlainSeat::plays(const State&) {
    const Plan& plan = engine_.plan();
    if (plan.grid || plan.stock == StockKind::groups) return false;
    return plan.stock != StockKind::none ||
           std::ranges::any_of(plan.deal, [](const auto& place) { return !place.face_up; });
}

Weights PlainSeat::weights(const Asked& asked) const {
    const auto& from =
        asked.weights.size() == kFeatures * kPhases ? asked.weights : learnt_plain(engine_.plan()).weights;
    Weights weights{};
    std::copy_n(from.begin(), std::min(from.size(), weights.size()), weights.begin());
    return weights;
}

// Everything is known: what the search with open eyes makes of it.
Outcome PlainSeat::ending(const State& state) const {
    Options options;
    options.states = kEndStates;
    options.bytes = kEndBytes;
    Control control;
    return Solver(engine_).solve(state, options, control);
}

Chance PlainSeat::think(const View& view, const Asked& asked, Control& control, const Fair::Tell& tell) {
    const Weights weights = this->weights(asked);
    const Calibration& calibration = learnt_plain(engine_.plan()).calibration;
    Player player(engine_, weights, asked.seed);
    Chance chance;
    if (engine_.won(view.state)) {
        chance.value = 1;
        chance.exact = true;
        return chance;
    }
    const auto made = [&](const Player::Decision& decision) {
        chance.value = calibrated(calibration, decision.value);
        chance.deviation = decision.deviation;
        chance.iterations = decision.iterations;
        chance.options.clear();
        for (const Player::Arm& arm : player.arms) {
            const Move& first = player.choices[static_cast<std::size_t>(arm.choice)].moves[0];
            const Option option{first, calibrated(calibration, arm.value()), arm.worlds};
            const auto same = std::ranges::find(chance.options, first, &Option::first);
            if (same == chance.options.end())
                chance.options.push_back(option);
            else if (option.value > same->value)
                *same = option;
        }
        if (decision.choice < 0) return;
        const Move& best = player.choices[static_cast<std::size_t>(decision.choice)].moves[0];
        std::ranges::stable_sort(chance.options, [&](const Option& a, const Option& b) {
            return std::pair(a.first == best, a.value) > std::pair(b.first == best, b.value);
        });
    };
    const bool known = view.unseen.size() <= 1;
    int told = 0;
    const auto go_on = going(control);
    made(player.decide(view, {}, known ? 1 : asked.iterations, false, [&](const Player::Decision& so_far) {
        if (tell && so_far.iterations >= told + kEachTold) {
            told = so_far.iterations;
            made(so_far);
            tell(chance);
        }
        return go_on();
    }));
    const Verdict end = player.choices.empty() ? Verdict::unwinnable
                        : known                ? ending(view.state).verdict
                                               : Verdict::unknown;
    if (end != Verdict::unknown) {
        chance.exact = true;
        chance.value = end == Verdict::winnable ? 1 : 0;
        chance.deviation = 0;
    }
    return chance;
}

Played PlainSeat::play(const State& start, const Asked& asked, bool thinks, Control& control) {
    const auto begun = std::chrono::steady_clock::now();
    const Weights weights = this->weights(asked);
    Player player(engine_, weights, asked.seed);
    Policy& policy = player.policy();
    Stand table{Sight::of(engine_.plan(), View::of(start, face_down(engine_.plan(), start))), {}};
    table.sight.state = start;
    const auto go_on = going(control);
    Played played;
    bool worked_out = false;  // it was tried
    for (int n = 0; n < Policy::kLongest && go_on() && !table.guard.in_vain(); ++n) {
        if (engine_.won(table.sight.state)) {
            played.won = true;
            break;
        }
        // Only this is what the player gets to see.
        const View view = View::of(table.sight.state, table.sight.unseen(engine_.plan()));
        if (thinks && !worked_out && view.unseen.size() <= 1) {
            worked_out = true;
            const Outcome end = ending(view.state);
            if (end.verdict == Verdict::unwinnable) break;
            if (end.verdict == Verdict::winnable) {
                played.won = true;
                played.line.insert(played.line.end(), end.line.begin(), end.line.end());
                break;
            }
        }
        const auto decision =
            player.decide(view, table.guard, thinks ? asked.iterations : 0, true, [&](const auto&) { return go_on(); });
        if (decision.choice < 0) break;
        if (decision.iterations > 0) {
            played.values.push_back(decision.value);
            played.unseen.push_back(static_cast<int>(view.unseen.size()));
        }
        policy.make(table, player.choices[static_cast<std::size_t>(decision.choice)],
                    [&](const Move& move) { played.line.push_back(move); });
    }
    if (!played.won) played.line.clear();
    played.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return played;
}

std::vector<double> PlainSeat::learn(const Fair::Deal& deal, const Asked& asked, double seconds, Control& control,
                                     const Fair::TellLearnt& tell) {
    Weights weights = this->weights(asked);
    Pupil pupil(engine_, weights, deal);
    return School(pupil, asked.seed).learn(seconds, going(control), tell);
}

}  // namespace arfa::fair::plain
