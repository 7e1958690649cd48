// What the player who cannot see may choose from where the counts model does not play: a few ordinary moves that lead
// to something, found from what is visible alone.
//
// Something is: a card goes up, leaves the hand, or is turned up; a column becomes empty; the stock gives; mercy.
// Moving cards to and fro is never chosen for itself, only as the way to such an event.
#pragma once

#include <array>
#include <vector>

#include "fair/plain/sight.h"

namespace arfa::fair::plain {

enum class Event : std::uint8_t { up, laid, turned, emptied, stock, mercy, quiet };

struct Choice {
    static constexpr int kLongest = 16;

    std::array<Move, kLongest> moves;
    int size = 0;
    Event event = Event::quiet;
    Card card = kNoCard;  // the one that goes up, or the deepest of those that the last move takes
    State after;          // nothing turned up, nothing that is not known drawn

    const Move& last() const { return moves[static_cast<std::size_t>(size - 1)]; }
    // Cannot be undone by other moves, so it never leads back.
    bool lasts() const { return event == Event::up || event == Event::laid || event == Event::turned; }
};

// One for each thread.
class Choices {
public:
    explicit Choices(const Engine& engine);

    // One choice where a card may go up and nothing can be lost by it.
    void all(const Sight& sight, std::vector<Choice>& out);

private:
    bool safe(const State& state, Card c) const;
    bool safe_card_goes_up(const Sight& sight);
    void ups(const State& state);
    void from_hand(const State& state);
    void columns(const State& state);
    void digs(const State& state);
    void dig(const State& state, int column, int first);
    void events_on(const State& state, const State& at_first, int column, Card below);
    void worries(const State& state);
    void stock(const Sight& sight);
    void mercies(const Sight& sight);
    void anything(const State& state);

    int open_cards(const State& state, int column) const { return state.size(column) - state.down[column]; }
    Card head(const State& state, int column, int n) const { return state.pile(column)[state.size(column) - n]; }
    Move column_move(int src, int dst, int n) const;
    // The column that had best take the last n cards of another; -1 where none can.
    int host(const State& state, int column, int n) const;
    bool has_place(const State& state, Card c, int except) const;
    int up_letter(const State& state, Card c) const;
    // Makes a choice of the way so far and one move more, which must be legal.
    void add(const State& state, const Move& move, Event event, Card card);

    const Engine& engine_;
    const Plan& plan_;
    std::vector<Choice>* out_ = nullptr;
    std::array<Move, Choice::kLongest> way_;  // the moves before the last one
    int way_size_ = 0;
    bool spaces_for_all_ = false;
    std::vector<Move> legal_;
};

}  // namespace arfa::fair::plain
