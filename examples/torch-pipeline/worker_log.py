"""`<output>/esm_v2/logs/worker_<rank>.log`, with a copy on standard error."""

import logging
import os
import sys
from datetime import datetime


def open_worker_log(output_directory: str, rank: int) -> None:
    directory = os.path.join(output_directory, "esm_v2", "logs")
    os.makedirs(directory, exist_ok=True)
    formatter = logging.Formatter(f"%(asctime)s - Worker {rank} - %(name)s - %(levelname)s - %(message)s")
    file = logging.FileHandler(os.path.join(directory, f"worker_{rank}.log"), mode="a", encoding="utf-8")
    for handler in (file, logging.StreamHandler(sys.stderr)):
        handler.setFormatter(formatter)
        logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
    logging.getLogger().info("=== Resume at %s ===", datetime.now().isoformat())
