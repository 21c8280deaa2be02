"""The written content itself: complete, small files, no slot that nobody fills."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles import Persona, personas
from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.mail.conversations import CONTENT, load_pieces
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.seeds import rng_for

FILES = sorted(CONTENT.rglob("*.yaml"))


def test_no_giant_file() -> None:
    root = CONTENT.parent.parent
    for path in root.rglob("*"):
        if path.suffix in (".yaml", ".py", ".sql"):
            assert len(path.read_text(encoding="utf-8").splitlines()) < 500, path


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.stem.startswith("talk_")], ids=lambda p: p.stem
)
def test_every_piece_can_be_told(path: Path) -> None:
    language = path.parent.name
    speaker = next(p for p in personas().values() if language in p.languages)
    pieces = load_pieces(path, language)
    assert len({piece.subject for piece in pieces}) == len(pieces)
    known = {"name": "A", "other": "B", "club": "C", "meets": "D"}
    for piece in pieces:
        wording = Wording(speaker, language, rng_for(piece.subject), speaker.now, known)
        for text in (piece.subject, *(text for _, text in piece.parts), *piece.files):
            filled = wording.fill(text)
            assert filled
            assert not set("{}[]") & set(filled), filled


def test_own_pieces_are_all_in_the_mailbox(persona: Persona) -> None:
    from .conftest import opened

    pieces = load_pieces(
        CONTENT / "personas" / f"{persona.id}.yaml", persona.languages[0], own=True
    )
    rows = opened(persona.id, "mail").execute("SELECT subject FROM threads").fetchall()
    subjects = {row[0] for row in rows}
    assert len(pieces) >= 12
    for piece in pieces:
        assert piece.subject in subjects


def test_hundreds_of_written_pieces() -> None:
    texts = {
        text
        for path in FILES
        if path.stem.startswith("talk_") or path.parent.name == "personas"
        for piece in load_pieces(path, path.parent.name)
        for _, text in piece.parts
    }
    assert len(texts) >= 700


def test_unknown_slot_and_key_are_errors(tmp_path: Path) -> None:
    ada = personas()["ada"]
    with pytest.raises(ProfileError, match=r"unknown slot \{moon\}"):
        Wording(ada, "en", rng_for("x"), ada.now, {}).fill("to the {moon}")
    path = tmp_path / "talk_x.yaml"
    path.write_text("threads: [{subject: a, who: friend, parts: [{them: b}], whom: c}]")
    with pytest.raises(ProfileError, match="whom"):
        load_pieces(path, "en")
    load_yaml.cache_clear()
