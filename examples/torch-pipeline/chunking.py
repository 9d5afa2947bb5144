"""Stage 1: chunks of equal length."""


def chunk_sequence(identifier: str, letters: str, expected_length: int) -> list[tuple[str, str]]:
    """
    Cuts a sequence into ⌈length / expected_length⌉ chunks. All chunks of a longer sequence are exactly
    `expected_length` long and start at even distances, so neighbours overlap a little; a shorter one stays as it is.
    """
    count = max(1, -(-len(letters) // expected_length))
    slack = max(0, len(letters) - expected_length)
    starts = [0 if count == 1 else index * slack // (count - 1) for index in range(count)]
    return [
        (f"{identifier}_chunk_{number}", letters[start : start + expected_length])
        for number, start in enumerate(starts, start=1)
    ]
