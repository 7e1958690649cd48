// A search model: a way of looking at the positions of some class of rules, with the searches that suit it.
#pragma once

#include <memory>

#include "moves/engine.h"
#include "search/search.h"
#include "state/state.h"

namespace arfa {

// The answer for a position is the same whatever was solved before, and so is the memory it takes: the solver has what
// was kept given back after each.
class Model {
public:
    virtual ~Model() = default;
    virtual const char* name() const = 0;
    // Whether the model can search from this position; where it can't, another one does.
    virtual bool accepts(const State&) const { return true; }
    // Throws std::bad_alloc where not even a beginning can be made.
    virtual Outcome solve(const State& state, const Options& options, Control& control) = 0;
    // Gives back what it has kept.
    virtual void forget() {}
};

// Each returns null where the rules are not of its class.  `engine` must outlive the model.
std::unique_ptr<Model> make_counts(const Engine& engine);  // Klondike type: the arrangement does not matter
std::unique_ptr<Model> make_spider(const Engine& engine);  // groups dealt in phases, bases up and down
std::unique_ptr<Model> make_grid(const Engine& engine);    // gaps
std::unique_ptr<Model> make_piles(const Engine& engine);   // any other columns
std::unique_ptr<Model> make_plain(const Engine& engine);   // any rules at all: exhaustive search, nothing left out

}  // namespace arfa
