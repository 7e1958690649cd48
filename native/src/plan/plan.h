// The rules of a patience as integers and bit tables: all that the core knows of them.
//
// `rules/plan.py` makes the fields by asking the predicates of `rules/predicates.py`; nothing here says what a rule
// means.  Cards are numbered as in Python: suit * 13 + rank - 1, and two copies of a face are the same number.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace arfa {

using Card = std::uint8_t;
inline constexpr Card kNoCard = 255;
inline constexpr int kFaces = 52;
inline constexpr int kMaxCards = 112;  // 104 cards, or the 8 x 14 places of a grid
inline constexpr int kMaxColumns = 16;
inline constexpr int kMaxFoundations = 8;
inline constexpr int kMaxPiles = 72;  // columns, stock, hand (a covered row has up to 52 piles)
inline constexpr int kMaxRanks = 13;

constexpr int rank_of(Card c) { return c % 13 + 1; }
constexpr int suit_of(Card c) { return c / 13; }
constexpr bool is_red(Card c) { return c >= 13 && c < 39; }
constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

enum class Groups { single, run, strict_run, king_run, any };
enum class StockKind { none, waste, cycle, row, columns, groups };
enum class Transfer { never, free_phase, always };
enum class Mercy { off, per_space, counted };

struct Foundation {
    int letter;  // number of its kind; a move names the kind alone
    int suit;
    int fixed;                                 // cards that never move: a base dealt beforehand
    std::array<Card, kMaxRanks + 1> wanted{};  // by height; kNoCard when full
};

// Raised for fields that do not make a plan, naming the field.
struct PlanError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Fields by name, as plan.py writes them; docs/solver.md lists them.
using PlanFields = std::map<std::string, std::vector<int>>;

struct Plan {
    // -- cards
    int decks = 1;
    int ranks = 13;
    std::array<std::uint8_t, kFaces> copies{};  // how many of each face are in play; 0 for a face that is not
    int cards = 0;                              // how many in all

    // -- piles, numbered in the order of the referee: foundations, columns (or cells of a grid), stock, hand
    std::vector<Foundation> foundations;
    int letters = 0;
    int columns = 0;
    bool grid = false;
    int rows = 0;    // of a grid
    int places = 0;  // of a row
    int front = 1;   // the rank that begins a row of a grid

    // -- columns
    std::array<std::uint64_t, kFaces> takes{};  // takes[below] has bit c when c may lie on it
    std::uint64_t space_takes = 0;              // which cards may begin an empty column
    Groups groups = Groups::run;

    // -- stock
    StockKind stock = StockKind::none;
    int draw = 1;
    int redeals = -1;  // how many are allowed; -1 without limit (of a grid: its own)
    bool draw_when_stuck = false;
    int skip = 2;
    bool open_next = false;
    bool forced_play = false;
    int row_size = 0;
    bool row_cover = false;
    bool spaces_refused = false;                        // a deal onto columns wants every space filled
    std::array<std::uint32_t, kMaxColumns> may_give{};  // bit f: while groups are dealt, column may give to f
    bool gather_reversed = false;

    // -- the deal of a deck: for each of its cards, in dealing order, where it goes
    struct Place {
        std::int8_t pile;  // a loose pile, or the cell of a grid (which stays a gap when the card is not in play)
        bool face_up;
    };
    std::vector<Place> deal;
    std::vector<int> pack;        // the cards that are shuffled, sorted
    bool stock_reversed = false;  // the first card left over is on top of the stock, its last
    bool deal_free = true;        // play begins in the free phase

    // -- the rest
    bool aces_at_once = false;
    bool worry_back = false;
    Transfer transfer = Transfer::never;
    Mercy mercy = Mercy::off;
    int mercy_count = 0;

    // Reads and checks the fields.  Throws PlanError.
    static Plan decode(const PlanFields& fields);

    int foundation_count() const { return static_cast<int>(foundations.size()); }
    int stock_pile() const { return foundation_count() + columns; }  // where there is a stock
    int hand_pile() const { return stock_pile() + 1; }               // the first, where there is one
    int hand_piles() const {
        switch (stock) {
            case StockKind::waste:
            case StockKind::cycle:
                return 1;
            case StockKind::row:
                return row_cover ? row_size : 1;
            default:
                return 0;
        }
    }
    // Piles that hold their cards one by one: all but the foundations.
    int loose_piles() const { return columns + (stock == StockKind::none ? 0 : 1 + hand_piles()); }
    bool lies_on(Card below, Card c) const { return takes[below] >> c & 1; }
    bool begins_column(Card c) const { return space_takes >> c & 1; }
};

}  // namespace arfa
