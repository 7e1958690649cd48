// A board of a gaps patience that moves can be made and taken back on.
#pragma once

#include <array>

#include "grid/key.h"
#include "grid/rules.h"
#include "state/state.h"

namespace arfa::grid {

struct Step {
    std::uint8_t from;
    std::uint8_t to;

    bool operator==(const Step&) const = default;
};

struct Board {
    std::array<Card, kMaxCards> cell{};
    std::array<std::array<std::uint8_t, 2>, kFaces> where{};  // the cells of each face, kNowhere when there are fewer
    std::array<std::uint8_t, kMaxCards> gap{};                // the cells that are empty, in any order
    std::array<Key, kMaxRows> row{};
    Key key{};

    static constexpr std::uint8_t kNowhere = 255;
};

// The moves of a board.  All that is needed beside the board itself.
class Play {
public:
    Play(const Rules& rules, bool rows_apart) : rules_(rules), numbers_(rows_apart) {}

    const Rules& rules() const { return rules_; }

    Board board_of(const State& state) const;
    // The finished cards at the front of a row.
    int sequence(const Board& board, int row) const {
        const Card* place = board.cell.data() + row * rules_.places;
        const Card first = place[0];
        if (first == kNoCard || first % 13 != rules_.front) return 0;
        int n = 1;
        while (n < rules_.length && place[n] == first + n) ++n;
        return n;
    }
    bool won(const Board& board) const {
        for (int row = 0; row < rules_.rows; ++row)
            if (sequence(board, row) != rules_.length) return false;
        return true;
    }
    // Calls visit(Step) for every legal move.  Of moves of an ace (or two) from one front to another, all.
    template <class Visit>
    void for_moves(const Board& board, Visit visit) const {
        for (int k = 0; k < rules_.gaps; ++k) {
            const std::uint8_t to = board.gap[k];
            if (to % rules_.places == 0) {
                for (int suit = 0; suit < 4; ++suit)
                    for (const std::uint8_t from : board.where[suit * 13 + rules_.front])
                        if (from != Board::kNowhere) visit(Step{from, to});
                continue;
            }
            const Card left = board.cell[to - 1];
            if (left == kNoCard || left % 13 == rules_.last) continue;
            for (const std::uint8_t from : board.where[left + 1])
                if (from != Board::kNowhere) visit(Step{from, to});
        }
    }
    // The key after a move.
    Key key_after(const Board& board, Step step) const {
        const int from = step.from / rules_.places, to = step.to / rules_.places;
        const Card c = board.cell[step.from];
        Key out = board.row[from];
        out ^= numbers_(step.from % rules_.places, c);
        Key key = board.key;
        key -= numbers_.of_row(board.row[from], from);
        if (from == to) {
            out ^= numbers_(step.to % rules_.places, c);
            return key += numbers_.of_row(out, from);
        }
        Key in = board.row[to];
        in ^= numbers_(step.to % rules_.places, c);
        key -= numbers_.of_row(board.row[to], to);
        key += numbers_.of_row(out, from);
        return key += numbers_.of_row(in, to);
    }
    // A key that does not tell which front cards lie at which fronts, but which are at one.
    Key loose_key(const Board& board) const {
        Key key;
        std::uint64_t at_front = 0;
        for (int r = 0; r < rules_.rows; ++r) {
            const Card first = board.cell[r * rules_.places];
            Key row = board.row[r];
            if (first == kNoCard) {
                row ^= numbers_.open();
            } else if (first % 13 == rules_.front) {
                row ^= numbers_(0, first);
                row ^= numbers_.open();
                at_front |= bit(first);
            }
            key += numbers_.of_row(row, r);
        }
        return key += key_of(at_front);
    }
    // Moves the card of a cell into a gap.  (Back: the same with the cells exchanged.)
    void make(Board& board, Step step, const Key& key) const {
        shift(board, step);
        board.key = key;
    }
    // The same, but the key is left as it was.
    void shift(Board& board, Step step) const {
        const Card c = board.cell[step.from];
        board.cell[step.from] = kNoCard;
        board.cell[step.to] = c;
        auto& where = board.where[c];
        where[where[0] == step.from ? 0 : 1] = step.to;
        for (int k = 0;; ++k)
            if (board.gap[k] == step.to) {
                board.gap[k] = step.from;
                break;
            }
        board.row[step.from / rules_.places] ^= numbers_(step.from % rules_.places, c);
        board.row[step.to / rules_.places] ^= numbers_(step.to % rules_.places, c);
    }
    void find_key(Board& board) const {
        board.key = {};
        for (int r = 0; r < rules_.rows; ++r) board.key += numbers_.of_row(board.row[r], r);
    }

private:
    const Rules& rules_;
    Numbers numbers_;
};

inline Board Play::board_of(const State& state) const {
    Board board;
    for (auto& where : board.where) where = {Board::kNowhere, Board::kNowhere};
    int gaps = 0;
    for (int i = 0; i < rules_.cells; ++i) {
        const Card c = board.cell[i] = state.cards[i];
        if (c == kNoCard) {
            board.gap[gaps++] = static_cast<std::uint8_t>(i);
            continue;
        }
        auto& where = board.where[c];
        where[where[0] == Board::kNowhere ? 0 : 1] = static_cast<std::uint8_t>(i);
        board.row[i / rules_.places] ^= numbers_(i % rules_.places, c);
    }
    find_key(board);
    return board;
}

}  // namespace arfa::grid
