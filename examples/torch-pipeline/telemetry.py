"""Lines at the start and end of each stage, and the summary block of a run that came through."""

from log import log

RULE = "=" * 80


class Telemetry:
    def __init__(self) -> None:
        self._records: list[tuple[str, float]] = []

    def stage_started(self, name: str) -> None:
        _print(f"=== Stage {len(self._records) + 1}: {name} ===")

    def stage_completed(self, name: str, seconds: float, extras: dict) -> None:
        self._records.append((name, seconds))
        listed = ", ".join(f"{key}: {format_extra(value)}" for key, value in extras.items())
        _print(f"  {name} completed in {seconds:.1f}s" + (f" [{listed}]" if listed else ""))

    def summary(self, wall_seconds: float, sequences: int, architecture: str) -> None:
        for line in summary_lines(self._records, wall_seconds, sequences, architecture):
            _print(line)


def summary_lines(records: list, wall_seconds: float, sequences: int, architecture: str) -> list[str]:
    longest = max(len(name) for name, _ in records)
    return [
        RULE,
        "PIPELINE SUMMARY",
        RULE,
        f"Total wall time: {clock_time(wall_seconds)} ({wall_seconds:.1f}s)",
        "",
        "Stages:",
        *(
            f"  {number}. {name + ' ':.<{longest + 5}} {seconds:7.1f}s ({100 * seconds / wall_seconds:5.1f}%)"
            for number, (name, seconds) in enumerate(records, start=1)
        ),
        "",
        f"Bottlenecks: {_bottlenecks(records, wall_seconds)}",
        "",
        "Key metrics:",
        f"  Sequences processed: {sequences:,}",
        f"  ESM-2 architecture: {architecture}",
        RULE,
    ]


def format_extra(value: object) -> str:
    """Whole numbers with thousands commas, others with one decimal, texts as they are."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def clock_time(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def _bottlenecks(records: list, wall_seconds: float) -> str:
    slowest = sorted(records, key=lambda record: -record[1])[:3]
    return ", ".join(f"{name} ({100 * seconds / wall_seconds:.0f}%)" for name, seconds in slowest)


def _print(message: str) -> None:
    log("pipeline.telemetry", message)
