"""Times the stages and tells the log, the state file and the event file."""

import time
from collections.abc import Callable

from events import Events
from stages import STAGES
from state import State
from telemetry import Telemetry


class Recorder:
    def __init__(self, output_directory: str, pipeline_config: dict):
        self._start = time.perf_counter()
        self._state = State(output_directory, pipeline_config)
        self._telemetry = Telemetry()
        self.events = Events()

    def stage(self, key: str, work: Callable[[], tuple[list[str], dict]]) -> None:
        """Runs a stage; `work` returns the files it wrote and what the log should say beside the time."""
        name = STAGES[key]
        start = time.perf_counter()
        self._state.started(key)
        self._telemetry.stage_started(name)
        self.events.emit("stage-start", stage=name)
        try:
            files, extras = work()
        except BaseException as error:
            self._state.failed(key, time.perf_counter() - start, str(error) or type(error).__name__)
            raise
        seconds = time.perf_counter() - start
        if key == "TRANSLATION":
            extras = {**extras, "seq_per_sec": extras["sequences"] / seconds}
        self.events.emit("stage-end", stage=name)
        self._state.completed(key, seconds, files)
        self._telemetry.stage_completed(name, seconds, extras)

    def finish(self, sequences: int, architecture: str) -> None:
        self._telemetry.summary(time.perf_counter() - self._start, sequences, architecture)
