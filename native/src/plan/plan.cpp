#include "plan/plan.h"

#include <algorithm>

namespace arfa {
namespace {

// Takes fields out of the map one by one, checking each, and complains about those that nobody asked for.
class Reader {
public:
    explicit Reader(const PlanFields& fields) : fields_(fields) {}

    const std::vector<int>& list(const std::string& name, std::size_t least, std::size_t most, int low, int high) {
        const auto found = fields_.find(name);
        if (found == fields_.end()) throw PlanError("plan field " + name + " is missing");
        const std::vector<int>& values = found->second;
        if (values.size() < least || values.size() > most)
            throw PlanError("plan field " + name + " has a wrong length");
        for (const int value : values)
            if (value < low || value > high) throw PlanError("plan field " + name + " is out of range");
        ++asked_;
        return values;
    }

    int number(const std::string& name, int low, int high) { return list(name, 1, 1, low, high)[0]; }
    bool flag(const std::string& name) { return number(name, 0, 1) != 0; }

    void finish() const {
        if (asked_ != fields_.size()) throw PlanError("the plan has fields that are not known");
    }

private:
    const PlanFields& fields_;
    std::size_t asked_ = 0;
};

std::uint64_t faces(const std::vector<int>& cards) {
    std::uint64_t set = 0;
    for (const int c : cards) set |= bit(c);
    return set;
}

}  // namespace

Plan Plan::decode(const PlanFields& fields) {
    Plan plan;
    Reader read(fields);
    plan.decks = read.number("decks", 1, 2);
    plan.ranks = read.number("ranks", 2, kMaxRanks);
    const auto& copies = read.list("copies", kFaces, kFaces, 0, 2);
    std::ranges::transform(copies, plan.copies.begin(), [](int n) { return static_cast<std::uint8_t>(n); });
    for (const int n : copies) plan.cards += n;
    if (plan.cards > kMaxCards) throw PlanError("plan field copies: too many cards");
    for (int c = 0; c < kFaces; ++c)
        if (copies[static_cast<std::size_t>(c)] != 0 && rank_of(static_cast<Card>(c)) > plan.ranks)
            throw PlanError("plan field copies: a rank that the deck has not");

    const auto& letter = read.list("foundation_letter", 0, kMaxFoundations, 0, 1);
    const std::size_t n = letter.size();
    const auto& suit = read.list("foundation_suit", n, n, 0, 3);
    const auto& fixed = read.list("foundation_fixed", n, n, 0, 1);
    const auto& wanted = read.list("foundation_wanted", n * static_cast<std::size_t>(plan.ranks),
                                   n * static_cast<std::size_t>(plan.ranks), 0, kFaces - 1);
    for (std::size_t f = 0; f < n; ++f) {
        Foundation foundation{letter[f], suit[f], fixed[f], {}};
        foundation.wanted.fill(kNoCard);
        for (std::size_t h = 0; h < static_cast<std::size_t>(plan.ranks); ++h) {
            const int c = wanted[f * static_cast<std::size_t>(plan.ranks) + h];
            const int up = suit[f] * 13 + static_cast<int>(h);  // from the ace; or else down from the king
            const int down = suit[f] * 13 + plan.ranks - 1 - static_cast<int>(h);
            const bool ascends = wanted[f * static_cast<std::size_t>(plan.ranks)] == suit[f] * 13;
            if (c != (ascends ? up : down))
                throw PlanError("plan field foundation_wanted: a foundation is built in suit, up or down");
            foundation.wanted[h] = static_cast<Card>(c);
        }
        plan.foundations.push_back(foundation);
        plan.letters = std::max(plan.letters, letter[f] + 1);
    }

    plan.grid = read.flag("grid");
    plan.rows = read.number("rows", 0, 8);
    plan.places = read.number("places", 0, 14);
    plan.front = read.number("front", 1, 2);
    plan.columns = read.number("columns", 0, kMaxColumns);
    if (plan.grid ? plan.rows < 1 || plan.places < 2 || plan.columns != 0 || n != 0 : plan.columns < 1 || n == 0)
        throw PlanError("the plan has neither columns nor a grid, or both");
    if (plan.grid && plan.rows * plan.places < plan.cards) throw PlanError("plan field places: the grid is too small");

    const auto& takes = read.list("takes", 0, kFaces * kFaces, 0, kFaces * kFaces - 1);
    for (const int pair : takes) plan.takes[static_cast<std::size_t>(pair / kFaces)] |= bit(pair % kFaces);
    plan.space_takes = faces(read.list("space_takes", 0, kFaces, 0, kFaces - 1));
    plan.groups = static_cast<Groups>(read.number("groups", 0, 4));

    plan.stock = static_cast<StockKind>(read.number("stock", 0, 5));
    if (plan.grid && plan.stock != StockKind::none) throw PlanError("plan field stock: a grid has none");
    plan.draw = read.number("draw", 1, kFaces);
    plan.redeals = read.number("redeals", -1, 99);
    plan.draw_when_stuck = read.flag("draw_when_stuck");
    plan.skip = read.number("skip", 0, 5);
    plan.open_next = read.flag("open_next");
    plan.forced_play = read.flag("forced_play");
    plan.row_size = read.number("row_size", 0, kFaces);
    plan.row_cover = read.flag("row_cover");
    if (plan.stock == StockKind::row && plan.row_size == 0) throw PlanError("plan field row_size is missing");
    plan.spaces_refused = read.flag("spaces_refused");
    plan.gather_reversed = read.flag("gather_reversed");
    const auto& give = read.list("may_give", 0, kMaxColumns * kMaxFoundations, 0, kMaxColumns * kMaxFoundations - 1);
    for (const int pair : give)
        plan.may_give[static_cast<std::size_t>(pair / kMaxFoundations)] |= 1u << pair % kMaxFoundations;

    plan.aces_at_once = read.flag("aces_at_once");
    plan.worry_back = read.flag("worry_back");
    plan.transfer = static_cast<Transfer>(read.number("transfer", 0, 2));
    plan.mercy = static_cast<Mercy>(read.number("mercy", 0, 2));
    plan.mercy_count = read.number("mercy_count", 0, 99);

    const auto& deal = read.list("deal", 0, kMaxCards, 0, kMaxCards - 1);
    const auto& turned = read.list("deal_up", deal.size(), deal.size(), 0, 1);
    const int last = plan.grid ? plan.rows * plan.places : plan.loose_piles();
    for (std::size_t i = 0; i < deal.size(); ++i) {
        if (deal[i] >= last) throw PlanError("plan field deal: no such pile");
        plan.deal.push_back({static_cast<std::int8_t>(deal[i]), turned[i] != 0});
    }
    plan.pack = read.list("pack", deal.size(), deal.size(), 0, kFaces - 1);
    plan.stock_reversed = read.flag("stock_reversed");
    plan.deal_free = read.flag("deal_free");
    if (plan.loose_piles() > kMaxPiles) throw PlanError("the plan has too many piles");
    read.finish();
    return plan;
}

}  // namespace arfa
