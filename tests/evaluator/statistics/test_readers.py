import gzip
import json
import pickle

import numpy as np
import pandas as pd
import pytest

from tapworld_eval.statistics import (
    OptionError,
    RecordsError,
    bootstrap,
    compare_agents,
    count_cells,
    count_file,
    from_scores,
    read_records,
    write_records,
)
from tapworld_eval.statistics.readers import detect_format, iterate_table, read_mobileworld

AXES = ["profile", "theme"]


def test_statistics_take_paths_as_they_take_tables(make_records, tmp_path):
    frame = make_records(apps=2)
    path = write_records(frame, tmp_path / "records.csv")
    one, two = (bootstrap(records, AXES, replicates=50) for records in (frame, str(path)))
    np.testing.assert_array_equal(one.replicates, two.replicates)
    found = compare_agents(path, frame, AXES, replicates=50)
    assert found.mcnemar is not None
    assert found.difference.estimate == 0


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_tables_come_back_as_they_were_written(make_records, tmp_path, suffix):
    frame = make_records()
    path = write_records(frame, tmp_path / f"records{suffix}")
    whole = count_cells(frame, AXES).to_frame()
    pd.testing.assert_frame_equal(count_file(path, AXES).to_frame(), whole)
    pd.testing.assert_frame_equal(count_cells(read_records(path), AXES).to_frame(), whole)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_csv_is_streamed_in_chunks_whose_types_agree(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("task,app,passed,instance\na,pay,True,1\na,pay,false,x\nb,pay,1,2\n")
    columns = {"task": "scenario", "passed": "success"}
    chunks = list(iterate_table(path, columns, chunk_rows=1))
    assert [chunk["success"].item() for chunk in chunks] == [1, 0, 1]
    assert count_file(path, columns=columns).rollouts.sum() == 3


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "app,scenario,success\np,s,maybe\n", "got 'maybe'"),
        ("a.csv", "", "empty"),
        ("a.csv", "app,scenario\np,s\n", "lack the column"),
        ("a.jsonl", "{broken\n", "not a file of JSON lines"),
        ("a.parquet", "text", "not a Parquet file"),
        ("a.xlsx", "", "unknown results"),
    ],
)
def test_broken_tables_get_a_clear_error(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(RecordsError, match=message):
        count_file(path)


def episode(**changes):
    base = {
        "episode": "e1",
        "agent": "noop",
        "app": "pay",
        "scenario": "pay.send",
        "kind": "edit",
        "instance": 0,
        "profile": "ada",
        "theme": "dawn",
        "ui_state": "home",
        "phrasing": 0,
        "configuration_seed": 0,
        "rollout": 0,
        "success": True,
        "status": "completed",
    }
    return json.dumps(base | changes)


def test_run_folders_drop_faults_and_repeats_and_a_torn_line(tmp_path):
    lines = [
        episode(success=False),
        episode(success=True),
        episode(episode="e2", rollout=1, success=None, status="fault"),
        episode(episode="e3", rollout=1, success=False),
    ]
    (tmp_path / "episodes.jsonl").write_text("\n".join(lines) + '\n{"episode": "e4", "ag')
    frame = read_records(tmp_path)
    assert frame[["rollout", "success"]].values.tolist() == [[0, True], [1, False]]
    assert bootstrap(frame).suite.estimate == 0.5


def test_run_folders_tell_draws_of_one_configuration_apart(tmp_path):
    lines = [episode(), episode(episode="e2", configuration_seed=1)]
    (tmp_path / "episodes.jsonl").write_text("\n".join(lines) + "\n")
    assert count_cells(read_records(tmp_path)).rollouts.tolist() == [2]


def test_a_damaged_run_folder_names_the_line(tmp_path):
    (tmp_path / "episodes.jsonl").write_text(f"{episode()}\nnonsense\n{episode()}\n")
    with pytest.raises(RecordsError, match="line 2"):
        read_records(tmp_path)
    (tmp_path / "episodes.jsonl").write_text('{"app": "pay"}\n')
    with pytest.raises(RecordsError, match="line 1: no field 'agent'"):
        read_records(tmp_path)


class Danger:
    """A pickle that would create a file when loaded by ``pickle``."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


def write_checkpoint(folder, name, episodes):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.pkl.gz").write_bytes(gzip.compress(pickle.dumps(episodes)))


def test_androidworld_checkpoints_are_read_without_running_them(tmp_path):
    trap = tmp_path / "trap"
    base = {"agent_name": "m3a", "exception_info": None, "seed": 3}
    step_data = {"step": [Danger(trap)], "pixels": np.zeros((2, 2), np.uint8)}
    run = tmp_path / "run"
    write_checkpoint(
        run,
        "SimpleSmsSend_0",
        [
            {
                **base,
                "task_template": "SimpleSmsSend",
                "instance_id": 0,
                "is_successful": np.float64(1.0),
                "episode_data": step_data,
            }
        ],
    )
    write_checkpoint(
        run,
        "MarkorCreateNote_0",
        [
            {**base, "task_template": "MarkorCreateNote", "instance_id": 0, "is_successful": 0.5},
            {
                **base,
                "task_template": "MarkorCreateNote",
                "instance_id": 1,
                "is_successful": 0.0,
                "exception_info": "Traceback",
            },
        ],
    )
    frame = read_records(run)
    assert not trap.exists()
    assert frame[["app", "scenario", "instance", "success"]].values.tolist() == [
        ["markor", "MarkorCreateNote", "0", 0],
        ["sms", "SimpleSmsSend", "0", 1],
    ]
    assert read_records(run, threshold=0.5)["success"].tolist() == [1, 1]
    assert bootstrap(frame).suite.estimate == 0.5


def test_agentlab_studies_and_their_tables(tmp_path):
    def experiment(name, **summary):
        folder = tmp_path / "study" / name
        folder.mkdir(parents=True)
        (folder / "summary_info.json").write_text(json.dumps(summary))

    done = {"terminated": True, "truncated": False, "err_msg": None}
    date = "2024-10-12_17-35-40_GenericAgent-gpt-4o"
    experiment(f"{date}_on_miniwob.click-test_342_6a4990", cum_reward=1.0, **done)
    experiment(f"{date}_on_miniwob.click-test_7", cum_reward=0.0, **done)
    experiment(f"{date}_on_webarena.310_0", cum_reward=0.0, **(done | {"err_msg": "timeout"}))
    experiment(f"{date}_on_webarena.311_0", cum_reward=0, terminated=False, truncated=False)
    frame = read_records(tmp_path / "study")
    assert frame[["agent", "app", "scenario", "instance", "success"]].values.tolist() == [
        ["GenericAgent-gpt-4o", "miniwob", "miniwob.click-test", "342", 1],
        ["GenericAgent-gpt-4o", "miniwob", "miniwob.click-test", "7", 0],
        ["GenericAgent-gpt-4o", "webarena", "webarena.310", "0", 0],
    ]
    assert len(read_records(tmp_path / "study", errors_fail=False)) == 2
    table = tmp_path / "result_df.csv"
    table.write_text(
        "agent.agent_name,env.task_name,env.task_seed,cum_reward,err_msg\n"
        "x,miniwob.drag,1,1.0,\nx,miniwob.drag,1,0.0,boom\nx,miniwob.drag,2,,\n"
    )
    rows = read_records(table)
    assert rows[["instance", "rollout", "success"]].values.tolist() == [["1", 0, 1], ["1", 1, 0]]


def test_mobileworld_logs_and_bundles(tmp_path):
    for run, scores in (("one", (1.0, 0.0)), ("two", (1.0, 1.0))):
        for task, score in zip(("SendSms", "AddEvent"), scores, strict=True):
            folder = tmp_path / run / task
            folder.mkdir(parents=True)
            (folder / "result.txt").write_text(f"score: {score}\nreason: because 0 of 3\n")
    (tmp_path / "one" / "SendSms_backup_1").mkdir()
    (tmp_path / "one" / "SendSms_backup_1" / "result.txt").write_text("score: 0.0")
    frame = read_mobileworld([tmp_path / "one", tmp_path / "two"], apps={"SendSms": "messages"})
    assert frame.groupby(["app", "scenario"])["success"].mean().to_dict() == {
        ("messages", "SendSms"): 1.0,
        ("mobileworld", "AddEvent"): 0.5,
    }
    assert len(read_records(tmp_path / "one")) == 2
    bundle = tmp_path / "run.json.gz"
    tasks = {"A": {"result": "score: 1.0"}, "B": {"result": None}}
    bundle.write_bytes(gzip.compress(json.dumps(tasks).encode()))
    assert read_records(bundle)["scenario"].tolist() == ["A"]
    (tmp_path / "two" / "AddEvent" / "result.txt").write_text("crashed")
    with pytest.raises(RecordsError, match="task AddEvent: no score"):
        read_records(tmp_path / "two")


def test_score_dictionaries(tmp_path):
    scores = {"ours": np.array([[1, 0], [1, 1], [0, 0]])}
    np.savez(tmp_path / "scores.npz", ours=scores["ours"])
    (tmp_path / "scores.json").write_text(json.dumps({"ours": scores["ours"].tolist()}))
    for name in ("scores.npz", "scores.json"):
        frame = read_records(tmp_path / name)
        pd.testing.assert_frame_equal(frame, from_scores(scores))
    apps = from_scores(scores, tasks=["x", "y"], apps={"x": "pay", "y": "pay"})
    assert count_cells(apps.drop(columns="agent")).app_rates.tolist() == [0.5]
    with pytest.raises(RecordsError, match="rows must be runs"):
        from_scores(scores, tasks=["x", "y", "z"])
    with pytest.raises(RecordsError, match="not all 0 or 1"):
        from_scores({"a": [[0.3]]})
    with pytest.raises(RecordsError, match="shape"):
        from_scores({"a": [1, 0]})


def test_what_is_not_there_or_not_known_is_said(tmp_path):
    with pytest.raises(RecordsError, match="no such file or folder"):
        detect_format(tmp_path / "missing")
    with pytest.raises(RecordsError, match="unknown results"):
        detect_format(tmp_path)
    with pytest.raises(OptionError, match="choose one of"):
        read_records(tmp_path, format="excel")
    (tmp_path / "broken.pkl.gz").write_bytes(b"not gzip")
    with pytest.raises(RecordsError, match="not a readable pickle"):
        read_records(tmp_path / "broken.pkl.gz")
