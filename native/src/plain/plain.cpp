// Any rules at all: exhaustive search over canonical positions with the plain engine, nothing left out.
//
// Depth first, the first legal move first.  What mercy opens waits until everything without it is exhausted, so that a
// line has as few breaches as any.  Keys are exact, so that an exhausted search is a proof.
#include <algorithm>

#include "search/model.h"
#include "search/room.h"

namespace arfa {
namespace {

class Plain final : public Model {
public:
    explicit Plain(const Engine& engine) : engine_(engine) {}

    const char* name() const override { return "plain"; }

    Outcome solve(const State& start, const Options& options, Control& control) override {
        Outcome outcome;
        if (engine_.won(start)) {
            outcome.verdict = Verdict::winnable;
            outcome.proof = Proof::line;
            outcome.states = 1;
            return outcome;
        }
        forget();
        try {
            search(start, options, control, outcome);
        } catch (const OutOfRoom&) {
            outcome.ran_out = Limit::memory;
        }
        outcome.states = seen_.size();
        forget();
        return outcome;
    }

    void forget() override { let_go(seen_, nodes_); }

private:
    void search(const State& start, const Options& options, Control& control, Outcome& outcome) {
        nodes_.assign(1, {0, {}});
        List<Open> now;
        List<Open> merciful;  // to be looked at when `now` is exhausted
        now.push_back({start, 0});
        const auto key_of = [&](const State& state) {
            const std::string key = engine_.canonical(state);
            return Text(key.begin(), key.end());
        };
        seen_.insert(key_of(start));
        std::vector<Move> moves;
        while (!now.empty() || !merciful.empty()) {
            if (now.empty()) std::swap(now, merciful);
            const Open at = now.back();
            now.pop_back();
            moves.clear();
            engine_.legal_moves(at.state, moves);
            std::ranges::reverse(moves);
            for (const Move& move : moves) {
                State after = at.state;
                engine_.apply(after, move);
                ++outcome.generated;
                Text key = key_of(after);
                if (seen_.contains(key)) continue;
                if (seen_.size() >= options.states) {
                    outcome.ran_out = Limit::states;
                    return;
                }
                seen_.insert(std::move(key));
                nodes_.push_back({at.node, move});
                if (engine_.won(after)) {
                    outcome.verdict = Verdict::winnable;
                    outcome.proof = Proof::line;
                    outcome.line = line();
                    return;
                }
                if (seen_.size() % 512 == 0 && control.poll(seen_.size())) {
                    outcome.ran_out = control.stopped_by();
                    return;
                }
                (move.kind == MoveKind::mercy ? merciful : now)
                    .push_back({after, static_cast<std::uint32_t>(nodes_.size() - 1)});
            }
        }
        outcome.verdict = Verdict::unwinnable;
        outcome.proof = Proof::exhausted;
    }

    struct Node {
        std::uint32_t parent;
        Move move;
    };
    struct Open {
        State state;
        std::uint32_t node;
    };
    std::vector<Move> line() const {
        std::vector<Move> moves;
        for (std::size_t node = nodes_.size() - 1; node != 0; node = nodes_[node].parent)
            moves.push_back(nodes_[node].move);
        std::ranges::reverse(moves);
        return moves;
    }

    const Engine& engine_;
    Set<Text, TextHash> seen_;
    List<Node> nodes_;
};

}  // namespace

std::unique_ptr<Model> make_plain(const Engine& engine) { return std::make_unique<Plain>(engine); }

}  // namespace arfa
