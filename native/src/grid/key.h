// Keys of boards that do not depend on the order of the rows, and a set of them.
#pragma once

#include <array>
#include <cstdint>

#include "grid/rules.h"
#include "search/key.h"
#include "search/random.h"
#include "search/room.h"

namespace arfa::grid {

// Technique `grid_rows`: rows may be exchanged, and two copies of a card are one face, so boards that differ in these
// alone have one key (a redeal too deals to the rows in an order that follows from what is in them).  A row is the sum
// of its cards in their places; rows are mixed one by one and added up.  When the technique is off, a row counts by
// its number as well.
class Numbers {
public:
    explicit Numbers(bool rows_apart) {
        Random random(288);
        for (auto& place : of_)
            for (Key& k : place) k = {random.next(), random.next()};
        for (Key& k : row_)
            if (rows_apart) k = {random.next(), random.next()};
        open_ = {random.next(), random.next()};
    }
    const Key& operator()(int place, Card c) const { return of_[place][c]; }
    // Of a front that any front card may come to.
    const Key& open() const { return open_; }
    Key of_row(Key sum, int row) const { return mix(sum ^= row_[row]); }

private:
    std::array<std::array<Key, kFaces>, kMaxPlaces> of_;
    std::array<Key, kMaxRows> row_{};
    Key open_{};
};

class KeySet {
public:
    // To be called before the first key.
    void clear() {
        size_ = 0;
        slots_.assign(std::size_t{1} << 12, Key{});
        slots_.shrink_to_fit();
    }
    // Forgets everything and gives all room back.
    void forget() {
        size_ = 0;
        let_go(slots_);
    }
    // False when the key was there.
    bool insert(Key key) {
        if (key == Key{}) key.lo = 1;
        std::size_t s = key.lo & (slots_.size() - 1);
        for (; !(slots_[s] == Key{}); s = (s + 1) & (slots_.size() - 1))
            if (slots_[s] == key) return false;
        slots_[s] = key;
        if (++size_ * 10 > slots_.size() * 7) grow();
        return true;
    }
    bool contains(Key key) const {
        if (key == Key{}) key.lo = 1;
        std::size_t s = key.lo & (slots_.size() - 1);
        for (; !(slots_[s] == Key{}); s = (s + 1) & (slots_.size() - 1))
            if (slots_[s] == key) return true;
        return false;
    }
    void prefetch(const Key& key) const { __builtin_prefetch(&slots_[key.lo & (slots_.size() - 1)]); }
    std::size_t size() const { return size_; }

private:
    void grow() {
        List<Key> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Key& key : old) {
            if (key == Key{}) continue;
            std::size_t s = key.lo & (slots_.size() - 1);
            while (!(slots_[s] == Key{})) s = (s + 1) & (slots_.size() - 1);
            slots_[s] = key;
        }
    }

    std::size_t size_ = 0;
    List<Key> slots_;
};

}  // namespace arfa::grid
