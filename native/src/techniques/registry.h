// Every technique of the searches by name, so that each can be switched off alone (the soundness matrix does).
//
// A technique is a header in this folder or, where it is tied to the state of one model, in that model's.  Its comment
// says what it preserves and why.  Its number is its place in this list and its bit in Options::techniques; new ones
// are added at the end of the list of their model.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace arfa {

enum class Technique : std::uint8_t {
#define ARFA_TECHNIQUE(id, name, preserves) id,
#include "techniques/list.inc"
#undef ARFA_TECHNIQUE
    count
};

struct TechniqueInfo {
    std::string_view name;
    std::string_view preserves;
};

inline constexpr std::array<TechniqueInfo, static_cast<std::size_t>(Technique::count)> kTechniques{{
#define ARFA_TECHNIQUE(id, name, preserves) {name, preserves},
#include "techniques/list.inc"
#undef ARFA_TECHNIQUE
}};

constexpr bool is_on(std::uint64_t techniques, Technique t) { return techniques >> static_cast<int>(t) & 1; }

}  // namespace arfa
