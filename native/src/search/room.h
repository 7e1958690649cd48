// How much memory a solver holds, counted where it is taken: by the allocator of whatever grows with a search.
//
// Every table, list and text of a search is one of those below.  What would not fit any more is not taken: OutOfRoom is
// thrown, and the search that wanted it ends.  So a limit is kept whatever a search does, and the peak is what was
// really held at one time, old and new place of a list that grows together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace arfa {

struct OutOfRoom : std::bad_alloc {
    const char* what() const noexcept override { return "no room is left within the memory limit"; }
};

class Room {
public:
    // As long as this lives, whatever is taken and given back in this thread is counted in this room.
    class Use {
    public:
        explicit Use(Room& room) : before_(std::exchange(current_, &room)) {}
        ~Use() { current_ = before_; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Room* before_;
    };

    static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

    // From now on no more than so many bytes, and the peak of what is held.
    void begin(std::uint64_t limit) {
        limit_ = limit;
        peak_ = held_;
    }
    std::uint64_t held() const { return held_; }
    std::uint64_t peak() const { return peak_; }

    // Whether so many bytes more would fit now.
    static bool has(std::size_t bytes) { return current_ == nullptr || current_->fits(taken_for(bytes)); }

    static void take(std::size_t bytes) {
        if (current_ == nullptr) return;
        const std::uint64_t more = taken_for(bytes);
        if (!current_->fits(more)) throw OutOfRoom();
        current_->held_ += more;
        current_->peak_ = std::max(current_->peak_, current_->held_);
    }
    static void give(std::size_t bytes) noexcept {
        if (current_ != nullptr) current_->held_ -= std::min(current_->held_, taken_for(bytes));
    }

private:
    // What the heap takes for so many bytes: its own word, and whole pieces.
    static std::uint64_t taken_for(std::size_t bytes) {
        return std::max<std::uint64_t>(32, (std::uint64_t{bytes} + 8 + 15) / 16 * 16);
    }
    bool fits(std::uint64_t more) const { return held_ <= limit_ && more <= limit_ - held_; }

    static inline constinit thread_local Room* current_ = nullptr;
    std::uint64_t limit_ = kUnlimited;
    std::uint64_t held_ = 0;
    std::uint64_t peak_ = 0;
};

template <class T>
struct Counted {
    using value_type = T;

    Counted() = default;
    template <class U>
    Counted(const Counted<U>&) noexcept {}  // NOLINT(google-explicit-constructor): as the standard wants it

    T* allocate(std::size_t n) {
        if (n > Room::kUnlimited / 2 / sizeof(T)) throw OutOfRoom();
        Room::take(n * sizeof(T));
        try {
            return std::allocator<T>().allocate(n);
        } catch (...) {
            Room::give(n * sizeof(T));
            throw;
        }
    }
    void deallocate(T* p, std::size_t n) noexcept {
        Room::give(n * sizeof(T));
        std::allocator<T>().deallocate(p, n);
    }
    template <class U>
    bool operator==(const Counted<U>&) const noexcept {
        return true;
    }
};

template <class T>
using List = std::vector<T, Counted<T>>;
using Text = std::basic_string<char, std::char_traits<char>, Counted<char>>;
struct TextHash {
    std::size_t operator()(const Text& text) const { return std::hash<std::string_view>()(text); }
};
template <class K, class H = std::hash<K>>
using Set = std::unordered_set<K, H, std::equal_to<K>, Counted<K>>;
template <class K, class V, class H = std::hash<K>>
using Map = std::unordered_map<K, V, H, std::equal_to<K>, Counted<std::pair<const K, V>>>;

// Empties them and gives all their room back, which neither `clear` nor the assignment of {} does.
template <class... T>
void let_go(T&... things) {
    (T().swap(things), ...);
}

}  // namespace arfa
