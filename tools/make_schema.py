"""The JSON Schema of the rule language, for editors: src/arfa/games/schema.json.

``python tools/make_schema.py`` writes it from the models in arfa.rules.file and
arfa.rules.spec.  With ``--check`` it writes nothing, and
fails when the file is not what it would write.  An editor that knows TOML schemas uses it where a file begins with
``#:schema ./schema.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from arfa.rules.file import GameFile

SCHEMA = Path(__file__).resolve().parent.parent / "src" / "arfa" / "games" / "schema.json"


def schema() -> dict[str, Any]:
    """The schema of a patience's file."""
    made = GameFile.model_json_schema()
    return {"$schema": GenerateJsonSchema.schema_dialect, "title": "A patience", **_untitled(made)}


def text() -> str:
    """The schema as it stands in the file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _untitled(part: Any) -> Any:
    """A schema without the titles that pydantic makes of the names of fields: they say nothing new."""
    if isinstance(part, list):
        return [_untitled(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {
        key: {name: _untitled(field) for name, field in value.items()}
        if key in ("properties", "$defs")
        else _untitled(value)
        for key, value in part.items()
        if key != "title"
    }


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description="The JSON Schema of the rule language.")
    parser.add_argument("--check", action="store_true", help="only compare the file")
    if not parser.parse_args().check:
        SCHEMA.write_text(text(), "utf-8")
        return 0
    if SCHEMA.exists() and SCHEMA.read_text("utf-8") == text():
        return 0
    print(
        f"{SCHEMA.name} is not what the rule language is now: run python tools/make_schema.py",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
