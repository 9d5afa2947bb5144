import { expect, it } from 'vitest'
import { silentFigures } from '../../../../src/domain/trial/pipeline-figures.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { deriveLogFigures } from '../../../../src/judging/findings/figures.ts'
import { aCase, aStage, aTrial, measured, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import type { PipelineFigures } from '../../../../src/record/pipeline.ts'

function derive(trials: readonly Partial<Trial>[], gpus: readonly number[] = []): Record<string, unknown> {
  const outcome = measured({ seconds: [1] })
  const planned = aCase({ gpus: [...gpus] })
  const derived = deriveLogFigures(
    { ...outcome, planned, trials: trials.map(aTrial) } as typeof outcome,
    someDevices(2),
  )
  return Object.fromEntries(derived.map(({ name, value, reason }) => [name, reason === null ? value : [value, reason]]))
}

const told = (overrides: Partial<PipelineFigures>): Partial<Trial> => ({ pipeline: { ...silentFigures, ...overrides } })

it.each([
  ['no stage', [[]], {}],
  ['a stage without a time', [[aStage('a', 1), aStage('b', null)]], {}],
  ['stages of one run', [[aStage('a', 1), aStage('b', 2)]], { stage_total: 3 }],
  ['the median of the runs', [[aStage('a', 1)], [aStage('a', 5)], [aStage('a', 2)]], { stage_total: 2 }],
  ['a run without stages', [[aStage('a', 1)], []], {}],
])('sums the stage times: %s', (_name, runs, expected) => {
  expect(derive(runs.map((stages) => ({ stages })))).toEqual(expected)
})

it.each([
  ['without a GPU', [], [], {}],
  ['of the least busy one', [95, 40], [0, 1], { lowest_gpu_utilization: 40 }],
  ['of the assigned one', [95, 40], [0], { lowest_gpu_utilization: 95 }],
  [
    'of two, one unseen',
    [95, null],
    [0, 1],
    { lowest_gpu_utilization: [null, 'the utilization of 1 of 2 GPUs is unknown'] },
  ],
])('derives the utilization %s', (_name, percents, gpus, expected) => {
  const uses = percents.map((percent, gpu) =>
    aGpuUse({ gpu, utilizationPercent: percent === null ? null : steady(percent) }),
  )
  expect(derive([{ telemetry: aTelemetry({ gpus: uses }) }], gpus)).toEqual(expected)
})

function aWorker(sequencesPerSecond: number | null): PipelineFigures['workers'][number] {
  const unknown = { sequences: null, tokensPerSecond: null, seconds: null, error: null }
  return { worker: 0, status: 'completed', sequencesPerSecond, ...unknown }
}

const loader = {
  waitMeanSeconds: 1,
  waitP95Seconds: 2,
  waitMaxSeconds: 4,
  batches: 1,
  full: 0,
  normal: 1,
  starved: 0,
  starvedShare: 0,
}
const packing = {
  efficiency: 0.8,
  tokens: 1,
  batches: 1,
  tokenBudget: null,
  lowest: null,
  batchesBelow80: null,
  reason: null,
}

it.each([
  ['rates of the workers', [told({ workers: [aWorker(10), aWorker(30)] })], { inference_rate: 40 }],
  ['rates, one unknown', [told({ workers: [aWorker(10), aWorker(null)] })], {}],
  [
    'the longest wait',
    [told({ dataLoader: loader }), told({ dataLoader: { ...loader, waitMaxSeconds: 6 } })],
    { loader_wait_max: 5 },
  ],
  ['a run without a report', [told({ dataLoader: loader }), {}], {}],
  [
    'a printed share',
    [told({ packing: { ...packing, printed: 1 } })],
    { packing_printed: [1, 'printed by the pipeline'] },
  ],
  [
    'an impossible one',
    [told({ packing: { ...packing, printed: 1.01 } })],
    { packing_printed: [1.01, 'printed by the pipeline; more than 100 % is impossible'] },
  ],
])('derives what the pipeline told in every run: %s', (_name, trials, expected) => {
  expect(derive(trials)).toEqual(expected)
})
