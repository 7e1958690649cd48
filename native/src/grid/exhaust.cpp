#include "grid/exhaust.h"

#include <algorithm>
#include <bit>

#include "grid/relaxation.h"

namespace arfa::grid {

// Depth first: a move that finishes a row's next place before others, a king last.
std::uint8_t Exhaust::worth(const Board& board, Step step) const {
    const int places = play_.rules().places;
    const int to = step.to % places;
    const int row = step.to / places;
    if (play_.sequence(board, row) == to) return 2;
    return board.cell[step.from] % 13 == play_.rules().last ? 0 : 1;
}

void Exhaust::shift(Board& board, Step step) {
    play_.shift(board, step);
    line_.push_back({MoveKind::column, step.from, step.to, 1});
}

// Back to where the line was so long; the key of the board there.
void Exhaust::take_back(Board& board, std::size_t line, const Key& key) {
    for (; line_.size() > line; line_.pop_back()) play_.shift(board, {line_.back().dst, line_.back().src});
    board.key = key;
}

Key Exhaust::key(const Board& board, const Phase& phase) const {
    Key key = with_.fronts ? fronts_.key(board, phase) : board.key;
    return key += redeal_key_;
}

bool Exhaust::hopeless(const Board& board, const Phase& phase) {
    return with_.relaxation && some_card_never_home(reach_, board, play_.rules(), phase);
}

Exhaust::Visit Exhaust::put_down(const Board& board, const Phase& phase) {
    const Key k = key(board, phase);
    if (seen_.contains(k)) return Visit::closed;
    if (seen_.size() >= most_) return Visit::full;
    seen_.insert(k);
    return Visit::open;
}

// Makes the moves that every way to a win must have, of a settled board that reach_ has been started for.
Exhaust::Visit Exhaust::make_what_must_be(Board& board, Phase& phase) {
    std::array<Step, Persistent::kMost> steps;
    std::uint64_t doubtful = 0;
    for (bool first = true;; first = false) {
        std::size_t count = 0;
        play_.for_moves(board, [&](Step step) {
            if (count < steps.size()) steps[count] = step;
            ++count;
        });
        std::uint32_t found = 0;
        if (count > 0 && count <= steps.size()) {
            persistent_.start(board, phase, {steps.data(), count});
            found = persistent_.alone(doubtful);
        }
        if (!first) {
            if (!found) {
                reach_.restart();
                if (hopeless(board, phase)) return Visit::closed;
            }
            if (const Visit came = put_down(board, phase); came != Visit::open) return came;
        }
        if (!found) return Visit::open;
        for (; found; found &= found - 1) shift(board, steps[static_cast<std::size_t>(std::countr_zero(found))]);
        phase = phase_of(play_, board);
        play_.find_key(board);
        seen_.prefetch(key(board, phase));
        reach_.start(board, phase.stay);
    }
}

// Comes to a board, whose key has not been told yet.  To look it up costs less than to see that it is hopeless; what is
// hopeless is not put down among the boards seen all the same, which has room for others.
Exhaust::Visit Exhaust::visit(Board& board, Phase& phase) {
    phase = phase_of_now(board);
    play_.find_key(board);
    if (seen_.contains(key(board, phase))) return Visit::closed;
    if (with_.relaxation || with_.persistent) reach_.start(board, phase.stay);
    if (hopeless(board, phase)) return Visit::closed;
    if (const Visit came = put_down(board, phase); came != Visit::open) return came;
    return with_.persistent && phase.settled ? make_what_must_be(board, phase) : Visit::open;
}

// Puts the moves of a board that are to be tried on top of the open ones, the best one last.
void Exhaust::list_moves(const Board& board, const Phase& phase) {
    const std::size_t first = open_.size();
    if (with_.fronts && phase.loose)
        fronts_.for_moves(board, [&](Step step, Fronts::Wanted wanted) { open_.push_back({step, wanted, 0}); });
    else
        play_.for_moves(board, [&](Step step) { open_.push_back({step, 0, 0}); });
    if (open_.size() > first + 1) reduce(board, phase, first);
    made_ += open_.size() - first;
    for (std::size_t k = first; k < open_.size(); ++k) {
        open_[k].worth = worth(board, open_[k].step);
        if (at_random_) {
            std::swap(open_[k], open_[first + random_.below(k - first + 1)]);
            continue;
        }
        for (std::size_t i = k; i > first && open_[i].worth < open_[i - 1].worth; --i)
            std::swap(open_[i], open_[i - 1]);
    }
}

// Strikes out moves of the open ones from `first` on that need not be tried.
void Exhaust::reduce(const Board& board, const Phase& phase, std::size_t first) {
    const std::size_t count = open_.size() - first;
    std::uint64_t movable = 0;
    for (std::size_t k = first; k < open_.size(); ++k) movable |= bit(board.cell[open_[k].step.from]);
    std::uint64_t cards = movable;
    if (with_.persistent && phase.settled && count <= Persistent::kMost) {
        std::array<Step, Persistent::kMost> steps;
        for (std::size_t k = 0; k < count; ++k) steps[k] = open_[first + k].step;
        persistent_.start(board, phase, {steps.data(), count});  // reach_ is at this board
        const std::uint32_t chosen = persistent_.choose();
        cards = 0;
        for (std::size_t k = 0; k < count; ++k)
            if (chosen >> k & 1) cards |= bit(board.cell[steps[k].from]);
    } else if (with_.stubborn && (movable & (movable - 1))) {
        cards = stubborn_.choose(board, phase, movable);
    }
    if (cards == movable) return;
    const auto out = std::remove_if(open_.begin() + static_cast<std::ptrdiff_t>(first), open_.end(),
                                    [&](const Open& open) { return !(cards >> board.cell[open.step.from] & 1); });
    open_.erase(out, open_.end());
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
    clear();
    State state = start;
    const Board board = play_.board_of(start);
    try {
        seen_.clear();
        return search(board, state);
    } catch (const OutOfRoom&) {
        return End::memory;
    }
}

// Everything from a board, whose state is told for the redeals that it has used; line_ has the moves that led to it.
Exhaust::End Exhaust::search(Board board, State& state) {
    const Rules& rules = play_.rules();
    const int redeals = state.redeals;
    with_ = rules.one_deck && redeals >= rules.redeals ? reductions_ : Reductions{};
    redeal_key_ = key_of(static_cast<std::uint64_t>(redeals));
    const std::size_t before = line_.size(), none = open_.size();
    Phase phase;
    const Visit came = visit(board, phase);
    if (play_.won(board)) return End::won;
    if (came == Visit::full) return End::states;
    if (came == Visit::closed) {
        relaxed_ = seen_.size() == 0;
        if (relaxed_) seen_.insert(key(board, phase));  // it was looked at
        line_.resize(before);
        return End::lost;
    }
    List<Frame> frames;
    frames.push_back({static_cast<std::uint32_t>(none), static_cast<std::uint32_t>(line_.size()), board.key});
    list_moves(board, phase);
    while (!frames.empty()) {
        if (open_.size() > frames.back().moves) {
            const Open next = open_.back();
            open_.pop_back();
            const std::size_t line = line_.size();
            const Key old = board.key;
            if (next.wanted)
                fronts_.arrange(board, next.wanted,
                                [&](Step step) { line_.push_back({MoveKind::column, step.from, step.to, 1}); });
            shift(board, next.step);
            if (stopped()) return End::stopped;
            const Visit child = visit(board, phase);
            if (play_.won(board)) return End::won;
            if (child == Visit::full) return End::states;
            if (child == Visit::closed) {
                take_back(board, line, old);
                continue;
            }
            frames.push_back({static_cast<std::uint32_t>(open_.size()), static_cast<std::uint32_t>(line), old});
            list_moves(board, phase);
            continue;
        }
        // All moves are done: now a redeal, then back.
        if (redeals < rules.redeals) {
            std::copy_n(board.cell.begin(), rules.cells, state.cards.begin());
            State dealt = state;
            engine_.apply(dealt, {MoveKind::back, 0, 0, 1});
            line_.push_back({MoveKind::back, 0, 0, 1});
            if (stopped()) return End::stopped;
            const End end = search(play_.board_of(dealt), dealt);
            if (end != End::lost) return end;
            with_ = Reductions{};
            redeal_key_ = key_of(static_cast<std::uint64_t>(redeals));
            line_.pop_back();
        }
        take_back(board, frames.back().line, frames.back().key);
        frames.pop_back();
    }
    open_.resize(none);
    line_.resize(before);
    return End::lost;
}

}  // namespace arfa::grid
