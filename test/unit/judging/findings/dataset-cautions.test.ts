import { expect, it } from 'vitest'
import { listDatasetCautions } from '../../../../src/judging/findings/cautions.ts'
import { silentFigures } from '../../../../src/domain/trial/pipeline-figures.ts'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { measured } from '../../a-run.ts'

const outcome = measured({ seconds: [1, 1] }) as Extract<CaseOutcome, { status: 'measured' }>
const dataset = {
  name: outcome.planned.dataset,
  kind: 'synthetic',
  sha256: 'a'.repeat(64),
  sequences: 1000,
  bytes: 1,
  parameters: {},
} as const

it('warns when the result rows are a small part of the input', () => {
  const judge = (resultRows: number | null) => listDatasetCautions([{ ...outcome, resultRows }], [dataset])
  expect(judge(67).map(({ subject, reason }) => `${subject}: ${reason}`)).toEqual([
    `dataset ${dataset.name}: 67 result rows from 1000 sequences (6.7 %): the pipeline dropped most of the input, so times and projections describe little of the work; use sequences that the pipeline keeps, such as orfShare of a synthetic dataset`,
  ])
  expect(judge(499)).toHaveLength(1)
  expect(judge(500)).toEqual([])
  expect(judge(null)).toEqual([])
  expect(listDatasetCautions([{ ...outcome, resultRows: 67 }], [{ ...dataset, name: 'other' }])).toEqual([])
})

it('I-058, I-198: warns when packing is measured on synthetic sequences only', () => {
  const packing = {
    tokens: 9,
    batches: 1,
    tokenBudget: 10,
    lowest: 0.9,
    batchesBelow80: 0,
    printed: null,
    reason: null,
  }
  const trials = outcome.trials.map((trial) => ({
    ...trial,
    pipeline: { ...silentFigures, packing: { ...packing, efficiency: 0.9 } },
  }))
  const packed = { ...outcome, trials, resultRows: null }
  expect(listDatasetCautions([packed], [dataset])[0]?.reason).toContain('measured on synthetic sequences')
  expect(listDatasetCautions([packed], [{ ...dataset, kind: 'real' }])).toEqual([])
  expect(listDatasetCautions([{ ...outcome, resultRows: null }], [dataset])).toEqual([])
})
