// Technique `grid_persistent`: of the moves of a settled board those are tried that nothing else can ever get in the
// way of.
#pragma once

#include <span>

#include "grid/reach.h"

namespace arfa::grid {

// As stubborn sets (stubborn.h), but told by what can happen.  Let T be some of the moves of a settled board, of one
// deck and without redeals left.  If, as long as no move of T is made, for each of them, c from q to p,
//   1. c - 1 never moves, and
//   2. c + 1 never comes to the place behind q,
// then every way to a won board can be led over a move of T first without becoming longer.  For on such a way the first
// move of T exists, else c would still be there with p a gap before it, and a won board has no moves.  Until it is
// made, c stays where it is (its only other places come when c - 1 moves), p stays a gap (nothing but c can go there,
// by 1), and nobody goes to q or, by 2, behind c.  So it can be made first.  (A card that lies behind c now can move
// only when c has.)
//
// What never happens is told by Reach, with the cards of T held.  (A card c of T has no other move than that of T
// unless c - 1 moves, and then 1 fails.)
//
// A set of one move is a move that is part of every way to a won board: it is made at once, and so on until there is no
// such move; boards in between are not looked at for anything else.  Such a move stays one until it is made, since what
// can happen after another move could happen before; so all that are found on a board are made together.
class Persistent {
public:
    static constexpr std::size_t kMost = 8;  // moves of a board; where there are more, all are tried

    // `reach` is started for each board before it is asked about.
    Persistent(const Rules& rules, Reach& reach) : rules_(rules), reach_(reach) {}

    // Of which board, and of which moves of it: all.
    void start(const Board& board, const Phase& phase, std::span<const Step> moves);
    // Bits for the moves among some that are sets by themselves.
    std::uint32_t alone(std::uint32_t among);
    // The same, asking again for a card of `doubtful` only if there is no other; adds those that are none to it.
    std::uint32_t alone(std::uint64_t& doubtful);
    // The smallest set of more moves; all, when no smaller one is found.
    std::uint32_t choose();

private:
    bool persists(std::uint32_t chosen);
    bool plainly_persists(std::size_t k) const;
    bool plainly_fails(std::size_t k) const;

    const Rules& rules_;
    const Board* board_ = nullptr;
    Phase phase_;
    Reach& reach_;
    std::size_t count_ = 0;
    std::uint64_t movable_ = 0;
    std::array<Step, kMost> moves_{};
    std::array<Card, kMost> cards_{};
    std::array<std::uint64_t, 56> upper_{};  // by place: the card that may not come there
};

}  // namespace arfa::grid
