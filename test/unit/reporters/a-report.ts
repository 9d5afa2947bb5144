import type { Comparison } from '../../../src/domain/verdict/comparison.ts'
import { describeOpenGates, isOpen } from '../../../src/domain/verdict/headlined.ts'
import { formatVerdict } from '../../../src/domain/verdict/sentence.ts'
import type { CaseSummary, Report, Section, VerdictReason } from '../../../src/domain/verdict/report.ts'
import type { DerivedValue, RequirementResult } from '../../../src/domain/verdict/requirement.ts'
import { summarize, type Summary } from '../../../src/domain/core/statistics.ts'

type Counts = Report['counts']

const plainTestbed: Report['testbed'] = {
  id: '2x-nvidia-geforce-rtx-4090',
  deviceKind: 'gpu',
  devices: [0, 1].map((id) => ({
    id,
    physicalIndex: id,
    model: 'NVIDIA GeForce RTX 4090',
    uuid: null,
    memoryBytes: 25_757_220_864,
    migProfile: null,
    settings: null,
  })),
  driverVersion: '550.54.15',
  cudaVersion: '12.4',
  topology: 'PCIe (PHB)',
  container: null,
  cpuModel: 'AMD EPYC 7443P',
  cpuCores: 48,
  memoryBytes: 270_000_000_000,
  kernel: '6.8.0',
  architecture: 'x64',
}

/** A report that passed, with nothing in it unless given. Its counts are counted, and its sentence is the real one. */
export function aReport(given: Partial<Report> = {}): Report {
  const testbed = given.testbed ?? plainTestbed
  const { verdict = 'pass', reasons = [], comparisons = [], requirements = [] } = given
  return {
    schemaVersion: 1,
    title: 'virnucpro',
    runId: '7123456789-1',
    verdict: 'pass',
    conclusion: 'success',
    exitCode: 0,
    sentence: formatVerdict({ verdict, reasons, comparisons, requirements }, testbed.deviceKind),
    reasons,
    counts: countsOf(given),
    yardstick: {
      path: '.github/warpgauge.yaml',
      sha256: '5f2c7d1e9b40a8836c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d7',
      origin: 'base',
      commit: '9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b',
    },
    head: { ref: 'faster-packing', commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' },
    measuredCommit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
    baseCommit: null,
    pullRequest: 42,
    testbed,
    comparisons: [],
    requirements: [],
    derived: [],
    sections: [],
    findings: [],
    cases: [],
    nextSteps: [],
    ...given,
  }
}

export function aComparison(given: Partial<Comparison> = {}): Comparison {
  return {
    suite: 'scaling',
    benchmark: 'virnucpro',
    axes: { gpus: 2 },
    metric: 'wall_time',
    unit: 's',
    betterWhen: 'lower',
    reference: 'baseline 9a8b7c6',
    isGate: true,
    verdict: 'unchanged',
    effect: 0.004,
    interval: [-0.006, 0.014],
    resolution: 0.01,
    excluded: 0.012,
    base: aSummary(2025),
    head: aSummary(2033.1),
    reason: '5 against 5 runs: at most 1.2 % slower (one-sided bound), so a slowdown of 3.0 % is ruled out',
    ...given,
  }
}

export function aRegression(given: Partial<Comparison> = {}): Comparison {
  return aComparison({
    verdict: 'regression',
    effect: 0.12,
    interval: [0.089, 0.152],
    excluded: 0.16,
    head: aSummary(2268),
    reason: '5 against 5 runs: significantly slower, by more than half of the minimum effect of 3.0 %',
    ...given,
  })
}

export function aRequirement(given: Partial<RequirementResult> = {}): RequirementResult {
  return {
    id: 'PERF-03',
    suite: 'scaling',
    benchmark: 'virnucpro',
    axes: { gpus: 2 },
    value: 'speedup',
    operator: '>=',
    limit: 1.9,
    unit: '×',
    severity: 'fail',
    rule: 'perf-03@1',
    actual: 1.9321,
    status: 'pass',
    reason: '',
    ...given,
  }
}

export function aDerived(given: Partial<DerivedValue> = {}): DerivedValue {
  return {
    suite: 'scaling',
    benchmark: 'virnucpro',
    axes: { gpus: 2 },
    name: 'speedup',
    value: 1.9321,
    unit: '×',
    interval: [1.902, 1.961],
    reason: null,
    isSuspicious: false,
    isDeclared: false,
    ...given,
  }
}

export function aSection(given: Partial<Section> = {}): Section {
  return {
    id: 'scaling',
    title: 'Scaling of virnucpro',
    columns: ['GPUs', 'Time', 'Speed-up', 'Efficiency', 'Status'],
    rows: [
      ['1', seconds(3200.6), times(1), share(1), 'reference'],
      ['2', seconds(1656.5), times(1.9321), share(0.96605), 'pass'],
    ],
    notes: ['Speed-up is the median time on 1 GPU divided by the median time on n GPUs.'],
    ...given,
  }
}

export function aCase(given: Partial<CaseSummary> = {}): CaseSummary {
  const { wallSeconds = aSummary(2033.1) } = given
  return {
    runs: wallSeconds?.count ?? 0,
    suite: 'scaling',
    benchmark: 'virnucpro',
    axes: { gpus: 2 },
    revision: 'head',
    failedTrials: 0,
    resultRows: 601_257,
    wallSeconds,
    ...given,
  }
}

/** Five samples around a median, one percent apart. */
export function aSummary(median: number): Summary {
  return summarize([0.98, 0.99, 1, 1.01, 1.02].map((factor) => factor * median))
}

/** An effect with its interval, and the medians of both sides. */
export function figures(effect: number, interval: readonly [number, number], base: number, head: number) {
  return { effect, interval, base: aSummary(base), head: aSummary(head) }
}

/** What a report says of a run that fails its check. */
export const failed = { verdict: 'fail', conclusion: 'failure', exitCode: 1 } as const

export const reproduce = {
  text: 'Reproduce the run on the same kind of machine',
  command: 'warpgauge run --config .github/warpgauge.yaml',
}

export const seconds = (value: number) => ({ value, unit: 's' })
export const times = (value: number) => ({ value, unit: '×' })
export const share = (value: number) => ({ value, unit: 'share' })

export const bytes = (value: number) => ({ value, unit: 'B' })

/** The same machine without GPUs, as a hosted runner is. */
export function onOneCpu(testbed: Report['testbed']): Report['testbed'] {
  const { devices, ...rest } = testbed
  const core = devices.slice(0, 1).map((device) => ({ ...device, model: 'AMD EPYC 7763', memoryBytes: null }))
  return {
    ...rest,
    id: 'cpu-amd-epyc-7763-4',
    deviceKind: 'cpu',
    devices: core,
    driverVersion: null,
    cudaVersion: null,
    topology: null,
    cpuModel: 'AMD EPYC 7763',
    cpuCores: 4,
  }
}

/** Median times of the stages of a case. */
export function someStages(axes: DerivedValue['axes'], given: Partial<DerivedValue> = {}): DerivedValue[] {
  const stages = { chunking: 21.3, translation: 58.2, splitting: 5.4, dnabert: 523.5, esm2_embeddings: 2281.4 }
  const rest = { merging: 14.9, prediction: 28.7, consensus: 8 }
  return Object.entries({ ...stages, ...rest }).map(([name, value]) =>
    aDerived({ ...given, axes, name: `stage:${name}`, unit: 's', value, interval: null }),
  )
}

/** Reasons of a run whose gates are open. */
export function reasonsOf(comparisons: readonly Comparison[]): VerdictReason[] {
  const open = comparisons.filter((item) => item.isGate && isOpen(item))
  return describeOpenGates(open, 'gpu').map((text) => ({ code: 'undecided', text }))
}

function countsOf({ comparisons = [], requirements = [] }: Partial<Report>): Counts {
  const compared = (verdict: Comparison['verdict']) =>
    comparisons.filter((item) => item.isGate && item.verdict === verdict).length
  const judged = (status: RequirementResult['status']) => requirements.filter((item) => item.status === status).length
  return {
    regression: compared('regression'),
    tolerated: 0,
    improvement: compared('improvement'),
    unchanged: compared('unchanged'),
    inconclusive: compared('inconclusive'),
    'not comparable': compared('not comparable'),
    missing: compared('missing'),
    'requirements passed': judged('pass'),
    'requirements failed': judged('fail'),
    'requirements not evaluated': judged('not evaluated'),
  }
}
