// The model of the old Spider: groups dealt in phases, bases built up and down, redeals.
#include <utility>

#include "search/model.h"
#include "spider/portfolio.h"

namespace arfa {
namespace {

class SpiderModel final : public Model {
public:
    SpiderModel(const Engine& engine, spider::Rules rules) : engine_(engine), rules_(std::move(rules)) {}

    const char* name() const override { return "spider"; }

    Outcome solve(const State& state, const Options& options, Control& control) override {
        return spider::Portfolio(rules_, engine_.plan(), options, control).solve(state);
    }

private:
    const Engine& engine_;
    spider::Rules rules_;
};

}  // namespace

std::unique_ptr<Model> make_spider(const Engine& engine) {
    auto rules = spider::Rules::of(engine.plan());
    if (!rules) return nullptr;
    return std::make_unique<SpiderModel>(engine, *std::move(rules));
}

}  // namespace arfa
