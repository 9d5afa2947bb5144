"""Stage 8: two layers with random weights, two probabilities per frame. Small enough for the CPU."""

import numpy as np

from model import Model
from random_numbers import stream_key, uniform_bits

# How far a typical score lies from one half: its logit has this standard deviation.
STEEPNESS = 2.0


class Classifier:
    def __init__(self, model: Model):
        hidden = model.classifier["hidden"]
        self._first = _matrix(model, "classifier.first", (model.merged_width, hidden))
        self._second = _matrix(model, "classifier.second", (hidden,))
        self._centre = model.shapes["scores"]["centre"]
        self._spread = model.shapes["scores"]["spread"]

    def raw_scores(self, features: np.ndarray) -> np.ndarray:
        return np.maximum(features @ self._first, 0) @ self._second

    def classify(self, features: np.ndarray) -> list[tuple[float, float]]:
        """(others, virus) for each row of merged features; the two add up to 1."""
        logits = STEEPNESS * (self.raw_scores(features) - self._centre) / self._spread
        virus = 1 / (1 + np.exp(-np.clip(logits, -60, 60)))
        return [(1 - score, score) for score in virus.astype(float).tolist()]


def _matrix(model: Model, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Uniform weights of variance 1 / inputs."""
    bits = uniform_bits(np.arange(int(np.prod(shape)), dtype=np.int64), stream_key(model.seed, name))
    unit = bits.astype(np.float32) * np.float32(2**-23) - 1
    return (unit * np.float32((3 / shape[0]) ** 0.5)).reshape(shape)
