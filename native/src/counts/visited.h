// The set of states that have been visited: exact keys, open addressing, bounded memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "counts/cardset.h"

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

// Keys are kept plus one, so that zero is an empty place; a key is never the greatest number of its type.
template <class Key>
class Visited {
public:
    // Empty, and small again: clearing costs as little as the search did.
    void clear(u64 max_bytes) {
        max_bytes_ = max_bytes;
        size_ = std::size_t{1} << 10;
        if (keys_.size() < size_) keys_.resize(size_);
        std::fill_n(keys_.begin(), size_, Key{0});
        used_ = 0;
        peak_ = size_;
        full_ = false;
    }
    // Whether the key is new.  When the memory is used up nothing is added any more, and `full` says so.
    bool insert(Key k) {
        ++k;
        std::size_t i = slot(k);
        while (keys_[i] != 0) {
            if (keys_[i] == k) return false;
            i = (i + 1) & (size_ - 1);
        }
        if (full_) return true;
        keys_[i] = k;
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
    u64 peak_bytes() const { return peak_ * sizeof(Key); }

private:
    std::size_t slot(Key k) const { return static_cast<std::size_t>(hash(k)) & (size_ - 1); }
    void grow() {
        const std::size_t more = size_ * 4;
        if ((more + size_) * sizeof(Key) > max_bytes_) {
            full_ = used_ * 8 > size_ * 7;  // fuller than is good, but not yet full
            return;
        }
        const std::vector<Key> old(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(size_));
        peak_ = more + size_;
        size_ = more;
        if (keys_.size() < size_) keys_.resize(size_);
        std::fill_n(keys_.begin(), size_, Key{0});
        for (const Key k : old) {
            if (k == 0) continue;
            std::size_t i = slot(k);
            while (keys_[i] != 0) i = (i + 1) & (size_ - 1);
            keys_[i] = k;
        }
    }

    std::vector<Key> keys_;
    std::size_t size_ = 0;
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
    u64 max_bytes_ = 0;
    bool full_ = false;
};

}  // namespace arfa::counts
