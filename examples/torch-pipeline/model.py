"""The model description: a seed, layer sizes, and what the classifier needs to split random sequences evenly."""

import hashlib
import json
import os
from typing import NamedTuple

from errors import PipelineError

DEFAULT_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.json")


class Model(NamedTuple):
    path: str
    sha256: str
    seed: int
    expected_length: int
    classifier: dict
    """Of the chosen size: `dnabert` and `esm2` shapes, and the `scores` of random sequences."""
    shapes: dict

    @property
    def merged_width(self) -> int:
        return self.shapes["dnabert"]["width"] + self.shapes["esm2"]["width"]


def read_model(path: str | None, size: str) -> Model:
    path = path or DEFAULT_PATH
    try:
        with open(path, "rb") as file:
            data = file.read()
        text = json.loads(data)
        shapes, rest = text["sizes"][size], (text["seed"], text["expectedLength"], text["classifier"])
    except (OSError, ValueError, KeyError) as error:
        raise PipelineError(f"model {path} cannot be read: {error!r}") from error
    return Model(path, hashlib.sha256(data).hexdigest(), *rest, shapes)
