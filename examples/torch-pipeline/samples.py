"""One sample per input file, with the places its results go to."""

import os
from dataclasses import dataclass, field

import numpy as np

from errors import PipelineError
from translate import Frame


@dataclass
class Part:
    """Frames start … end − 1 of a sample, and the files that hold them."""

    start: int
    end: int
    nucleotides: str
    proteins: str
    merged: str


@dataclass
class Sample:
    path: str
    stem: str
    output_directory: str
    sequences: int = 0
    chunks: list[tuple[str, str]] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    predictions: list[tuple[str, tuple[float, float]]] = field(default_factory=list)
    consensus_rows: int = 0
    """True for every frame that both models have embedded."""
    embedded: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=bool))

    def place(self, suffix: str) -> str:
        return os.path.join(self.output_directory, f"{self.stem}_{suffix}")

    def features_path(self, embedder: str) -> str:
        return self.place(os.path.join("features", f"{embedder}.npy"))

    @property
    def merged_directory(self) -> str:
        return self.place("merged")


def prepare_output(directory: str) -> None:
    """Makes the output directory; refuses one that already holds something, lest old results pass for new ones."""
    if os.path.isdir(directory) and os.listdir(directory):
        raise PipelineError(
            f"output directory {directory} is not empty: remove it or choose another --output-dir"
        )
    os.makedirs(directory, exist_ok=True)


def samples_of(inputs: list[str], output_directory: str) -> list[Sample]:
    samples = [Sample(path, os.path.splitext(os.path.basename(path))[0], output_directory) for path in inputs]
    stems = [sample.stem for sample in samples]
    twice = next((stem for stem in stems if stems.count(stem) > 1), None)
    if twice is not None:
        raise PipelineError(f"two inputs are called {twice}: their results would overwrite each other")
    return samples
