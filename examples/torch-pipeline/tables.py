"""Stage 9 and the result tables: tab-separated, whatever the suffix of the file says."""

Scores = tuple[float, float]


def write_predictions(path: str, predictions: list[tuple[str, Scores]]) -> None:
    """Writes `prediction_results.txt`: one row per reading frame."""
    header = ("Sequence_ID", "Prediction", "score1", "score2")
    rows = ((identifier, "virus" if is_virus(scores) else "others", *scores) for identifier, scores in predictions)
    _write_table(path, header, rows)


def write_consensus(path: str, chunks: list[tuple[str, Scores]]) -> None:
    """Writes `prediction_results_highestscore.csv`: one row per chunk."""
    header = ("Modified_ID", "Is_Virus", "max_score_0", "max_score_1")
    _write_table(path, header, ((identifier, is_virus(scores), *scores) for identifier, scores in chunks))


def consensus(predictions: list[tuple[str, Scores]]) -> list[tuple[str, Scores]]:
    """
    Joins the frames of a chunk: the highest score of each class on its own, so the two need not add up to 1. The id of
    a chunk is that of its frame without the last two characters (F1–F3, R1–R3).
    """
    chunks: dict[str, Scores] = {}
    for identifier, (others, virus) in predictions:
        best = chunks.get(identifier[:-2], (0.0, 0.0))
        chunks[identifier[:-2]] = (max(best[0], others), max(best[1], virus))
    return list(chunks.items())


def is_virus(scores: Scores) -> bool:
    return scores[1] >= scores[0]


def _write_table(path: str, header: tuple, rows) -> None:
    with open(path, "w", encoding="utf-8") as file:
        for row in (header, *rows):
            file.write("\t".join(map(str, row)) + "\n")
