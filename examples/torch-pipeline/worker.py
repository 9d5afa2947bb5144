"""What runs in the process of one device: waits for tasks, embeds its share of each, answers."""

import logging
import os
import signal
import sys
from multiprocessing.connection import Connection

from errors import FAILURE, OUT_OF_MEMORY, SUCCESS, OutOfMemory
from worker_log import open_worker_log


def run_worker(connection: Connection, setup: dict) -> None:
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    # Ctrl-C reaches the whole group; the main process decides what follows from it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    rank, world = setup["rank"], setup["world"]
    _prepare_environment(setup)
    open_worker_log(setup["options"].output_dir, rank)
    logger = logging.getLogger(f"gpu_worker_{rank}")
    logger.info("Worker %d/%d starting", rank, world)
    code = _serve(connection, setup, logger)
    if code == SUCCESS:
        logger.info("Worker %d completed successfully", rank)
        logging.shutdown()
        # Nothing is left to be tidied up, and taking torch down piece by piece takes a second or two.
        os._exit(code)
    sys.exit(code)


def _prepare_environment(setup: dict) -> None:
    """Before torch is imported: it looks at these once."""
    os.environ["CUDA_VISIBLE_DEVICES"] = setup["visible"]
    os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")


def _serve(connection: Connection, setup: dict, logger: logging.Logger) -> int:
    try:
        # Here, not above: the main process imports this module and shall stay free of torch.
        from embedder import Embedder

        embedder = Embedder(setup)
        _answer(connection, {"status": "ready"})
        while (task := _next_task(connection)) is not None:
            _answer(connection, {"status": "done", **embedder.embed(task)})
        return SUCCESS
    except OutOfMemory as error:
        logger.error("%s", error)
        _answer(connection, {"status": "out-of-memory", "message": str(error), "memory": error.memory})
        return OUT_OF_MEMORY
    except Exception as error:
        logger.exception("Worker %d failed", setup["rank"])
        _answer(connection, {"status": "failed", "class": error_class(error), "message": str(error) or repr(error)})
        return FAILURE


def _answer(connection: Connection, answer: dict) -> None:
    try:
        connection.send(answer)
    except OSError:
        # The main process is gone, or has given up the run because of another worker.
        pass


def _next_task(connection: Connection) -> dict | None:
    try:
        return connection.recv()
    except EOFError:
        # The main process is gone.
        return None


def error_class(error: Exception) -> str:
    if isinstance(error, ArithmeticError):
        return "numerical_instability"
    return "cuda_runtime" if "CUDA" in str(error) else "generic_error"
