// Beam search by the number of moves: finds wins, proves nothing.
#pragma once

#include <algorithm>

#include "grid/board.h"
#include "grid/reach.h"
#include "grid/value.h"
#include "moves/move.h"
#include "search/room.h"
#include "search/search.h"

namespace arfa::grid {

// Cards of a finished beginning are left where they are (a card there can serve a while behind its twin's place, so
// that is not exact; it halves the moves).  Of the boards of a layer the best are kept, but of those with the same
// suits at the fronts of the rows no more than a share of the width: else the beam settles on one assignment early.
class Beam {
public:
    enum class End { won, lost_track, states, memory, stopped };

    // `relaxed`: boards that the relaxation condemns are left out, where there is one.
    Beam(const Play& play, bool relaxed)
        : play_(play), relaxed_(relaxed && play.rules().one_deck), reach_(play.rules()) {}

    End run(const Board& start, std::size_t width, const Weights& weights, std::uint64_t seed, std::uint64_t states,
            Control& control, std::uint64_t counted);

    // Gives back what the last beam held.
    void forget();
    std::vector<Step> line() const;
    std::uint64_t states() const { return states_; }
    std::uint64_t made() const { return made_; }
    int best() const { return best_; }
    // The board with most cards in finished beginnings, and the moves to it.
    const Board& best_board() const { return best_board_; }
    std::vector<Step> line_to_best() const { return line_to(best_node_); }

private:
    struct Member {
        Board board;
        std::array<std::int8_t, kMaxRows> sequence{};
        std::array<double, kMaxRows> value{};
        std::uint32_t node = 0;
    };
    struct Child {
        double value;
        std::uint32_t parent;
        Step step;
        Key key;
        std::uint32_t fronts;  // the suits at the fronts of the rows
    };
    struct Node {
        std::uint32_t parent;
        Step step;
    };

    std::vector<Step> line_to(std::uint32_t node) const;
    End walk(const Board& start, std::size_t width, Random& random, std::uint64_t states, Control& control,
             std::uint64_t counted);
    void keep_best(std::size_t width, double share);
    bool lost(const Board& board);
    std::uint32_t fronts_after(const Board& board, Step step) const;
    double row_after(const Member& member, Step step, int row) const;

    const Play& play_;
    bool relaxed_;
    Reach reach_;
    Weights weights_;
    List<Member> layer_, next_;
    List<Child> children_;
    List<Node> nodes_;
    KeySet seen_;
    Board best_board_;
    std::uint32_t best_node_ = 0, winner_ = 0;
    int best_ = 0;
    std::uint64_t states_ = 0, made_ = 0;
};

}  // namespace arfa::grid
