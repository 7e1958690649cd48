#include "spider/rules.h"

#include <cstdlib>

namespace arfa::spider {

namespace {

bool is_neighbour(int a, int b, int ranks) {
    const int d = std::abs(a - b);
    return d == 1 || d == ranks - 1;
}

// Whether a foundation is built by one rank from a single base card that never moves.
bool is_base(const Foundation& f, int ranks, bool up) {
    if (f.fixed != 1) return false;
    for (int h = 0; h < ranks; ++h) {
        const int rank = up ? h : ranks - 1 - h;
        if (f.wanted[static_cast<std::size_t>(h)] != f.suit * 13 + rank) return false;
    }
    return f.wanted[static_cast<std::size_t>(ranks)] == kNoCard;
}

}  // namespace

std::optional<Rules> Rules::of(const Plan& plan) {
    if (plan.stock != StockKind::groups || plan.grid || plan.groups != Groups::single || plan.worry_back ||
        plan.aces_at_once || plan.mercy != Mercy::off || plan.ranks < 3 || plan.columns > kMaxColumns)
        return std::nullopt;
    Rules r;
    r.ranks = plan.ranks;
    r.columns = plan.columns;
    r.redeals = plan.redeals;
    r.gather_reversed = plan.gather_reversed;
    r.transfers_free = plan.transfer != Transfer::never;
    r.transfers_dealing = plan.transfer == Transfer::always;
    r.space_takes = plan.space_takes;
    r.ace_pile.fill(-1);
    r.king_pile.fill(-1);
    for (int i = 0; i < plan.foundation_count(); ++i) {
        const Foundation& f = plan.foundations[static_cast<std::size_t>(i)];
        if (f.suit < 0 || f.suit >= kSuits) return std::nullopt;
        const bool up = is_base(f, plan.ranks, true);
        if (!up && !is_base(f, plan.ranks, false)) return std::nullopt;
        int& pile = (up ? r.ace_pile : r.king_pile)[static_cast<std::size_t>(f.suit)];
        if (pile >= 0) return std::nullopt;
        pile = i;
    }
    for (int q = 0; q < kSuits; ++q) {
        const auto suit = static_cast<std::size_t>(q);
        if ((r.ace_pile[suit] < 0) != (r.king_pile[suit] < 0)) return std::nullopt;
        for (int rank = 0; rank < 13; ++rank) {
            const int wanted = rank < plan.ranks && r.in_play(q) ? 2 : 0;
            if (plan.copies[static_cast<std::size_t>(q * 13 + rank)] != wanted) return std::nullopt;
            r.cards += wanted;
        }
    }
    // What lies on what: in suit, neighbours alone, and for all suits alike.
    bool first = true;
    for (int q = 0; q < kSuits; ++q) {
        if (!r.in_play(q)) continue;
        for (int below = 0; below < plan.ranks; ++below) {
            std::uint64_t takes = plan.takes[static_cast<std::size_t>(q * 13 + below)];
            std::uint16_t in_suit = 0;
            for (int rank = 0; rank < plan.ranks; ++rank) {
                if (!(takes >> (q * 13 + rank) & 1)) continue;
                if (!is_neighbour(below, rank, plan.ranks)) return std::nullopt;
                in_suit = static_cast<std::uint16_t>(in_suit | 1 << rank);
                takes &= ~bit(q * 13 + rank);
            }
            // Cards that are not in play may be named by the tables and do no harm.
            for (int other = 0; other < kFaces; ++other)
                if (takes >> other & 1 && plan.copies[static_cast<std::size_t>(other)]) return std::nullopt;
            std::uint16_t& onto = r.onto[static_cast<std::size_t>(below)];
            if (!first && onto != in_suit) return std::nullopt;
            onto = in_suit;
        }
        first = false;
    }
    if (first) return std::nullopt;
    for (int below = 0; below < plan.ranks; ++below)
        for (int rank = 0; rank < plan.ranks; ++rank)
            if (r.lies_on(below, rank)) {
                auto& hosts = r.hosts[static_cast<std::size_t>(rank)];
                hosts = static_cast<std::uint16_t>(hosts | 1 << below);
            }
    for (int i = 0; i < plan.columns; ++i) {
        const auto column = static_cast<std::size_t>(i);
        for (int q = 0; q < kSuits; ++q) {
            if (!r.in_play(q)) continue;
            const std::uint32_t give = plan.may_give[column];
            if (give >> r.ace_pile[static_cast<std::size_t>(q)] & 1)
                r.gives_ace[column] = static_cast<std::uint8_t>(r.gives_ace[column] | 1 << q);
            if (give >> r.king_pile[static_cast<std::size_t>(q)] & 1)
                r.gives_king[column] = static_cast<std::uint8_t>(r.gives_king[column] | 1 << q);
        }
    }
    return r;
}

}  // namespace arfa::spider
