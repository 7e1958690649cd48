// The plain engine: the rules played on explicit piles, in lockstep with the referee (same moves, same order).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "moves/move.h"
#include "plan/plan.h"
#include "state/state.h"

namespace arfa {

// A card of the hand: one that the stock has given and that can be played.
struct HandCard {
    std::uint8_t pile;  // the loose pile where it lies
    std::uint8_t at;    // its place there
    std::uint8_t item;  // how a move names it (Move::count): 1, or its place in an extra row
    Card card;
};

// A small list without allocation.
struct Hand {
    std::array<HandCard, kFaces> cards;
    int size = 0;
    const HandCard* begin() const { return cards.data(); }
    const HandCard* end() const { return cards.data() + size; }
};

// An Engine holds nothing but the plan and may be used by many threads.
class Engine {
public:
    explicit Engine(Plan plan);

    const Plan& plan() const { return plan_; }

    // The legal moves in the order of the referee, appended.
    void legal_moves(const State& state, std::vector<Move>& out) const;
    std::vector<Move> legal_moves(const State& state) const;
    bool is_legal(const State& state, const Move& move) const;
    // Makes a legal move, turns up what it exposes and sends up what goes at once.
    void apply(State& state, const Move& move) const;
    // Makes a legal building move or mercy, and nothing of what follows from it; returns the foundation that took the
    // card, or -1.
    int build(State& state, const Move& move) const;
    // Turns up what is exposed and sends up what goes at once (1.a.3, 1.a.5); whether anything happened.
    bool settle(State& state) const;
    bool won(const State& state) const;
    // No event can be reached by reversible moves (rulebook 1.2); `drawing`: drawing counts as one of them.
    bool stuck(const State& state, bool drawing = true) const;
    // The same for positions that differ only in the order of interchangeable piles, and for no others.
    std::string canonical(const State& state) const;

    // -- questions that searches ask too
    // How many cards at the end of a column form a run.
    int run_length(const State& state, int column) const;
    // The foundation of a kind that takes the card now, of two equal ones the first; -1 when none does.
    int slot_for(const State& state, int letter, Card c) const;
    bool goes_up(const State& state, Card c) const;
    bool may_give(const State& state, int column, int foundation) const;
    Hand hand(const State& state) const;
    // The cards that drawing and redealing can bring without playing any, as a set of faces.
    std::uint64_t reach(const State& state) const;
    // Whether a card of the hand fits a foundation or a column now.
    bool playable(const State& state, Card c) const;
    // Down by alternating colour, any part of a run moves, kings go into spaces, one kind of foundations.
    bool klondike_type() const { return klondike_type_; }
    // The same with any card into spaces.
    bool klondike_any_spaces() const { return any_spaces_; }
    bool columns_interchange(const State& state) const;
    // How many cards at the front of a grid's row are in their final places.
    int sequence(const State& state, int row) const;

private:
    friend class Stuckness;

    // Building: every move to a column or a foundation.
    void building_moves(const State& state, std::vector<Move>& out) const;
    void transfers(const State& state, std::vector<Move>& out) const;
    bool group_moves(const State& state, int column, int n, int run) const;
    bool worry_back_allowed(const State& state, int foundation) const;
    bool transfer_allowed(const State& state) const;
    // Whether a group may go from a column or foundation to a column, twins or not.
    bool may_move(const State& state, int src, int dst, int n) const;
    bool column_takes(const State& state, int column, Card c) const;
    bool rise(State& state) const;
    void after_play(State& state) const;

    // Stock.
    bool stock_action_possible(const State& state, bool second) const;
    bool stock_action_legal(const State& state, bool second) const;
    void stock_action(State& state, bool second) const;
    bool redeal_left(const State& state) const;
    void deal_group(State& state) const;

    // Mercy.
    void mercy_moves(const State& state, std::vector<Move>& out) const;

    // Grid.
    void grid_moves(const State& state, std::vector<Move>& out) const;
    bool grid_move_legal(const State& state, int src, int gap) const;
    bool grid_redeal_legal(const State& state) const;
    void grid_redeal(State& state) const;

    Plan plan_;
    bool klondike_type_ = false;
    bool any_spaces_ = false;
    std::uint64_t first_ = 0;  // cards that go up at once
    // slots_[letter][suit]: the foundations of a kind and suit, and in which order of suits a kind lists them
    std::array<std::array<std::vector<int>, 4>, 2> slots_;
};

}  // namespace arfa
