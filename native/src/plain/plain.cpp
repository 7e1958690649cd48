// Any rules at all: exhaustive search over canonical positions with the plain engine, nothing left out.
//
// Depth first, the first legal move first.  What mercy opens waits until everything without it is exhausted, so that a
// line has as few breaches as any.  Keys are exact, so that an exhausted search is a proof.
#include <algorithm>
#include <unordered_set>

#include "search/model.h"

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
        seen_.clear();
        nodes_.assign(1, {0, {}});
        std::vector<Open> now{{start, 0}};
        std::vector<Open> merciful;  // to be looked at when `now` is exhausted
        std::size_t bytes = 0;
        const auto visit = [&](const State& state) {
            std::string key = engine_.canonical(state);
            const std::size_t size = key.capacity() + kOverhead;
            if (!seen_.insert(std::move(key)).second) return false;
            bytes += size;
            return true;
        };
        visit(start);
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
                if (!visit(after)) continue;
                nodes_.push_back({at.node, move});
                outcome.states = seen_.size();
                outcome.bytes =
                    std::max<std::uint64_t>(outcome.bytes, bytes + (now.size() + merciful.size()) * sizeof(Open) +
                                                               nodes_.size() * sizeof(Node));
                if (engine_.won(after)) {
                    outcome.verdict = Verdict::winnable;
                    outcome.proof = Proof::line;
                    outcome.line = line();
                    return outcome;
                }
                if (outcome.states > options.states || outcome.bytes > options.bytes) {
                    outcome.ran_out = outcome.states > options.states ? Limit::states : Limit::memory;
                    return outcome;
                }
                if (outcome.states % 512 == 0 && control.poll(outcome.states)) {
                    outcome.ran_out = control.stopped_by();
                    return outcome;
                }
                (move.kind == MoveKind::mercy ? merciful : now)
                    .push_back({after, static_cast<std::uint32_t>(nodes_.size() - 1)});
            }
        }
        outcome.states = seen_.size();
        outcome.verdict = Verdict::unwinnable;
        outcome.proof = Proof::exhausted;
        return outcome;
    }

private:
    struct Node {
        std::uint32_t parent;
        Move move;
    };
    struct Open {
        State state;
        std::uint32_t node;
    };
    static constexpr std::size_t kOverhead = 80;  // of a string in a set

    std::vector<Move> line() const {
        std::vector<Move> moves;
        for (std::size_t node = nodes_.size() - 1; node != 0; node = nodes_[node].parent)
            moves.push_back(nodes_[node].move);
        std::ranges::reverse(moves);
        return moves;
    }

    const Engine& engine_;
    std::unordered_set<std::string> seen_;
    std::vector<Node> nodes_;
};

}  // namespace

std::unique_ptr<Model> make_plain(const Engine& engine) { return std::make_unique<Plain>(engine); }

}  // namespace arfa
