"""pipeline_state.json and the lines at the start and end of each stage."""

import json
import time
from datetime import datetime, timezone

from .log import say

STAGES = {
    "CHUNKING": "Sequence Chunking",
    "TRANSLATION": "Six-Frame Translation",
    "NUCLEOTIDE_SPLITTING": "Nucleotide File Splitting",
    "PROTEIN_SPLITTING": "Protein File Splitting",
    "NUCLEOTIDE_FEATURES": "DNABERT-S Feature Extraction",
    "PROTEIN_FEATURES": "ESM-2 Feature Extraction",
    "FEATURE_MERGING": "Feature Merging",
    "PREDICTION": "Model Prediction",
    "CONSENSUS": "Consensus Scoring",
}
LOGGER = "virnucpro.pipeline.telemetry"


def now():
    return datetime.now(timezone.utc).replace(tzinfo=None).isoformat()


class State:
    def __init__(self, output, resume):
        self.path = output / ".checkpoints" / "pipeline_state.json"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.stages = {key: {"status": "not_started"} for key in STAGES}
        self.times, self.begun = [], time.monotonic()
        if resume:
            if self.path.exists():
                self.stages = json.loads(self.path.read_text())["stages"]
            done = sum(row["status"] == "completed" for row in self.stages.values())
            say("=== Resuming Pipeline ===")
            say(f"Progress: {done}/{len(STAGES)} stages complete")
            say(f"Resuming from stage: {self.next_stage()}")

    def next_stage(self):
        return next((key for key, row in self.stages.items() if row["status"] != "completed"), None)

    def save(self):
        self.path.write_text(json.dumps({"pipeline_config": {"config_hash": "replica"}, "stages": self.stages}))

    def stage(self, key, extra):
        return Stage(self, key, extra)

    def summarize(self):
        total = time.monotonic() - self.begun
        lines = ["=" * 80, "PIPELINE SUMMARY", "=" * 80]
        lines.append(f"Total wall time: {time.strftime('%H:%M:%S', time.gmtime(total))} ({total:.1f}s)")
        lines.append("Stages:")
        for index, (name, seconds) in enumerate(self.times):
            lines.append(f"  {index + 1}. {name} ....  {seconds:6.1f}s ({100 * seconds / total:5.1f}%)")
        for line in lines + ["=" * 80]:
            say(line, LOGGER)


class Stage:
    def __init__(self, state, key, extra):
        self.state, self.key, self.extra = state, key, extra

    def __enter__(self):
        say(f"=== Stage {list(STAGES).index(self.key) + 1}: {STAGES[self.key]} ===", LOGGER)
        self.begun = time.monotonic()
        self.state.stages[self.key] = {"status": "in_progress", "started_at": now()}
        self.state.save()

    def __exit__(self, kind, *_):
        if kind:
            return
        seconds = time.monotonic() - self.begun
        extra = ", ".join(f"{name}: {value:,}" if isinstance(value, int) else f"{name}: {value}" for name, value in self.extra.items())
        say(f"  {STAGES[self.key]} completed in {seconds:.1f}s [{extra}]", LOGGER)
        self.state.times.append((STAGES[self.key], seconds))
        self.state.stages[self.key].update(status="completed", completed_at=now(), duration_seconds=seconds)
        self.state.save()
