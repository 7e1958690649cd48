// The set of states that have been visited: exact keys, open addressing, bounded memory.
#pragma once

#include <algorithm>
#include <cstddef>

#include "counts/cardset.h"
#include "search/room.h"

namespace arfa::counts {

inline u64 mix(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}
inline u64 hash(u64 k) { return mix(k); }
inline u64 hash(u128 k) { return mix(static_cast<u64>(k) * 0x9e3779b97f4a7c15u ^ mix(static_cast<u64>(k >> 64))); }

// A key may have a rank: it then counts as visited only for ranks that are not lower than the lowest one met.
// Keys are kept plus one, so that zero is an empty place; a key is never the greatest number of its type.
template <class Key>
class Visited {
public:
    // Empty, and small again: clearing costs as little as the search did.
    void clear(u64 max_bytes, bool ranked = false) {
        max_bytes_ = max_bytes;
        ranked_ = ranked;
        size_ = std::size_t{1} << 10;
        if (keys_.size() < size_) keys_.resize(size_);
        if (ranked_ && ranks_.size() < size_) ranks_.resize(size_);
        std::fill_n(keys_.begin(), size_, Key{0});
        used_ = 0;
        full_ = false;
    }
    // Whether the key is new.  When the memory is used up nothing is added any more, and `full` says so.
    bool insert(Key k, std::uint16_t rank = 0) {
        ++k;
        std::size_t i = slot(k);
        while (keys_[i] != 0) {
            if (keys_[i] == k) {
                if (!ranked_ || ranks_[i] <= rank) return false;
                ranks_[i] = rank;
                return true;
            }
            i = (i + 1) & (size_ - 1);
        }
        if (full_) return true;
        keys_[i] = k;
        if (ranked_) ranks_[i] = rank;
        if (++used_ * 2 > size_) grow();
        return true;
    }
    bool contains(Key k) const {
        ++k;
        for (std::size_t i = slot(k); keys_[i] != 0; i = (i + 1) & (size_ - 1))
            if (keys_[i] == k) return true;
        return false;
    }
    // Takes a key out; those behind it move up, so that all are still found.
    void erase(Key k) {
        ++k;
        std::size_t i = slot(k);
        while (keys_[i] != k) {
            if (keys_[i] == 0) return;
            i = (i + 1) & (size_ - 1);
        }
        --used_;
        for (std::size_t j = i;;) {
            keys_[i] = 0;
            for (;;) {
                j = (j + 1) & (size_ - 1);
                if (keys_[j] == 0) return;
                const std::size_t home = slot(keys_[j]);
                const bool stays = i <= j ? i < home && home <= j : i < home || home <= j;
                if (!stays) break;
            }
            keys_[i] = keys_[j];
            i = j;
        }
    }
    bool full() const { return full_; }

private:
    std::size_t slot(Key k) const { return static_cast<std::size_t>(hash(k)) & (size_ - 1); }
    // Whether the table may be so large, with the old one beside it for a while.
    bool may_be(std::size_t size) const {
        return (size + size_) * each() <= max_bytes_ && Room::has((is_kept(size) ? size_ : size) * each() + 64);
    }
    // Whether an earlier search has left a table as large as that.
    bool is_kept(std::size_t size) const { return keys_.size() >= size && (!ranked_ || ranks_.size() >= size); }
    void grow() {
        const std::size_t more = may_be(size_ * 4) ? size_ * 4 : size_ * 2;
        if (!may_be(more)) {
            full_ = used_ * 8 > size_ * 7;  // fuller than is good, but not yet full
            return;
        }
        const bool kept = is_kept(more);
        List<Key> old;
        List<std::uint16_t> old_ranks;
        if (kept) {
            old.assign(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(size_));
            if (ranked_) old_ranks.assign(ranks_.begin(), ranks_.begin() + static_cast<std::ptrdiff_t>(size_));
            std::fill_n(keys_.begin(), more, Key{0});
        } else {
            List<Key> fresh(more);
            List<std::uint16_t> fresh_ranks(ranked_ ? more : 0);
            old.swap(keys_);
            old_ranks.swap(ranks_);
            keys_.swap(fresh);
            ranks_.swap(fresh_ranks);
            old.resize(size_);
        }
        size_ = more;
        for (std::size_t n = 0; n < old.size(); ++n) {
            if (old[n] == 0) continue;
            std::size_t i = slot(old[n]);
            while (keys_[i] != 0) i = (i + 1) & (size_ - 1);
            keys_[i] = old[n];
            if (ranked_) ranks_[i] = old_ranks[n];
        }
    }

    std::size_t each() const { return sizeof(Key) + (ranked_ ? sizeof(std::uint16_t) : 0); }

    List<Key> keys_;
    List<std::uint16_t> ranks_;
    bool ranked_ = false;
    std::size_t size_ = 0;
    std::size_t used_ = 0;
    u64 max_bytes_ = 0;
    bool full_ = false;
};

}  // namespace arfa::counts
