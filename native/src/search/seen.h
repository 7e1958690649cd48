// Which positions were met, and with how small a rank.
//
// The rank of a position is what it has used up of something that its key leaves out (passes through the stock): of two
// positions with equal keys the one with the smaller rank can do whatever the other can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/key.h"

namespace arfa {

// For searches that look for wins alone: half a key is enough, a mistaken identity can only lose a chance.
class Met {
public:
    Met() : slots_(64) {}

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
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t rank = 0;
        std::uint32_t age = 0;
    };

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        used_ = 0;
        for (const Slot& slot : old) {
            if (slot.age == age_) add(slot.key, slot.rank);
        }
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint32_t age_ = 1;
};

// For proofs: whole keys, and a bound on memory.
class Closed {
public:
    // Forgets everything and gives room back that no small search needs.
    void clear() {
        keys_.assign(std::size_t{1} << 12, Key{});
        keys_.shrink_to_fit();
        ranks_.assign(keys_.size(), 0);
        ranks_.shrink_to_fit();
        used_ = 0;
        peak_ = keys_.size() * kSlot;
    }
    enum class Added { no, yes, again, full };
    // yes: new; again: met with larger ranks only; full: new, but there is no room left.
    Added add(Key key, std::uint16_t rank, std::size_t limit) {
        if (key == Key{}) key.lo = 1;
        for (std::size_t i = key.lo & (keys_.size() - 1);; i = (i + 1) & (keys_.size() - 1)) {
            if (keys_[i] == Key{}) {
                if (used_ * 4 >= keys_.size() * 3) {
                    if (keys_.size() * kSlot * 3 > limit) return Added::full;
                    grow();
                    return add(key, rank, limit);
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
    std::size_t peak_bytes() const { return peak_; }

private:
    static constexpr std::size_t kSlot = sizeof(Key) + sizeof(std::uint16_t);

    void grow() {
        std::vector<Key> keys(keys_.size() * 2);
        std::vector<std::uint16_t> ranks(keys.size());
        peak_ = (keys_.size() + keys.size()) * kSlot;
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

    std::vector<Key> keys_{std::size_t{1} << 12};
    std::vector<std::uint16_t> ranks_ = std::vector<std::uint16_t>(std::size_t{1} << 12);
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
};

}  // namespace arfa
