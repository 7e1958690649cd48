#include "piles/waste_space.h"

#include <algorithm>

namespace arfa::piles {

// -- keys -----------------------------------------------------------------------------------------------------

void WasteSpace::prepare(const Board& board) {
    parent_ = &board;
    valued_ = false;
    columns_key_ = {};
    onto_ = 0;
    space_ = -1;
    for (int i = 0; i < rules_.columns; ++i) {
        const auto at = static_cast<std::size_t>(i);
        column_key_[at] = column_key(facts_, board.column(i), board.size(i), board.down[at]);
        columns_key_ += column_key_[at];
        if (!board.empty(i))
            onto_ |= plan_.takes[board.tail(i)];
        else if (space_ < 0)
            space_ = i;
    }
    heights_key_ = {};
    for (int f = 0; f < rules_.foundations; ++f) {
        const Foundation& foundation = plan_.foundations[static_cast<std::size_t>(f)];
        heights_key_ += facts_.height[static_cast<std::size_t>(foundation.letter * 4 + foundation.suit)]
                                     [board.height[static_cast<std::size_t>(f)]];
    }
    key_ = columns_key_;
    key_ += heights_key_;
    key_ += stock_key(board).key;
    want_ = rules_.want(board);
}

WasteSpace::StockKey WasteSpace::stock_key(const Board& board) const {
    if (board.stock == 0) return {{}, 0};
    StockKey found{mix(Key{board.stock, ~board.stock}), 0};
    const StockRank what = piles::stock_rank(plan_, rules_.stock_rank, board);
    if (what != StockRank::full) found.key += facts_.pointer[board.pointer];
    if (what == StockRank::exact) found.key += facts_.passes[board.passes];
    if (!rules_.unlimited && what != StockRank::exact)
        found.rank =
            static_cast<std::uint16_t>(what == StockRank::full ? board.passes * 64 + board.pointer : board.passes);
    return found;
}

// -- values ---------------------------------------------------------------------------------------------------

double WasteSpace::value() {
    const auto heights = [&](const Board& board) {
        return std::span(board.height.data(), static_cast<std::size_t>(rules_.foundations));
    };
    const auto columns_value = [&](const Board& board, const Value::Wanted& wanted) {
        double sum = 0;
        for (int i = 0; i < rules_.columns; ++i) {
            const auto at = static_cast<std::size_t>(i);
            column_value_[at] = value_.column(board.column(i), board.size(i), board.down[at], wanted);
            sum += column_value_[at];
        }
        return sum;
    };
    if (!valued_) {
        lows_ = value_.lows(heights(*parent_));
        value_.wanted(lows_, wanted_);
        columns_value_ = columns_value(*parent_, wanted_);
        valued_ = true;
    }
    double value = 0;
    const Value::Lows lows = value_.lows(heights(child_));
    Value::Wanted fresh;
    const Value::Wanted* wanted = &wanted_;
    if (lows == lows_) {
        value = columns_value_;
        for (std::uint32_t left = touched_; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            value += value_.column(child_.column(static_cast<int>(i)), child_.size(static_cast<int>(i)), child_.down[i],
                                   wanted_) -
                     column_value_[i];
        }
    } else {
        value_.wanted(lows, fresh);
        wanted = &fresh;
        for (int i = 0; i < rules_.columns; ++i)
            value += value_.column(child_.column(i), child_.size(i), child_.down[static_cast<std::size_t>(i)], fresh);
    }
    const int top = child_.top();
    double ahead = 0;
    double behind = 0;
    for (std::uint64_t left = child_.stock; left != 0; left &= left - 1) {
        const int i = std::countr_zero(left);
        (i < child_.pointer && i != top ? behind : ahead) += (*wanted)[stock_[static_cast<std::size_t>(i)]];
    }
    value += value_.weight(Feature::needs) * (ahead + behind) + value_.weight(Feature::needb) * behind;
    if (!rules_.redeal_left(child_)) value += waste_value(*wanted);
    Summary summary;
    summary.up = child_.up;
    summary.stock = std::popcount(child_.stock);
    summary.passes = child_.passes;
    summary.through = stocked_ > 0 ? static_cast<double>(child_.pointer) / stocked_ : 0;
    for (int i = 0; i < rules_.columns; ++i) {
        if (child_.empty(i))
            ++summary.empty;
        else
            summary.onto |= plan_.takes[child_.tail(i)];
    }
    summary.heights = heights(child_);
    return value + value_.rest(summary);
}

// In the last pass the waste is a pile from which cards are taken one by one, like the face-down cards of a column.
double WasteSpace::waste_value(const Value::Wanted& wanted) const {
    std::array<std::uint8_t, 4> lowest{99, 99, 99, 99};
    double need = 0;
    int inverted = 0;
    int above = std::popcount(child_.wasted());
    for (std::uint64_t left = child_.wasted(); left != 0; left &= left - 1) {
        const Card c = stock_[static_cast<std::size_t>(std::countr_zero(left))];
        need += wanted[c] * --above;
        std::uint8_t& low = lowest[static_cast<std::size_t>(suit_of(c))];
        inverted += low <= rules_.order[c];
        low = std::min(low, rules_.order[c]);
    }
    return value_.weight(Feature::needw) * need + value_.weight(Feature::invw) * inverted;
}

// -- steps ----------------------------------------------------------------------------------------------------

void WasteSpace::take(Board& board, int column, int n) {
    const auto at = static_cast<std::size_t>(column);
    const int end = board.start[at + 1];
    const int all = board.start[static_cast<std::size_t>(rules_.columns)];
    std::memmove(board.cards.data() + end - n, board.cards.data() + end, static_cast<std::size_t>(all - end));
    for (std::size_t i = at + 1; i <= static_cast<std::size_t>(rules_.columns); ++i)
        board.start[i] = static_cast<std::uint8_t>(board.start[i] - n);
    board.kept[at] = static_cast<std::uint8_t>(std::min<int>(board.kept[at], board.size(column)));
    touched_ |= std::uint32_t{1} << column;
}

void WasteSpace::lay(Board& board, int column, Card c) {
    const auto at = static_cast<std::size_t>(column);
    const int end = board.start[at + 1];
    const int all = board.start[static_cast<std::size_t>(rules_.columns)];
    std::memmove(board.cards.data() + end + 1, board.cards.data() + end, static_cast<std::size_t>(all - end));
    board.cards[static_cast<std::size_t>(end)] = c;
    for (std::size_t i = at + 1; i <= static_cast<std::size_t>(rules_.columns); ++i) ++board.start[i];
    touched_ |= std::uint32_t{1} << column;
}

void WasteSpace::shift(Board& board, int src, int dst, int n) {
    std::array<Card, kMaxCards> group;
    std::copy_n(board.column(src) + board.size(src) - n, n, group.begin());
    take(board, src, n);
    for (int i = 0; i < n; ++i) lay(board, dst, group[static_cast<std::size_t>(i)]);
}

bool WasteSpace::draw(Board& board) const {
    std::uint64_t left = board.ahead();
    if (left == 0) return false;
    for (int n = 1; n < plan_.draw && (left & (left - 1)) != 0; ++n) left &= left - 1;
    board.pointer = static_cast<std::uint8_t>(std::countr_zero(left) + 1);
    return true;
}

Card WasteSpace::take_top(Board& board) const {
    const int top = board.top();
    board.stock &= ~bit(top);
    board.pointer = static_cast<std::uint8_t>(board.top() + 1);
    if (board.stock == 0) board.passes = 0;
    return stock_[static_cast<std::size_t>(top)];
}

// Sends up what goes at once from the waste; whether anything did.
bool WasteSpace::settle_hand(Board& board) const {
    bool rose = false;
    while (board.wasted() != 0) {
        const Card c = stock_[static_cast<std::size_t>(board.top())];
        if (!(rules_.first >> c & 1)) break;
        int slot = -1;
        for (int letter = 0; letter < plan_.letters && slot < 0; ++letter) {
            slot = rules_.slot(board, letter, c);
            if (slot >= 0 && board.height[static_cast<std::size_t>(slot)] != 0) slot = -1;
        }
        if (slot < 0) break;
        take_top(board);
        ++board.height[static_cast<std::size_t>(slot)];
        ++board.up;
        rose = true;
    }
    return rose;
}

void WasteSpace::settle(Board& board) {
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < rules_.columns; ++i) {
            if (board.empty(i)) continue;
            const auto at = static_cast<std::size_t>(i);
            if (board.size(i) <= board.down[at]) {
                board.down[at] = static_cast<std::uint8_t>(board.size(i) - 1);
                touched_ |= std::uint32_t{1} << i;
            }
            if (!(rules_.first >> board.tail(i) & 1)) continue;
            for (int letter = 0; letter < plan_.letters; ++letter) {
                const int slot = rules_.slot(board, letter, board.tail(i));
                if (slot < 0 || board.height[static_cast<std::size_t>(slot)] != 0) continue;
                take(board, i, 1);
                raise(board, slot);
                again = true;
                break;
            }
        }
    }
    if (rules_.first != 0) settle_hand(board);
}

void WasteSpace::apply(Board& board, const Step& step) {
    switch (step.kind) {
        case Step::raise: {
            const int slot = rules_.slot(board, step.dst, board.tail(step.src));
            take(board, step.src, 1);
            raise(board, slot);
            break;
        }
        case Step::shift:
            shift(board, step.src, step.dst, step.count);
            break;
        case Step::play_up:
        case Step::play:
        case Step::turn:
            for (int i = 0; i < step.src; ++i) {
                if (!draw(board)) redeal(rules_, board);
                settle_hand(board);
            }
            if (step.kind == Step::play_up) {
                const Card c = take_top(board);
                raise(board, rules_.slot(board, step.dst, c));
            } else if (step.kind == Step::play) {
                const Card c = take_top(board);
                lay(board, step.dst, c);
            }
            break;
        case Step::worry: {
            const auto f = static_cast<std::size_t>(step.src);
            const Card c = plan_.foundations[f].wanted[static_cast<std::size_t>(--board.height[f])];
            --board.up;
            lay(board, step.dst, c);
            break;
        }
    }
    settle(board);
}

Board WasteSpace::after(const Board& board, const Step& step) {
    Board found = board;
    apply(found, step);
    return found;
}

}  // namespace arfa::piles
