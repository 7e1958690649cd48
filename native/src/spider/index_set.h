// A set of the numbers of things kept elsewhere: open addressing, exact comparison.
#pragma once

#include <cstdint>

#include "search/room.h"

namespace arfa::spider {

class IndexSet {
public:
    IndexSet() { clear(); }

    void clear() {
        size_ = 0;
        slots_.assign(std::size_t{1} << 10, Slot{0, kNone});
    }
    template <class Same>
    bool contains(std::uint64_t hash, Same same) const {
        const auto check = static_cast<std::uint32_t>(hash >> 32);
        std::size_t s = check & (slots_.size() - 1);
        for (; slots_[s].index != kNone; s = (s + 1) & (slots_.size() - 1))
            if (slots_[s].check == check && same(slots_[s].index)) return true;
        return false;
    }
    // Adds `index` unless a thing equal to it is there; `same(i)` says whether thing i is equal.  False when it was.
    template <class Same>
    bool insert(std::uint64_t hash, std::uint32_t index, Same same) {
        if ((size_ + 1) * 2 > slots_.size()) grow();
        const auto check = static_cast<std::uint32_t>(hash >> 32);
        std::size_t s = check & (slots_.size() - 1);
        for (; slots_[s].index != kNone; s = (s + 1) & (slots_.size() - 1))
            if (slots_[s].check == check && same(slots_[s].index)) return false;
        slots_[s] = {check, index};
        ++size_;
        return true;
    }
    std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    struct Slot {
        std::uint32_t check;
        std::uint32_t index;
    };

    void grow() {
        List<Slot> old(slots_.size() * 2, Slot{0, kNone});
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.index == kNone) continue;
            std::size_t s = slot.check & (slots_.size() - 1);
            while (slots_[s].index != kNone) s = (s + 1) & (slots_.size() - 1);
            slots_[s] = slot;
        }
    }

    std::size_t size_ = 0;
    List<Slot> slots_;
};

}  // namespace arfa::spider
