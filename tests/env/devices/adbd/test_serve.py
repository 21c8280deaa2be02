"""``tapworld device serve`` as a program."""

from __future__ import annotations

import inspect
import json
import signal
import subprocess
import sys

import pytest

from tapworld_env.devices.emulator.adb_server import PrivateAdbServer
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_eval.cli.device import serve

PROGRAM = [sys.executable, "-c", "from tapworld_eval.cli import main; main()", "device", "serve"]


@pytest.mark.phone
@pytest.mark.skipif(
    not (DEFAULT_BUNDLE / "index.html").exists(), reason="the app bundle is not built (make apps)"
)
def test_it_serves_until_it_is_ended(adb_server: PrivateAdbServer) -> None:
    options = ["--port", "0", "--count", "2", "--screen", "small", "--json"]
    with subprocess.Popen([*PROGRAM, *options], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        lines = iter(program.stdout.readline, "")
        text = ""
        for line in lines:
            text += line
            if line == "}\n":
                break
        addresses = json.loads(text)["addresses"]
        assert len(addresses) == 2
        for address in addresses:
            adb_server.adb("connect", address)
            assert "org.tapworld.mail" in adb_server.adb("-s", address, "shell", "pm list packages")
            adb_server.adb("disconnect", address)
        program.send_signal(signal.SIGTERM)
        assert program.wait(timeout=20) == 0


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--host", "0.0.0.0", "--profile", "none"], "authorized-keys"),
        (["--profile", "nobody"], "nobody"),
    ],
)
@pytest.mark.phone
@pytest.mark.skipif(
    not (DEFAULT_BUNDLE / "index.html").exists(), reason="the app bundle is not built (make apps)"
)
def test_bad_options_are_told(options: list[str], complaint: str) -> None:
    done = subprocess.run(
        [*PROGRAM, "--port", "0", "--screen", "small", *options],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert complaint in done.stderr


def test_no_adb_server_takes_a_phone_for_an_emulator() -> None:
    # An adb server looks for emulators on these ports of its machine.
    assert inspect.signature(serve).parameters["port"].default not in range(5555, 5586)
