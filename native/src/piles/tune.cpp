#include "piles/tune.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "piles/plain_space.h"
#include "piles/waste_space.h"
#include "search/layered.h"

namespace arfa::piles {
namespace {

constexpr double kWin = 1.25;

struct Sample {
    Weights weights;
    double score = 0;
    int won = 0;
};

// How far a beam gets with these weights.
template <class Space>
void judge(Sample& sample, Layered<Space>& layered, Space space, const State& deal, const TuneOptions& options,
           std::uint64_t seed, Control& control) {
    const auto root = space.start(deal);
    const int first = space.layer(root);
    const BeamOptions beam{options.width, options.noise, seed};
    const auto end = layered.run(space, root, beam, ~std::uint64_t{0}, control);
    const bool won = end == Layered<Space>::End::won;
    sample.won += won;
    sample.score += won ? kWin : static_cast<double>(layered.deepest() - first) / (space.layers() - 1 - first);
}

}  // namespace

Weights tune(const Engine& engine, std::span<const State> deals, const Weights& start, const TuneOptions& options,
             Control& control, const std::function<void(const Generation&)>& tell) {
    constexpr auto discount = static_cast<std::size_t>(Feature::discount);
    constexpr auto shuttle = static_cast<std::size_t>(Feature::shuttle);
    constexpr std::uint64_t techniques = ~std::uint64_t{0};
    Weights mean = start;
    Weights deviation{};
    const auto least = [&](std::size_t i) { return std::max(0.2, std::abs(mean[i])); };
    for (std::size_t i = 0; i < mean.size(); ++i) deviation[i] = options.spread * (i == discount ? 0.2 : least(i));
    Random random(options.seed);
    Layered<WasteSpace> boards;
    Layered<PlainSpace> plain;
    std::size_t from = 0;
    const auto count = std::min(static_cast<std::size_t>(options.deals), deals.size());
    for (int number = 0; number < options.generations; ++number) {
        std::vector<Sample> samples(static_cast<std::size_t>(options.population));
        for (std::size_t n = 0; n < samples.size(); ++n) {
            Sample& sample = samples[n];
            sample.weights = mean;  // the middle of the cloud itself is the first sample
            for (std::size_t i = 0; n > 0 && i < mean.size(); ++i) sample.weights[i] += deviation[i] * random.normal();
            sample.weights[discount] = std::clamp(sample.weights[discount], 0.2, 0.97);
            sample.weights[shuttle] = std::max(sample.weights[shuttle], 0.01);
            for (std::size_t d = 0; d < count; ++d) {
                const State& deal = deals[(from + d) % deals.size()];
                if (Rules::fit(engine.plan()) && Rules::fit(engine, deal))
                    judge(sample, boards, WasteSpace(engine, techniques, sample.weights, false), deal, options, d,
                          control);
                else
                    judge(sample, plain, PlainSpace(engine, sample.weights, false, 0), deal, options, d, control);
                if (control.stopped_by() != Limit::none) return mean;
            }
            sample.score /= static_cast<double>(count);
        }
        const Sample middle = samples[0];
        std::ranges::stable_sort(samples, std::ranges::greater{}, &Sample::score);
        const auto elite = static_cast<std::size_t>(
            std::max(3, static_cast<int>(options.elite * static_cast<double>(options.population))));
        for (std::size_t i = 0; i < mean.size(); ++i) {
            double sum = 0;
            double squares = 0;
            for (std::size_t n = 0; n < elite; ++n) sum += samples[n].weights[i];
            const double centre = sum / static_cast<double>(elite);
            for (std::size_t n = 0; n < elite; ++n)
                squares += (samples[n].weights[i] - centre) * (samples[n].weights[i] - centre);
            mean[i] = 0.3 * mean[i] + 0.7 * centre;
            deviation[i] = std::max(0.5 * deviation[i] + 0.5 * std::sqrt(squares / static_cast<double>(elite)),
                                    0.03 * (i == discount ? 0.2 : least(i)));
        }
        from += count / 2;
        if (tell) tell({number, middle.score, middle.won, mean});
    }
    return mean;
}

}  // namespace arfa::piles
