"""Pictures from the emulator's gRPC, against a service that speaks real protobuf."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import numpy as np
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from tapworld_env.devices.emulator import EmulatorDevice
from tapworld_env.devices.emulator.emulator_grpc import (
    EmulatorController,
    discovery_folders,
    find_service,
    open_controller,
)
from tapworld_env.devices.emulator.emulator_messages import parse_picture, picture_request
from tapworld_env.devices.emulator.link import LinkDropped
from tapworld_env.devices.emulator.screens import Decoder, make_source
from tapworld_env.errors import DeviceTimeout, EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL, Served

SERVICE = "android.emulation.control.EmulatorController"
TOKEN = "a-token"
TINY = Screen(4, 6, 1.0)


def messages() -> tuple[Any, Any]:
    """``ImageFormat`` and ``Image`` as protobuf itself makes them."""
    file = descriptor_pb2.FileDescriptorProto(
        name="controller.proto", package="android.emulation.control", syntax="proto3"
    )
    kinds = descriptor_pb2.FieldDescriptorProto
    one, uint32, data, message = (
        kinds.LABEL_OPTIONAL, kinds.TYPE_UINT32, kinds.TYPE_BYTES, kinds.TYPE_MESSAGE,
    )  # fmt: skip
    shape = file.message_type.add(name="ImageFormat")
    for number, name in ((1, "format"), (3, "width"), (4, "height"), (5, "display")):
        shape.field.add(name=name, number=number, label=one, type=uint32)
    image = file.message_type.add(name="Image")
    image.field.add(
        name="format", number=1, label=one, type=message,
        type_name=".android.emulation.control.ImageFormat",
    )  # fmt: skip
    image.field.add(name="image", number=4, label=one, type=data)
    image.field.add(name="seq", number=5, label=one, type=uint32)
    image.field.add(name="timestampUs", number=6, label=one, type=kinds.TYPE_UINT64)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)

    def made(name: str) -> Any:
        full = f"android.emulation.control.{name}"
        return message_factory.GetMessageClass(pool.FindMessageTypeByName(full))

    return made("ImageFormat"), made("Image")


ImageFormat, Image = messages()


class FakeEmulator:
    """An emulator's gRPC service; attributes make it misbehave."""

    def __init__(self) -> None:
        self.pixels = np.arange(TINY.height * TINY.width * 3, dtype=np.uint8)
        self.size: tuple[int, int] | None = None
        self.cut = 0
        self.raw: bytes | None = None
        self.waits = False
        self.asked: list[Any] = []
        handler = grpc.unary_unary_rpc_method_handler(
            self.screenshot,
            request_deserializer=ImageFormat.FromString,
        )
        self._server = grpc.server(ThreadPoolExecutor(2))
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(SERVICE, {"getScreenshot": handler}),)
        )
        self.port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def screenshot(self, request: Any, context: grpc.ServicerContext) -> bytes:
        if dict(context.invocation_metadata()).get("authorization") != f"Bearer {TOKEN}":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "no token")
        self.asked.append(request)
        if self.raw is not None:
            return self.raw
        while self.waits and context.is_active():
            pass
        width, height = self.size or (request.width, request.height)
        data = self.pixels.tobytes()
        return Image(
            format=ImageFormat(format=request.format, width=width, height=height),
            image=data[: len(data) - self.cut],
            timestampUs=1 << 50,
        ).SerializeToString()

    def stop(self) -> None:
        self._server.stop(None).wait()


@pytest.fixture
def emulator() -> Iterator[FakeEmulator]:
    emulator = FakeEmulator()
    yield emulator
    emulator.stop()


@pytest.fixture
def controller(emulator: FakeEmulator) -> Iterator[EmulatorController]:
    controller = EmulatorController(emulator.address, TOKEN, TINY, timeout_s=5.0)
    yield controller
    controller.close()
    controller.close()


def announce(folder: Path, port: int, *, serial: int = 5554, pid: int | None = None) -> None:
    """Write a discovery file, as an emulator does."""
    lines = [
        f"port.serial={serial}", f"port.adb={serial + 1}", "avd.name=tapworld",
        f"grpc.port={port}", f"grpc.token={TOKEN}",
    ]  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"pid_{pid or os.getpid()}.ini").write_text("\n".join(lines) + "\n")


def test_the_messages_are_protobufs() -> None:
    request = ImageFormat.FromString(picture_request(1080, 2400))
    assert (request.format, request.width, request.height) == (2, 1080, 2400)
    reply = Image(
        format=ImageFormat(format=2, width=300, height=2), image=b"abc", seq=7, timestampUs=1 << 60
    )
    picture = parse_picture(reply.SerializeToString())
    assert (picture.format, picture.width, picture.height, picture.pixels) == (2, 300, 2, b"abc")


@pytest.mark.parametrize("data", [b"\x22\x7fab", b"\x08\xff", b"\x0b", b"\x20\x01", b"\xff" * 12])
def test_what_is_no_message_is_told(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"message|type"):
        parse_picture(data)


def test_a_picture_comes_with_the_token_and_the_screens_size(
    controller: EmulatorController, emulator: FakeEmulator
) -> None:
    seen = controller.decode(controller.take())
    assert seen.shape == (6, 4, 3)
    assert seen.ravel().tolist() == emulator.pixels.tolist()
    assert seen.flags.writeable
    assert (emulator.asked[0].width, emulator.asked[0].height) == (4, 6)


def test_a_picture_larger_than_grpcs_own_limit() -> None:
    emulator = FakeEmulator()
    emulator.pixels = np.zeros(1080 * 2400 * 3, np.uint8)
    controller = EmulatorController(emulator.address, TOKEN, Screen(), timeout_s=10.0)
    assert controller.decode(controller.take()).shape == (2400, 1080, 3)
    controller.close()
    emulator.stop()


def test_pictures_that_are_wrong_are_told(
    controller: EmulatorController, emulator: FakeEmulator
) -> None:
    emulator.cut = 5
    with pytest.raises(LinkDropped, match="67 bytes of a picture of 72"):
        controller.take()
    emulator.size = (3, 6)
    with pytest.raises(EnvironmentSetupError, match=r"3x6.*screencap"):
        controller.take()
    emulator.raw = b"\xff\xff\xff"
    with pytest.raises(LinkDropped, match="no protobuf message"):
        controller.take()


def test_an_emulator_that_does_not_answer(emulator: FakeEmulator) -> None:
    controller = EmulatorController(emulator.address, TOKEN, TINY, timeout_s=0.3)
    emulator.waits = True
    with pytest.raises(DeviceTimeout, match=r"within 0\.3 s"):
        controller.take()
    emulator.waits = False
    emulator.stop()
    with pytest.raises(LinkDropped, match="unavailable"):
        controller.take()
    controller.close()


def test_a_wrong_token_is_told(
    emulator: FakeEmulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce(tmp_path / "avd" / "running", emulator.port)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    open_controller("emulator-5554", TINY, timeout_s=5.0).close()
    monkeypatch.setattr(f"{__name__}.TOKEN", "another")
    with pytest.raises(EnvironmentSetupError, match="unauthenticated: no token"):
        open_controller("emulator-5554", TINY, timeout_s=5.0)
    emulator.size = (1, 1)
    announce(tmp_path / "avd" / "running", emulator.port)
    with pytest.raises(EnvironmentSetupError, match="1x1"):
        open_controller("emulator-5554", TINY, timeout_s=5.0)


def test_the_discovery_file_of_a_running_emulator_counts(tmp_path: Path) -> None:
    announce(tmp_path / "a", 8554, pid=4_194_305)  # above Linux's largest
    with pytest.raises(EnvironmentSetupError, match="no discovery file"):
        find_service("emulator-5554", [tmp_path / "a", tmp_path / "none"])
    announce(tmp_path / "b", 8556)
    both = [tmp_path / "a", tmp_path / "b"]
    assert find_service("emulator-5554", both) == ("127.0.0.1:8556", TOKEN)
    with pytest.raises(EnvironmentSetupError, match="emulator-5556 has no discovery file"):
        find_service("emulator-5556", both)
    with pytest.raises(EnvironmentSetupError, match="no emulator of this machine"):
        find_service("127.0.0.1:5555", both)
    (tmp_path / "b" / f"pid_{os.getpid()}.ini").write_text("port.serial=5554\n")
    with pytest.raises(EnvironmentSetupError, match="start it with -grpc"):
        find_service("emulator-5554", both)


def test_where_emulators_leave_their_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    monkeypatch.setenv("ANDROID_EMULATOR_HOME", "/home/ada/emu")
    assert discovery_folders() == [
        Path("/run/user/7/avd/running"), Path("/home/ada/emu/avd/running"),
    ]  # fmt: skip
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.delenv("ANDROID_EMULATOR_HOME")
    monkeypatch.delenv("ANDROID_USER_HOME", raising=False)
    assert discovery_folders() == [
        Path(f"/run/user/{os.getuid()}/avd/running"), Path.home() / ".android/avd/running",
    ]  # fmt: skip


def make(served: Served, **options: Any) -> EmulatorDevice:
    return EmulatorDevice(
        served.serial, server_port=served.server.port, timeout_s=5.0, connect_timeout_s=10.0,
        **options,
    )  # fmt: skip


def test_grpc_is_used_only_when_it_was_asked_for(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(EnvironmentSetupError, match="no emulator of this machine"):
        make(served, screenshots="grpc")
    with pytest.raises(EnvironmentSetupError, match="screencap, grpc or auto"):
        make(served, screenshots="jpeg")
    with caplog.at_level(logging.WARNING):
        make(served).close()
        assert not caplog.records
        make(served, screenshots="auto").close()
    assert "screenshots by screencap: " in caplog.text
    assert served.serial in caplog.records[0].name


def test_a_device_looks_through_the_emulators_service(
    served: Served, emulator: FakeEmulator, toy_snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tapworld_env.devices.emulator.emulator_grpc.find_service",
        lambda serial, folders: (emulator.address, TOKEN),
    )
    emulator.pixels = np.full(SMALL.height * SMALL.width * 3, 9, np.uint8)
    with make(served, screenshots="grpc") as phone:
        phone.load(toy_snapshot)
        seen = phone.observe()
        assert seen.pixels is not None
        assert (seen.pixels == 9).all()
        assert seen.settled
        emulator.cut = 1
        with pytest.raises(LinkDropped, match="bytes of a picture"):
            phone.observe(elements=False)
        emulator.cut = 0
        assert phone.observe().settled


def test_without_grpcio_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "grpc", None)
    with pytest.raises(EnvironmentSetupError, match=r"tapworld\[emulator\]"):
        EmulatorController("127.0.0.1:1", "", TINY, timeout_s=1.0)


def test_a_picture_is_decoded_once_and_never_another() -> None:
    class Source:
        decoded: list[bytes] = []  # noqa: RUF012

        def take(self) -> bytes:
            return b""

        def decode(self, picture: bytes) -> np.ndarray:
            self.decoded.append(picture)
            return np.frombuffer(picture, np.uint8)

        def close(self) -> None: ...

    decoder = Decoder(Source())
    decoder.begin(b"one")
    assert decoder.finish(b"one").tobytes() == b"one"
    assert Source.decoded == [b"one"]
    decoder.begin(b"two")
    assert decoder.finish(b"three").tobytes() == b"three"
    assert decoder.finish(b"two").tobytes() == b"two"
    decoder.close()


def test_screencap_is_the_default(served: Served) -> None:
    with make(served) as phone:
        source = make_source("screencap", phone._link, SMALL)
        assert source.decode(source.take()).shape == (SMALL.height, SMALL.width, 3)
        source.close()
