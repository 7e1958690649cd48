// Games with gates as a whole; see gated.h.
#pragma once

#include <bit>
#include <optional>

#include "counts/free_game.h"
#include "counts/gated.h"

namespace arfa::counts {

template <int D>
class GatedGame {
public:
    using Key = std::conditional_t<D == 1, u64, u128>;

    // `free` has searched the game without mercy, if that is the only gate, and lends its oracle.  Empty when the
    // position does not fit.
    std::optional<Outcome> solve(const Engine& engine, const State& state, Flow flow, const Options& options,
                                 Meter& meter, FreeGame<D, Key>& free) {
        const Plan& plan = engine.plan();
        Gated<D> root;
        if (!read(engine, state, flow, search_.board, root.n)) return {};
        // Drawing on gives up what is at hand now, where it does not come again; which may be just what mercy waits
        // for.
        const bool gives_up = plan.mercy != Mercy::off && (flow == Flow::waste || flow == Flow::cycle);
        search_.board.exact = plan.draw_when_stuck || plan.forced_play || gives_up;
        search_.prepare(plan, options.techniques, meter, options.bytes / 2);
        read_mercy(engine, state, root);
        search_.play.normalise(root.n, true);
        search_.close(root);
        Proof proof = Proof::exhausted;
        End end = End::won;
        if (search_.won(root)) {
            meter.tick();
            search_.winner = root;
        } else {
            end = search(root, plan.mercy != Mercy::off, options, meter, free, proof);
        }
        Outcome out = outcome_of(meter, end, proof);
        if (end == End::won && options.want_line)
            out.line = line_of(engine, state, search_.board, search_.steps, search_.winner.n.trail);
        return out;
    }

private:
    End search(const Gated<D>& root, bool mercy, const Options& options, Meter& meter, FreeGame<D, Key>& free,
               Proof& proof) {
        if (is_on(options.techniques, Technique::counts_relaxation) && !root.mercy &&
            !may_be_won(search_.play, root.n, mercy)) {
            meter.tick();
            proof = Proof::relaxation;
            return End::lost;
        }
        FreeSearch<D, Key>* oracle = nullptr;
        if (!mercy && is_on(options.techniques, Technique::counts_oracle) &&
            free.prepare_oracle(search_.board, options.techniques, meter, options.bytes / 2)) {
            oracle = &free.oracle();
            if (D == 1 && oracle->lost(root.n, FreeGame<D, Key>::kRootBudget)) {
                proof = Proof::relaxation;
                return End::lost;
            }
        }
        if (is_on(options.techniques, Technique::counts_restarts)) {
            search_.seed(kSeed ^ options.seed * 0x9e3779b97f4a7c15u);
            for (unsigned k = 0; k < 60; ++k) {
                const End end = search_.search(root, 300 * (1 + k / 4), k == 0 ? 0 : 60, nullptr);
                if (end != End::limit || meter.stopped() != Limit::none) return end;
            }
        }
        return search_.search(root, ~u64{0}, 0, oracle);
    }
    // Cards that mercy has laid before: each is the first of a column that has had its mercy.
    void read_mercy(const Engine& engine, const State& state, Gated<D>& root) {
        const Plan& plan = engine.plan();
        root.breaches = state.breaches;
        if (plan.mercy != Mercy::per_space) return;
        root.breaches = static_cast<u8>(std::popcount(state.merciful));
        for (int i = 0; i < plan.columns; ++i) {
            const auto k = static_cast<std::size_t>(i);
            if (!(state.merciful >> i & 1) || root.n.left[k] != 1) continue;
            root.mercy |= Set<D>(1) << search_.board.card[k][0];
            root.n.left[k] = 0;
        }
    }

    static constexpr u64 kSeed = 88172645463325252u;

    GatedSearch<D> search_;
};

}  // namespace arfa::counts
