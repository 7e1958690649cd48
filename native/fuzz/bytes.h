// The input of a fuzz target, read bit by bit: numbers, plans and positions as tools/fuzz_seeds.py writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace arfa::fuzz {

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    bool empty() const { return at_ == end_; }
    // 0 when there is nothing left.
    int byte() { return empty() ? 0 : *at_++; }
    int word() {
        const int low = byte();
        return static_cast<std::int16_t>(low | byte() << 8);
    }
    // As many numbers as the word before them says, or as are left.
    std::vector<int> words() {
        std::vector<int> values;
        for (int n = word() & 0xfff; n > 0 && !empty(); --n) values.push_back(word());
        return values;
    }
    // The same with bytes; 255 stands before a word.
    std::vector<int> numbers() {
        std::vector<int> values;
        for (int n = word() & 0x3ff; n > 0 && !empty(); --n) {
            const int value = byte();
            values.push_back(value == 255 ? word() : value);
        }
        return values;
    }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

// The fields of a plan in the order of their names; a byte before them leaves one out or adds one.
inline PlanFields plan_fields(Bytes& bytes) {
    static constexpr const char* kNames[] = {
#include "fuzz_names.inc"
    };
    constexpr int count = static_cast<int>(std::size(kNames));
    const int change = bytes.byte();
    PlanFields fields;
    for (int i = 0; i < count; ++i) {
        std::vector<int> values = bytes.words();
        if (change != i + 1) fields[kNames[i]] = std::move(values);
    }
    if (change == 255) fields["nonsense"] = {1};
    return fields;
}

}  // namespace arfa::fuzz
