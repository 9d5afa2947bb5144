"""JSON lines for whoever measures this pipeline, in the file that the variable WARPGAUGE_EVENTS names."""

import json
import os
import time


class Events:
    """Every process of the pipeline appends to the same file: one write per line keeps the lines whole."""

    def __init__(self) -> None:
        path = os.environ.get("WARPGAUGE_EVENTS")
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644) if path else None

    def emit(self, event: str, **fields: object) -> None:
        """`event` is stage-start, stage-end, batch, progress or metric; a field that is None is left out."""
        if self._file is None:
            return
        known = {name: value for name, value in fields.items() if value is not None}
        line = json.dumps({"t": round(time.time(), 6), "event": event, **known})
        os.write(self._file, f"{line}\n".encode())

    def metric(self, name: str, value: float, unit: str, **fields: object) -> None:
        """Times, bytes and rates tell by their unit what is better; a share or a count needs `betterWhen`."""
        self.emit("metric", name=name, value=value, unit=unit, **fields)
