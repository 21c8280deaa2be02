"""The doctor's checks of what only some uses need: emulators, adb, containers, builds."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tapworld_env.devices.emulator.adb_server import AdbServer
from tapworld_env.devices.emulator.preflight import survey
from tapworld_env.errors import TapworldEnvError
from tapworld_eval.cli.check import Check

__all__ = ["adb", "docker", "emulator", "kvm", "node", "ports"]

_KVM = Path("/dev/kvm")
# Of Linux's include/uapi/linux/kvm.h: what version it is, and a machine to see that it works.
_KVM_GET_API_VERSION, _KVM_CREATE_VM = 0xAE00, 0xAE01
_KVM_API_VERSION = 12
_TIMEOUT_S = 10.0
_NODE = (20, 19)
_EMULATOR_PORTS = range(5554, 5586)
_VNC_PORTS = range(5900, 5910)


def kvm() -> Check:
    """Whether emulators can run at a usable speed."""
    if not _KVM.exists():
        return Check(
            "kvm",
            "absent",
            f"no {_KVM}: Android emulators would be unusably slow; handsets need none",
            "turn virtualisation on (in the BIOS, or nested in the host of this machine); in a "
            "container: docker run --device /dev/kvm",
        )
    try:
        device = os.open(_KVM, os.O_RDWR)
    except PermissionError:
        return Check(
            "kvm", "warn", f"{_KVM} is not open to you", "sudo usermod -aG kvm $USER, then log in"
        )
    except OSError as error:
        return Check(
            "kvm", "warn", f"{_KVM}: {error.strerror}", "load the module kvm_intel or kvm_amd"
        )
    try:
        version = fcntl.ioctl(device, _KVM_GET_API_VERSION, 0)
        os.close(fcntl.ioctl(device, _KVM_CREATE_VM, 0))
    except OSError as error:
        return Check(
            "kvm",
            "warn",
            f"{_KVM} is there but makes no machine: {error.strerror}",
            "allow nested virtualisation in the host of this machine",
        )
    finally:
        os.close(device)
    if version != _KVM_API_VERSION:
        return Check("kvm", "warn", f"KVM speaks version {version}, not 12", "use a newer kernel")
    return Check("kvm", "ok", f"{_KVM} makes virtual machines")


def emulator() -> Check:
    """Whether an Android emulator is installed."""
    home = Path(os.environ.get("ANDROID_AVD_HOME", "~/.android/avd")).expanduser()
    program = survey(home).emulator
    if program is None:
        return Check(
            "emulator",
            "absent",
            "no Android emulator; handsets need none",
            "sdkmanager emulator 'system-images;android-34;google_apis;x86_64', and set "
            "ANDROID_HOME; or use docker/emulator.Dockerfile",
        )
    avds = sorted(file.stem for file in home.glob("*.ini"))
    if not avds:
        return Check(
            "emulator",
            "warn",
            f"{program}, but no AVD in {home}",
            "avdmanager create avd -n tapworld -k 'system-images;android-34;google_apis;x86_64'",
        )
    return Check("emulator", "ok", f"{program} with {', '.join(avds)}")


def adb() -> Check:
    """Whether the adb that drives phones starts."""
    server = AdbServer()
    try:
        shown = server.adb("version", timeout_s=_TIMEOUT_S)
    except TapworldEnvError as error:
        return Check(
            "adb", "warn", str(error), "apt-get install adb, and set ADBUTILS_ADB_PATH to it"
        )
    version = re.search(r"version (\S+)", shown)
    path = re.search(r"Installed as (\S+)", shown)
    return Check(
        "adb", "ok", f"{version[1] if version else '?'} ({path[1] if path else 'on the path'})"
    )


def docker() -> Check:
    """Whether containers can be built and run."""
    client = shutil.which("docker")
    if client is None:
        return Check(
            "docker",
            "absent",
            "not there; only containers need it",
            "apt-get install docker.io docker-compose (Debian)",
        )
    code, said = _output([client, "version", "--format", "{{.Server.Version}}"])
    if code != 0:
        fix = (
            "sudo usermod -aG docker $USER, then log in"
            if "permission denied" in said.lower()
            else "start the daemon: sudo systemctl start docker"
        )
        return Check("docker", "warn", f"{client}, but no daemon answers: {said[-200:]}", fix)
    if shutil.which("docker-compose") is None and _output([client, "compose", "version"])[0] != 0:
        return Check(
            "docker",
            "warn",
            f"Docker {said} without compose",
            "apt-get install docker-compose, for docker/compose.yaml",
        )
    return Check("docker", "ok", f"Docker {said} with compose")


def node(built: bool) -> Check:
    """Whether the apps can be built; a run needs only the bundle.

    Args:
        built: Whether the bundle is there already.
    """
    fix = "install Node.js 20.19 or newer (Debian: apt-get install nodejs npm)"
    lacking = "absent" if built else "fail"
    why = "only building the apps needs it" if built else "the apps must be built first"
    program = shutil.which("node")
    if program is None:
        return Check("node", lacking, f"not there; {why}", fix)
    code, said = _output([program, "--version"])
    numbers = re.match(r"v(\d+)\.(\d+)", said)
    if code != 0 or numbers is None:
        return Check("node", lacking, f"{program} says {said[-200:]!r}; {why}", fix)
    if (int(numbers[1]), int(numbers[2])) < _NODE:
        return Check("node", lacking, f"{said} is too old; {why}", fix)
    if shutil.which("npm") is None:
        return Check("node", lacking, f"{said} without npm; {why}", "apt-get install npm")
    return Check("node", "ok", f"{said} with npm")


def ports() -> list[Check]:
    """Whether the ports of adb, of emulators and of their screens are free."""
    server = AdbServer()
    checks = []
    if not server.running:
        checks.append(Check("port of adb", "ok", f"{server.port} is free"))
    elif _is_adb(server.port):
        checks.append(Check("port of adb", "ok", f"an adb server listens on {server.port}"))
    else:
        checks.append(
            Check(
                "port of adb",
                "warn",
                f"another program than adb listens on {server.port}",
                "export ANDROID_ADB_SERVER_PORT=5038, or end that program",
            )
        )
    taken = _taken(_EMULATOR_PORTS)
    pairs = sum(
        port not in taken and port + 1 not in taken for port in _EMULATOR_PORTS if port % 2 == 0
    )
    found = f"{pairs} pairs of {_EMULATOR_PORTS[0]}-{_EMULATOR_PORTS[-1]} are free"
    if taken:
        found += f"; taken: {', '.join(map(str, taken))}"
    checks.append(
        Check("ports of emulators", "ok", found)
        if pairs
        else Check("ports of emulators", "warn", found, "end other emulators or served phones")
    )
    screens = _taken(_VNC_PORTS)
    shown = f"{_VNC_PORTS[0]}-{_VNC_PORTS[-1]}"
    if _VNC_PORTS[0] in screens:
        listed = ", ".join(map(str, screens))
        fix = "publish the emulator image's VNC on another: docker run -p 127.0.0.1:5910:5900"
        checks.append(Check("ports of VNC", "warn", f"taken of {shown}: {listed}", fix))
    else:
        checks.append(Check("ports of VNC", "ok", f"{_VNC_PORTS[0]} is free"))
    return checks


def _taken(candidates: Iterable[int]) -> list[int]:
    """Ports of this machine on which somebody listens."""
    found = []
    for port in candidates:
        with socket.socket() as probe:
            probe.settimeout(1.0)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                found.append(port)
    return found


def _is_adb(port: int) -> bool:
    """Whether who listens speaks as an adb server does."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2.0) as connection:
            connection.sendall(b"000chost:version")
            return connection.recv(4) == b"OKAY"
    except OSError:
        return False


def _output(command: list[str]) -> tuple[int, str]:
    """Exit code and what was printed."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return -1, str(error)
    return done.returncode, (done.stdout.strip() or done.stderr.strip())
