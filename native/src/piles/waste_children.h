// The children of a position of WasteSpace: which steps are made from it, in what order, and which are left out.
#pragma once

#include "piles/waste_space.h"

namespace arfa::piles {

template <class Sink>
bool WasteSpace::give(Step step, Sink& sink) {
    Key key = columns_key_;
    for (std::uint32_t left = touched_; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        key -= column_key_[i];
        key += column_key(facts_, child_.column(static_cast<int>(i)), child_.size(static_cast<int>(i)), child_.down[i]);
    }
    if (child_.up == parent_->up && step.kind != Step::worry) {
        key += heights_key_;
    } else {
        for (int f = 0; f < rules_.foundations; ++f) {
            const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
            key += facts_.height[static_cast<std::size_t>(foundation.letter * 4 + foundation.suit)]
                                [child_.height[static_cast<std::size_t>(f)]];
        }
    }
    const StockKey stock = stock_key(child_);
    key += stock.key;
    return sink(Child{child_, key, stock.rank, step});
}

template <class Sink>
void WasteSpace::expand(const Board& board, Sink&& sink) {
    prepare(board);
    const auto child = [&](const Step& step) {
        child_ = board;
        touched_ = 0;
        apply(child_, step);
        return give(step, sink);
    };
    if (rules_.safe_up) {
        for (int i = 0; i < rules_.columns; ++i) {
            if (board.empty(i) || !(want_ >> board.tail(i) & 1) || !safe_foundation(rules_, board, board.tail(i)))
                continue;
            child({Step::raise, static_cast<std::uint8_t>(i), 0, 1});
            return;
        }
        if (plan_.draw == 1 && board.wasted() != 0) {
            const Card c = stock_[static_cast<std::size_t>(board.top())];
            if (want_ >> c & 1 && safe_foundation(rules_, board, c)) {
                child({Step::play_up, 0, 0, 1});
                return;
            }
        }
    }
    if (!expand_columns(board, sink)) return;
    if (board.stock != 0 && !expand_stock(board, sink)) return;
    if (!backward_) return;
    for (int f = 0; f < rules_.foundations; ++f) {
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        const int h = board.height[static_cast<std::size_t>(f)];
        if (h <= foundation.fixed || (plan_.aces_at_once && h == 1)) continue;
        bool twin = false;
        for (const int other : rules_.of_suit[static_cast<std::size_t>(foundation.suit)])
            twin |= other < f && board.height[static_cast<std::size_t>(other)] == h &&
                    plan_.foundations[static_cast<std::size_t>(other)].letter == foundation.letter;
        if (twin) continue;
        const Card c = foundation.wanted[static_cast<std::size_t>(h - 1)];
        for (int dst = 0; dst < rules_.columns; ++dst) {
            if (board.empty(dst) ? dst != space_ || !plan_.begins_column(c) : !plan_.lies_on(board.tail(dst), c))
                continue;
            if (!child({Step::worry, static_cast<std::uint8_t>(f), static_cast<std::uint8_t>(dst), 1})) return;
        }
    }
}

template <class Sink>
bool WasteSpace::expand_columns(const Board& board, Sink& sink) {
    const auto child = [&](const Step& step) {
        child_ = board;
        touched_ = 0;
        apply(child_, step);
        return give(step, sink);
    };
    const std::uint64_t lands = onto_ | (space_ >= 0 ? plan_.space_takes : 0);
    for (int src = 0; src < rules_.columns; ++src) {
        const int size = board.size(src);
        if (size == 0) continue;
        const Card* cards = board.column(src);
        const auto from = static_cast<std::uint8_t>(src);
        if (want_ >> cards[size - 1] & 1) {
            for (int letter = 0; letter < plan_.letters; ++letter)
                if (rules_.slot(board, letter, cards[size - 1]) >= 0 &&
                    !child({Step::raise, from, static_cast<std::uint8_t>(letter), 1}))
                    return false;
        }
        const int most = size - board.down[static_cast<std::size_t>(src)];
        for (int n = 1; n <= most; ++n) {
            const Card head = cards[size - n];
            // Whether the run goes on below the head; the groups that may move depend on that alone.
            const bool more = n < most && plan_.lies_on(cards[size - n - 1], head);
            bool moves = true;
            if (plan_.groups == Groups::king_run) moves = n == 1 || rank_of(head) == plan_.ranks;
            if (plan_.groups == Groups::strict_run) moves = !more || (want_ >> cards[size - n - 1] & 1);
            if (moves && lands >> head & 1) {
                for (int dst = 0; dst < rules_.columns; ++dst) {
                    if (dst == src) continue;
                    if (board.empty(dst)) {
                        if (dst != space_ || n == size || !plan_.begins_column(head)) continue;
                    } else if (!plan_.lies_on(board.tail(dst), head)) {
                        continue;
                    }
                    if (!child({Step::shift, from, static_cast<std::uint8_t>(dst), static_cast<std::uint8_t>(n)}))
                        return false;
                }
            }
            if (plan_.groups == Groups::single || (!more && plan_.groups != Groups::any)) break;
        }
    }
    return true;
}

template <class Sink>
bool WasteSpace::play_top(const Board& board, int actions, Sink& sink) {
    if (board.wasted() == 0) return true;
    const Card c = stock_[static_cast<std::size_t>(board.top())];
    const auto child = [&](Step::Kind kind, int dst) {
        child_ = board;
        touched_ = 0;
        const Step step{kind, static_cast<std::uint8_t>(actions), static_cast<std::uint8_t>(dst), 1};
        apply(child_, {kind, 0, step.dst, 1});
        return give(step, sink);
    };
    for (int letter = 0; letter < plan_.letters; ++letter)
        if (rules_.slot(board, letter, c) >= 0 && !child(Step::play_up, letter)) return false;
    if (onto_ >> c & 1) {
        for (int dst = 0; dst < rules_.columns; ++dst)
            if (!board.empty(dst) && plan_.lies_on(board.tail(dst), c) && !child(Step::play, dst)) return false;
    }
    return space_ < 0 || !plan_.begins_column(c) || child(Step::play, space_);
}

template <class Sink>
bool WasteSpace::expand_stock(const Board& board, Sink& sink) {
    Board at = board;
    int actions = 0;
    const auto turned = [&] {
        ++actions;
        if (settle_hand(at)) {
            child_ = at;
            touched_ = 0;
            if (!give({Step::turn, static_cast<std::uint8_t>(actions), 0, 0}, sink)) return false;
        }
        return play_top(at, actions, sink);
    };
    if (!play_top(at, 0, sink)) return false;
    while (draw(at))
        if (!turned()) return false;
    if (at.wasted() == 0 || !rules_.redeal_left(at)) return true;
    redeal(rules_, at);
    ++actions;
    // A second round stops where nothing new comes: with one card at a time, where this one began.
    while (draw(at)) {
        if (plan_.draw == 1 && at.pointer >= board.pointer) break;
        if (!turned()) return false;
    }
    return true;
}

}  // namespace arfa::piles
