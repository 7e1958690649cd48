// The free game as a whole: proofs of loss, short walks, the full search, and the line.
#pragma once

#include <optional>
#include <vector>

#include "counts/beam.h"
#include "counts/free_search.h"
#include "counts/line.h"
#include "counts/read.h"
#include "counts/relaxation.h"

namespace arfa::counts {

// The steps of a trail, made into ordinary moves.
template <int D>
std::vector<Move> line_of(const Engine& engine, const State& state, const Board<D>& b, const List<Step>& trail,
                          std::uint32_t last) {
    std::vector<LineStep> steps;
    for (std::uint32_t k = last; k != 0; k = trail[k].before) {
        const Step& s = trail[k];
        const bool anchored =
            s.kind == StepKind::base || s.kind == StepKind::raise_base || s.kind == StepKind::mercy_base;
        steps.push_back({s.kind, b.face[s.card], anchored ? b.column_of[s.card] : b.place[s.card]});
    }
    Line line(engine, state);
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) line.play(*it);
    line.finish();
    return line.take();
}

inline Outcome outcome_of(const Meter& meter, End end, Proof lost) {
    Outcome out;
    out.states = meter.states;
    out.generated = meter.generated;
    if (end == End::lost && meter.stopped() == Limit::none) {
        out.verdict = Verdict::unwinnable;
        out.proof = lost;
    } else if (end == End::won) {
        out.verdict = Verdict::winnable;
        out.proof = Proof::line;
    } else {
        out.ran_out = meter.stopped();
    }
    return out;
}

// The free game: see free_search.h.
template <int D, class Key>
class FreeGame {
public:
    // Empty when the position does not fit.
    std::optional<Outcome> solve(const Engine& engine, const State& state, Flow flow, const Options& options,
                                 Meter& meter) {
        asked_ = false;
        Node<D> root;
        if (!read(engine, state, flow, main_.board, root)) return {};
        const bool has_oracle =
            flow != Flow::all && !main_.board.any_spaces && is_on(options.techniques, Technique::counts_oracle);
        if (!main_.prepare(options.techniques, meter, has_oracle ? options.bytes / 2 : options.bytes)) return {};
        if (has_oracle && !prepare_oracle(options.techniques, meter, options.bytes / 2)) return {};
        main_.play.normalise(root, true);
        main_.close(root);
        Proof proof = Proof::exhausted;
        const End end = main_.won(root) ? won_at_once(root, meter) : search(root, flow, options, meter, proof);
        Outcome out = outcome_of(meter, end, proof);
        if (end == End::won && options.want_line)
            out.line = line_of(engine, state, main_.board, main_.steps, main_.winner.trail);
        return out;
    }

    // For other searches: the oracle alone, for a board that has been read.  False when its keys do not fit.
    bool prepare_oracle(const Board<D>& board, u64 techniques, Meter& meter, u64 bytes) {
        asked_ = true;
        oracle_.board = board;
        oracle_.board.flow = Flow::all;
        oracle_.board.counted = oracle_.board.exact = false;
        return oracle_.prepare(techniques, meter, bytes);
    }
    FreeSearch<D, Key>& oracle() { return oracle_; }

    static constexpr u64 kRootBudget = 1'000'000;  // of the oracle, for the position itself

private:
    bool prepare_oracle(u64 techniques, Meter& meter, u64 bytes) {
        return prepare_oracle(main_.board, techniques, meter, bytes);
    }
    End won_at_once(const Node<D>& root, Meter& meter) {
        meter.tick();
        main_.winner = root;
        return End::won;
    }
    End search(const Node<D>& root, Flow flow, const Options& options, Meter& meter, Proof& proof) {
        if (is_on(options.techniques, Technique::counts_relaxation) && !may_be_won(main_.play, root)) {
            meter.tick();
            proof = Proof::relaxation;
            return End::lost;
        }
        // With one deck many deals are lost, and the oracle knows it at once; with two nearly all are won by a short
        // search in one order or another.
        const auto oracle_says_lost = [&] {
            if (!asked_ || !oracle_.lost(root, kRootBudget)) return false;
            proof = Proof::relaxation;
            return true;
        };
        if (D == 1 && oracle_says_lost()) return End::lost;
        const bool counted = main_.board.counted;
        if (counted && D == 2 && is_on(options.techniques, Technique::counts_beam)) {
            if (beams(root, options, meter)) return End::won;
            if (meter.stopped() != Limit::none) return End::limit;
        } else if (D == 2 && is_on(options.techniques, Technique::counts_restarts)) {
            const u64 each = flow == Flow::all ? 300 : 2000;
            main_.seed(kSeed ^ options.seed * 0x9e3779b97f4a7c15u);
            for (unsigned k = 0; k < 60; ++k) {
                const unsigned noise = k == 0 ? 0 : flow == Flow::all ? 100 : 40;
                const End end = main_.search(root, each * (1 + k / 4), noise, nullptr, 0);
                if (end != End::limit || meter.stopped() != Limit::none) return end;
            }
        }
        if (D == 2 && oracle_says_lost()) return End::lost;
        return main_.search(root, ~u64{0}, 0, asked_ ? &oracle_ : nullptr, flow == Flow::cycle ? 0 : 1000);
    }

    // Narrow beams with noise first, wider ones later.
    bool beams(const Node<D>& root, const Options& options, Meter& meter) {
        struct Stage {
            std::size_t width;
            int times;
            double noise;
        };
        static constexpr Stage kStages[] = {{3, 10, 1.0},  {10, 6, 1.5},   {30, 6, 1.5},   {100, 6, 1.5},
                                            {300, 4, 1.5}, {1000, 4, 1.5}, {3000, 2, 1.5}, {10000, 1, 1.5}};
        const Value<D> many(main_.board, kManyRedeals);
        const Value<D> few(main_.board, main_.board.any_spaces ? kAnySpaces : kFewRedeals);
        Beam<D, Key> beam(main_, root);
        u64 n = options.seed * 1000;
        bool first_one = true;
        for (const Stage& stage : kStages) {
            for (int k = 0; k < stage.times; ++k) {
                const Value<D>& value = k % 2 ? many : few;
                const bool won = beam.run(stage.width, first_one ? 0 : stage.noise, value, mix(kSeed + ++n), meter);
                if (won) return true;
                if (meter.stopped() != Limit::none || beam.full()) return false;
                first_one = false;
            }
        }
        return false;
    }

    static constexpr u64 kSeed = 88172645463325252u;

    FreeSearch<D, Key> main_, oracle_;
    bool asked_ = false;  // the oracle
};

}  // namespace arfa::counts
