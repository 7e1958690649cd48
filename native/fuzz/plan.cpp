// Fuzz target: the fields of a plan, a deck, and a game with them.  Nothing but PlanError and StateError may come out.
#include "exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace arfa;
    fuzz::Bytes bytes(data, size);
    try {
        const Engine engine(Plan::decode(fuzz::plan_fields(bytes)));
        State state = deal_deck(engine.plan(), bytes.numbers());
        if (!engine.plan().grid) engine.settle(state);
        fuzz::exercise(engine, state, bytes, 8);
    } catch (const PlanError&) {
    } catch (const StateError&) {
    }
    return 0;
}
