import type { DatasetIdentity } from '../../domain/core/dataset.ts'
import { formatShare } from '../../domain/core/share-text.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'

/** Below this share of result rows per input sequence, a run times start-up rather than its input. */
const smallPart = 0.5

/** Lists cautions about inputs that do not represent the work: most of it dropped, or synthetic batches. */
export function listDatasetCautions(outcomes: readonly CaseOutcome[], datasets: readonly DatasetIdentity[]): Finding[] {
  return [...listDroppedInput(outcomes, datasets), ...listSyntheticPacking(outcomes, datasets)]
}

/** One caution per dataset, with the case that kept least of it. */
function listDroppedInput(outcomes: readonly CaseOutcome[], datasets: readonly DatasetIdentity[]): Finding[] {
  return datasets.flatMap(({ name, sequences }) => {
    const rows = outcomes.flatMap((outcome) =>
      outcome.status === 'measured' && outcome.planned.dataset === name && outcome.resultRows !== null
        ? [outcome.resultRows]
        : [],
    )
    const fewest = rows.length === 0 ? null : Math.min(...rows)
    if (fewest === null || sequences === null || fewest >= smallPart * sequences) return []
    const part = `${fewest} result rows from ${sequences} sequences (${formatShare(fewest / sequences)})`
    const advice = 'use sequences that the pipeline keeps, such as orfShare of a synthetic dataset'
    const reason = `${part}: the pipeline dropped most of the input, so times and projections describe little of the work; ${advice}`
    return [{ kind: 'caution', subject: `dataset ${name}`, reason }]
  })
}

function listSyntheticPacking(outcomes: readonly CaseOutcome[], datasets: readonly DatasetIdentity[]): Finding[] {
  const synthetic = new Set(datasets.filter(({ kind }) => kind === 'synthetic').map(({ name }) => name))
  const packed = outcomes.filter(
    (outcome) =>
      outcome.status === 'measured' &&
      synthetic.has(outcome.planned.dataset) &&
      outcome.trials.some(({ pipeline }) => (pipeline?.packing?.efficiency ?? null) !== null),
  )
  if (packed.length === 0) return []
  const names = [...new Set(packed.map(({ planned }) => planned.dataset))].join(', ')
  const reason = `packing was measured on synthetic sequences (${names}), which can fill batches better than real ones: above 95 % here does not exclude below 85 % in production; measure it on production data`
  return [{ kind: 'caution', subject: 'packing', reason }]
}
