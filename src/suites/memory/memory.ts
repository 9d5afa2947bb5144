import { toCaseOptions } from '../../domain/core/case-options.ts'
import { formatPercent } from '../../domain/core/numbers.ts'
import type { SuiteConfig } from '../../config/schema/schema.ts'
import { classifyOutOfMemory, type OutOfMemoryClass } from '../../domain/trial/memory-growth.ts'
import type { CaseOutcome, MeasuredOutcome } from '../../domain/trial/outcome.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildFilledTable, buildTable, toCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit } from '../figures.ts'
import { createSuite, type GridCase } from '../grid.ts'
import { explainAbsence } from '../outcomes.ts'
import { listPhysicalGpus } from '../runs.ts'
import type { JudgeInput } from '../suite.ts'
import { buildGrowthRows, buildGrowthTable, deriveGrowthFigures, deriveRemainderFigures } from './memory-growth.ts'
import { findRange, takeComplete } from '../../domain/core/statistics.ts'

type MemoryConfig = SuiteConfig<'memory'>
/** `isPressed`: the case provokes memory exhaustion. */
type MemoryCase = GridCase & { readonly isPressed: boolean }

/** Plans runs that record memory, and judges its growth, its peaks and what happened when it ran out. */
export const memory = createSuite<MemoryConfig, MemoryCase>({
  name: 'memory',

  listCases: ({ suite: { gpus, repeat, pressure } }) => {
    const options = repeat && { options: toCaseOptions(repeat.options) }
    const followed = { watchesHost: true, keepsMemory: true } as const
    const main = { isPressed: false, gpus, axes: { gpus }, planned: { ...options, ...followed } }
    if (!pressure) return [main]
    // Running out of memory is an expected outcome under pressure.
    const exhausted = { warmups: 0, answers: ['out-of-memory'], interleaveGroup: 'memory pressure' } as const
    const planned = { options: toCaseOptions(pressure), ...exhausted }
    return [main, { isPressed: true, gpus, axes: { gpus, load: 'pressure' }, planned }]
  },

  judge: (points, input) => {
    const { suite, policy, devices, config } = input
    const isOnGpus = config.pipeline.devices === 'gpu'
    const main = points.find(({ isPressed }) => !isPressed)?.measured
    const gpus = main ? listPhysicalGpus(main, devices) : []
    const growth = main ? buildGrowthRows(main, gpus, suite, policy.confidence) : []
    const peaks = main ? buildPeakRows(main, gpus, input) : []
    // Files say nothing of the memory before and after their run.
    const isMeasured = main?.trials.some(({ origin }) => origin === undefined) ?? true
    const exhaustion = points.flatMap(({ outcome, isPressed }) =>
      outcome ? [classifyExhaustion(outcome, isPressed)] : [],
    )
    const allocator = main ? deriveAllocatorFigures(main) : []
    const derived = [
      ...(main ? deriveGrowthFigures(main, growth, suite) : []),
      ...(main ? deriveRemainderFigures(main, gpus) : []),
      ...(main ? derivePeakFigures(main, gpus, peaks) : []),
      ...allocator,
      ...exhaustion.flatMap(deriveExhaustionFigures),
    ]
    return {
      derived,
      requirements: listRequirements(suite, derived, { isOnGpus, isMeasured }),
      sections: [
        buildGrowthTable(growth, derived, suite),
        ...buildPeakTable(peaks, allocator),
        buildExhaustionTable(exhaustion),
      ],
    }
  },
})

function listRequirements(
  suite: MemoryConfig,
  derived: readonly DerivedValue[],
  { isOnGpus, isMeasured }: { readonly isOnGpus: boolean; readonly isMeasured: boolean },
): Requirement[] {
  const { maxGrowthMegabytes, noticeableMegabytes, maxPeakShare, minAllocatorEfficiency, severity } = suite
  const common = { suite: 'memory', severity }
  const most = maxGrowthMegabytes * 1e6
  // Most pipelines do not report their allocator; a missing value must not prevent a pass.
  const isKnown = derived.some(({ name, value }) => name === 'allocator_efficiency' && value !== null)
  const allocator = { suite: 'memory', severity: isKnown ? severity : 'info', id: 'ALLOCATOR' } as const
  const certain = noticeableMegabytes * 1e6
  return [
    buildLimit('memory_growth', '<=', most, { ...common, id: 'LEAK' }),
    ...(suite.repeat ? [buildLimit('certain_growth', '<=', certain, { ...common, id: 'LEAK-slope' })] : []),
    ...(isOnGpus && isMeasured ? [buildLimit('memory_left', '<=', most, { ...common, id: 'LEAK-device' })] : []),
    ...(isOnGpus ? [buildLimit('memory_peak_share', '<', maxPeakShare, { ...common, id: 'PEAK' })] : []),
    buildLimit('allocator_efficiency', '>=', minAllocatorEfficiency, allocator),
    buildLimit('oom_crashes', '==', 0, { ...common, id: 'OOM' }),
    ...(suite.pressure ? [buildLimit('oom_handled', '>=', 1, { ...common, id: 'OOM-handled' })] : []),
  ]
}

/** Memory exhaustion in the runs of one case. */
type ExhaustionRow = {
  readonly outcome: CaseOutcome
  readonly isPressed: boolean
  readonly kind: OutOfMemoryClass
  readonly runs: number
  readonly evidence: string
}

const exhaustionOrder: readonly OutOfMemoryClass[] = ['crashed', 'unknown', 'handled', 'absent']

/** Classifies a case by its worst run: crashed, unknown, handled, absent. Warm-ups count, since they can crash too. */
function classifyExhaustion(outcome: CaseOutcome, isPressed: boolean): ExhaustionRow {
  const failures = outcome.status === 'missing' ? [] : outcome.failures
  const trials = outcome.status === 'measured' ? [...outcome.trials, ...failures] : failures
  const verdicts = trials.map(classifyOutOfMemory)
  const kind = exhaustionOrder.find((one) => verdicts.some((verdict) => verdict.kind === one)) ?? 'unknown'
  const own = verdicts.filter((verdict) => verdict.kind === kind)
  const evidence = own[0]?.evidence ?? explainAbsence(outcome)
  return { outcome, isPressed, kind, runs: own.length, evidence }
}

/**
 * `oom_crashes`: runs that ended because memory ran out. `oom_handled`: runs of the pressure case that ran out of
 * memory and still did all work.
 */
function deriveExhaustionFigures({ outcome, isPressed, kind, runs, evidence }: ExhaustionRow): DerivedValue[] {
  const { key } = outcome.planned
  const [crashes, handled] = [kind === 'crashed' ? runs : 0, kind === 'handled' ? runs : 0]
  const isMet = kind === 'handled' || kind === 'crashed'
  const idle = 'memory did not run out; increase the load of suites.memory.pressure'
  const reason = kind === 'absent' ? idle : evidence
  return [
    buildFigure(key, 'oom_crashes', kind === 'unknown' ? null : crashes, { reason: evidence }),
    ...(isPressed ? [buildFigure(key, 'oom_handled', isMet ? handled : null, { reason })] : []),
  ]
}

function buildExhaustionTable(rows: readonly ExhaustionRow[]): Section {
  return buildTable({ id: 'out-of-memory', title: 'Out of memory' }, rows, [
    ['Case', ({ isPressed }) => (isPressed ? 'under pressure' : 'as configured')],
    ['Outcome', ({ kind }) => kind],
    ['Runs', ({ runs }) => String(runs)],
    ['Evidence', ({ evidence }) => evidence],
  ])
}

/** Peak memory of one GPU in one stage or in the complete run. */
type PeakRow = {
  /** Null: the complete run. */
  readonly stage: string | null
  readonly gpu: number
  readonly peakBytes: number
  readonly capacityBytes: number | null
  /** Whether the complete run was sampled every time. */
  readonly isComplete: boolean
}

/** Builds the peaks of every assigned GPU over the counted runs. */
function buildPeakRows(
  outcome: MeasuredOutcome,
  gpus: readonly number[],
  { devices }: Pick<JudgeInput<MemoryConfig>, 'devices'>,
): PeakRow[] {
  const rows = outcome.trials.flatMap(({ gpuByStage }) => gpuByStage?.rows ?? [])
  const stages = [...new Set(rows.map(({ stage }) => stage))]
  return gpus.flatMap((gpu) => {
    const uses = outcome.trials.map(({ telemetry }) => telemetry?.gpus.find((use) => use.gpu === gpu))
    const device = devices.find(({ id, physicalIndex }) => (physicalIndex ?? id) === gpu)
    const seen = uses.map((use) => use?.memoryTotalBytes ?? null).find((bytes) => bytes !== null)
    const capacityBytes = seen ?? device?.memoryBytes ?? null
    return [...stages, null].flatMap((stage) => {
      const own = rows.filter((row) => row.stage === stage && row.gpu === gpu)
      const peaks =
        stage === null
          ? uses.map((use) => use?.memoryUsedBytes?.max ?? use?.ownMemoryPeakBytes)
          : own.map(({ memoryPeakBytes }) => memoryPeakBytes)
      const [, peakBytes] = findRange(peaks) ?? []
      const isComplete = stage !== null || takeComplete(peaks) !== null
      return peakBytes === undefined ? [] : [{ stage, gpu, peakBytes, capacityBytes, isComplete }]
    })
  })
}

/** Derives peak memory as a share of the capacity; null when one of them is unknown, so that it cannot pass. */
function derivePeakFigures(
  { planned: { key } }: MeasuredOutcome,
  gpus: readonly number[],
  rows: readonly PeakRow[],
): DerivedValue[] {
  const buildShare = (gpu: number, stage: string | null, share: number | string) => {
    const axes = { ...key.axes, gpu, stage: stage ?? '(whole run)' }
    return buildFigure({ ...key, axes }, 'memory_peak_share', share)
  }
  const unseen = gpus.filter((one) => !rows.some(({ gpu, stage }) => gpu === one && stage === null))
  return [
    ...rows.map(({ stage, gpu, peakBytes, capacityBytes, isComplete }) => {
      if (!isComplete) return buildShare(gpu, stage, 'the memory of the GPU was not sampled in every run')
      return buildShare(gpu, stage, capacityBytes ? peakBytes / capacityBytes : 'the capacity of the GPU is unknown')
    }),
    ...unseen.map((gpu) => buildShare(gpu, null, 'the memory of the GPU was not sampled')),
  ]
}

/** Allocated / reserved bytes of the pipeline's allocator at its peak: the lowest of all runs, 0 to 1. */
function deriveAllocatorFigures({ planned: { key }, trials }: MeasuredOutcome): DerivedValue[] {
  const readings = trials.flatMap(({ pipeline }) => pipeline?.allocator.filter(({ when }) => when === 'peak') ?? [])
  if (readings.length === 0)
    return [buildFigure(key, 'allocator_efficiency', 'the pipeline does not report its allocator')]
  return [...Map.groupBy(readings, ({ stage, gpu }) => JSON.stringify([stage, gpu])).values()].map((all) => {
    const { stage = null, gpu = null } = all[0] ?? {}
    const own = { ...key, axes: { ...key.axes, ...(stage !== null && { stage }), ...(gpu !== null && { gpu }) } }
    const shares = all.flatMap((one) => (one.reservedBytes > 0 ? [one.allocatedBytes / one.reservedBytes] : []))
    if (shares.length === 0) return buildFigure(own, 'allocator_efficiency', 'nothing was reserved')
    const isSuspicious = Math.max(...shares) > 1
    const reason = isSuspicious ? 'more is allocated than reserved, which is impossible' : null
    return buildFigure(own, 'allocator_efficiency', Math.min(...shares), { reason, isSuspicious })
  })
}

function buildPeakTable(peaks: readonly PeakRow[], allocator: readonly DerivedValue[]): Section[] {
  const [lowest] = findRange(allocator.map(({ value }) => value)) ?? []
  const note =
    lowest === undefined
      ? `Allocator efficiency not evaluated: ${allocator[0]?.reason ?? 'not reported'}.`
      : `Lowest allocator efficiency (allocated / reserved): ${formatPercent(lowest)}.`
  const notes = ['Highest sampled value; peaks between two samples are not visible.', note]
  return buildFilledTable({ id: 'memory-peaks', title: 'Peak memory', notes }, peaks, [
    ['Stage', ({ stage }) => stage ?? 'complete run'],
    ['GPU', ({ gpu }) => String(gpu)],
    ['Peak', ({ peakBytes }) => toCell(peakBytes, 'B')],
    [
      'Share of capacity',
      ({ peakBytes, capacityBytes }) => toCell(capacityBytes ? peakBytes / capacityBytes : null, 'share'),
    ],
  ])
}
