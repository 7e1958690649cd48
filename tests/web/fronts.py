"""Proxies in front of a service, started with the very files of ``deploy/``: only names, ports and keys are others."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from http.client import HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from tests.web.house import Reply

DEPLOY = Path(__file__).parents[2] / "deploy"
HOST = "127.0.0.1"


def missing(name: str) -> str | None:
    """Why there can be no such proxy here, or None."""
    for program in (name, "openssl"):
        if shutil.which(program, path=_path()) is None:
            return f"{program} is not installed"
    return None


def _path() -> str:
    return os.environ.get("PATH", "") + ":/usr/sbin"  # not on the path of everybody


def put(text: str, changes: dict[str, str]) -> str:
    """A configuration with other names and ports; each must be in it."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Front:
    """A proxy that speaks https."""

    def __init__(self, name: str, folder: Path, service: int) -> None:
        self.name = name
        self.folder = folder
        self.service = service
        self.port, self.plain = _free_port(), _free_port()
        self._make_key()
        command = {"nginx": self._nginx, "caddy": self._caddy}[name]()
        program = shutil.which(name, path=_path())
        assert program is not None
        with (folder / "said").open("wb") as said:
            self.process = subprocess.Popen(
                [program, *command],
                stdout=said,
                stderr=said,
                env={
                    **os.environ,
                    "HOME": str(folder),
                    "XDG_DATA_HOME": str(folder),
                    "XDG_CONFIG_HOME": str(folder),
                },
            )
        self._wait()

    def _make_key(self) -> None:
        """A key and a certificate that nobody has signed."""
        words = (
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
            "-subj /CN=arfa -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem"
        )
        subprocess.run(
            ["openssl", *words.split()], cwd=self.folder, check=True, capture_output=True
        )

    def _nginx(self) -> list[str]:
        there = "/etc/letsencrypt/live/arfa.example.org"
        site = put(
            (DEPLOY / "nginx.conf").read_text("utf-8"),
            {
                "server 127.0.0.1:8288;": f"server 127.0.0.1:{self.service};",
                "listen 443 ssl": f"listen {HOST}:{self.port} ssl",
                "listen 80;": f"listen {HOST}:{self.plain};",
                # This machine may have no IPv6.
                "listen [::]:443 ssl http2;": "",
                "listen [::]:80;": "",
                f"{there}/fullchain.pem": str(self.folder / "cert.pem"),
                f"{there}/privkey.pem": str(self.folder / "key.pem"),
            },
        )
        (self.folder / "site.conf").write_text(site, "utf-8")
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)
        user = "user root;" if os.geteuid() == 0 else ""
        main = (
            f"{user} daemon off; worker_processes 2; pid {self.folder}/pid; error_log stderr info;"
            f"events {{}} http {{ access_log off; {temporary} include {self.folder}/site.conf; }}"
        )
        (self.folder / "nginx.conf").write_text(main, "utf-8")
        return ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]

    def _caddy(self) -> list[str]:
        keys = f"tls {self.folder}/cert.pem {self.folder}/key.pem"
        site = put(
            (DEPLOY / "Caddyfile").read_text("utf-8"),
            {
                "arfa.example.org {": f"https://{HOST}:{self.port} {{\n\t{keys}",
                "127.0.0.1:8288": f"127.0.0.1:{self.service}",
            },
        )
        head = f"{{\n\tadmin off\n\thttp_port {self.plain}\n}}\n"
        (self.folder / "Caddyfile").write_text(head + site, "utf-8")
        return ["run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]

    def _wait(self) -> None:
        ends = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), 1):
                return
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < ends, self.said()
            time.sleep(0.05)

    def said(self) -> str:
        """What it wrote."""
        return (self.folder / "said").read_text("utf-8", "replace")

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> Visitor:
        """Somebody who comes from an address of this machine: all of 127.0.0.0/8 are."""
        return Visitor(self.port, address, headers)


class Visitor:
    """A browser that comes through the proxy, by its own address."""

    def __init__(self, port: int, address: str, headers: dict[str, str]) -> None:
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.http = HTTPSConnection(
            HOST, port, timeout=30, context=context, source_address=(address, 0)
        )
        self.headers = {"Origin": f"https://{HOST}:{port}", **headers}
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """One request."""
        kind = {"Content-Type": "application/json"} if body is not None else {}
        cookie = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        named = {k.replace("_", "-"): v for k, v in headers.items()}
        sent = {**self.headers, **kind, **({"Cookie": cookie} if cookie else {}), **named}
        try:
            self.http.request(method, path, body, sent)
            with self.http.getresponse() as answer:
                got = {key.lower(): value for key, value in answer.getheaders()}
                reply = Reply(answer.status, got, answer.read())
        finally:
            self.http.close()
        for name, morsel in SimpleCookie(reply.headers.get("set-cookie", "")).items():
            self.cookies[name] = morsel.value
        return reply

    def deal(self, deal: str = "1") -> Any:
        """A new play."""
        body = f'{{"game":"small-harp","deal":"{deal}"}}'
        return self.ask("POST", "/api/plays?lang=en", body.encode())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def front(name: str, folder: Path, service: int) -> Iterator[Front]:
    """A proxy before the service at a port; gone at the end."""
    folder.mkdir()
    opened = Front(name, folder, service)
    try:
        yield opened
    finally:
        opened.close()
