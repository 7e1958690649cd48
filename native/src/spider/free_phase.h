// The free phase: best-first search over classes of boards.
#pragma once

#include <optional>
#include <queue>
#include <utility>

#include "search/room.h"
#include "spider/board.h"
#include "spider/index_set.h"
#include "spider/shuttles.h"
#include "spider/tactics.h"
#include "spider/value.h"

namespace arfa::spider {

class FreePhase {
public:
    // A move of the search: first the chains of the suit take the form `config` of class `of`, then the end of a column
    // goes to a base or to another column.
    struct Move {
        Step step = Step::none;
        std::uint8_t suit = 0;
        std::uint8_t from = 0;  // columns of the board that is left
        std::uint8_t to = 0;
        std::uint32_t of = 0;
        std::uint32_t config = 0;
    };
    static constexpr std::uint32_t kStart = std::uint32_t{1} << 31;
    struct Node {
        Board board;
        std::uint32_t parent;  // kStart + number of the start for a start
        Move move;
    };
    struct Settings {
        bool last = true;          // no deal follows: pruning and classes are exact
        bool every_board = false;  // every order of columns and every shuttle is a board of its own
        Weights weights;
        std::uint64_t seed = 0;
        std::size_t classes = 300;     // members of a class at most
        std::size_t boards = 100'000;  // kept at most
        std::uint64_t bytes = std::uint64_t{1} << 28;
    };
    enum class End { won, exhausted, limit };

    FreePhase(const Rules& rules, Trie& trie, const Tactics& tactics, Budget& budget)
        : rules_(rules), trie_(trie), tactics_(tactics), budget_(budget), shuttles_(rules, 1) {}

    // Forgets all boards.
    void clear();
    // Searches from boards that stand at the beginning of a free phase.  Boards met since `clear` are not met again.
    End run(const List<Board>& starts, const Settings& settings);

    const List<Node>& nodes() const { return nodes_; }
    const Settings& settings() const { return settings_; }
    const Shuttles& shuttles() const { return shuttles_; }
    std::uint32_t winner() const { return winner_; }
    // Whether every start was dead by the relaxation alone.
    bool all_dead() const { return nodes_.empty(); }
    std::uint64_t bytes() const {
        return nodes_.capacity() * sizeof(Node) + seen_.bytes() + shuttles_.bytes() + queue_bytes_;
    }

    // The board after a move, before it is brought into the form that is kept.
    Board after(const Board& board, const Move& move);
    // Brings the suits of a mask into the first form of their class.
    void settle(Board& board, unsigned suits);
    // The order in which the columns are kept: place k of the kept board is column order[k].
    std::array<std::uint8_t, kMaxColumns> order_of(const Board& board) const;
    // The suits whose chains a move may have changed.
    unsigned touched(const Board& before, const Board& after) const;

private:
    End search(const List<Board>& starts);
    bool push(Board board, unsigned suits, std::uint32_t parent, const Move& move);
    bool expand(std::uint32_t index);
    std::optional<Move> safe_play(const Board& board, int suit, const Chains& chains, std::uint32_t of);

    const Rules& rules_;
    Trie& trie_;
    const Tactics& tactics_;
    Budget& budget_;
    Shuttles shuttles_;
    Settings settings_;
    Random random_{0};
    List<Node> nodes_;
    IndexSet seen_;
    using Entry = std::pair<int, std::uint32_t>;
    std::priority_queue<Entry, List<Entry>> queue_;
    std::uint64_t queue_bytes_ = 0;
    std::uint32_t winner_ = 0;
    bool cut_ = false;  // a board was left out for want of states
};

}  // namespace arfa::spider
