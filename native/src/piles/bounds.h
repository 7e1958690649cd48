// Techniques: what looser and stricter rules say of a position.
#pragma once

#include <memory>
#include <optional>

#include "moves/engine.h"
#include "search/model.h"

namespace arfa::piles {

// The same patience with one or more rules changed, and a model that searches it well; none, where there is no such.
class Bound {
public:
    // Looser: any part of a run moves where less did, and cards may be turned and passed at any time.  Every line of
    // the patience is a line there, move by move, so what is lost there is lost.  Not as long as there are rows to be
    // dealt to the stuck: who may do more is less often stuck.
    static Bound looser(const Engine& engine);
    // Stricter: no mercy.  Every line there is a line of the patience, so what is won there is won, by the same moves.
    static Bound stricter(const Engine& engine);

    bool accepts(const State& state) const {
        return model_ != nullptr && !(no_rows_left_ && !state.empty(engine_->plan().columns)) && model_->accepts(state);
    }
    Outcome solve(const State& state, const Options& options, Control& control) {
        return model_->solve(state, options, control);
    }
    void forget() {
        if (model_ != nullptr) model_->forget();
    }

private:
    explicit Bound(const Plan& plan, bool changed);

    std::unique_ptr<Engine> engine_;
    std::unique_ptr<Model> model_;
    bool no_rows_left_ = false;  // must be so
};

}  // namespace arfa::piles
