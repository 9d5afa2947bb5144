"""Stage 2: reading frames that hold no stop codon."""

from typing import NamedTuple

# NCBI translation table 1, codons in the order T C A G of each position:
# https://www.ncbi.nlm.nih.gov/Taxonomy/Utils/wprintgc.cgi
LETTER_ORDER = "TCAG"
AMINO_ACIDS = b"FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
STOP = ord("*")

# A codon is 16 · first + 4 · second + third; an unknown base counts 64, so that whatever it is added to is above 63.
UNKNOWN = 64
TO_RESIDUE = AMINO_ACIDS + b"X" * (256 - len(AMINO_ACIDS))
COMPLEMENT = bytes(dict(zip(b"ATUCG", b"TAAGC")).get(code, ord("N")) for code in range(256))


def _weights(weight: int) -> bytes:
    ranks = {ord(base): rank for rank, base in enumerate(LETTER_ORDER)}
    ranks[ord("U")] = ranks[ord("T")]
    return bytes(ranks[code] * weight if code in ranks else UNKNOWN for code in range(256))


FIRST, SECOND, THIRD = _weights(16), _weights(4), _weights(1)


class Frame(NamedTuple):
    id: str
    nucleotides: str
    protein: str


def residues_at_every_base(bases: bytes) -> bytes:
    """
    The amino acid of the codon that begins at each base but the last two; * is a stop codon, X one with an unknown
    base. The three frames of the strand are every third of them. The codons are added up as one long number, byte by
    byte and without carry, because a loop over them would take longer than the GPU needs for the embedding.
    """
    count = len(bases) - 2
    if count <= 0:
        return b""
    codes = sum(
        int.from_bytes(bases[offset : offset + count].translate(table), "little")
        for offset, table in enumerate((FIRST, SECOND, THIRD))
    )
    return codes.to_bytes(count, "little").translate(TO_RESIDUE)


def translate(bases: str) -> str:
    """Amino acids of one reading frame from its first letter on."""
    return residues_at_every_base(bases.encode())[::3].decode()


def reverse_complement(bases: str) -> str:
    return bases.encode().translate(COMPLEMENT)[::-1].decode()


def open_frames(identifier: str, letters: str) -> list[Frame]:
    """
    Reading frames F1–F3 and R1–R3 of a chunk that are open from end to end. The letter and digit are appended to the
    id of the chunk.
    """
    frames = []
    for strand, bases in (("F", letters), ("R", reverse_complement(letters))):
        residues = residues_at_every_base(bases.encode())
        for offset in range(3):
            protein = residues[offset::3]
            if protein and STOP not in protein:
                nucleotides = bases[offset : offset + 3 * len(protein)]
                frames.append(Frame(f"{identifier}{strand}{offset + 1}", nucleotides, protein.decode()))
    return frames
