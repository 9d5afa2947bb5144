"""Chunks of sequences, and their open reading frames."""

STOPS = {"TAA", "TAG", "TGA"}
COMPLEMENT = str.maketrans("ACGT", "TGCA")


def read_fasta(path):
    name, parts = None, []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith(">"):
                if name:
                    yield name, "".join(parts)
                name, parts = line[1:].split()[0], []
            else:
                parts.append(line.strip().upper())
    if name:
        yield name, "".join(parts)


def cut(sequences, size):
    """No sequence is cut if all are short enough; otherwise the surplus becomes overlap of the earlier chunks."""
    if max((len(text) for _, text in sequences), default=0) <= size:
        return [(f"{name}_chunk_1", text) for name, text in sequences]
    chunks = []
    for name, text in sequences:
        count = -(-len(text) // size)
        surplus = count * size - len(text)
        least = surplus // count
        longer, shift = surplus - least * (count - 1), 0
        for index in range(count):
            chunks.append((f"{name}_chunk_{index + 1}", text[index * size - shift :][:size]))
            shift += least + (index < longer)
    return chunks


def find_frames(chunks):
    """Frames without a stop codon, with their length in codons; a chunk without one is dropped."""
    found = []
    for name, text in chunks:
        reverse = text.translate(COMPLEMENT)[::-1]
        for strand, bases in (("F", text), ("R", reverse)):
            for first in range(3):
                codons = [bases[at : at + 3] for at in range(first, len(bases) - 2, 3)]
                if codons and not STOPS.intersection(codons):
                    found.append((f"{name}{strand}{first + 1}", len(codons)))
    return found
