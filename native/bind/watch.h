// Work that runs without the interpreter: how Python stops it and hears of it.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <utility>

#include "solver/solver.h"

namespace arfa::bind {

namespace nb = nanobind;

// Stops a solve from another thread.
class Cancel {
public:
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }

private:
    std::atomic<bool> cancelled_{false};
};

// Looks after a solve that runs without the interpreter: every now and then it passes on progress and signals.
class Watch {
public:
    Watch(Control& control, Cancel* cancel, nb::object progress)
        : control_(control), cancel_(cancel), progress_(std::move(progress)), last_(Clock::now()) {
        control.progress = [this](std::uint64_t states) { look(states); };
    }

    // Calls back into Python from the thread that waits.
    template <class Call>
    void tell(const Call& call) {
        if (error_) return;
        const nb::gil_scoped_acquire interpreter;
        try {
            call();
        } catch (...) {
            error_ = std::current_exception();
            control_.cancel = true;
        }
    }

    // Raises what a callback or a signal raised meanwhile.
    void finish() {
        if (error_) std::rethrow_exception(error_);
    }

private:
    using Clock = std::chrono::steady_clock;

    void look(std::uint64_t states) {
        if (cancel_ != nullptr && cancel_->cancelled()) control_.cancel = true;
        const auto now = Clock::now();
        if (error_ || now - last_ < std::chrono::milliseconds(20)) return;
        last_ = now;
        tell([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress_.is_none()) progress_(states);
        });
    }

    Control& control_;
    Cancel* cancel_;
    nb::object progress_;
    Clock::time_point last_;
    std::exception_ptr error_;
};

}  // namespace arfa::bind
