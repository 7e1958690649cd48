// Makes ordinary moves of the steps of a search that does not know the arrangement.
//
// A step needs some parent to be bare, or a card to be exposed.  The counts say that it can be had; here the run that
// lies in the way is shifted to the parent that is bare.  The stock is turned until the wanted card is at hand.
#pragma once

#include <stdexcept>
#include <vector>

#include "counts/node.h"
#include "moves/engine.h"

namespace arfa::counts {

struct LineStep {
    StepKind kind;
    Card card;
    int where;  // of an anchored card its column; of a card of the stock its place at the start
};

class Line {
public:
    Line(const Engine& engine, const State& start);

    // Throws std::logic_error when a step cannot be made, which is a fault of the search.
    void play(const LineStep& step);
    // Once every card is open or at hand: all go up.
    void finish();
    std::vector<Move> take() { return std::move(moves_); }
    // Whether there are any by now.
    bool begun() const { return !moves_.empty(); }
    const State& state() const { return state_; }

private:
    void move(MoveKind kind, int src, int dst, int count);
    // A column other than `not_this` that takes the card, if possible one that is not empty.
    int place_for(Card c, int not_this) const;
    // Where any card goes into spaces: a space, if whole columns can be laid on others to make one.
    void make_space();
    // Column i, from the open card at place k on, goes to another column.
    void shift(int i, int k);
    void raise_from(int i, int k);
    void find_free(Card c, int& column, int& place) const;
    void raise_free(Card c);
    void mercy(const LineStep& step);
    int mercy_space();
    int laid_by_mercy(Card c);
    // Brings a card of the stock to hand; how a move names it.
    int to_hand(int place);
    void from_hand(MoveKind kind, int dst, int item);
    void turn();
    void match_stock();
    int foundation_with(Card c) const;

    const Engine& engine_;
    const Plan& plan_;
    State state_;
    unsigned laid_;  // columns whose first card was laid by mercy, as far as it still lies there
    std::vector<Move> moves_;
    // Places of the cards of the stock: of a waste from the deepest of the waste to the last of the stock; of the
    // cyclic pile from its bottom, the opened card first; of a row as they lie, then the stock.
    std::vector<int> order_;
    std::vector<Card> faces_;  // by place
};

}  // namespace arfa::counts
