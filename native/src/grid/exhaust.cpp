#include "grid/exhaust.h"

#include <algorithm>

#include "grid/relaxation.h"

namespace arfa::grid {

Key Exhaust::with_redeals(Key key, int redeals) const { return key += key_of(static_cast<std::uint64_t>(redeals)); }

// Depth first: a move that finishes a row's next place before others, a king last.
std::uint32_t Exhaust::worth(const Board& board, Step step) {
    if (at_random_) return static_cast<std::uint32_t>(random_.next() >> 32);
    const int places = play_.rules().places;
    const int to = step.to % places;
    const int row = step.to / places;
    if (play_.sequence(board, row) == to) return 2;
    return board.cell[step.from] % 13 == play_.rules().last ? 0 : 1;
}

Exhaust::End Exhaust::run(const State& start, std::uint64_t seed, std::uint64_t states, Control& control,
                          std::uint64_t counted) {
    at_random_ = seed != 0;
    random_ = Random(seed);
    most_ = states;
    control_ = &control;
    counted_ = counted;
    made_ = polled_ = 0;
    relaxed_ = false;
    line_.clear();
    seen_.forget();
    State state = start;
    const Board board = play_.board_of(start);
    try {
        seen_.clear();
        seen_.insert(with_redeals(board.key, start.redeals));
        return search(board, state);
    } catch (const OutOfRoom&) {
        return End::memory;
    }
}

// Everything from a board, whose state is told for the redeals that it has used; line_ has the moves that led to it.
Exhaust::End Exhaust::search(Board board, State& state) {
    const Rules& rules = play_.rules();
    const int redeals = state.redeals;
    const bool last = redeals >= rules.redeals;
    const bool stubborn = with_stubborn_ && last, relaxed = with_relaxation_ && last;
    if (relaxed && some_card_never_home(board, rules)) {
        relaxed_ = seen_.size() == 1;
        return End::lost;
    }
    if (play_.won(board)) return End::won;
    List<Frame> frames;
    List<Open> open;
    const auto enter = [&](Step step) {
        const std::size_t first = open.size();
        std::uint64_t tried = ~std::uint64_t{0};
        if (stubborn) {
            std::uint64_t movable = 0;
            play_.for_moves(board, [&](Step next) { movable |= bit(board.cell[next.from]); });
            if (movable & (movable - 1)) tried = stubborn_.choose(board, movable);
        }
        play_.for_moves(board, [&](Step next) {
            if (!(tried >> board.cell[next.from] & 1)) return;
            ++made_;
            const Key key = play_.key_after(board, next);
            seen_.prefetch(with_redeals(key, redeals));
            open.push_back({next, key, worth(board, next)});
        });
        std::stable_sort(open.begin() + static_cast<std::ptrdiff_t>(first), open.end(),
                         [](const Open& a, const Open& b) { return a.worth < b.worth; });
        frames.push_back({step, static_cast<std::uint32_t>(first)});
    };
    const std::size_t before = line_.size();
    List<Key> keys{board.key};
    enter({0, 0});
    while (!frames.empty()) {
        if (open.size() > frames.back().moves) {
            const Open next = open.back();
            open.pop_back();
            if (seen_.contains(with_redeals(next.key, redeals))) continue;
            if (seen_.size() >= most_) return End::states;
            seen_.insert(with_redeals(next.key, redeals));
            play_.make(board, next.step, next.key);
            line_.push_back({MoveKind::column, next.step.from, next.step.to, 1});
            if (play_.won(board)) return End::won;
            if (stopped()) return End::stopped;
            if (relaxed && some_card_never_home(board, rules)) {
                play_.make(board, {next.step.to, next.step.from}, keys.back());
                line_.pop_back();
                continue;
            }
            keys.push_back(next.key);
            enter(next.step);
            continue;
        }
        // All moves are done: now a redeal, then back.
        if (redeals < rules.redeals) {
            std::copy_n(board.cell.begin(), rules.cells, state.cards.begin());
            State dealt = state;
            engine_.apply(dealt, {MoveKind::back, 0, 0, 1});
            const Board after = play_.board_of(dealt);
            if (!seen_.contains(with_redeals(after.key, dealt.redeals))) {
                if (seen_.size() >= most_) return End::states;
                seen_.insert(with_redeals(after.key, dealt.redeals));
                line_.push_back({MoveKind::back, 0, 0, 1});
                if (stopped()) return End::stopped;
                const End end = search(after, dealt);
                if (end != End::lost) return end;
                line_.pop_back();
            }
        }
        const Step step = frames.back().step;
        frames.pop_back();
        keys.pop_back();
        if (frames.empty()) break;
        play_.make(board, {step.to, step.from}, keys.back());
        line_.pop_back();
    }
    line_.resize(before);
    return End::lost;
}

}  // namespace arfa::grid
