"""Lines without needless moves.

What a search finds wins, but no person would play it so: cards go to and fro, and the stock is turned for nothing.
Here plays are left out, and what is left is made again: each by the card that it takes and the card that it goes to,
wherever these lie now, and with as many draws as that needs.  A line is taken only when it is shorter and the referee
has seen it win.  Nothing here claims that no shorter one exists.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Unpack

from arfa.engine.canonical import canonical_state
from arfa.engine.game import Game
from arfa.engine.moves import Move
from arfa.engine.position import Position
from arfa.engine.state import State
from arfa.solver.api import Limits, solve
from arfa.solver.loops import without_loops
from arfa.solver.native import Cancel
from arfa.solver.plays import Made, Maker, Play, plays_of
from arfa.solver.verdict import Result, Verdict, proved_win

_REPAIRS = 4
"""How many more plays may be left out because one was."""
_NEAR = 2
"""How many moves away from the line the hard search looks for a way across."""

_SEEDS = 4
"""How many searches look for a line that can be made shorter than the others."""
_STATES = 20_000
"""How many states each of them may look at, at least."""

Line = tuple[Move, ...]


def tidy(
    position: Position, line: Sequence[Move], *, short: bool = False, stop: Cancel | None = None
) -> Line:
    """A line that wins, without moves that are not needed; ``short`` tries harder.

    Every move that is left has been judged by the referee.  ``stop.cancel()`` ends it with what was reached so far.
    """
    tidier = _Tidier(position.game, position.state, tuple(line), stop or Cancel())
    tidier.cut_loops()
    tidier.fetch()
    tidier.drop()
    tidier.move_up()
    while short and tidier.improved():
        tidier.cross()
        tidier.drop()
        tidier.move_up()
    tidier.cut_loops()
    return proved_win(position, tidier.line, 0).line


def short_line(position: Position, result: Result, **limits: Unpack[Limits]) -> Line:
    """A line that is as short as some effort makes it, of a position that was won.

    A few more searches, with other seeds and about as many states as the first took, may find other lines to begin
    with.  Nothing says that it is the shortest.
    """
    few = limits.copy()
    enough = max(_STATES, 4 * result.states)
    few["states"] = min(limits.get("states", enough), enough)
    lines = [result.line]
    for seed in range(1, _SEEDS):
        few["seed"] = limits.get("seed", 0) + seed
        other = solve(position, **few)
        if other.verdict is Verdict.WINNABLE:
            lines.append(other.line)
    best = min((tidy(position, line) for line in dict.fromkeys(lines)), key=len)
    return tidy(position, best, short=True)


class _Tidier:
    """A line that gets shorter."""

    def __init__(self, game: Game, start: State, line: Line, stop: Cancel) -> None:
        self.game, self.start, self.stop = game, start, stop
        self.maker = Maker(game)
        self.fetching = False
        self.line: Line = ()
        self.plays: list[Made] = []
        self.states: list[State] = []
        self.last: dict[Hashable, int] = {}
        self._take(line)
        self._length_before = len(line) + 1

    def improved(self) -> bool:
        """Whether the line has become shorter since this was asked last, and there is time to go on."""
        before, self._length_before = self._length_before, len(self.line)
        return len(self.line) < before and not self.stop.cancelled

    def _take(self, line: Line) -> None:
        """Have this line from now on; of its plays those at its beginning that are as before are kept."""
        kept, n = 0, 0
        for made in self.plays:
            if not made.moves or line[n : n + len(made.moves)] != made.moves:
                break
            n += len(made.moves)
            kept += 1
        del self.plays[kept:]
        self.line = line
        self.plays += plays_of(self.game, self._before(kept), line[n:], fetch=self.fetching)

    def _offer(self, line: Line | None) -> bool:
        """Take a line if it is shorter."""
        if line is None or len(line) >= len(self.line):
            return False
        self._take(line)
        return True

    def _before(self, n: int) -> State:
        """The state before play n."""
        return self.plays[n - 1].after if n else self.start

    # -- what can be left out -------------------------------------------------------------------------------

    def cut_loops(self) -> None:
        """Leave out what lies between two positions that are alike."""
        self._offer(without_loops(self.game, self.start, self.line))

    def fetch(self) -> None:
        """Draw only what is played, where that wins with no more moves than before."""
        if not self.maker.turning:
            return
        before = self.line
        self._fetching(True)
        line = self._remade([], self.start, self.plays)
        if line is not None and len(line) <= len(before):
            self._take(line)
        else:
            self._fetching(False)

    def _fetching(self, fetching: bool) -> None:
        """Take the same line apart in the other way."""
        self.fetching, self.plays = fetching, []
        self._take(self.line)

    def drop(self) -> None:
        """Leave out each play that the rest can do without, with those that only made up for it."""
        n = len(self.plays)
        while n and not self.stop.cancelled:
            n = min(n, len(self.plays)) - 1
            play = self.plays[n].play
            if not self._must(play):
                self._offer(self._without(n, n + 1))

    def move_up(self) -> None:
        """Play cards of the stock in another pass through it: as soon as they come up, or a pass later."""
        if not self.fetching:
            return
        n = 0
        while n < len(self.plays) and not self.stop.cancelled:
            play, rest = self.plays[n].play, [*self.plays[:n], *self.plays[n + 1 :]]
            if self.game.kind(play.move.src) == "hand":
                # Before its card comes up for the first time, all would be made as it was.
                up = (k for k, made in enumerate(self.plays[:n]) if play.card in made.hands)
                for k in dict.fromkeys((next(up, n), n)):
                    before = [move for made in self.plays[:k] for move in made.moves]
                    if self._offer(self._remade(before, self._before(k), rest[k:], waiting=play)):
                        break
            n += 1

    def _must(self, play: Play) -> bool:
        """Whether a play will hardly be one too many: every card has to get to a foundation."""
        game, move = self.game, play.move
        return play.rises or (move.dst in game.slots and game.kind(move.src) != "foundation")

    def _without(self, begin: int, end: int) -> Line | None:
        """The line without some plays; None when the rest does not win."""
        before = [move for made in self.plays[:begin] for move in made.moves]
        return self._remade(
            before, self._before(begin), self.plays[end:], self.plays[end - 1].after
        )

    def _remade(
        self,
        moves: list[Move],
        state: State,
        plays: Sequence[Made],
        was: State | None = None,
        waiting: Play | None = None,
    ) -> Line | None:
        """``moves``, which lead to ``state``, and then these plays; None when that does not win.

        A play that cannot be made any more is left out, a few times.  As soon as the position is the one that it
        ``was`` when the plays were made before, the rest of them follows as it was.  The play that is ``waiting`` is
        made as soon as its card comes up.
        """
        repairs = _REPAIRS
        for n, made in enumerate(plays):
            if len(moves) + len(plays) - n > len(self.line) + _REPAIRS:
                return None  # it will not be shorter
            move = waiting and self.maker.by_the_way(state, waiting)
            if move is not None:
                moves.append(move)
                state, waiting = self.game.apply(state, move)[0], None
            if was is not None and state == was:
                return (*moves, *(move for later in plays[n:] for move in later.moves))
            found = self.maker.make(state, made.play, waiting)
            if found is not None:
                moves += found[0]
                state = found[1]
                if self._played(found[0]) > (not made.play.rises):
                    waiting = None  # it was made by the way
            elif repairs:
                repairs -= 1
            else:
                return None
            was = made.after if was is not None else None
        return tuple(moves) if waiting is None and self.game.is_won(state) else None

    def _played(self, moves: Line) -> int:
        """How many of some moves are no actions of the stock."""
        return sum(not self.game.stock.owns(move) for move in moves)

    # -- ways across ----------------------------------------------------------------------------------------

    def cross(self) -> None:
        """Look around each position of the line for a way to a much later one."""
        n = 0
        self._look()
        while n < len(self.line) and not self.stop.cancelled:
            if self._offer(self._across(n)):
                self._look()
            else:
                n += 1

    def _look(self) -> None:
        """Note the states of the line, and after how many moves each is last met."""
        self.states = [self.start]
        for move in self.line:
            self.states.append(self.game.apply(self.states[-1], move)[0])
        self.last = {canonical_state(self.game, s): m for m, s in enumerate(self.states)}

    def _across(self, n: int) -> Line | None:
        """A way from the position before move ``n`` to a later one of the line, by fewer moves than the line takes."""
        game, states = self.game, self.states
        edge: list[tuple[State, Line]] = [(states[n], ())]
        for steps in range(1, _NEAR + 1):
            reached: list[tuple[State, Line]] = []
            for state, way in edge:
                for move in game.legal_moves(state):
                    after = game.apply(state, move)[0]
                    m = self.last.get(canonical_state(game, after), 0)
                    if m > n + steps:
                        rest = plays_of(game, states[m], self.line[m:], fetch=self.fetching)
                        line = self._remade([*self.line[:n], *way, move], after, rest, states[m])
                        if line is not None and len(line) < len(self.line):
                            return line
                    reached.append((after, (*way, move)))
            edge = reached
        return None
