// Technique `grid_stubborn`: of moves that do not disturb each other only some are tried at a board.
#pragma once

#include <cstdint>

#include "grid/reach.h"

namespace arfa::grid {

// Stubborn sets (Valmari).  A won board has no moves: every gap lies behind a king or a gap.  So a search need only
// keep all boards without moves within reach, and for that it is enough to try, at each board, the possible moves of a
// stubborn set T of moves, possible or not, that has at least one possible move in it, such that
//   1. a move of T that is impossible now stays so until a move of T is made, and
//   2. a possible move of T stays possible until a move of T is made, and can be made before any moves outside of T
//      instead of after them, with the same result.
// For take a way to a board without moves.  It has a move of T (else the possible ones of T would still be possible at
// its end by 2); by 1 its first one is possible now, and by 2 it can be made first.  So some move of T leads to a board
// from which the rest of the way is one shorter, and so on: no way becomes longer.  The rest is as sound where boards
// that differ in the order of their rows are one, since such boards have the same ways.
//
// One deck alone: each card c but a front one can go to one place, behind its lower neighbour c - 1, and this place is
// on the move with c - 1.  T is told by two sets of cards: c in `behind` stands for the move of c to the place where it
// would go now, c in `all` for every move of c, to whatever place.  Rules, applied until nothing is added:
//   * All moves of c.  To get to a place p, c needs c - 1 just before p, which needs c - 2 just before that, and so on
//     down to a card a that lies where it has to, or to the front card.  The move now of a + 1 will do for all of them
//     (1): for each lower neighbour a, near or far, the move now of a + 1, unless it lies there already or c would come
//     to lie beyond the end of the row of a; and all moves of the front card, when not all of these are settled.
//   * All moves of a front card: to every front place.  Where the place is taken, by y: all moves of y (1).  Where
//     it is free: the other front cards can go there too and would be in the way, and it can itself go elsewhere, so
//     all moves of all front cards (2); and what they are the neighbours of: the moves now of the cards above them (2).
//   * The move of c to its place p now, c - 1 lying before p:  p outside of the row: no such move.
//     p taken by another card y: all moves of y (1).  p taken by c itself: c has to leave and c - 1 to come back, so
//     the first that happens is that c - 1 goes; wherever this rule is come to, all moves of c - 1 are in T (1).
//     p a gap: what would be in the way is only that c - 1 goes: all moves of c - 1; then c, too, is moved by none but
//     this move.  In the way of others it is only as c leaves its place: the move of c + 1 behind c, which is the move
//     now of c + 1 (2); unless c + 1 lies there, and so can move only when c has.
// On a loose board (fronts.h), where the moves of a class are those of all its boards, the place now of a card above a
// front card that is at a front is the one behind each open front.  More moves than one are then possible for it, but
// by the rules all moves of all front cards and of the cards above them are in T together.  A card that leaves a front
// may make a board loose; then all that was possible still is, and comes to the same class.
// Not where a redeal is left, which is a move from every board and depends on all of it.
class Stubborn {
public:
    explicit Stubborn(const Play& play) : play_(play), rules_(play.rules()) {}

    // The cards of a small stubborn set whose moves are possible: of `all` cards with a bit, the moves into gaps.
    // `movable` has a bit for every card that can be moved now; the answer is a part of it.
    std::uint64_t choose(const Board& board, const Phase& phase, std::uint64_t movable);

private:
    struct Sets {
        std::uint64_t all = 0;
        std::uint64_t behind = 0;
    };
    bool floats(const Board& board, const Phase& phase, int c) const;
    Sets closure(const Board& board, const Phase& phase, Card seed) const;

    const Play& play_;
    const Rules& rules_;
};

}  // namespace arfa::grid
