"""
Features of all frames of a sample in one .npy file, in the order of the frames. Every worker writes its own rows into
it, and marks them in a second file, so that nothing has to be joined afterwards and a missing row cannot pass for one.
"""

import os

import numpy as np
from numpy.lib.format import open_memmap


def create_features(path: str, rows: int, width: int) -> None:
    open_memmap(path, mode="w+", dtype=np.float32, shape=(rows, width))
    open_memmap(_marks_path(path), mode="w+", dtype=np.uint8, shape=(rows,))


class FeatureRows:
    def __init__(self, path: str):
        self._features = open_memmap(path, mode="r+")
        self._marks = open_memmap(_marks_path(path), mode="r+")

    def write(self, rows: np.ndarray, values: np.ndarray) -> None:
        self._features[rows] = values
        self._marks[rows] = 1


def read_features(path: str, start: int, end: int) -> np.ndarray:
    return open_memmap(path, mode="r")[start:end]


def marked_rows(path: str) -> np.ndarray:
    """True for every row that a worker has written."""
    return np.array(open_memmap(_marks_path(path), mode="r"), dtype=bool)


def _marks_path(path: str) -> str:
    return f"{os.path.splitext(path)[0]}_done.npy"
