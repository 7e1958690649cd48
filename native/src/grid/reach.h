// What can ever happen on a board of one deck if nothing is ever given up.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "grid/board.h"

namespace arfa::grid {

// Two kinds of facts only grow: "c has been at place p", "p has been a gap".
//   * c (no front card) can come to p when c - 1 has been just before p and p has been a gap; a front card to any front
//     place that has been a gap.
//   * the place where c lies now becomes a gap when c can come to some other place.  (All others where it can come have
//     been gaps before.)
// By induction over the moves of a game all that happens in it is among the facts.
//
// Cards that `stay` never move.  When all front cards are at the fronts they stay there, since only fronts are for them
// and none is a gap; and so does each card that lies in its row with all lower ones, since the place behind its lower
// neighbour is taken by itself.  Cards that are `held` do not move until they are let go: what is found until then is
// all that can happen before they move.
class Reach {
public:
    explicit Reach(const Rules& rules) : rules_(rules) {
        if (!rules.one_deck) return;
        for (int row = 0; row < rules.rows; ++row) fronts_ |= bit(row * rules.places);
        for (int suit = 0; suit < 4; ++suit) goes_on_ |= (bit(rules.last) - 1) << suit * 13;
    }

    void start(const Board& board, std::uint64_t stay) {
        board_ = &board;
        stay_ = stay;
        gaps_now_ = 0;
        for (int k = 0; k < rules_.gaps; ++k) gaps_now_ |= bit(board.gap[k]);
        front_cards_ = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const int c = suit * 13 + rules_.front;
            if (board.where[c][0] != Board::kNowhere) front_cards_ |= bit(c);
        }
        restart();
    }
    // The same board, without any facts.
    void restart() {
        came_.fill(0);
        held_ = moved_ = waiting_ = 0;
        todo_ = gaps_ = gaps_now_;
    }
    void hold(std::uint64_t cards) {
        held_ = cards;
        waiting_ = 0;
    }
    void let_go() {
        held_ = 0;
        todo_ |= waiting_;
    }
    // Finds facts until there are no more, or until halt(place, cards that come there) says so before they are added;
    // then true, and run may be called again.
    template <class Halt>
    bool run(Halt halt) {
        while (todo_) {
            const int p = std::countr_zero(todo_);
            std::uint64_t come = fronts_ >> p & 1 ? front_cards_ : (been(p - 1) & goes_on_) << 1;
            come &= ~(been(p) | stay_);
            if (come & held_) {
                waiting_ |= bit(p);
                come &= ~held_;
            }
            if (come && halt(p, come)) return true;
            todo_ &= todo_ - 1;
            if (!come) continue;
            came_[p] |= come;
            todo_ |= gaps_ & bit(p) << 1;
            for (std::uint64_t fresh = come & ~moved_; fresh; fresh &= fresh - 1) {
                const std::uint64_t place = bit(board_->where[std::countr_zero(fresh)][0]);
                todo_ |= place & ~gaps_;
                gaps_ |= place;
            }
            moved_ |= come;
        }
        return false;
    }
    bool has_been(Card c, int place) const { return been(place) >> c & 1; }

private:
    // The cards that have been at a place; of a gap also bit 63, which is no card.
    std::uint64_t been(int place) const { return came_[place] | bit(board_->cell[place] % 64); }

    const Rules& rules_;
    const Board* board_ = nullptr;
    std::uint64_t fronts_ = 0;   // places
    std::uint64_t goes_on_ = 0;  // cards that another can lie behind
    std::uint64_t front_cards_ = 0;
    std::uint64_t stay_ = 0, held_ = 0, moved_ = 0;
    std::uint64_t gaps_ = 0, todo_ = 0;  // places that have been gaps; those to look at again
    std::uint64_t waiting_ = 0;          // where held cards would come
    std::uint64_t gaps_now_ = 0;
    std::array<std::uint64_t, 56> came_{};  // the cards that have come to each place
};

// How far the rows have got, of one deck.
struct Phase {
    bool settled = false;    // all front cards are at the fronts
    bool loose = false;      // some front that a front card can come to is still free; see fronts.h
    std::uint64_t stay = 0;  // cards that never move again
};

inline Phase phase_of(const Play& play, const Board& board) {
    const Rules& rules = play.rules();
    int at_front = 0, open = 0;
    Phase phase;
    for (int row = 0; row < rules.rows; ++row) {
        const Card c = board.cell[row * rules.places];
        open += c == kNoCard || c % 13 == rules.front;
        at_front += c != kNoCard && c % 13 == rules.front;
    }
    phase.settled = at_front == rules.rows;
    phase.loose = open > at_front;
    if (phase.settled)
        for (int row = 0; row < rules.rows; ++row)
            phase.stay |= (bit(play.sequence(board, row)) - 1) << board.cell[row * rules.places];
    return phase;
}

}  // namespace arfa::grid
