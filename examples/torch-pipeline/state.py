"""Keeps `<output>/.checkpoints/pipeline_state.json` up to date: replaced in one step whenever a stage changes."""

import json
import os
from datetime import datetime, timezone

from stages import STAGES


class State:
    def __init__(self, output_directory: str, pipeline_config: dict):
        directory = os.path.join(output_directory, ".checkpoints")
        os.makedirs(directory, exist_ok=True)
        self._path = os.path.join(directory, "pipeline_state.json")
        self._state = {
            "created_at": timestamp(),
            "pipeline_config": pipeline_config,
            "stages": {key: _untouched() for key in STAGES},
            "updated_at": timestamp(),
        }

    def started(self, key: str) -> None:
        self._update(key, status="in_progress", started_at=timestamp())

    def completed(self, key: str, seconds: float, files: list[str]) -> None:
        self._ended(key, seconds, status="completed", outputs={"files": files})

    def failed(self, key: str, seconds: float, message: str) -> None:
        self._ended(key, seconds, status="failed", error=message)

    def _ended(self, key: str, seconds: float, **change: object) -> None:
        self._update(key, completed_at=timestamp(), duration_seconds=round(seconds, 6), **change)

    def _update(self, key: str, **change: object) -> None:
        self._state["stages"][key].update(change)
        self._state["updated_at"] = timestamp()
        with open(f"{self._path}.tmp", "w", encoding="utf-8") as file:
            file.write(json.dumps(self._state, indent=2) + "\n")
        os.replace(f"{self._path}.tmp", self._path)


def timestamp() -> str:
    """UTC without a zone, with microseconds: 2026-01-22T17:32:59.400716."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")


def _untouched() -> dict:
    return {
        "status": "not_started",
        "started_at": None,
        "completed_at": None,
        "duration_seconds": None,
        "inputs": {},
        "outputs": {},
        "error": None,
    }
