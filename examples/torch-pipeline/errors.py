"""What can end a run, and the exit code it ends with."""

SUCCESS, FAILURE, PARTIAL, OUT_OF_MEMORY = 0, 1, 2, 4


class PipelineError(Exception):
    """Something the caller can put right. `exit_code` is what the process ends with."""

    def __init__(self, message: str, exit_code: int = FAILURE):
        super().__init__(message)
        self.exit_code = exit_code


class OutOfMemory(Exception):
    """A single sequence, or the model itself, does not fit. `memory` is as `memory.memory_now` gives it."""

    def __init__(self, message: str, memory: dict | None):
        super().__init__(message)
        self.memory = memory
