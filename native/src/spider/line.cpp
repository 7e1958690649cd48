#include "spider/line.h"

#include <algorithm>
#include <cstdlib>

namespace arfa::spider {

void write_dealing(const Dealing& dealing, std::uint32_t node, const Trie& trie, Acts& out) {
    std::vector<std::uint32_t> way;
    for (; dealing.nodes()[node].parent != node; node = dealing.nodes()[node].parent) way.push_back(node);
    for (auto at = way.rbegin(); at != way.rend(); ++at) {
        const Dealing::Node& n = dealing.nodes()[*at];
        Act act{n.step, n.column, 0, kNoCard};
        if (n.step == Step::up_down || n.step == Step::down_up)
            act.card = static_cast<Card>(n.column * 13);
        else if (n.step != Step::deal)
            act.card = trie.top(dealing.nodes()[n.parent].board.at(n.column));
        out.push_back(act);
    }
}

std::uint32_t start_of(const FreePhase& phase, std::uint32_t node) {
    while (node < FreePhase::kStart) node = phase.nodes()[node].parent;
    return node - FreePhase::kStart;
}

Board write_free_phase(FreePhase& phase, std::uint32_t node, const List<Board>& starts, const Rules& rules, Trie& trie,
                       Acts& out) {
    std::vector<std::uint32_t> way{node};
    while (phase.nodes()[way.back()].parent < FreePhase::kStart) way.push_back(phase.nodes()[way.back()].parent);
    std::reverse(way.begin(), way.end());
    // `real` has the true columns.  Column k of the kept board is the true column place[k]; the chains of a suit may
    // have another form than in the kept board, of the same class: they are brought into the form that a move needs
    // only when it comes.
    Board real = starts[start_of(phase, node)];
    std::array<std::uint8_t, kMaxColumns> place{};
    const auto keep = [&](Board raw, unsigned suits, const std::array<std::uint8_t, kMaxColumns> before) {
        phase.settle(raw, suits);
        const auto order = phase.order_of(raw);
        for (int k = 0; k < rules.columns; ++k) place[k] = before[order[k]];
    };
    std::array<std::uint8_t, kMaxColumns> identity{};
    for (int k = 0; k < rules.columns; ++k) identity[k] = static_cast<std::uint8_t>(k);
    keep(real, 15, identity);
    const auto shift = [&](int from, int to) {
        const Card c = trie.top(real.at(from));
        real.at(from) = trie.parent(real.at(from));
        real.at(to) = trie.child(real.at(to), c);
        out.push_back({Step::shift, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), c});
    };
    for (std::size_t i = 1; i < way.size(); ++i) {
        const FreePhase::Node& n = phase.nodes()[way[i]];
        const FreePhase::Move& move = n.move;
        const Board kept = phase.nodes()[way[i - 1]].board;
        if (move.step == Step::up_down || move.step == Step::down_up) {
            out.push_back({move.step, move.suit, 0, static_cast<Card>(move.suit * 13)});
        } else {
            Chains chains = Chains::of(kept, rules, trie, move.suit);
            for (int k = 0; k < chains.count; ++k) chains.column[k] = place[chains.column[k]];
            const Text form = chains.config(real, trie);
            for (const auto [a, b] : phase.shuttles().path(form, phase.shuttles()[move.of].configs[move.config]))
                shift(chains.column[a], chains.column[b]);
            const int from = place[move.from];
            if (move.step == Step::shift) {
                shift(from, place[move.to]);
            } else {
                const Card c = trie.top(real.at(from));
                real.at(from) = trie.parent(real.at(from));
                out.push_back({move.step, static_cast<std::uint8_t>(from), 0, c});
            }
        }
        const Board raw = phase.after(kept, move);
        keep(raw, phase.touched(kept, raw), place);
    }
    const Board& last = phase.nodes()[node].board;
    if (phase.settings().last == false) {
        // A redeal may follow, for which the form counts.
        for (int q = 0; q < kSuits; ++q) {
            Chains chains = Chains::of(last, rules, trie, q);
            const Text form = chains.config(last, trie);
            for (int k = 0; k < chains.count; ++k) chains.column[k] = place[chains.column[k]];
            for (const auto [a, b] : phase.shuttles().path(chains.config(real, trie), form))
                shift(chains.column[a], chains.column[b]);
        }
    }
    real.up = last.up;
    real.down = last.down;
    real.joined = last.joined;
    real.placed = last.placed;
    return real;
}

namespace {

class Writer {
public:
    Writer(const Acts& acts, const Board& start, bool free, std::size_t stock, const Rules& rules, const Plan& plan)
        : acts_(acts), board_(start), free_(free), stock_(stock), rules_(rules), plan_(plan) {
        cards_ = static_cast<std::size_t>(rules.cards - start.placed);
    }

    std::vector<Move> run() {
        for (at_ = 0; at_ < acts_.size(); ++at_) act(acts_[at_]);
        return std::move(moves_);
    }

private:
    std::uint8_t column(int i) const { return static_cast<std::uint8_t>(plan_.foundation_count() + i); }

    void transfer(int q, Step step) {
        const int from = step == Step::up_down ? rules_.ace_pile[q] : rules_.king_pile[q];
        const int to = step == Step::up_down ? rules_.king_pile[q] : rules_.ace_pile[q];
        moves_.push_back({MoveKind::foundation, static_cast<std::uint8_t>(from),
                          static_cast<std::uint8_t>(plan_.foundations[to].letter), 1});
        board_.transfer(q, step);
    }
    // Puts the boundary of a joined suit at u = `up`.
    void set_boundary(int q, int up) {
        while (board_.u(q) > up) transfer(q, Step::up_down);
        while (board_.u(q) < up) transfer(q, Step::down_up);
    }
    bool given(const Act& act, bool dealing, bool to_ace) const {
        const int q = suit_of(act.card), rank = act.card % 13;
        if (to_ace ? rank == 0 : rank == rules_.ranks - 1) return false;
        return !dealing || (to_ace ? rules_.gives_ace : rules_.gives_king)[act.from] >> q & 1;
    }
    // Which pile a pivot goes to with the fewest transfers, and the height that this wants.
    bool pivot_to_ace(const Act& act, bool dealing) const {
        const int q = suit_of(act.card), rank = act.card % 13;
        if (!given(act, dealing, true)) return false;
        if (!given(act, dealing, false)) return true;
        return std::abs(board_.u(q) - (rank - 1)) <= std::abs(board_.u(q) - rank);
    }
    void place(const Act& act, bool to_ace) {
        const int q = suit_of(act.card);
        const int pile = to_ace ? rules_.ace_pile[q] : rules_.king_pile[q];
        moves_.push_back(
            {MoveKind::foundation, column(act.from), static_cast<std::uint8_t>(plan_.foundations[pile].letter), 1});
        board_.place(q, act.card % 13, to_ace ? Step::to_ace : Step::to_king);
        --cards_;
    }
    void act(const Act& act) {
        const int q = act.card == kNoCard ? 0 : suit_of(act.card);
        switch (act.step) {
            case Step::none:
                break;
            case Step::deal:
                deal();
                break;
            case Step::to_ace:
            case Step::to_king:
                place(act, act.step == Step::to_ace);
                break;
            case Step::pivot: {
                const bool to_ace = pivot_to_ace(act, !free_);
                set_boundary(q, to_ace ? act.card % 13 - 1 : act.card % 13);
                place(act, to_ace);
                break;
            }
            case Step::shift:
                moves_.push_back({MoveKind::column, column(act.from), column(act.to), 1});
                break;
            case Step::up_down:
            case Step::down_up:
                transfer(q, act.step);
                break;
        }
    }
    void deal() {
        const auto stock = static_cast<std::uint8_t>(plan_.stock_pile());
        if (free_) {
            if (!rules_.transfers_dealing) prepare();
            stock_ = cards_;
        }
        moves_.push_back({free_ ? MoveKind::back : MoveKind::draw, stock, 0, 1});
        stock_ -= std::min(stock_, static_cast<std::size_t>(rules_.columns));
        free_ = stock_ == 0;
    }
    // Before a redeal: sets the boundary of every joined suit of which a card is played before the next free phase.
    void prepare() {
        std::size_t left = cards_;
        std::array<bool, kSuits> seen{};
        for (std::size_t i = at_; i < acts_.size(); ++i) {
            const Act& next = acts_[i];
            if (next.step == Step::deal) {
                if (left == 0) break;
                left -= std::min(left, static_cast<std::size_t>(rules_.columns));
                if (left == 0) break;
                continue;
            }
            const int q = suit_of(next.card);
            if (next.step != Step::pivot || seen[q]) continue;
            seen[q] = true;
            const int rank = next.card % 13;
            set_boundary(q, pivot_to_ace(next, true) ? rank - 1 : rank);
        }
    }

    const Acts& acts_;
    Board board_;
    bool free_;
    std::size_t stock_;
    std::size_t cards_;  // in the columns and the stock
    const Rules& rules_;
    const Plan& plan_;
    std::size_t at_ = 0;
    std::vector<Move> moves_;
};

}  // namespace

std::vector<arfa::Move> as_moves(const Acts& acts, const Board& start, bool free, std::size_t stock, const Rules& rules,
                                 const Plan& plan) {
    return Writer(acts, start, free, stock, rules, plan).run();
}

}  // namespace arfa::spider
