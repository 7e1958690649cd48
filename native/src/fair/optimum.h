// How often the best possible player who cannot see would win: exact, for decks so short that all that he may come to
// see can be looked at.
//
// The value of what is visible is the best choice's mean over all arrangements of the unseen cards, each as likely as
// any other.  The choices of the model lose nothing: each ends with the first card that shows, and until then nothing
// is learnt by which one could choose better.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "fair/tree.h"

namespace arfa::fair {

template <int D>
class Optimum {
public:
    static constexpr std::size_t kMost = 12;  // unseen cards
    static constexpr std::size_t kPositions = 3'000'000;

    Optimum(World<D>& world, const Style& style) : w_(world), tree_(world, style, {}), choices_(world, style.spread) {}

    // The value of the root of the world, which need not be settled.  Throws StateError where there are too many unseen
    // cards or positions, or where a player may go round in circles.
    double value() {
        if (w_.search.board.worry_back) throw StateError("with worry back there is no exact optimum");
        const Info<D> root = w_.root();
        if (static_cast<std::size_t>(counts::count(w_.unseen(root))) > kMost)
            throw StateError("too many unseen cards for the exact optimum");
        return mean(root, [&](Info<D> info) {
            choices_.settle(info);
            return info;
        });
    }
    std::size_t positions() const { return known_.size(); }

private:
    // The mean of what `go(info)` leads to over all arrangements of the cards that are unseen in a position; afterwards
    // the world is as it was.
    //
    // Where `go` leads hangs on the cards alone that it shows.  So it is tried with one arrangement; when a place shows
    // whose card is not settled yet, it is tried with each of the cards that may lie there, and so on, and all
    // arrangements of what is still hidden then are one case.
    template <class Go>
    double mean(const Info<D>& info, Go go) {
        const std::vector<u8> held = w_.cards();
        const auto unseen = w_.unseen(info);
        std::vector<u8> laid = held;
        std::vector<std::size_t> loose;  // places whose cards are not settled
        for (std::size_t k = 0; k < held.size(); ++k)
            if (unseen >> held[k] & 1) loose.push_back(k);
        const double value = mean(info, go, laid, loose);
        w_.arrange(held);
        return value;
    }
    template <class Go>
    double mean(const Info<D>& info, Go go, std::vector<u8>& laid, const std::vector<std::size_t>& loose) {
        w_.arrange(laid);
        Info<D> now = info;
        now.node.stock = w_.stock(now.node);
        const Info<D> then = go(now);
        const auto hidden = w_.unseen(then);
        const auto shown = std::ranges::find_if(loose, [&](std::size_t k) { return !(hidden >> laid[k] & 1); });
        if (shown == loose.end()) return of(then);
        const std::size_t place = *shown;
        std::vector<std::size_t> rest = loose;
        std::erase(rest, place);
        double sum = 0;
        for (const std::size_t k : loose) {
            std::swap(laid[place], laid[k]);
            sum += mean(info, go, laid, rest);
            std::swap(laid[place], laid[k]);
        }
        return sum / static_cast<double>(loose.size());
    }
    double of(const Info<D>& info) {
        if (w_.search.won(info.node)) return 1;
        const u64 key = tree_.key(info);
        if (const auto it = known_.find(key); it != known_.end()) return it->second;
        if (known_.size() >= kPositions) throw StateError("too many positions for the exact optimum");
        std::vector<Choice<D>> choices;
        const auto look_at = [&](const Info<D>& now) {
            w_.search.steps.resize(1);
            choices_.all(now, choices);
        };
        look_at(info);
        double best = 0;
        for (std::size_t i = 0, n = choices.size(); i < n && best < 1; ++i) {
            best = std::max(best, mean(info, [&](const Info<D>& now) {
                                look_at(now);
                                Info<D> then = choices.at(i).after;
                                then.node.trail = 0;
                                choices_.settle(then);
                                return then;
                            }));
        }
        known_.emplace(key, best);
        return best;
    }

    World<D>& w_;
    Tree<D> tree_;  // for its keys
    Choices<D> choices_;
    std::unordered_map<u64, double> known_;
};

}  // namespace arfa::fair
