"""FASTA files as lists of (id, letters)."""

from errors import PipelineError

LINE_LENGTH = 70

Record = tuple[str, str]


def read_fasta(path: str) -> list[Record]:
    """Records of a file, upper case. Raises a PipelineError when it is missing, empty or not FASTA."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise PipelineError(f"{path} cannot be read: {error}") from error
    records = parse_fasta(text, path)
    if not records:
        raise PipelineError(f"{path} holds no sequence")
    return records


def parse_fasta(text: str, path: str) -> list[Record]:
    """Records of a FASTA text; the id is the header up to the first blank."""
    before, *entries = f"\n{text}".split("\n>")
    if before.strip():
        raise PipelineError(f'{path} is not FASTA: it does not begin with ">"')
    return [_parse_entry(entry, path) for entry in entries]


def write_fasta(path: str, records: list[Record]) -> None:
    """Writes records with lines of at most 70 letters."""
    with open(path, "w", encoding="utf-8") as file:
        for identifier, letters in records:
            lines = (letters[start : start + LINE_LENGTH] for start in range(0, len(letters), LINE_LENGTH))
            file.write(f">{identifier}\n" + "".join(f"{line}\n" for line in lines))


def _parse_entry(entry: str, path: str) -> Record:
    header, _, body = entry.partition("\n")
    words = header.split(maxsplit=1)
    if not words:
        raise PipelineError(f"{path} holds a sequence without an id")
    return words[0], "".join(body.split()).upper()
