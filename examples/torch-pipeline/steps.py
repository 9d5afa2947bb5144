"""Each step does one sample's share of one stage and returns the files it wrote."""

import os

import numpy as np

from chunking import chunk_sequence
from classifier import Classifier
from fasta import read_fasta, write_fasta
from features import create_features, marked_rows, read_features
from model import Model
from samples import Part, Sample
from tables import consensus, write_consensus, write_predictions
from translate import open_frames

# Independent of the number of devices: the same input gives the same files on any machine.
FRAMES_PER_FILE = 2000


def chunk(sample: Sample, expected_length: int) -> list[str]:
    sequences = read_fasta(sample.path)
    sample.sequences = len(sequences)
    sample.chunks = [piece for record in sequences for piece in chunk_sequence(*record, expected_length)]
    path = sample.place(f"chunked{expected_length}.fa")
    write_fasta(path, sample.chunks)
    return [path]


def translate_frames(sample: Sample) -> list[str]:
    sample.frames = [frame for identifier, letters in sample.chunks for frame in open_frames(identifier, letters)]
    paths = [sample.place("nucleotide.fa"), sample.place("protein.faa")]
    write_fasta(paths[0], [(frame.id, frame.nucleotides) for frame in sample.frames])
    write_fasta(paths[1], [(frame.id, frame.protein) for frame in sample.frames])
    return paths


def split_nucleotides(sample: Sample) -> list[str]:
    total = len(sample.frames)
    sample.parts = [
        _part(sample, number, start, min(start + FRAMES_PER_FILE, total))
        for number, start in enumerate(range(0, total, FRAMES_PER_FILE), start=1)
    ]
    os.mkdir(sample.place("nucleotide"))
    for part in sample.parts:
        frames = sample.frames[part.start : part.end]
        write_fasta(part.nucleotides, [(frame.id, frame.nucleotides) for frame in frames])
    return [part.nucleotides for part in sample.parts]


def split_proteins(sample: Sample) -> list[str]:
    os.mkdir(sample.place("protein"))
    for part in sample.parts:
        frames = sample.frames[part.start : part.end]
        write_fasta(part.proteins, [(frame.id, frame.protein) for frame in frames])
    return [part.proteins for part in sample.parts]


def embedding_task(sample: Sample, embedder: str, width: int) -> dict:
    """What the workers share out among them: DNABERT-S on the nucleotides or ESM-2 on the proteins."""
    path = sample.features_path(embedder)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    create_features(path, len(sample.frames), width)
    inputs = [part.nucleotides if embedder == "dnabert" else part.proteins for part in sample.parts]
    return {"embedder": embedder, "inputs": inputs, "output": path}


def merge(sample: Sample) -> list[str]:
    """Puts the features of both models side by side. Frames of a failed shard have none and are left out from here."""
    os.mkdir(sample.merged_directory)
    if not sample.frames:
        return []
    paths = [sample.features_path(embedder) for embedder in ("dnabert", "esm2")]
    sample.embedded = marked_rows(paths[0]) & marked_rows(paths[1])
    for part in sample.parts:
        kept = sample.embedded[part.start : part.end]
        np.save(part.merged, np.hstack([read_features(path, part.start, part.end)[kept] for path in paths]))
    return [part.merged for part in sample.parts]


def predict(sample: Sample, model: Model) -> list[str]:
    classifier = Classifier(model)
    for part in sample.parts:
        kept = np.flatnonzero(sample.embedded[part.start : part.end]) + part.start
        scores = classifier.classify(np.load(part.merged))
        sample.predictions += [(sample.frames[row].id, score) for row, score in zip(kept, scores, strict=True)]
    path = os.path.join(sample.merged_directory, "prediction_results.txt")
    write_predictions(path, sample.predictions)
    return [path]


def score_consensus(sample: Sample) -> list[str]:
    chunks = consensus(sample.predictions)
    sample.consensus_rows = len(chunks)
    path = os.path.join(sample.merged_directory, "prediction_results_highestscore.csv")
    write_consensus(path, chunks)
    return [path]


def _part(sample: Sample, number: int, start: int, end: int) -> Part:
    return Part(
        start,
        end,
        os.path.join(sample.place("nucleotide"), f"output_{number}.fa"),
        os.path.join(sample.place("protein"), f"output_{number}.fa"),
        os.path.join(sample.merged_directory, f"output_{number}_merged.npy"),
    )
