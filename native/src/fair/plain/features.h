// What the policy knows of a choice: numbers of the position after it and of the choice itself.  Nothing hidden enters
// but the faces of all unseen cards together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "fair/plain/choices.h"

namespace arfa::fair::plain {

enum class Feature : std::uint8_t {
#define ARFA_FAIR_PLAIN_FEATURE(id, about) id,
#include "fair/plain/features.inc"
#undef ARFA_FAIR_PLAIN_FEATURE
    number
};

inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::number);

inline constexpr std::array<std::pair<std::string_view, std::string_view>, kFeatures> kFeatureInfo{{
#define ARFA_FAIR_PLAIN_FEATURE(id, about) {#id, about},
#include "fair/plain/features.inc"
#undef ARFA_FAIR_PLAIN_FEATURE
}};

using Row = std::array<double, kFeatures>;
// For the last time round, the one before, and earlier; where redeals are not counted: what is left unseen of the stock
// counts as earlier.
inline constexpr std::size_t kPhases = 3;
using Weights = std::array<double, kFeatures * kPhases>;

class Features {
public:
    explicit Features(const Engine& engine);

    // The position that is chosen in, and how many of the choices are not the stock's.
    void from(const Sight& sight, int others);
    void of(const Choice& choice, Row& row) const;
    // Which of the weights count there.
    std::size_t phase() const { return phase_; }

private:
    // A multiset of faces, of which there are two at most of each.
    struct Faces {
        u64 once = 0, twice = 0;
        void add(Card c) {
            twice |= once & bit(c);
            once |= bit(c);
        }
        int in(u64 set) const { return std::popcount(once & set) + std::popcount(twice & set); }
        int size() const { return in(~u64{0}); }
    };
    // What one column adds.  What is wanted is told by the foundations before the choice, so that of other columns
    // nothing changes.
    struct Column {
        int hidden = 0, open = 0;
        bool empty = true, king = false;
        double buried = 0, buried_far = 0;
        u64 faces = 0;  // the open ones
        u64 base = 0;   // the deepest of them
        int end = -1;   // rank and colour of the last
    };
    struct Stock {
        double wanted = 0, behind = 0;
        Faces ahead, past;
        int left = 0, hand = 0;
    };

    Column column_of(const State& state, int i) const;
    Stock stock_of(const State& state, bool turned_over, bool covered) const;
    void columns(const Choice& choice, u64 takes, Row& row) const;
    void stock(const Choice& choice, u64 takes, Row& row) const;
    void move(const Choice& choice, Row& row) const;
    u64 next_up(const State& state) const;
    u64 places(const State& state) const;
    int far(Card c) const { return std::max(0, at_[c] - low_[static_cast<std::size_t>(suit_of(c))]); }
    double wanted(Card c) const { return power_[static_cast<std::size_t>(far(c))]; }

    const Engine& engine_;
    const Plan& plan_;
    std::array<int, kFaces> at_{};  // the place of each face in the order in which its suit goes up
    std::array<double, 2 * kMaxRanks> power_{}, slow_power_{};
    // Of the position that is chosen in:
    const Sight* before_ = nullptr;
    std::array<int, 4> low_{};  // of each suit the lower foundation
    int lowest_ = 0;
    std::array<Column, kMaxColumns> columns_;
    Stock stock_;
    u64 takes_ = 0;  // faces for which there is a place
    Faces unseen_;
    int others_ = 0;
    std::size_t phase_ = 0;
};

}  // namespace arfa::fair::plain
