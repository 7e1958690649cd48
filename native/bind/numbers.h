// Moves as numbers, the way Python knows them.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "moves/move.h"

namespace arfa::bind {

using MoveNumbers = std::tuple<int, int, int, int>;  // kind, source, destination, count

inline MoveNumbers numbers(const Move& move) { return {static_cast<int>(move.kind), move.src, move.dst, move.count}; }

inline Move move_of(const MoveNumbers& m) {
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    return {static_cast<MoveKind>(std::get<0>(m)), byte(std::get<1>(m)), byte(std::get<2>(m)), byte(std::get<3>(m))};
}

inline std::vector<MoveNumbers> numbers(const std::vector<Move>& line) {
    std::vector<MoveNumbers> moves;
    for (const Move& move : line) moves.push_back(numbers(move));
    return moves;
}

}  // namespace arfa::bind
