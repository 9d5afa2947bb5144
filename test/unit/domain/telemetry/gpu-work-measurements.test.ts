import { expect, it } from 'vitest'
import { buildStageRow } from '../../../../src/domain/stages/stage-attribution.ts'
import { alignBusyTime, collectGpuMeasurements } from '../../../../src/domain/telemetry/gpu-work-measurements.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import type { GpuUse, GpuWork } from '../../../../src/record/telemetry.ts'
import { aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady, workAt } from '../../a-telemetry.ts'

const work = (busySeconds: number, overrides: Partial<GpuWork> = {}): GpuWork => ({
  ...workAt(null),
  busySeconds,
  busySource: 'driver-samples',
  ...overrides,
})
const use = (gpu: number, own: GpuWork, overrides: Partial<GpuUse> = {}): GpuUse =>
  aGpuUse({ gpu, work: own, energyJoules: null, utilizationPercent: null, ...overrides })
const trial = (gpus: readonly GpuUse[], overrides: Partial<Trial> = {}): Trial =>
  aTrial({ telemetry: aTelemetry({ gpus }), ...overrides })

/** The samples by metric. */
const collect = (...trials: readonly Trial[]) =>
  Object.fromEntries(collectGpuMeasurements(trials).map(({ metric, samples }) => [metric.name, samples]))

it('adds up the work of all GPUs of a trial, and lists that of each', () => {
  const more = { inUseSeconds: 9, dramActiveSeconds: 2, graphicsActiveSeconds: 4, energyAboveIdleJoules: 50 }
  const two = (busy: number) =>
    trial([use(0, work(busy, more), { energyJoules: 100 }), use(3, work(1, more), { energyJoules: 30 })])
  expect(collect(two(3), two(4))).toEqual({
    gpu_busy_time: [4, 5],
    'gpu_busy_time:gpu=0': [3, 4],
    'gpu_busy_time:gpu=3': [1, 1],
    gpu_in_use_time: [18, 18],
    gpu_dram_time: [4, 4],
    gpu_graphics_time: [8, 8],
    gpu_energy: [130, 130],
    gpu_energy_above_idle: [100, 100],
  })
})

it('counts only the GPUs of the trial, and lists none where there is one', () => {
  expect(collect(trial([use(0, work(3)), use(1, work(5))], { gpus: [1] }))).toEqual({ gpu_busy_time: [5] })
  expect(collect(trial([], { gpus: [] }))).toEqual({})
  expect(collect()).toEqual({})
})

it('has no sum where a value of one GPU in one trial is unknown', () => {
  const [known, unknown] = [work(3, { dramActiveSeconds: 1 }), work(3)]
  const found = collect(trial([use(0, known), use(1, known)]), trial([use(0, known), use(1, unknown)]))
  expect(found).toEqual({ gpu_busy_time: [6, 6], 'gpu_busy_time:gpu=0': [3, 3], 'gpu_busy_time:gpu=1': [3, 3] })
  const lost = collect(trial([use(0, known), use(1, known)]), trial([use(0, known)], { gpus: [0, 1] }))
  expect(lost).toEqual({ 'gpu_busy_time:gpu=0': [3, 3] })
})

it('takes the energy of counters alone', () => {
  const energy = (energySource: 'counter' | 'integrated') =>
    collect(trial([use(0, work(1), { energyJoules: 7, energySource })]))['gpu_energy']
  expect([energy('counter'), energy('integrated')]).toEqual([[7], undefined])
})

it('takes polled times, under a name of their own, where a trial lacks the samples of the driver', () => {
  const polled = use(0, workAt(null), { utilizationPercent: steady(50) })
  const mean = use(0, work(7, { busySource: 'mean-utilization' }))
  const driver = use(0, work(3), { utilizationPercent: steady(30) })
  expect(collect(trial([driver]), trial([polled], { wallSeconds: 20 }), trial([mean]))).toEqual({
    gpu_busy_time_polled: [3, 10, 7],
  })
  expect(collect(trial([polled], { wallSeconds: null }))).toEqual({})
})

it('takes polled times on both sides of a comparison, where one side has nothing else', () => {
  const driver = use(0, work(3), { utilizationPercent: steady(30) })
  const align = (...sides: readonly GpuUse[]) =>
    alignBusyTime(sides.map((own) => ({ trials: [trial([own])], found: collectGpuMeasurements([trial([own])]) }))).map(
      (side) => side.map(({ metric, samples }) => [metric.name, ...samples]),
    )
  expect(align(driver, use(0, workAt(null), { utilizationPercent: steady(40) }))).toEqual([
    [['gpu_busy_time_polled', 3]],
    [['gpu_busy_time_polled', 4]],
  ])
  expect(align(driver, use(0, work(4)))).toEqual([[['gpu_busy_time', 3]], [['gpu_busy_time', 4]]])
})

it.each([
  ['of the first of the GPUs that work', [work(3, { startUpSeconds: 5 }), work(3, { startUpSeconds: 2 })], [2]],
  ['without GPUs that do nothing', [work(0), work(3, { startUpSeconds: 4 })], [4]],
  ['unknown where that of one that works is', [work(3, { startUpSeconds: 5 }), work(3)], undefined],
  ['unknown where none works', [work(0), work(0)], undefined],
])('has a start-up time %s', (_what, works, samples) => {
  expect(collect(trial(works.map((one, gpu) => use(gpu, one))))['start_up_time']).toEqual(samples)
})

it('adds up the work of a stage over its GPUs, where each has a row in every trial', () => {
  const row = (stage: string, gpu: number, own: GpuWork) => buildStageRow({ stage, seconds: 5 }, use(gpu, own), 10_000)
  const staged = (...rows: readonly ReturnType<typeof row>[]) =>
    trial([use(0, work(5)), use(1, work(5))], { gpuByStage: { rows, notes: [], source: 'times', host: [] } })
  const both = [row('load', 0, work(1)), row('load', 1, work(2)), row('load', 2, work(9)), row('run', 0, work(3))]
  expect(collect(staged(...both))).toMatchObject({ 'gpu_busy_time:stage=load': [3] })
  expect(collect(staged(...both))).not.toHaveProperty('gpu_busy_time:stage=run')
  expect(collect(staged(...both), staged(row('load', 0, work(1))))).not.toHaveProperty('gpu_busy_time:stage=load')
  expect(collect(staged(...both), staged(...both))).toMatchObject({ 'gpu_busy_time:stage=load': [3, 3] })
})
