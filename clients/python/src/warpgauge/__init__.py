"""Reports stages, metrics and progress to warpgauge.

Does nothing unless the environment variable WARPGAUGE_EVENTS names a file, as it does during a measurement. Threads,
forked processes and several ranks may report at the same time. Errors of the file system never reach the program.
"""

import functools
import json
import math
import os
import sys
import time

__all__ = ["is_measured", "metric", "progress", "stage", "torch_stage"]

# co_flags of a code object, as in the module inspect, which is slow to import.
_GENERATOR = 0x20 | 0x200
_COROUTINE = 0x80
_RANK_VARIABLES = ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID")


def _identify(descriptor):
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino


def _open_events():
    """Descriptor of the events file with its identity; None outside a measurement."""
    path = os.environ.get("WARPGAUGE_EVENTS")
    if not path:
        return None
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        return descriptor, _identify(descriptor)
    except OSError:
        return None


_events = _open_events()
# Unix time from the steady clock, so that a clock adjustment during a stage does not change its duration.
_offset = time.time() - time.perf_counter()
_rank = next((os.environ[name] for name in _RANK_VARIABLES if os.environ.get(name, "").isdecimal()), None)


def is_measured():
    """Whether warpgauge measures this process."""
    return _events is not None


def _write(text):
    """Appends one event. A single write per line keeps lines of several threads and processes apart."""
    if _events is None:
        return
    descriptor, identity = _events
    line = '{"t":%.6f,%s}\n' % (_offset + time.perf_counter(), text)
    try:
        # A program that closes all descriptors, such as a daemon, may have given this one to another file.
        if _identify(descriptor) == identity:
            os.write(descriptor, line.encode())
    except OSError:
        pass


class _Stage:
    """A stage as context manager and decorator. It has no state, so threads may share it."""

    __slots__ = ("_start", "_end", "_synchronize")

    def __init__(self, name, synchronize=None):
        label = json.dumps(str(name))
        self._start = '"event":"stage-start","stage":' + label
        self._end = '"event":"stage-end","stage":' + label
        self._synchronize = synchronize

    def __enter__(self):
        if _events is not None:
            if self._synchronize is not None:
                self._synchronize()
            _write(self._start)
        return self

    def __exit__(self, kind, error, traceback):
        if _events is None:
            return
        if kind is not None:
            _write(self._end + ',"failed":true')
            return
        if self._synchronize is not None:
            self._synchronize()
        _write(self._end)

    def __call__(self, function):
        flags = getattr(getattr(function, "__code__", None), "co_flags", 0)
        if flags & _GENERATOR:
            raise TypeError("%s is a generator; use `with warpgauge.stage(...)` inside of it" % function.__qualname__)
        if _events is None:
            return function
        if flags & _COROUTINE:

            @functools.wraps(function)
            async def measured(*arguments, **options):
                with self:
                    return await function(*arguments, **options)
        else:

            @functools.wraps(function)
            def measured(*arguments, **options):
                with self:
                    return function(*arguments, **options)

        return measured


_UNMEASURED = _Stage("")


# Stages have no state, and to encode a name takes longer than to look it up.
@functools.lru_cache(maxsize=1024)
def _get_stage(name):
    return _Stage(name)


@functools.lru_cache(maxsize=1024)
def _get_torch_stage(name, device):
    return _Stage(name, functools.partial(_synchronize_torch, device))


def stage(name):
    """A stage of the program: `with stage("load"):`, or `@stage("load")` above a function.

    The time of a stage is the sum of its visits. Visits that overlap, such as those of threads, count once.
    """
    return _UNMEASURED if _events is None else _get_stage(str(name))


def torch_stage(name, device=None):
    """Like `stage`, for work on a GPU through torch: waits for the device at the start and end of the stage.

    Without it, a stage ends before the kernels that it launched. `device` is the device to wait for; default: the
    current device. Waits only during a measurement, and never imports torch or initializes a device.
    """
    return _UNMEASURED if _events is None else _get_torch_stage(str(name), device)


def _synchronize_torch(device):
    # Without an imported torch and an initialized device no kernel can be running.
    torch = sys.modules.get("torch")
    if torch is None:
        return
    for kind in ("cuda", "xpu"):
        backend = getattr(torch, kind, None)
        if backend is not None and hasattr(backend, "is_initialized") and backend.is_initialized():
            backend.synchronize(device)
            return


def metric(name, value, unit, better_when=None, **fields):
    """A figure that the program computed, such as `metric("throughput", 812.5, "tokens/s")`.

    Several values of one name in a process count as their median. `better_when` is "lower" or "higher"; times, bytes
    and rates need none. `fields` such as `stage` or `gpu` keep figures of different parts apart. With a value that is
    not finite the metric has failed.
    """
    if _events is None:
        return
    number = float(value)
    text = json.dumps(number) if math.isfinite(number) else "null"
    known = {"name": str(name), "unit": str(unit), "betterWhen": better_when, **fields}
    _write('"event":"metric","value":%s,%s' % (text, _dump(known)))


def progress(done, total=None, stage=None):
    """How much of the work is done, in any unit. Ranks report their own share; warpgauge adds them up."""
    if _events is None:
        return
    amounts = {"done": float(done), "total": None if total is None else float(total)}
    if all(value is None or math.isfinite(value) for value in amounts.values()):
        _write('"event":"progress",' + _dump({**amounts, "stage": stage, "rank": _rank}))


def _dump(fields):
    return json.dumps({name: value for name, value in fields.items() if value is not None}, default=str)[1:-1]
