// Fuzz target: a position of one of the patiences of the package, and a game from there.
#include <array>
#include <memory>

#include "exercise.h"

namespace {

const std::uint8_t kPlans[] = {
#include "fuzz_plans.inc"
};

std::vector<std::unique_ptr<arfa::Engine>> engines() {
    std::vector<std::unique_ptr<arfa::Engine>> all;
    arfa::fuzz::Bytes bytes(kPlans, sizeof kPlans);
    while (!bytes.empty())
        all.push_back(std::make_unique<arfa::Engine>(arfa::Plan::decode(arfa::fuzz::plan_fields(bytes))));
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace arfa;
    static const auto all = engines();
    fuzz::Bytes bytes(data, size);
    const Engine& engine = *all[static_cast<std::size_t>(bytes.byte()) % all.size()];
    try {
        State state = decode_state(engine.plan(), bytes.numbers());
        if (!engine.plan().grid) engine.settle(state);  // play goes on from positions at rest
        fuzz::exercise(engine, state, bytes);
    } catch (const StateError&) {
    }
    return 0;
}
