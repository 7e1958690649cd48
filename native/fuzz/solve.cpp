// Fuzz target: any position of any rules, solved within a small budget by every model that takes it.  A line that the
// rules refuse, and a loss where exhaustive search has a win, are faults.
#include "exercise.h"
#include "solver/solver.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace arfa;
    fuzz::Bytes bytes(data, size);
    try {
        const Engine engine(Plan::decode(fuzz::plan_fields(bytes)));
        State state = deal_deck(engine.plan(), bytes.numbers());
        if (!engine.plan().grid) engine.settle(state);
        for (int n = bytes.byte() % 8; n > 0; --n) {
            const std::vector<Move> moves = engine.legal_moves(state);
            if (moves.empty()) break;
            engine.apply(state, moves[static_cast<std::size_t>(bytes.byte()) % moves.size()]);
        }
        Solver solver(engine);
        Control control;
        Options options;
        options.states = 500;
        options.bytes = std::uint64_t{64} << 20;
        options.techniques =
            ~(static_cast<std::uint64_t>(bytes.word()) << 16 | static_cast<std::uint16_t>(bytes.word()));
        const Outcome fast = solver.solve(state, options, control);
        options.config = "plain";
        options.states = 2000;
        const Outcome plain = solver.solve(state, options, control);
        fuzz::require(
            fast.verdict == Verdict::unknown || plain.verdict == Verdict::unknown || fast.verdict == plain.verdict,
            "a verdict that exhaustive search contradicts");
    } catch (const PlanError&) {
    } catch (const StateError&) {
    }
    return 0;
}
