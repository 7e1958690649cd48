#include "grid/beam.h"

#include <unordered_map>

#include "grid/relaxation.h"

namespace arfa::grid {

std::vector<Step> Beam::line_to(std::uint32_t node) const {
    std::vector<Step> steps;
    for (; node != 0; node = nodes_[node].parent) steps.push_back(nodes_[node].step);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

std::vector<Step> Beam::line() const { return line_to(winner_); }

bool Beam::lost(const Board& board) {
    if (!relaxed_) return false;
    const Phase phase = phase_of(play_, board);
    reach_.start(board, phase.stay);
    return some_card_never_home(reach_, board, play_.rules(), phase);
}

std::uint32_t Beam::fronts_after(const Board& board, Step step) const {
    const Rules& rules = play_.rules();
    std::uint32_t fronts = 0;
    for (int row = 0; row < rules.rows; ++row) {
        const int cell = row * rules.places;
        Card c = board.cell[cell];
        if (cell == step.from) c = kNoCard;
        if (cell == step.to) c = board.cell[step.from];
        fronts = fronts * 5 + static_cast<std::uint32_t>(c == kNoCard ? 4 : suit_of(c));
    }
    return fronts;
}

// The value of a row once a move has been made.
double Beam::row_after(const Member& member, Step step, int row) const {
    const Rules& rules = play_.rules();
    std::array<Card, kMaxPlaces> place;
    const int first = row * rules.places;
    std::copy_n(member.board.cell.begin() + first, rules.places, place.begin());
    if (step.from / rules.places == row) place[step.from - first] = kNoCard;
    if (step.to / rules.places == row) place[step.to - first] = member.board.cell[step.from];
    int n = 0;
    if (place[0] != kNoCard && place[0] % 13 == rules.front)
        for (n = 1; n < rules.length && place[n] == place[0] + n;) ++n;
    return row_value(place.data(), n, rules, weights_);
}

void Beam::forget() {
    seen_.forget();
    let_go(layer_, next_, children_);
}

void Beam::keep_best(std::size_t width, double share) {
    if (children_.size() <= width) return;
    const auto better = [](const Child& a, const Child& b) { return a.value > b.value; };
    if (share >= 1) {
        std::nth_element(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(width), children_.end(),
                         better);
        children_.resize(width);
        return;
    }
    std::sort(children_.begin(), children_.end(), better);
    const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(width)));
    std::unordered_map<std::uint32_t, std::size_t> taken;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < children_.size() && kept < width; ++k)
        if (taken[children_[k].fronts]++ < most) children_[kept++] = children_[k];
    children_.resize(kept);
}

Beam::End Beam::run(const Board& start, std::size_t width, const Weights& weights, std::uint64_t seed,
                    std::uint64_t states, Control& control, std::uint64_t counted) {
    weights_ = weights;
    states_ = made_ = 0;
    best_ = -1;
    best_node_ = 0;
    Random random(seed);
    try {
        return walk(start, width, random, states, control, counted);
    } catch (const OutOfRoom&) {
        return End::memory;
    }
}

Beam::End Beam::walk(const Board& start, std::size_t width, Random& random, std::uint64_t states, Control& control,
                     std::uint64_t counted) {
    const Rules& rules = play_.rules();
    seen_.clear();
    seen_.insert(start.key);
    nodes_.assign(1, {0, {0, 0}});
    const auto measure = [&](Member& member, int row) {
        const int n = play_.sequence(member.board, row);
        member.sequence[row] = static_cast<std::int8_t>(n);
        member.value[row] = row_value(member.board.cell.data() + row * rules.places, n, rules, weights_);
    };
    layer_.assign(1, {start, {}, {}, 0});
    for (int row = 0; row < rules.rows; ++row) measure(layer_[0], row);
    while (!layer_.empty()) {
        children_.clear();
        for (std::uint32_t i = 0; i < layer_.size(); ++i) {
            if (states_ >= states) return End::states;
            if (++states_ % 256 == 0 && control.poll(counted + states_)) return End::stopped;
            const Member& member = layer_[i];
            double whole = 0;
            for (int row = 0; row < rules.rows; ++row) whole += member.value[row];
            play_.for_moves(member.board, [&](Step step) {
                const int from = step.from / rules.places, to = step.to / rules.places;
                if (step.from % rules.places < member.sequence[from]) return;
                ++made_;
                const Key key = play_.key_after(member.board, step);
                if (!seen_.insert(key)) return;
                double value = whole - member.value[from] + row_after(member, step, from);
                if (to != from) value += row_after(member, step, to) - member.value[to];
                value += weights_.noise * random.uniform();
                const std::uint32_t fronts = weights_.share < 1 ? fronts_after(member.board, step) : 0;
                children_.push_back({value, i, step, key, fronts});
            });
        }
        keep_best(width, weights_.share);
        next_.clear();
        next_.reserve(children_.size());
        for (const Child& child : children_) {
            Member member = layer_[child.parent];
            nodes_.push_back({member.node, child.step});
            member.node = static_cast<std::uint32_t>(nodes_.size() - 1);
            play_.make(member.board, child.step, child.key);
            measure(member, child.step.from / rules.places);
            measure(member, child.step.to / rules.places);
            int placed = 0;
            for (int row = 0; row < rules.rows; ++row) placed += member.sequence[row];
            if (placed > best_) {
                best_ = placed;
                best_board_ = member.board;
                best_node_ = member.node;
            }
            if (placed == rules.cards) {
                winner_ = member.node;
                return End::won;
            }
            if (!lost(member.board)) next_.push_back(member);
        }
        layer_.swap(next_);
    }
    return End::lost_track;
}

}  // namespace arfa::grid
