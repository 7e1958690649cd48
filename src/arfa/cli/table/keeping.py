"""Where games in the terminal are kept: a record file each, written anew after every move."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from arfa.cli.failures import CommandError
from arfa.cli.table.session import Session, session_of
from arfa.errors import ArfaError

SUFFIX = ".ppn"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the games in the terminal."""
    data = environment.get("XDG_DATA_HOME", "")
    # The base directory specification says that a relative path is to be ignored.
    base = Path(data) if data.startswith("/") else Path("~/.local/share").expanduser()
    return base / "arfa" / "terminal"


class Keeper:
    """Keeps one game in a file of its own, so that it can be gone on with after anything that may happen."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        self.folder = folder
        self.path = path
        """The file; None until the game is first kept."""

    def keep(self, session: Session) -> None:
        """Write the game.  When this returns, it is on the disk.  Raises :class:`CommandError`."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.path = self.path or self._new_path(session)
            write_atomically(self.path, str(session.record()))
        except OSError as error:
            raise CommandError(
                "cli-play-cannot-keep", file=str(self.path or self.folder), why=str(error)
            ) from error

    def leave(self, session: Session) -> bool:
        """Leave the game; whether there is something to go on with.  A game without a move is not kept."""
        if session.position.plies or session.undone:
            return True
        if self.path is not None:
            self.path.unlink(missing_ok=True)
            self.path = None
        return False

    def _new_path(self, session: Session) -> Path:
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        game = re.sub(r"[^a-z0-9+=-]", "-", session.spec.name)[:60]
        return self.folder / f"{now}-{game}{SUFFIX}"


def latest(folder: Path, game: str | None = None) -> Path:
    """The file of the game that was left last and is not won, of a patience if one is named.

    Raises :class:`CommandError` when there is none.
    """
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda p: p.stat().st_mtime_ns, reverse=True):
        try:
            session = session_of(path.read_text("utf-8"))
        except (
            ArfaError,
            OSError,
            UnicodeDecodeError,
        ):  # its rules have changed, or it is no game of ours
            continue
        if not session.position.is_won and game in (None, session.spec.id):
            return path
    raise CommandError("cli-play-nothing-kept", folder=str(folder))


def write_new(name: str, text: str) -> None:
    """Write a file that a player named; another kind of file is not overwritten.  Raises :class:`CommandError`."""
    path = Path(name).expanduser()
    try:
        if path.exists() and not path.read_bytes()[:1] == b"[":
            raise CommandError("cli-play-file-there", file=name)
        write_atomically(path, text)
    except OSError as error:
        raise CommandError("cli-play-cannot-keep", file=name, why=str(error)) from error


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that at every moment either the old text or the new one is there, whole."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
