"""Puts the page together: data, figures and pictures into one template."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tapworld_eval.audit.outcome import AuditOutcome
from tapworld_eval.report.audits import audit_cell, audit_figure, audit_rated, read_audits
from tapworld_eval.report.comparison import compare_runs
from tapworld_eval.report.episodes import episode_rows
from tapworld_eval.report.failures import group_failures
from tapworld_eval.report.images import ImageStore
from tapworld_eval.report.replays import replay_rows
from tapworld_eval.report.runs import RunView, read_runs
from tapworld_eval.report.sections import axis_figures, group_tables, headline, suite_figure
from tapworld_eval.report.statistics import statistics_sections
from tapworld_eval.rollouts.files import write_whole

__all__ = ["render_report", "write_report"]


def write_report(
    runs: Sequence[Path],
    target: Path,
    *,
    audits: Sequence[Path] = (),
    most_episodes: int = 400,
    most_bytes: int = 24_000_000,
) -> Path:
    """Write the report of runs.

    Args:
        runs: Run folders.
        target: The HTML file; replaced if there.
        audits: Files that ``tapworld audit NAME --out FILE`` wrote.
        most_episodes: Most episodes shown step by step.
        most_bytes: Most bytes of pictures.

    Returns:
        The file.

    Raises:
        ReportError: There is nothing to report, or an audit's file is none.
        RunFolderError: A run cannot be read, or the file not written.
    """
    page = render_report(
        read_runs(runs),
        audits=read_audits(audits),
        most_episodes=most_episodes,
        most_bytes=most_bytes,
    )
    write_whole(target, page.encode())
    return target


def render_report(
    views: Sequence[RunView],
    *,
    most_episodes: int,
    most_bytes: int,
    audits: Sequence[AuditOutcome] = (),
) -> str:
    """The page as text."""
    images = ImageStore(most_bytes)
    episodes, without_steps = episode_rows(views, images, most=most_episodes)
    environment = Environment(
        loader=PackageLoader("tapworld_eval.report", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.1f} %"
    environment.filters["interval"] = lambda pair: f"{100 * pair[0]:.1f} – {100 * pair[1]:.1f}"
    environment.filters["audit_cell"] = audit_cell
    environment.filters["audit_figure"] = audit_figure
    environment.filters["audit_rated"] = audit_rated
    return environment.get_template("page.html.j2").render(
        views=views,
        headline=headline(views),
        suite=suite_figure(views),
        tables=group_tables(views),
        comparisons=compare_runs(views),
        axes=axis_figures(views),
        statistics=statistics_sections(views),
        failures=group_failures(views),
        replays=replay_rows(views),
        audits=audits,
        faults=[(view, r, f) for view in views for r in view.records for f in r.faults],
        manifests=[(view, json.dumps(view.manifest, indent=1, sort_keys=True)) for view in views],
        without_steps=without_steps,
        images_left_out=images.left_out,
        style=_asset("style.css"),
        script=_asset("script.js"),
        episodes=_embedded(episodes),
        images=_embedded(images.to_json()),
    )


def _asset(name: str) -> Markup:
    return Markup((Path(__file__).parent / "assets" / name).read_text(encoding="utf-8"))


def _embedded(data: Any) -> Markup:
    """JSON that can stand inside a script element: no ``</script>`` can close it early."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028"))
