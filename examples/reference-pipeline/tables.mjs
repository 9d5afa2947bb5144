import { writeFileSync } from 'node:fs'

/** Writes `prediction_results.txt`: one row per reading frame. */
export function writePredictions(path, predictions) {
  const rows = predictions.map(({ id, scores }) => [id, scores[1] >= scores[0] ? 'virus' : 'others', ...scores])
  writeTable(path, ['Sequence_ID', 'Prediction', 'score1', 'score2'], rows)
}

/** Writes `prediction_results_highestscore.csv`: one row per chunk. Separated by tabs whatever the name says. */
export function writeConsensus(path, chunks) {
  const rows = chunks.map(({ id, scores }) => [id, scores[1] >= scores[0] ? 'True' : 'False', ...scores])
  writeTable(path, ['Modified_ID', 'Is_Virus', 'max_score_0', 'max_score_1'], rows)
}

/**
 * Joins the frames of a chunk: the highest score of each class on its own, so the two need not add up to 1. The id of
 * a chunk is that of its frame without the last two characters (F1–F3, R1–R3).
 */
export function consensus(predictions) {
  const chunks = new Map()
  for (const { id, scores } of predictions) {
    const chunk = id.slice(0, -2)
    const best = chunks.get(chunk) ?? [0, 0]
    chunks.set(chunk, [Math.max(best[0], scores[0]), Math.max(best[1], scores[1])])
  }
  return [...chunks].map(([id, scores]) => ({ id, scores }))
}

function writeTable(path, header, rows) {
  writeFileSync(path, [header, ...rows].map((row) => `${row.join('\t')}\n`).join(''))
}
