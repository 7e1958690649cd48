#include "spider/free_phase.h"

#include <algorithm>
#include <numeric>

#include "spider/relaxation.h"

namespace arfa::spider {

namespace {

constexpr std::size_t kFewNodes = 2000;  // with no room for so many, trying again has no sense

}  // namespace

void FreePhase::clear() {
    nodes_.clear();
    seen_.clear();
    winner_ = 0;
}

FreePhase::End FreePhase::run(const List<Board>& starts, const Settings& settings) {
    settings_ = settings;
    random_ = Random(settings.seed);
    queue_ = {};
    cut_ = false;
    try {
        return search(starts);
    } catch (const OutOfRoom&) {
        // The nodes are all whole; some may not be in the queue.
        if (nodes_.size() < kFewNodes) budget_.stop(Limit::memory);
        return End::limit;
    }
}

FreePhase::End FreePhase::search(const List<Board>& starts) {
    if (nodes_.empty()) {
        shuttles_.clear(tactics_.classes && !settings_.every_board ? settings_.classes : 1);
        const auto most = std::min<std::size_t>(settings_.boards, settings_.bytes / 2 / sizeof(Node));
        if (Room::has(most * sizeof(Node))) nodes_.reserve(most);
    }
    for (std::uint32_t i = 0; i < starts.size(); ++i) {
        if (budget_.over()) return End::limit;
        if (push(starts[i], 15, kStart + i, {})) return End::won;
    }
    while (!queue_.empty()) {
        if (budget_.over() || nodes_.size() >= settings_.boards) return End::limit;
        if (nodes_.size() % 64 < 16 && bytes() + trie_.bytes() > settings_.bytes) {
            if (nodes_.size() < kFewNodes) budget_.stop(Limit::memory);
            return End::limit;
        }
        const std::uint32_t index = queue_.top().second;
        queue_.pop();
        if (expand(index)) return End::won;
    }
    return cut_ ? End::limit : End::exhausted;
}

std::array<std::uint8_t, kMaxColumns> FreePhase::order_of(const Board& board) const {
    std::array<std::uint8_t, kMaxColumns> order;
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    if (!settings_.last || !tactics_.order) return order;
    // Insertion sort: nearly sorted already.
    for (int i = 1; i < rules_.columns; ++i) {
        const std::uint8_t column = order[static_cast<std::size_t>(i)];
        int k = i;
        for (; k > 0 && board.at(order[static_cast<std::size_t>(k - 1)]) < board.at(column); --k)
            order[static_cast<std::size_t>(k)] = order[static_cast<std::size_t>(k - 1)];
        order[static_cast<std::size_t>(k)] = column;
    }
    return order;
}

void FreePhase::settle(Board& board, unsigned suits) {
    if (!tactics_.classes || settings_.every_board) return;
    for (int q = 0; q < kSuits; ++q) {
        if (!(suits >> q & 1)) continue;
        const Chains chains = Chains::of(board, rules_, trie_, q);
        if (chains.count < 2) continue;
        const Text config = chains.config(board, trie_);
        const Text& kept = shuttles_[shuttles_.find(config)].configs.front();
        if (kept != config) chains.lay(board, trie_, q, kept);
    }
}

unsigned FreePhase::touched(const Board& before, const Board& after) const {
    unsigned suits = 0;
    for (int i = 0; i < rules_.columns; ++i) {
        if (before.at(i) == after.at(i)) continue;
        if (before.at(i)) suits |= 1U << suit_of(trie_.top(before.at(i)));
        if (after.at(i)) suits |= 1U << suit_of(trie_.top(after.at(i)));
    }
    return suits;
}

bool FreePhase::push(Board board, unsigned suits, std::uint32_t parent, const Move& move) {
    ++budget_.generated;
    if (settings_.last && tactics_.relaxation && some_card_stays(board, rules_, trie_)) return false;
    settle(board, suits);
    const auto order = order_of(board);
    Board kept = board;
    for (std::size_t k = 0; k < static_cast<std::size_t>(rules_.columns); ++k) kept.column[k] = board.column[order[k]];
    if (nodes_.size() == nodes_.capacity()) nodes_.reserve(std::max<std::size_t>(64, nodes_.size() * 2));
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    const auto same = [&](std::uint32_t i) { return nodes_[i].board == kept; };
    if (budget_.left() == 0) {
        cut_ |= !seen_.contains(kept.hash(), same);
        return false;
    }
    if (!seen_.insert(kept.hash(), index, same)) return false;
    ++budget_.states;
    nodes_.push_back({kept, parent, move});
    if (kept.placed == rules_.cards) {
        winner_ = index;
        return true;
    }
    int value = value_of(kept, rules_, trie_, settings_.weights);
    if (settings_.weights.noise)
        value += static_cast<int>(random_.below(static_cast<std::size_t>(settings_.weights.noise)));
    queue_.emplace(value, index);
    queue_bytes_ = std::max<std::uint64_t>(queue_bytes_, queue_.size() * sizeof(std::pair<int, std::uint32_t>));
    return false;
}

Board FreePhase::after(const Board& board, const Move& move) {
    Board next = board;
    if (move.step == Step::up_down || move.step == Step::down_up) {
        next.transfer(move.suit, move.step);
        if (tactics_.phases) next.join_suits();
        return next;
    }
    const Chains chains = Chains::of(board, rules_, trie_, move.suit);
    chains.lay(next, trie_, move.suit, shuttles_[move.of].configs[move.config]);
    const Trie::Id id = next.at(move.from);
    const Card c = trie_.top(id);
    next.at(move.from) = trie_.parent(id);
    if (move.step == Step::shift) {
        next.at(move.to) = trie_.child(next.at(move.to), c);
    } else {
        next.place(move.suit, c % 13, move.step);
        if (tactics_.phases && rules_.transfers_free) next.join_suits();
    }
    return next;
}

// Technique `spider_plays`: in a closed suit (u >= d) of whose low cards none is left (the king's pile is full),
// the next card of the ace's pile goes up at once when it is exposed; and the other way round.  Let c be that card, of
// rank u + 1.  The cards of the suit still outside are single copies of c and higher ones, so the only card that can
// ever be laid on c is its upper neighbour, on that the next, and so on.  Take a line that wins from here, and play c
// first.  Where the line lays a card on c, or on a card that lies on c, this card goes to the base instead: all that
// are lower are up.  Moves of c itself, and of cards that are up already, are left out.  Columns then hold the
// same cards or fewer at their ends, without those of the suit that are up, and spaces are the same or more; a card
// that the line lays elsewhere can still be laid there, since the only cards missing could have taken none but
// cards that are up.  Only where no deal follows: a card left lying would change the order of a new deck.
std::optional<FreePhase::Move> FreePhase::safe_play(const Board& board, int suit, const Chains& chains,
                                                    std::uint32_t of) {
    if (board.is_joined(suit) || board.u(suit) < board.d(suit)) return std::nullopt;
    const int last = rules_.ranks - 1;
    for (const Shuttles::Exit& exit : shuttles_.with_exits(of).exits) {
        if (exit.step != Step::none) continue;
        const bool up = board.d(suit) == 0 && exit.rank == board.u(suit) + 1;
        const bool down = board.u(suit) == last && exit.rank == board.d(suit) - 1;
        if (!up && !down) continue;
        return Move{up ? Step::to_ace : Step::to_king,
                    static_cast<std::uint8_t>(suit),
                    chains.column[exit.a],
                    0,
                    of,
                    exit.config};
    }
    return std::nullopt;
}

bool FreePhase::expand(std::uint32_t index) {
    const Board board = nodes_[index].board;
    std::array<Chains, kSuits> chains;
    std::array<std::uint32_t, kSuits> of{};
    for (int q = 0; q < kSuits; ++q) {
        auto& c = chains[static_cast<std::size_t>(q)];
        c = Chains::of(board, rules_, trie_, q);
        if (c.count) of[static_cast<std::size_t>(q)] = shuttles_.find(c.config(board, trie_));
    }
    const auto follow = [&](const Move& move) {
        const Board next = after(board, move);
        return push(next, touched(board, next), index, move);
    };
    if (settings_.last && tactics_.safe)
        for (int q = 0; q < kSuits; ++q) {
            const auto suit = static_cast<std::size_t>(q);
            if (!chains[suit].count) continue;
            if (const auto move = safe_play(board, q, chains[suit], of[suit])) return follow(*move);
        }
    for (int q = 0; q < kSuits; ++q) {
        const auto suit = static_cast<std::size_t>(q);
        const auto s8 = static_cast<std::uint8_t>(q);
        if (rules_.transfers_free && !tactics_.phases && rules_.in_play(q)) {
            for (const Step step : {Step::up_down, Step::down_up}) {
                if (!board.can_transfer(q, step, rules_.ranks)) continue;
                const Move move{step, s8, 0, 0, 0, 0};
                if (follow(move)) return true;
            }
        }
        if (!chains[suit].count) continue;
        for (const Shuttles::Exit& exit : shuttles_.with_exits(of[suit]).exits) {
            Move move{Step::shift, s8, chains[suit].column[exit.a], 0, of[suit], exit.config};
            if (exit.step == Step::shift) {
                move.to = chains[suit].column[exit.b];
                if (follow(move)) return true;
                continue;
            }
            const auto c = static_cast<Card>(q * 13 + exit.rank);
            if (const Step step = fits(board, c); step != Step::none) {
                move.step = step;
                if (follow(move)) return true;
                // Of the last rank between two piles the choice is for good where there are no transfers.
                if (step == Step::to_ace && exit.rank == board.d(q) - 1 && !rules_.transfers_free) {
                    move.step = Step::to_king;
                    if (follow(move)) return true;
                }
                move.step = Step::shift;
            }
            if (!rules_.begins_column(c)) continue;
            for (int to = 0; to < rules_.columns; ++to) {
                if (board.at(to)) continue;
                move.to = static_cast<std::uint8_t>(to);
                // A card alone in its column changes places with a space: of use only where the order counts.
                if (trie_[board.at(move.from)].depth > 1 || settings_.every_board)
                    if (follow(move)) return true;
                if (!settings_.every_board) break;
            }
        }
    }
    return false;
}

}  // namespace arfa::spider
