"""How the page feels: Lighthouse, the frames of a drag and of a deal, and the time from a press to the next picture.

    .venv/bin/python -m benchmarks.page
    .venv/bin/python -m benchmarks.page --json --skip-lighthouse

The processor is slowed down four times, as the browser's own tools do it, to stand for a phone.  Lighthouse is no part
of the project: it is run by npx where there is one, and said to be absent where there is none.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import CDPSession

from tools.stage import BROWSER, Seat, Stage, stage, won

SLOWER = 4
ROUNDS = 5
PHONE = (390, 844)
FRAMES = """() => {
    const times = globalThis.times = [];
    globalThis.watching = true;
    const step = (now) => {
        times.push(now);
        if (globalThis.watching) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
}"""
STOP = """() => {
    globalThis.watching = false;
    return globalThis.times.slice(1).map((time, i) => time - globalThis.times[i]);
}"""
EVENTS = """() => {
    globalThis.waits = [];
    new PerformanceObserver((list) => list.getEntries().forEach((it) => {
        if (it.interactionId) globalThis.waits.push(it.duration);
    }))
        .observe({ type: "event", durationThreshold: 16, buffered: false });
}"""
TASKS = """() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map((it) => it.duration)))
        .observe({ type: "longtask" });
}"""


def part(values: Sequence[float], share: float) -> float:
    """What so large a share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def task_seconds(tools: CDPSession) -> float:
    """How long the page's main thread has worked."""
    found = tools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


def slowed(seat: Seat) -> Seat:
    """The same page on a slower processor."""
    seat.devtools().send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return seat


def drag(stage_: Stage) -> dict[str, float]:
    """A card is carried about in a long played game of 104 cards."""
    deal, moves = won("big-harp")
    seat = slowed(
        stage_.sit("big-harp", deal, moves[: len(moves) // 2], size=PHONE, still=False, scale=2)
    )
    page = seat.page
    movable = next(move for move in seat.state["moves"] if move["src"][0] == "t")
    x, y = seat.spot(movable["src"], -movable["count"])
    tools = seat.devtools()
    tools.send("Performance.enable")
    p95, p99, work = [], [], []
    for _ in range(ROUNDS):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 8, y + 8)
        before = task_seconds(tools)
        page.evaluate(FRAMES)
        for step in range(90):
            page.mouse.move(x + 2 * step * (1 if x < 195 else -1), y + step)
        frames: list[float] = page.evaluate(STOP)
        work.append(1000 * (task_seconds(tools) - before) / max(1, len(frames)))
        p95.append(part(frames, 0.95))
        p99.append(part(frames, 0.99))
        page.keyboard.press("Escape")
        page.mouse.up()
    seat.context.close()
    return {
        "frame p95": statistics.median(p95),
        "frame p99": statistics.median(p99),
        "main thread a frame": statistics.median(work),
    }


def deal(stage_: Stage) -> dict[str, float]:
    """A hundred and four cards are dealt."""
    seat = slowed(stage_.sit("big-harp", "1", size=PHONE, still=False, scale=2))
    page = seat.page
    page.evaluate(TASKS)
    rates, longest = [], []
    for _ in range(ROUNDS):
        page.evaluate(FRAMES)
        page.locator("#new-deal").click()
        page.wait_for_function(
            "document.getElementById('board').getAnimations({subtree: true}).length > 20"
        )
        page.wait_for_function(
            "document.getElementById('board').getAnimations({subtree: true}).length === 0"
        )
        frames: list[float] = page.evaluate(STOP)
        rates.append(1000 * len(frames) / sum(frames))
        longest.append(max(frames))
    tasks: list[float] = page.evaluate("globalThis.tasks")
    seat.context.close()
    return {
        "deal, frames a second": statistics.median(rates),
        "deal, longest frame": statistics.median(longest),
        "deal, long tasks": len(tasks) / ROUNDS,
    }


def taps(stage_: Stage) -> dict[str, float]:
    """From a press to the next picture: cards picked up and put back, the stock pressed."""
    deck, moves = won("big-harp")
    seat = slowed(stage_.sit("big-harp", deck, moves[:60], size=PHONE, still=False, scale=2))
    page = seat.page
    page.evaluate(EVENTS)
    for n in range(12):
        page.mouse.click(*seat.spot("s"))
        page.wait_for_selector("body:not([data-busy])")
        page.keyboard.press("ArrowLeft" if n % 2 else "ArrowRight")
        page.keyboard.press("Control+z")
        page.wait_for_selector("body:not([data-busy])")
    page.wait_for_timeout(300)
    waits: list[float] = page.evaluate("globalThis.waits")
    seat.context.close()
    return {
        "press to picture, median": statistics.median(waits or [0]),
        "press to picture, p98": part(waits, 0.98),
    }


def lighthouse(address: str) -> dict[str, float] | None:
    """What Lighthouse says of a page on its phone; None where it cannot be run."""
    if shutil.which("npx") is None:
        return None
    flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    command = ["npx", "--yes", "lighthouse@12", address, "--output=json", "--quiet"]
    made = subprocess.run(
        [*command, f"--chrome-flags={flags}"],
        env={**os.environ, "CHROME_PATH": BROWSER},
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        print(f"Lighthouse: {made.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    report: dict[str, Any] = json.loads(made.stdout)
    scores = {
        f"Lighthouse, {name}": 100 * found["score"] for name, found in report["categories"].items()
    }
    names = {
        "first-contentful-paint": "first picture",
        "largest-contentful-paint": "largest picture",
        "total-blocking-time": "blocked",
        "cumulative-layout-shift": "shifts",
    }
    for name, audit in report["audits"].items():
        if audit["score"] == 0 and audit["scoreDisplayMode"] == "binary":
            print(f"Lighthouse at {address}: {name}: {audit['title']}", file=sys.stderr)
    return scores | {
        f"Lighthouse, {name}": report["audits"][key]["numericValue"] for key, name in names.items()
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Measure how the page feels.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--skip-lighthouse", action="store_true")
    options = parser.parse_args()
    with stage() as opened:
        found = drag(opened) | deal(opened) | taps(opened)
        seat = opened.sit("big-harp", "1")
        link = str(seat.state["deal"]["link"])
        seat.context.close()
        pages = {"choosing": "/", "a table": f"/{link}"}
        for name, path in pages.items():
            if options.skip_lighthouse:
                break
            scores = lighthouse(opened.address + path)
            if scores is None:
                print(
                    "Lighthouse is absent: it needs npx and a network, or failed.", file=sys.stderr
                )
                break
            found |= {f"{key} ({name})": value for key, value in scores.items()}
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        for key, value in found.items():
            print(f"{key:48} {value:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
