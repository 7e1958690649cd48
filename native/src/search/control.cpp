#include <chrono>

#include "search/search.h"

namespace arfa {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

void Control::start(double seconds) {
    stopped_by_ = Limit::none;
    before_ = told_ = 0;
    deadline_ = seconds > 0 ? now() + seconds : 0;
}

bool Control::poll(std::uint64_t states) {
    told_ = before_ + states;
    if (progress) progress(told_);
    if (cancel.load(std::memory_order_relaxed))
        stopped_by_ = Limit::cancelled;
    else if (deadline_ > 0 && now() > deadline_)
        stopped_by_ = Limit::seconds;
    return stopped_by_ != Limit::none;
}

}  // namespace arfa
