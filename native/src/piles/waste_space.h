// Positions as boards, with every play from the stock as one step: the moves that layered and exhaustive searches make.
//
// A space gives a search its positions: `expand` makes the children of one, `value` judges the last child made.
// Left out are steps that only lead to the same position with its columns in another order: a space is filled where it
// comes first, and a whole column is not moved into one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "piles/board.h"
#include "piles/finish.h"
#include "piles/rules.h"
#include "piles/safe_foundation.h"
#include "piles/value.h"

namespace arfa::piles {

class WasteSpace {
public:
    using Position = Board;
    using Move = Step;

    struct Child {
        const Board& board;
        Key key;
        std::uint16_t rank;
        Step step;
    };

    // `backward`: cards may come back from foundations, where the rules allow it.
    WasteSpace(const Engine& engine, std::uint64_t techniques, const Weights& weights, bool backward)
        : rules_(engine, techniques),
          plan_(rules_.plan),
          value_(plan_, weights),
          facts_(Facts::get()),
          backward_(backward && plan_.worry_back) {}

    Board start(const State& state) {
        Board board = rules_.board(state, stock_);
        stocked_ = std::popcount(board.stock);
        loose_ = board.start[static_cast<std::size_t>(rules_.columns)];
        return board;
    }
    bool won(const Board& board) const { return board.up == plan_.cards; }
    bool backward() const { return backward_; }
    // What has been done for good.
    int layer(const Board& board) const {
        int kept = 0;
        for (int i = 0; i < rules_.columns; ++i) kept += board.kept[static_cast<std::size_t>(i)];
        return board.up + stocked_ - std::popcount(board.stock) + loose_ - kept;
    }
    int layers() const { return plan_.cards + stocked_ + loose_ + 1; }
    // What a step within a layer costs, and how many may follow one another.
    double step_cost(const Step&) const { return value_.weight(Feature::shuttle); }
    static int patience(const Step&) { return 12; }
    static constexpr std::uint64_t kPoll = 2048;  // children that are made in less than a few milliseconds

    Key key(const Board& board) {
        prepare(board);
        return key_;
    }
    std::uint16_t rank(const Board& board) const { return stock_key(board).rank; }

    // Calls `sink(child)` for every child; stops when it returns false.
    template <class Sink>
    void expand(const Board& board, Sink&& sink);
    // The value of the child that the sink has been given last.
    double value();
    // The board after a step that expand() has made from it.
    Board after(const Board& board, const Step& step);
    // Whether playing whatever can go up wins; the steps are added to `line`.
    template <class Line>
    bool finish(const Board& board, Line& line);

    const Rules& rules() const { return rules_; }

private:
    struct StockKey {
        Key key;
        std::uint16_t rank;
    };

    void prepare(const Board& board);
    StockKey stock_key(const Board& board) const;
    double waste_value(const Value::Wanted& wanted) const;
    template <class Sink>
    bool expand_columns(const Board& board, Sink& sink);
    template <class Sink>
    bool expand_stock(const Board& board, Sink& sink);
    template <class Sink>
    bool play_top(const Board& board, int actions, Sink& sink);
    template <class Sink>
    bool give(Step step, Sink& sink);

    // -- what steps are made of; they note in `touched_` which columns have changed
    void take(Board& board, int column, int n);
    void lay(Board& board, int column, Card c);
    void shift(Board& board, int src, int dst, int n);
    void raise(Board& board, int f) {
        ++board.height[static_cast<std::size_t>(f)];
        ++board.up;
    }
    bool draw(Board& board) const;
    static void redeal(const Rules& rules, Board& board) {
        board.pointer = 0;
        if (!rules.unlimited) ++board.passes;
    }
    Card take_top(Board& board) const;
    void settle(Board& board);
    bool settle_hand(Board& board) const;
    void apply(Board& board, const Step& step);

    Rules rules_;
    const Plan& plan_;
    Value value_;
    const Facts& facts_;
    bool backward_;
    std::array<Card, 64> stock_{};
    int stocked_ = 0;
    int loose_ = 0;

    // -- the position that is being expanded
    std::array<Key, kMaxColumns> column_key_;
    std::array<double, kMaxColumns> column_value_;
    Key columns_key_;
    Key heights_key_;
    Key key_;
    std::uint64_t want_ = 0;  // cards that go up
    std::uint64_t onto_ = 0;  // cards that a column with cards takes
    int space_ = -1;          // the first empty column
    Value::Lows lows_;
    Value::Wanted wanted_;
    double columns_value_ = 0;
    bool valued_ = false;
    const Board* parent_ = nullptr;

    // -- its last child
    Board child_;
    std::uint32_t touched_ = 0;
};

template <class Line>
bool WasteSpace::finish(const Board& board, Line& line) {
    if (!rules_.finish || !may_finish(rules_, board)) return false;
    Board at = board;
    const auto size = line.size();
    while (!won(at)) {
        Step best{Step::worry, 0, 0, 0};
        for (int i = 0; i < rules_.columns && best.kind == Step::worry; ++i)
            if (!at.empty(i) && rules_.slot(at, 0, at.tail(i)) >= 0)
                best = {Step::raise, static_cast<std::uint8_t>(i), 0, 1};
        if (best.kind == Step::worry && at.stock != 0) {
            Board turned = at;
            int actions = 0;
            bool again = false;
            for (;;) {
                if (turned.wasted() != 0 &&
                    rules_.slot(turned, 0, stock_[static_cast<std::size_t>(turned.top())]) >= 0) {
                    best = {Step::play_up, static_cast<std::uint8_t>(actions), 0, 1};
                    break;
                }
                if (!draw(turned)) {
                    if (again || turned.wasted() == 0 || !rules_.redeal_left(turned)) break;
                    redeal(rules_, turned);
                    again = true;
                } else {
                    settle_hand(turned);
                }
                ++actions;
            }
        }
        if (best.kind == Step::worry) {
            line.resize(size);
            return false;
        }
        at = after(at, best);
        line.push_back(best);
    }
    return true;
}

}  // namespace arfa::piles

#include "piles/waste_children.h"
