"""What a faulty field of a rule file may hold instead, as a message in both languages."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from arfa.errors import Message

#: Kinds of values in the words of the catalogue, by the beginning of pydantic's error type.
_TYPES = {
    "int": "allowed-int",
    "float": "allowed-float",
    "bool": "allowed-bool",
    "string": "allowed-string",
    "tuple": "allowed-list",
    "dict": "allowed-table",
    "model": "allowed-table",
}


def allowed(fault: ErrorDetails, root: type[BaseModel]) -> Message | str:
    """What the field of a fault may hold; ``root`` is the model that was to be read.

    Falls back on the validator's own English words for a kind of fault that is not known here.
    """
    kind, given = fault["type"], fault.get("ctx", {})
    if kind.startswith("fault-"):
        return Message(kind, **{key: value for key, value in given.items() if key != "fault"})
    match kind:
        case "missing":
            return Message("allowed-required")
        case "extra_forbidden":
            return Message("allowed-fields", values=", ".join(_fields(root, fault["loc"][:-1])))
        case "literal_error":
            return Message("allowed-values", values=given["expected"])
        case "union_tag_invalid" | "union_tag_not_found":
            return Message("allowed-values", values=_tags(given, root, fault["loc"]))
        case "greater_than_equal":
            return Message("allowed-min", limit=str(given["ge"]))
        case "less_than_equal":
            return Message("allowed-max", limit=str(given["le"]))
        case "string_pattern_mismatch":
            return Message("allowed-pattern", values=given["pattern"])
    code = _TYPES.get(kind.split("_", maxsplit=1)[0])
    return Message(code) if code else fault["msg"]


def _fields(root: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """The names of the fields that a table may have."""
    return sorted({name for model in _models_at(root, path) for name in model.model_fields})


def _tags(given: Mapping[str, Any], root: type[BaseModel], path: tuple[int | str, ...]) -> str:
    if "expected_tags" in given:
        return str(given["expected_tags"])
    return ", ".join(repr(tag) for model in _models_at(root, path) for tag in _kinds(model))


def _models_at(root: type[BaseModel], path: tuple[int | str, ...]) -> list[type[BaseModel]]:
    """The models that may stand at a place of a file; a step may be a field, a key or a kind."""
    here: list[type[BaseModel]] = [root]
    for step in path:
        named = [model for model in here if step in _kinds(model)]
        if named:
            here = named
            continue
        fields = [m.model_fields[str(step)] for m in here if str(step) in m.model_fields]
        if fields:
            here = [model for field in fields for model in _models_in(field.annotation)]
    return here


def _kinds(model: type[BaseModel]) -> tuple[Any, ...]:
    field = model.model_fields.get("kind")
    return typing.get_args(field.annotation) if field is not None else ()


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """All models that an annotation names, inside unions, lists and tables."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in typing.get_args(annotation):
        yield from _models_in(inner)
