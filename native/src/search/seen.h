// Which positions were met, and with how small a rank.
//
// The rank of a position is what it has used up of something that its key leaves out (passes through the stock): of two
// positions with equal keys the one with the smaller rank can do whatever the other can.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "search/key.h"
#include "search/room.h"

namespace arfa {

// For searches that look for wins alone: half a key is enough, a mistaken identity can only lose a chance.
class Met {
public:
    // Forgets everything; room is kept.
    void clear() {
        ++age_;
        used_ = 0;
    }
    // Whether the position is new, or was met with larger ranks only; it is met from now on.
    bool add(std::uint64_t key, std::uint32_t rank) {
        if (used_ * 4 >= slots_.size() * 3) grow();
        for (std::size_t i = key & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[i];
            if (slot.age != age_) {
                slot = {key, rank, age_};
                ++used_;
                return true;
            }
            if (slot.key == key) {
                if (slot.rank <= rank) return false;
                slot.rank = rank;
                return true;
            }
        }
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t rank = 0;
        std::uint32_t age = 0;
    };

    void grow() {
        List<Slot> old(std::max<std::size_t>(64, slots_.size() * 2));
        old.swap(slots_);
        used_ = 0;
        for (const Slot& slot : old) {
            if (slot.age == age_) add(slot.key, slot.rank);
        }
    }

    List<Slot> slots_;
    std::size_t used_ = 0;
    std::uint32_t age_ = 1;
};

// For proofs: whole keys.
class Closed {
public:
    // Forgets everything and gives room back that no small search needs.
    void clear() {
        keys_.assign(std::size_t{1} << 12, Key{});
        keys_.shrink_to_fit();
        ranks_.assign(keys_.size(), 0);
        ranks_.shrink_to_fit();
        used_ = 0;
    }
    // Forgets everything and gives all room back.
    void forget() {
        let_go(keys_, ranks_);
        used_ = 0;
    }
    enum class Added { no, yes, again, many, full };
    // yes: new; again: met with larger ranks only.  Not added although new: many, when there are `most` of them
    // already; full, when there is no room left.
    Added add(Key key, std::uint16_t rank, std::size_t most) {
        if (key == Key{}) key.lo = 1;
        for (std::size_t i = key.lo & (keys_.size() - 1);; i = (i + 1) & (keys_.size() - 1)) {
            if (keys_[i] == Key{}) {
                if (used_ >= most) return Added::many;
                if (used_ * 4 >= keys_.size() * 3) {
                    if (!Room::has(keys_.size() * 2 * (sizeof(Key) + sizeof(std::uint16_t)) + 64)) return Added::full;
                    grow();
                    return add(key, rank, most);
                }
                keys_[i] = key;
                ranks_[i] = rank;
                ++used_;
                return Added::yes;
            }
            if (keys_[i] == key) {
                if (ranks_[i] <= rank) return Added::no;
                ranks_[i] = rank;
                return Added::again;
            }
        }
    }
    std::size_t size() const { return used_; }

private:
    void grow() {
        List<Key> keys(keys_.size() * 2);
        List<std::uint16_t> ranks(keys.size());
        keys.swap(keys_);
        ranks.swap(ranks_);
        for (std::size_t j = 0; j < keys.size(); ++j) {
            if (keys[j] == Key{}) continue;
            std::size_t i = keys[j].lo & (keys_.size() - 1);
            while (!(keys_[i] == Key{})) i = (i + 1) & (keys_.size() - 1);
            keys_[i] = keys[j];
            ranks_[i] = ranks[j];
        }
    }

    List<Key> keys_;  // `clear` makes room before the first
    List<std::uint16_t> ranks_;
    std::size_t used_ = 0;
};

}  // namespace arfa
