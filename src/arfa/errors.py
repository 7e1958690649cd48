"""Messages for people and the errors that carry them.

No text lives in the code: a :class:`Message` is a code with named values, and :func:`arfa.texts.say`
turns it into Russian or English.  Everything that a person may be told, a refused move and a broken
file alike, is a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class Message:
    """A code of the catalogue and the values that its template names.

    A value object: equal when code and values are equal, hashable, with a ``repr`` that rebuilds it.
    """

    __slots__ = ("code", "values")

    code: str
    values: Mapping[str, Any]

    def __init__(self, code: str, **values: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", MappingProxyType(values))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Message cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return self.code == other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.values))))

    def __repr__(self) -> str:
        inside = "".join(f", {key}={value!r}" for key, value in self.values.items())
        return f"Message({self.code!r}{inside})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (self.code, dict(self.values)))


def _rebuild(code: str, values: dict[str, Any]) -> Message:
    return Message(code, **values)


class ArfaError(Exception):
    """The root of every error that a user can cause or see; ``.message`` says what to do next."""

    def __init__(self, code: str, **values: Any) -> None:
        self.message = Message(code, **values)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross processes whatever the arguments of their class are."""
        return (_rebuild_error, (type(self), self.message, self.__dict__))

    def __str__(self) -> str:
        from arfa.texts import say

        return say(self.message, "en")


def _rebuild_error(kind: type[ArfaError], message: Message, state: dict[str, Any]) -> ArfaError:
    error = kind.__new__(kind)
    error.args = (message,)
    error.__dict__.update(state)
    return error


class CardError(ArfaError):
    """A text that is not a card."""


class DeckError(ArfaError):
    """A list of cards that is not the deck of the patience."""
