// Technique `grid_fronts`: while a front is free, it does not matter which front card lies at which front.
#pragma once

#include <algorithm>

#include "grid/reach.h"

namespace arfa::grid {

// One deck.  Call a front open when it is a gap or holds a front card, and a board loose when there are more open
// fronts than front cards at them: some front is free.  On a loose board a front card may go from its front to the free
// one, and back; by such moves all arrangements of these front cards over the open fronts can be reached from each
// other (the free place wanders through them at will: any two front cards change places by way of it in three moves).
// So boards that differ in that alone are won or lost together, and a search may look at one of them, with the moves of
// all:
//   * the lowest neighbour of a front card that is at some front can go to the place behind any open front;
//   * a front card from elsewhere can come to a front.  When no front is free then, the arrangement is settled, until
//     another card leaves a front: each arrangement is a move of its own;
//   * all others as on any board of the class.
// Not where a redeal is left: what is dealt depends on what lies at the fronts.
class Fronts {
public:
    explicit Fronts(const Play& play) : play_(play), rules_(play.rules()) {}

    // Which suit a front is wanted for, by rows: four bits each, the suit and one; 0 where it does not matter.
    using Wanted = std::uint16_t;

    Key key(const Board& board, const Phase& phase) const { return phase.loose ? play_.loose_key(board) : board.key; }

    // Calls visit(Step, Wanted) for all moves of the class of a loose board; the step is told as it is when the fronts
    // have been arranged.
    template <class Visit>
    void for_moves(const Board& board, Visit visit) const {
        std::array<int, 4> here{}, rows{};  // the suits at the fronts, the open fronts
        int n = 0, open = 0, free = 0;
        for (int suit = 0; suit < 4; ++suit)
            if (const int at = board.where[suit * 13 + rules_.front][0]; at != Board::kNowhere && is_front(at))
                here[n++] = suit;
        for (int row = 0; row < rules_.rows; ++row) {
            if (!is_open(board, row)) continue;
            rows[open++] = row;
            if (board.cell[row * rules_.places] == kNoCard) free = row;
        }
        for (int k = 0; k < rules_.gaps; ++k) {
            const std::uint8_t to = board.gap[k];
            const int column = to % rules_.places, row = to / rules_.places;
            if (column == 0) continue;
            if (column == 1 && is_open(board, row)) {
                for (int i = 0; i < n; ++i) {
                    const auto next = static_cast<Card>(here[i] * 13 + rules_.front + 1);
                    visit(Step{board.where[next][0], to}, wanted(row, here[i]));
                }
                continue;
            }
            const Card left = board.cell[to - 1];
            if (left != kNoCard && left % 13 != rules_.last) visit(Step{board.where[left + 1][0], to}, Wanted{0});
        }
        for (int suit = 0; suit < 4; ++suit) {
            const std::uint8_t from = board.where[suit * 13 + rules_.front][0];
            if (from == Board::kNowhere || is_front(from)) continue;
            if (open > n + 1) {
                visit(Step{from, static_cast<std::uint8_t>(free * rules_.places)}, Wanted{0});
                continue;
            }
            std::array<int, 4> suits{};
            for (int i = 0, k = 0; i < 4; ++i)
                if (i == suit || std::find(here.begin(), here.begin() + n, i) != here.begin() + n) suits[k++] = i;
            do {
                Wanted all = 0;
                std::uint8_t to = 0;
                for (int i = 0; i <= n; ++i)
                    if (suits[i] == suit)
                        to = static_cast<std::uint8_t>(rows[i] * rules_.places);
                    else
                        all |= wanted(rows[i], suits[i]);
                visit(Step{from, to}, all);
            } while (std::next_permutation(suits.begin(), suits.begin() + n + 1));
        }
    }

    // Brings front cards to the fronts that they are wanted at; makes, and tells to visit(Step), one move after
    // another.
    template <class Visit>
    void arrange(Board& board, Wanted all, Visit visit) const {
        const auto go = [&](int from, int to) {
            const Step step{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
            play_.make(board, step, play_.key_after(board, step));
            visit(step);
        };
        for (int row = 0; row < rules_.rows; ++row) {
            const int suit = (all >> 4 * row & 15) - 1;
            if (suit < 0) continue;
            const int place = row * rules_.places;
            const auto card = static_cast<Card>(suit * 13 + rules_.front);
            if (board.cell[place] == card) continue;
            if (board.cell[place] != kNoCard) {
                int free = 0;
                while (board.cell[free] != kNoCard) free += rules_.places;
                go(place, free);
            }
            go(board.where[card][0], place);
        }
    }

private:
    bool is_front(int place) const { return place % rules_.places == 0; }
    bool is_open(const Board& board, int row) const {
        const Card c = board.cell[row * rules_.places];
        return c == kNoCard || c % 13 == rules_.front;
    }
    static Wanted wanted(int row, int suit) { return static_cast<Wanted>((suit + 1) << 4 * row); }

    const Play& play_;
    const Rules& rules_;
};

}  // namespace arfa::grid
