"""The steps of run.py: suites of the example, and what a run must show."""

import json

STAGES = ["Sequence Chunking", "Six-Frame Translation", "Nucleotide File Splitting", "Protein File Splitting", "DNABERT-S Feature Extraction",
          "ESM-2 Feature Extraction", "Feature Merging", "Model Prediction", "Consensus Scoring"]


def find(report, name, **axes):
    return [item["value"] for item in report["derived"] if item["name"] == name and all(item["axes"].get(axis) == value for axis, value in axes.items())]


def has_worked(trial):
    """A trial with proven work and all nine stages."""
    return trial["failure"] is None and trial["resultRows"] > 0 and [stage["stage"] for stage in trial["stages"]] == STAGES


def run_revision(kit):
    """main next to v2.0, which have the same code: the times must be alike, the rows the same."""
    _, report, trials = kit.measure("revision", {"revision": {"against": ["v2.0"], "gpus": 1, "minSpeedup": {}}})
    rows = {trial["resultRows"] for trial in trials}
    return {**kit.summarize(report, trials), "passed": len(trials) == 2 and all(map(has_worked, trials)) and len(rows) == 1}


def run_equivalence(kit):
    """main against v2.0, and the old attention against the standard one."""
    _, report, trials = kit.measure("equivalence", {"equivalence": {"against": ["v2.0"]}})
    agreement = find(report, "label_agreement", against="v2.0")
    return {**kit.summarize(report, trials), "passed": all(map(has_worked, trials)) and min(agreement, default=0) >= 0.99}


def run_production(kit):
    """A production run; its logs, ingested, must give the same readings."""
    out, report, [trial] = kit.measure("production", {"production": {"gpus": 1, "minSequences": 0}})
    ingested = kit.ingest(out, trial)
    readings = [{name: one["pipeline"][name] for name in ("counts", "workers", "packing", "dataLoader", "warnings")} for one in (trial, ingested)]
    same = readings[0] == readings[1] and trial["stages"] and [stage["seconds"] for stage in trial["stages"]] == [stage["seconds"] for stage in ingested["stages"]]
    return {**kit.summarize(report, [trial]), "reading": readings[0], "ingestedIsSame": bool(same), "passed": has_worked(trial) and bool(same)}


def run_end_to_end(kit):
    """Two sizes, and the projection to the full size."""
    goal = {"sequences": 6000000, "gpus": 1, "hours": 10}
    _, report, trials = kit.measure("end-to-end", {"end-to-end": {"gpus": 1, "goal": goal}})
    return {**kit.summarize(report, trials), "passed": len(trials) == 2 and all(map(has_worked, trials)) and bool(find(report, "projected_hours"))}


def run_command(kit):
    """The program's own profiler of batch sizes, which needs a GPU."""
    _, report, trials = kit.measure("command", {"command": {"run": {"repeats": 1}}})
    return {**kit.summarize(report, trials), "passed": len(trials) == 2 and all(trial["failure"] is None for trial in trials)}


def run_memory(kit):
    """Peak memory, and a batch that does not fit."""
    _, report, trials = kit.measure("memory", {"memory": {"pressure": ["--dnabert-batch-size", "1000000", "--expandable-segments"]}})
    return {**kit.summarize(report, trials), "passed": bool(find(report, "gpu_memory_peak_share"))}


def run_stages(kit):
    """The real architectures: time, use of the GPU and packing of each stage."""
    _, report, trials = kit.measure("stages", {"stages": {"gpus": [1], "run": {"sampleIntervalMs": 100}}})
    packed = None not in (find(report, "packing_efficiency") or [None])
    return {**kit.summarize(report, trials), "passed": len(trials) == 1 and all(map(has_worked, trials)) and (kit.cpu or packed)}


def run_persistent(kit):
    """Persistent models on and off, in turns, with enough runs for an interval: speed, memory and the advice."""
    options = {"baseline": ["--no-cuda-streams", "--no-persistent-models"], "persistent-models": ["--no-cuda-streams", "--persistent-models"]}
    run = {"dataset": "small", "repeats": 5, "maxRepeats": 6, "gpuMinutes": 7.5}
    _, report, trials = kit.measure("variants", {"variants": {"gpus": 1, "options": options, "checkpointing": None, "run": run}})
    advice = [row for section in report["sections"] if section["title"] == "Memory for speed" for row in section["rows"]]
    compared = [item for item in report["comparisons"] if "persistent" in json.dumps(item)]
    return {**kit.summarize(report, trials), "advice": advice, "comparisons": compared, "passed": bool(advice) and all(map(has_worked, trials))}


# By need. Function, models, trials that it takes at least, whether it needs a GPU.
STEPS = {"stages": (run_stages, "full", 2, False), "memory": (run_memory, "small", 2, True), "equivalence": (run_equivalence, "small", 3, False),
         "command": (run_command, "full", 1, True), "production": (run_production, "small", 1, False),
         "revision": (run_revision, "small", 2, False), "end-to-end": (run_end_to_end, "small", 2, False), "persistent": (run_persistent, "small", 4, False)}
