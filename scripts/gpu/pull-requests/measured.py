"""What one measured pull request leaves behind: one line of results.jsonl, and a reduced copy of its run folder."""

import json
import shutil

KEPT_FILES = ("run.json", "report.json", "report.md", "warpgauge.yml")


def read_result(folder):
    """The verdict and its rows; `error` says why there is none."""
    try:
        report = json.loads((folder / "report.json").read_text())
        record = json.loads((folder / "run.json").read_text())
    except (OSError, ValueError) as error:
        return {"error": str(error)}
    return {
        "verdict": report["verdict"],
        "conclusion": report["conclusion"],
        "headline": report["sentence"],
        "reasons": [row["reason"] for row in report["comparisons"] if row.get("isGate")],
        "status": record["status"],
        **count_runs(record),
        "rows": [read_row(row) for row in report["comparisons"]],
    }


def read_row(row):
    names = ("metric", "axes", "isGate", "verdict", "effect", "interval", "resolution", "reason")
    sizes = {side: (row.get(side) or {}).get("count") for side in ("base", "head")}
    return {**{name: row.get(name) for name in names}, **sizes}


def count_runs(record):
    """Counted runs per side, all executions, seconds of all executions, and runs that did not count with the reason."""
    trials = record["trials"]
    head = record["revisions"][0]["commit"]
    counted = [trial for trial in trials if is_counted(trial)]
    unused = [trial for trial in trials if trial["failure"] or trial["contamination"]]
    return {
        "runs": {
            "base": sum(trial["commit"] != head for trial in counted),
            "head": sum(trial["commit"] == head for trial in counted),
        },
        "executions": len(trials),
        "gpuSeconds": round(sum(trial["wallSeconds"] or 0 for trial in trials), 3),
        "unused": [explain_unused(trial) for trial in unused],
    }


def is_counted(trial):
    return not (trial["isWarmup"] or trial["failure"] or trial["contamination"])


def explain_unused(trial):
    failure = trial["failure"]
    return "; ".join([*([failure["detail"]] if failure else []), *trial["contamination"]])


def keep_folder(folder, target):
    """Copies the files that judging needs; logs and telemetry are dropped."""
    target.mkdir(parents=True, exist_ok=True)
    for name in KEPT_FILES:
        if (folder / name).exists():
            shutil.copy(folder / name, target)
