// The model of gaps patiences: beams for wins, exhaustive search for both.
#include <algorithm>

#include "grid/beam.h"
#include "grid/exhaust.h"
#include "search/model.h"
#include "techniques/registry.h"

namespace arfa {
namespace {

using grid::Beam;
using grid::Exhaust;

// One solve: beams with other weights each time, and between them exhaustive searches with growing bounds, which end
// for short decks and for many deals of one deck.
class Solve {
public:
    Solve(const Engine& engine, const grid::Rules& rules, const Options& options, Control& control)
        : engine_(engine),
          rules_(rules),
          options_(options),
          control_(control),
          play_(rules, !is_on(options.techniques, Technique::grid_rows)),
          beam_(play_, is_on(options.techniques, Technique::grid_relaxation)),
          exhaust_(play_, engine,
                   {is_on(options.techniques, Technique::grid_stubborn),
                    is_on(options.techniques, Technique::grid_persistent),
                    is_on(options.techniques, Technique::grid_relaxation),
                    is_on(options.techniques, Technique::grid_fronts)}) {}

    Outcome run(const State& state) {
        if (!is_on(options_.techniques, Technique::grid_beams)) {
            exhaust(state, 0, left());
            if (!done_) stop(Limit::memory);
        }
        // Two full decks are never exhausted.
        const std::uint64_t bound = rules_.one_deck || rules_.cards <= 40 ? options_.states : 50'000;
        const bool dives = rules_.one_deck && is_on(options_.techniques, Technique::grid_restarts);
        // Where the search leaves out most of the boards, it is soon gone through with.
        const bool to_the_end = rules_.one_deck && state.redeals >= rules_.redeals;
        std::uint64_t most = 2000;
        for (int round = 0; !done_; ++round) {
            if (round % 4 == 0) {
                exhaust(state, 0, most);
                most = to_the_end && most > 10'000 ? bound : std::min(most * 8, bound);
            }
            for (int dive = 0; dives && round > 2 && dive < 8 && !done_; ++dive)
                exhaust(state, options_.seed * 1'000'003 + static_cast<std::uint64_t>(round * 8 + dive),
                        dive < 7 ? 10'000 : 50'000);
            if (!done_ && (round < 4 || !dives || round % 4 == 0)) beam(state, round);
            if (!done_ && round > 0 && state.redeals < rules_.redeals) redeal(round);
        }
        if (out_.verdict == Verdict::unknown && out_.ran_out == Limit::none) out_.ran_out = Limit::states;
        return std::move(out_);
    }

private:
    std::uint64_t left() const { return options_.states > out_.states ? options_.states - out_.states : 0; }

    void stop(Limit limit) {
        out_.ran_out = limit;
        done_ = true;
    }
    void won(std::vector<Move> line) {
        out_.verdict = Verdict::winnable;
        out_.proof = Proof::line;
        out_.line = std::move(line);
        out_.ran_out = Limit::none;
        done_ = true;
    }
    void count(std::uint64_t states, std::uint64_t made) {
        out_.states += states;
        out_.generated += made;
        if (left() == 0) stop(Limit::states);
    }

    void exhaust(const State& state, std::uint64_t seed, std::uint64_t most) {
        const auto end = exhaust_.run(state, seed, std::min(most, left()), control_, out_.states);
        count(exhaust_.states(), exhaust_.made());
        if (end == Exhaust::End::won) won(exhaust_.line());
        if (end == Exhaust::End::lost) {
            out_.verdict = Verdict::unwinnable;
            out_.proof = exhaust_.relaxed() ? Proof::relaxation : Proof::exhausted;
            out_.ran_out = Limit::none;
            done_ = true;
        }
        if (end == Exhaust::End::stopped) stop(control_.stopped_by());
        exhaust_.clear();
    }

    // A beam that may keep fewer boards where it is one of many.
    void beam(const State& state, int round, int narrower = 1) {
        static constexpr std::array<int, 8> kWidths{200, 200, 400, 400, 800, 1600, 1600, 3200};
        Random random(options_.seed * 1000 + static_cast<std::uint64_t>(round));
        grid::Weights weights;
        if (round > 0) weights = grid::Weights::random(random);
        const int times = round >= 24 ? 4 : round >= 8 ? 2 : 1;
        const auto width = std::min(widest_, static_cast<std::size_t>(kWidths[round % 8] * times / narrower));
        from_ = state;
        const auto end = beam_.run(play_.board_of(state), width, weights, random.next(), left(), control_, out_.states);
        count(beam_.states(), beam_.made());
        if (end == Beam::End::won) {
            std::vector<Move> line = moves_of(beam_.line());
            line.insert(line.begin(), before_.begin(), before_.end());
            won(std::move(line));
        }
        if (end == Beam::End::stopped) stop(control_.stopped_by());
        if (end == Beam::End::memory) {
            widest_ = width / 2;  // there is room for narrower ones
            if (widest_ < kNarrowest) stop(Limit::memory);
            beam_.forget();
        }
    }

    // Redeals from the board with most cards in place that the last beam has met, and so on while redeals are left.
    void redeal(int round) {
        State state = from_;
        for (int again = 1; !done_ && state.redeals < rules_.redeals; ++again) {
            for (const Move& move : moves_of(beam_.line_to_best())) {
                engine_.apply(state, move);
                before_.push_back(move);
            }
            const Move deal{MoveKind::back, 0, 0, 1};
            engine_.apply(state, deal);
            before_.push_back(deal);
            // Some tries at the new board; the next redeal goes on from the last of them.
            for (int k = 0; k < 4 && !done_; ++k) beam(state, round * 8 + again * 4 + k, 4);
        }
        before_.clear();
    }

    static std::vector<Move> moves_of(const std::vector<grid::Step>& steps) {
        std::vector<Move> moves;
        for (const grid::Step step : steps) moves.push_back({MoveKind::column, step.from, step.to, 1});
        return moves;
    }

    State from_;                // where the last beam began
    std::vector<Move> before_;  // the moves to it
    const Engine& engine_;
    const grid::Rules& rules_;
    const Options& options_;
    Control& control_;
    const grid::Play play_;
    Beam beam_;
    Exhaust exhaust_;
    Outcome out_;
    bool done_ = false;
    static constexpr std::size_t kNarrowest = 10;
    std::size_t widest_ = 1 << 20;  // beam that the memory has room for
};

class GridModel final : public Model {
public:
    GridModel(const Engine& engine, const grid::Rules& rules) : engine_(engine), rules_(rules) {}

    const char* name() const override { return "grid"; }

    Outcome solve(const State& state, const Options& options, Control& control) override {
        return Solve(engine_, rules_, options, control).run(state);
    }

private:
    const Engine& engine_;
    grid::Rules rules_;
};

}  // namespace

std::unique_ptr<Model> make_grid(const Engine& engine) {
    const auto rules = grid::Rules::of(engine.plan());
    if (!rules) return nullptr;
    return std::make_unique<GridModel>(engine, *rules);
}

}  // namespace arfa
