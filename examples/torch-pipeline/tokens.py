"""Letters to token numbers. Only the lengths are needed to plan batches, so this module knows nothing of torch."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple


class Tokenizer(NamedTuple):
    """`encode` gives the numbers of a sequence with its start and end marks, `length` how many those are."""

    encode: Callable[[str], list[int]]
    length: Callable[[str], int]
    padding: int


# The 33 tokens of ESM-2, in the order of its published vocabulary: marks, residues by frequency, rare letters, marks.
ESM2_RESIDUES = "LAGVSERTIDPKQNFYMHWCXBUZO.-"
ESM2_START, ESM2_PADDING, ESM2_END, ESM2_FIRST_RESIDUE = 0, 1, 2, 4
ESM2_UNKNOWN = 3
_residue_codes = bytes(
    ESM2_FIRST_RESIDUE + ESM2_RESIDUES.index(chr(code)) if chr(code) in ESM2_RESIDUES else ESM2_UNKNOWN
    for code in range(256)
)


def encode_protein(protein: str) -> list[int]:
    return [ESM2_START, *protein.encode("latin-1", "replace").translate(_residue_codes), ESM2_END]


# Overlapping words of six bases after five marks. (The published DNABERT-S learned its 4096 words from data instead.)
WORD_LENGTH = 6
DNA_PADDING, DNA_UNKNOWN, DNA_START, DNA_END, DNA_FIRST_WORD = 0, 1, 2, 3, 5
_word_codes = {
    "".join(word): code for code, word in enumerate(product("ACGT", repeat=WORD_LENGTH), start=DNA_FIRST_WORD)
}


def encode_dna(bases: str) -> list[int]:
    words = range(len(bases) - WORD_LENGTH + 1)
    codes = [_word_codes.get(bases[start : start + WORD_LENGTH], DNA_UNKNOWN) for start in words]
    return [DNA_START, *codes, DNA_END]


TOKENIZERS = {
    "dnabert": Tokenizer(encode_dna, lambda bases: max(0, len(bases) - WORD_LENGTH + 1) + 2, DNA_PADDING),
    "esm2": Tokenizer(encode_protein, lambda protein: len(protein) + 2, ESM2_PADDING),
}
