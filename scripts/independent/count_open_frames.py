"""Counts the open reading frames of FASTA files as VirNucPro's second stage does, from its observed behaviour.

    python3 count_open_frames.py CHUNK FILE...

Sequences are cut into overlapping chunks of CHUNK bases, unless all are that short. A chunk remains if at least one of
its six frames has no stop codon from its first to its last complete codon. Prints one JSON object: sequences, chunks,
kept (chunks that remain), frames (open frames), forward and reverse (chunks with an open frame on that strand).
"""

import json
import sys

STOPS = {"TAA", "TAG", "TGA"}
OTHER_STRAND = {"A": "T", "C": "G", "G": "C", "T": "A"}


def read_sequences(paths):
    for path in paths:
        parts = []
        with open(path, encoding="ascii") as lines:
            for line in lines:
                if line.startswith(">"):
                    if parts:
                        yield "".join(parts)
                    parts = []
                else:
                    parts.append(line.strip())
        if parts:
            yield "".join(parts)


def cut(sequence, size):
    """The surplus of the last chunk is spread over the chunks before it as overlap."""
    count = -(-len(sequence) // size)
    surplus = count * size - len(sequence)
    least = surplus // count
    longer = surplus - least * (count - 1)
    shift = 0
    for index in range(count):
        start = index * size - shift
        yield sequence[start : start + size]
        shift += least + 1 if index < longer else least


def count_open(strand):
    frames = ([strand[at : at + 3] for at in range(first, len(strand) - 2, 3)] for first in range(3))
    return sum(1 for codons in frames if codons and not STOPS.intersection(codons))


def main():
    size = int(sys.argv[1])
    sequences = list(read_sequences(sys.argv[2:]))
    is_cut = max(map(len, sequences)) > size
    chunks = [chunk for sequence in sequences for chunk in (cut(sequence, size) if is_cut else [sequence])]
    found = []
    for chunk in chunks:
        reverse = "".join(OTHER_STRAND[base] for base in reversed(chunk))
        found.append((count_open(chunk), count_open(reverse)))
    result = {
        "sequences": len(sequences),
        "chunks": len(chunks),
        "kept": sum(1 for pair in found if any(pair)),
        "frames": sum(map(sum, found)),
        "forward": sum(1 for forward, _ in found if forward),
        "reverse": sum(1 for _, reverse in found if reverse),
    }
    print(json.dumps(result))


main()
