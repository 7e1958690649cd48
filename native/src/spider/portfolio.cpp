#include "spider/portfolio.h"

#include <algorithm>
#include <numeric>

#include "spider/relaxation.h"

namespace arfa::spider {

namespace {

constexpr std::size_t kLayer = 60'000;  // boards after a group
constexpr std::size_t kManyBoards = 2'000'000;

}  // namespace

Portfolio::Portfolio(const Rules& rules, const Plan& plan, const Options& options, Control& control)
    : rules_(rules), plan_(plan), tactics_(options.techniques), budget_(options, control), trie_(rules) {}

FreePhase& Portfolio::phase(int level) {
    while (static_cast<int>(phases_.size()) <= level)
        phases_.push_back(std::make_unique<FreePhase>(rules_, trie_, tactics_, budget_));
    return *phases_[level];
}

Root Portfolio::root_of(const State& state) {
    Root root;
    for (int i = 0; i < rules_.columns; ++i)
        for (const Card c : state.pile(i)) root.board.at(i) = trie_.child(root.board.at(i), c);
    int placed = 0;
    for (int q = 0; q < kSuits; ++q) {
        root.board.up[q] = static_cast<std::int8_t>(rules_.ranks - 1);
        if (!rules_.in_play(q)) continue;
        const int up = state.height[rules_.ace_pile[q]], down = state.height[rules_.king_pile[q]];
        root.board.up[q] = static_cast<std::int8_t>(up - 1);
        root.board.down[q] = static_cast<std::int8_t>(rules_.ranks - down);
        placed += up + down;
    }
    root.board.placed = static_cast<std::uint8_t>(placed);
    const auto stock = state.pile(rules_.columns);
    root.deck.assign(stock.rbegin(), stock.rend());
    if (tactics_.phases && (root.deck.empty() ? rules_.transfers_free : rules_.transfers_dealing))
        root.board.join_suits();
    return root;
}

Root Portfolio::gathered(const Board& board) const {
    Root root{board, {}, false};
    for (int k = 0; k < rules_.columns; ++k) {
        const int i = rules_.gather_reversed ? rules_.columns - 1 - k : k;
        const std::size_t begin = root.deck.size();
        for (Trie::Id id = board.at(i); id; id = trie_.parent(id)) root.deck.push_back(trie_.top(id));
        std::reverse(root.deck.begin() + static_cast<std::ptrdiff_t>(begin), root.deck.end());
        root.board.at(i) = 0;
    }
    return root;
}

Portfolio::Field Portfolio::field_of(const Root& root, Dealing::Choice choice, std::size_t layer) {
    Field field;
    if (root.deck.empty()) {
        field.starts.push_back(root.board);
        field.complete = true;
        return field;
    }
    const std::size_t nodes = budget_.options().bytes / 12 / sizeof(Dealing::Node);
    const auto dealing = std::make_shared<Dealing>(rules_, trie_, tactics_, budget_);
    dealing->run(root.board, root.deck, root.open, choice, layer, nodes);
    field.dealing = dealing;
    field.nodes = dealing->outcomes();
    for (const std::uint32_t i : field.nodes) field.starts.push_back(field.dealing->nodes()[i].board);
    field.complete = choice == Dealing::Choice::all && !dealing->cut();
    return field;
}

void Portfolio::write(const Field& field, FreePhase& phase, std::uint32_t node, Acts& acts) {
    if (field.dealing) write_dealing(*field.dealing, field.nodes[start_of(phase, node)], trie_, acts);
    write_free_phase(phase, node, field.starts, rules_, trie_, acts);
}

// Without the boards that the relaxation condemns.
Portfolio::Field Portfolio::alive(const Field& field) const {
    Field live{field.dealing, {}, {}, field.complete};
    for (std::size_t i = 0; i < field.starts.size(); ++i) {
        if (tactics_.relaxation && some_card_stays(field.starts[i], rules_, trie_)) continue;
        live.starts.push_back(field.starts[i]);
        if (field.dealing) live.nodes.push_back(field.nodes[i]);
    }
    return live;
}

Portfolio::Field Portfolio::sample(const Field& field, std::size_t size, Random& random) const {
    if (field.starts.size() <= size) return field;
    Field some{field.dealing, {}, {}, false};
    List<std::size_t> order(field.starts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = 0; i < size; ++i) {
        std::swap(order[i], order[i + random.below(order.size() - i)]);
        some.starts.push_back(field.starts[order[i]]);
        if (field.dealing) some.nodes.push_back(field.nodes[order[i]]);
    }
    return some;
}

// -- without another redeal -----------------------------------------------------------------------------------------

Portfolio::Result Portfolio::last_phase(const Field& field, const FreePhase::Settings& settings, Acts& acts) {
    FreePhase& last = phase(0);
    last.clear();
    const FreePhase::End end = last.run(field.starts, settings);
    if (end == FreePhase::End::won) {
        write(field, last, last.winner(), acts);
        return Result::won;
    }
    if (end != FreePhase::End::exhausted || !field.complete) return Result::open;
    proof_ = last.nodes().empty() ? Proof::relaxation : Proof::exhausted;
    return Result::lost;
}

// One try.  The first takes the boards that come of playing whatever can be played, with the weights that are best by
// and large; then come all boards at once, to exhaust them; then weights at random and some of the boards, which is
// what finds the rare ways, with a longer try at all boards now and then.
Portfolio::Result Portfolio::without_redeal(int round, Acts& acts) {
    Random random(budget_.options().seed * 1000 + static_cast<std::uint64_t>(round));
    FreePhase::Settings settings;
    settings.bytes = budget_.options().bytes / 8 * 3;
    settings.seed = random.next();
    settings.classes = round % 4 < 2 ? 3000 : 300;
    if (round == 0) {
        if (!greedy_) greedy_ = alive(field_of(root_, Dealing::Choice::greedy, kLayer));
        if (greedy_->starts.empty()) return Result::open;
        settings.boards = 10'000;
        return last_phase(*greedy_, settings, acts);
    }
    if (!all_) {
        all_ = field_of(root_, Dealing::Choice::all, kLayer);
        live_ = alive(*all_);
    }
    if (round == 1 || round % 8 == 6) {
        settings.boards = round == 1 ? 50'000 : kManyBoards;
        settings.classes = 300;
        return last_phase(*live_, settings, acts);
    }
    settings.weights = Weights::random(random);
    settings.boards = 100'000;
    const bool greedy = round % 2 == 1 && !greedy_->starts.empty();
    return last_phase(sample(greedy ? *greedy_ : *live_, 200, random), settings, acts);
}

// -- with redeals ---------------------------------------------------------------------------------------------------

// Redeals from the boards of a free phase that have most cards on the bases.  Finds wins only.
bool Portfolio::with_redeals(const Field& field, int level, const Effort& effort, std::uint64_t seed, Acts& acts) {
    FreePhase& upper = phase(level);
    upper.clear();
    FreePhase::Settings settings;
    settings.last = false;
    settings.boards = effort.upper;
    settings.bytes = budget_.options().bytes / 4;
    const FreePhase::End end = upper.run(field.starts, settings);
    if (end == FreePhase::End::won) {
        write(field, upper, upper.winner(), acts);
        return true;
    }
    List<std::uint32_t> order(upper.nodes().size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    Random random(seed);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    std::stable_sort(order.begin(), order.end(), [&upper](std::uint32_t a, std::uint32_t b) {
        return upper.nodes()[a].board.placed > upper.nodes()[b].board.placed;
    });
    if (order.size() > effort.redeals) order.resize(effort.redeals);
    for (const std::uint32_t node : order) {
        if (budget_.over()) return false;
        const Field next = field_of(gathered(upper.nodes()[node].board), Dealing::Choice::all, 2000);
        FreePhase::Settings lower;
        lower.boards = effort.lower + next.starts.size();
        lower.bytes = budget_.options().bytes / 4;
        Acts after;
        if (last_phase(next, lower, after) != Result::won &&
            (level == 1 || !with_redeals(next, level - 1, {3, effort.upper / 10, effort.lower}, seed, after)))
            continue;
        write(field, upper, node, acts);
        acts.insert(acts.end(), after.begin(), after.end());
        return true;
    }
    return false;
}

// Looks at every board of every phase: with redeals to come each order of the columns counts, so this ends for short
// decks alone.  The last free phase is searched as always; boards met after one redeal are not searched again after
// another.
Portfolio::Result Portfolio::exhaust(const Root& root, int level, std::size_t boards, Acts& acts) {
    const Field field = field_of(root, Dealing::Choice::all, kLayer);
    FreePhase& free = phase(level);
    FreePhase::Settings settings;
    settings.last = level == 0;
    settings.every_board = level > 0;
    settings.boards = boards;
    settings.bytes = budget_.options().bytes / static_cast<std::uint64_t>(2 * level + 4);
    const std::size_t known = free.nodes().size();
    const FreePhase::End end = free.run(field.starts, settings);
    if (end == FreePhase::End::won) {
        write(field, free, free.winner(), acts);
        return Result::won;
    }
    if (end != FreePhase::End::exhausted || !field.complete) return Result::open;
    if (level == 0) return Result::lost;
    const std::size_t met = free.nodes().size();
    for (std::size_t i = known; i < met; ++i) {
        const Root next = gathered(free.nodes()[i].board);
        if (next.deck.empty()) continue;
        Text text(next.deck.begin(), next.deck.end());
        for (int q = 0; q < kSuits; ++q) {
            text += static_cast<char>(next.board.u(q));
            text += static_cast<char>(next.board.d(q));
        }
        text += static_cast<char>(next.board.joined);
        text += static_cast<char>(level);
        if (!decks_.insert(std::move(text)).second) continue;
        Acts after;
        const Result result = exhaust(next, level - 1, boards, after);
        if (result == Result::open) return result;
        if (result == Result::lost) continue;
        write(field, free, static_cast<std::uint32_t>(i), acts);
        acts.insert(acts.end(), after.begin(), after.end());
        return result;
    }
    return Result::lost;
}

// -- all together ---------------------------------------------------------------------------------------------------

Portfolio::Result Portfolio::search(int level, Acts& acts) {
    bool hopeless = false;  // without a redeal
    std::size_t upper = 5000, lower = 3000, all = 50'000;
    for (int round = 0; !budget_.over(); ++round) {
        if (!hopeless) {
            const Result result = without_redeal(round, acts);
            if (result == Result::won || (result == Result::lost && level == 0)) return result;
            hopeless = result == Result::lost;
        }
        if (level == 0 || round < 1) continue;
        if (!all_) all_ = field_of(root_, Dealing::Choice::all, kLayer);
        if (with_redeals(*all_, level, {upper / 50, upper, lower}, budget_.options().seed, acts)) return Result::won;
        for (int i = 0; i <= level; ++i) phase(i).clear();
        decks_.clear();
        const Result result = exhaust(root_, level, all, acts);
        if (result != Result::open) {
            proof_ = Proof::exhausted;
            return result;
        }
        upper = std::min(upper * 4, kManyBoards / 4);
        lower = std::min<std::size_t>(lower * 3, 300'000);
        all = std::min(all * 4, kManyBoards);
    }
    return Result::open;
}

Outcome Portfolio::solve(const State& state) {
    Outcome out;
    root_ = root_of(state);
    const Board start = [&] {
        // The bases as they are, whatever is known of joined suits.
        Board b = root_.board;
        for (int q = 0; q < kSuits; ++q)
            if (rules_.in_play(q)) {
                b.up[q] = static_cast<std::int8_t>(state.height[rules_.ace_pile[q]] - 1);
                b.down[q] = static_cast<std::int8_t>(rules_.ranks - state.height[rules_.king_pile[q]]);
            }
        b.joined = 0;
        return b;
    }();
    Acts acts;
    Result result = Result::won;
    const bool unlimited = rules_.redeals < 0;
    if (root_.board.placed != rules_.cards) {
        try {
            result = search(unlimited ? 3 : std::max(0, rules_.redeals - state.redeals), acts);
        } catch (const OutOfRoom&) {
            result = Result::open;
            budget_.stop(Limit::memory);
        }
    }
    if (unlimited && result == Result::lost) result = Result::open;
    out.verdict = result == Result::won    ? Verdict::winnable
                  : result == Result::lost ? Verdict::unwinnable
                                           : Verdict::unknown;
    if (result == Result::won) {
        out.proof = Proof::line;
        out.line = as_moves(acts, start, state.free, root_.deck.size(), rules_, plan_);
    } else if (result == Result::lost) {
        out.proof = proof_;
    } else {
        out.ran_out = budget_.limit() == Limit::none ? Limit::states : budget_.limit();
    }
    out.states = budget_.states;
    out.generated = budget_.generated;
    return out;
}

}  // namespace arfa::spider
