"""Runs the README's two commands as a newcomer would: in a fresh clone, with an empty home folder.

The commands are taken out of README.md, where each stands in a block of its own behind a comment:

    <!-- command: play -->
    ```sh
    make play
    ```

``play`` has to say where its table is and to serve it there: the page, all that the page names, and the list of
games.  Then it is interrupted as by Ctrl-C and has to end.  ``test`` has to succeed; ``--tests`` hands pytest arguments
to it, so that where all tests run anyway a few are enough here.  After both the clone must be clean.

It needs nothing but Python and git, and no set-up.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from urllib.parse import urljoin, urlsplit

ROOT = Path(__file__).resolve().parent.parent
COMMAND = re.compile(r"^<!-- command: (\w+) -->\n```sh\n(.+?)\n```$", re.MULTILINE | re.DOTALL)
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
# What a package client of this machine may need to know; all else of the environment stays behind.
KEPT = re.compile(
    r"PIP_\w+|(https?|no|all)_proxy|\w*CA_BUNDLE|SSL_CERT_\w+|NPM_CONFIG_\w+|CI", re.IGNORECASE
)

SET_UP_SECONDS = 600
END_SECONDS = 20


class CheckError(Exception):
    """The README does not hold."""


def commands(readme: str) -> dict[str, str]:
    """The marked commands of a README by name: ``play`` and ``test``, one line each."""
    found = dict(COMMAND.findall(readme))
    if found.keys() != {"play", "test"} or any("\n" in command for command in found.values()):
        raise CheckError(
            f"README.md should mark two one-line commands, play and test; found {found}"
        )
    return found


def newcomer(home: Path) -> dict[str, str]:
    """The environment of somebody who has just logged in."""
    environment = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pip"
    environment.setdefault("PIP_CACHE_DIR", str(cache))
    return environment | {
        "HOME": str(home),
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
    }


class _Links(HTMLParser):
    """What a page loads: scripts, styles, icons, pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        link = values.get("href") if tag == "link" else values.get("src")
        if link:
            self.found.append(link)


def get(url: str) -> bytes:
    """What a GET answers; anything but 200 is an error."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        if answer.status != 200:
            raise CheckError(f"{url} answers {answer.status}")
        body: bytes = answer.read()
        return body


def look_at_table(address: str) -> None:
    """Load what a browser would load first."""
    page = get(address).decode()
    links = _Links()
    links.feed(page)
    if "<title>" not in page or not links.found:
        raise CheckError(f"{address} is not the page of the table")
    for link in links.found:
        url = urljoin(address, link)
        if urlsplit(url).scheme != "data":
            get(url)
    games = get(urljoin(address, "api/games")).decode()
    if "small-harp" not in games:
        raise CheckError(f"the list of games is {games[:200]}")


class Play:
    """The first command, running: its output, its address, and its end."""

    def __init__(self, command: str, clone: Path, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            ["bash", "-c", command],
            cwd=clone,
            env={**environment, "ARFA_PORT": "0", "ARFA_NO_BROWSER": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said: list[str] = []
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        if self.process.stdout is None:
            return
        with self.process.stdout as said:
            for line in said:
                print(f"  | {line}", end="", flush=True)
                self.said.append(line)

    def address(self) -> str:
        """Wait for the address of the table."""
        end = time.monotonic() + SET_UP_SECONDS
        while time.monotonic() < end:
            for line in list(self.said):
                if found := ADDRESS.search(line):
                    return found.group()
            if self.process.poll() is not None:
                raise CheckError(
                    f"the command ended with {self.process.returncode} before the table stood"
                )
            time.sleep(0.1)
        raise CheckError(f"no table after {SET_UP_SECONDS} s")

    def stop(self) -> None:
        """What Ctrl-C does in a terminal; everything that was started has to end by it."""
        os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            raise CheckError(f"the table still runs {END_SECONDS} s after Ctrl-C") from None
        self.reader.join(END_SECONDS)
        if self.reader.is_alive():
            raise CheckError("something that the command started outlived it")

    def kill(self) -> None:
        """End whatever is left, in whatever state."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join()


def check(tests: str) -> None:
    """Clone, play, test."""
    with tempfile.TemporaryDirectory(prefix="arfa-readme-") as folder:
        clone, home = Path(folder, "clone"), Path(folder, "home")
        home.mkdir()
        environment = newcomer(home)
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        found = commands((clone / "README.md").read_text(encoding="utf-8"))

        print(f"$ {found['play']}", flush=True)
        start = time.monotonic()
        play = Play(found["play"], clone, environment)
        try:
            address = play.address()
            seconds = time.monotonic() - start
            look_at_table(address)
            play.stop()
        finally:
            play.kill()
        print(
            f"the table stood after {seconds:.0f} s, was served whole, and ended on Ctrl-C",
            flush=True,
        )

        print(f"$ {found['test']}    (ARFA_TESTS={shlex.quote(tests)})", flush=True)
        test = ["bash", "-c", found["test"]]
        if subprocess.run(
            test, cwd=clone, env=environment | {"ARFA_TESTS": tests}, check=False
        ).returncode:
            raise CheckError("the test command failed")

        left = subprocess.run(
            ["git", "status", "--porcelain"], cwd=clone, check=True, capture_output=True, text=True
        ).stdout
        if left:
            raise CheckError(f"the commands leave in the clone:\n{left}")


def main() -> int:
    """Run the check; the exit code is 1 when the README does not hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--tests", default="", help="arguments for pytest; without them all tests run"
    )
    try:
        check(parser.parse_args().tests)
    except CheckError as error:
        print(f"check_readme: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
