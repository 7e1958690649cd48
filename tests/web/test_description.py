"""The API against its own description: schemathesis asks whatever ``/openapi.json`` allows, and more.

Nothing is answered with a fault, every answer has a status, a type and a form that are described, and every one bears
the headers that browsers obey.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from arfa.web import Settings, create_app
from tests.scale import scale
from tests.web.house import Process, line, process

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Request-ID")


@schemathesis.serializer("application/x-ppn")
def ppn(_: object, value: object) -> bytes:
    """A text of the notation."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A process of its own."""
    with process(tmp_path_factory.mktemp("described") / "games.sqlite3") as running:
        yield running
        code, complaints = running.stop()
        assert (code, complaints) == (0, "")


@pytest.fixture(scope="module")
def description(service: Process) -> Any:
    """What the service says of itself."""
    return schemathesis.openapi.from_url(f"http://127.0.0.1:{service.port}/openapi.json")


@pytest.fixture
def own(service: Process) -> tuple[str, str]:
    """A cookie, and the play that it opens."""
    with line(service) as browser:
        reply = browser.ask("POST", "/api/plays", {"game": "small-harp", "deal": "1"})
        assert reply is not None
        return browser.cookie, reply.json["id"]


def operations() -> list[tuple[str, str]]:
    """Every end point with its methods."""
    described = create_app(Settings(database=":memory:")).openapi()["paths"]
    return [(method, path) for path, methods in described.items() for method in methods]


def _can_be_wrong(operation: Any) -> bool:
    return bool(len(operation.path_parameters) or len(operation.query) or len(operation.body))


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("method", "path"), operations(), ids=lambda word: word)
def test_the_service_does_as_it_says(
    description: Any, own: tuple[str, str], method: str, path: str, mode: GenerationMode
) -> None:
    cookie, play = own
    operation = description[path][method]
    if mode is GenerationMode.NEGATIVE and not _can_be_wrong(operation):
        return  # whatever is asked there is right

    @settings(max_examples=scale(10, 400), deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def ask(case: Any, real: bool) -> None:
        # Made-up ids open nothing: every other time it is a play that there is.
        if real and "play_id" in case.path_parameters:
            case.path_parameters["play_id"] = play
        response = case.call(headers={"Cookie": cookie})
        case.validate_response(response, checks=CHECKS)
        for header in HEADERS:
            assert header.lower() in response.headers
        assert b"Traceback" not in response.content

    ask()
