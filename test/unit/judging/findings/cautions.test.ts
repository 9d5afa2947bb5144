import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import type { Report } from '../../../../src/domain/verdict/report.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aRecord, aTestbed, aTrial, headCommit, otherCommit, someDevices, measured, aKey } from '../../a-run.ts'
import { aBaseline, aBaselineCase, aBaselineMetric } from '../../a-baseline.ts'
import { aGpuUse, aTelemetry, steady, aTrialHost } from '../../a-telemetry.ts'
import type { GpuWork } from '../../../../src/record/telemetry.ts'
import {
  listDatasetCautions,
  listReportCautions,
  listHostLoadCautions,
  listSlowGpuCautions,
  listShortRunCautions,
  listWorkCautions,
  listDifferenceCautions,
  listOwnDatasets,
  listRestoredCautions,
} from '../../../../src/judging/findings/cautions.ts'
import { aComparison, aSummary } from '../../reporters/a-report.ts'
import { formatCaseId } from '../../../../src/domain/core/case.ts'
import { createStageMetric } from '../../../../src/domain/core/metric.ts'
import { silentFigures } from '../../../../src/domain/trial/pipeline-reading.ts'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'

const config = parseConfig(
  [
    'version: 1',
    'pipeline: { name: infer, command: [./infer, "{dataset}"], proof: { stdout: [done] } }',
    'datasets: { medium: { preset: medium } }',
    'revisions: { base: { ref: merge-base } }',
    'suites: { revision: { run: { dataset: medium }, against: [base] } }',
    'comparison: { gate: [gpu_busy_time], minEffect: 0.03 }',
    'run: { repeats: 3, maxRepeats: 3 }',
  ].join('\n'),
  'warpgauge.yml',
)

/** What the head needs in seconds of busy time and memory activity, and its clocks: while busy, and over the complete run. */
type Head = { busy: number; dram: number; clock: number; meanClock?: number }

/** Three runs per side; the base is busy for 8 s at 1980 MHz. */
function judge({ busy, dram, clock, meanClock = 1980 }: Head): Report {
  const revisions = [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'base', ref: 'merge-base', commit: otherCommit, problem: null },
  ]
  const testbed = aTestbed({ devices: someDevices(1) })
  const plan = planRun(config, testbed.devices, revisions)
  const trials = plan.cases.flatMap(({ id, revision }) =>
    [0.999, 1, 1.001].map((factor, index) => {
      const isHead = revision === 'head'
      const work: GpuWork = {
        busySeconds: (isHead ? busy : 8) * factor,
        busySource: 'driver-samples',
        inUseSeconds: 9,
        busyClockMhz: isHead ? clock : 1980,
        dramActiveSeconds: (isHead ? dram : 4) * factor,
        graphicsActiveSeconds: null,
        energyAboveIdleJoules: null,
      }
      const smClockMhz = steady(isHead ? meanClock : 1980)
      const clocksEventShares = { 'sw-power-cap': isHead ? 0.6 : 0.02 }
      const telemetry = aTelemetry({ gpus: [aGpuUse({ work, smClockMhz, clocksEventShares })] })
      const commit = isHead ? headCommit : otherCommit
      return aTrial({ caseId: id, index, commit, wallSeconds: 12, resultRows: null, gpus: [0], telemetry })
    }),
  )
  const record = aRecord({ testbed, revisions, plan, trials, commands: {} })
  return judgeRun({ record, config, baselines: [], obstacles: [] })
}

const busyRow = ({ comparisons }: Report) => comparisons.find(({ metric }) => metric === 'gpu_busy_time')!
const cautions = ({ findings }: Report) => findings.filter(({ isProminent }) => isProminent)

describe('a run whose GPU busy time changed', () => {
  it('fails for more work, says so, and cautions of nothing', () => {
    const report = judge({ busy: 8.4, dram: 4.2, clock: 1980 })
    expect(report.verdict).toBe('fail')
    expect(busyRow(report).reason).toMatch(/; more work: clock cycles \+5\.0 %, memory activity \+5\.0 %$/)
    expect(report.sentence).not.toContain('clocks')
    expect(cautions(report)).toEqual([])
  })

  it('is inconclusive where the clocks of the two sides differ, says so in the reason and cautions', () => {
    const report = judge({ busy: 8.344, dram: 4, clock: 1899 })
    expect(report.verdict).toBe('inconclusive')
    expect(busyRow(report).reason).toMatch(/; lower clocks, not more work: SM clock -4\.1 %/)
    expect(cautions(report)).toEqual([
      {
        kind: 'caution',
        subject: 'GPUs of revision/infer gpus=1 revision=head',
        reason: expect.stringMatching(
          /^ran at 1980 MHz on the base and 1899 MHz on the head .*sw-power-cap for 2 % of the time on the base and 60 % on the head$/,
        ),
        isProminent: true,
      },
    ])
    expect(cautions(judge({ busy: 8.01, dram: 4, clock: 1978 }))).toEqual([])
  })

  it('keeps its verdict where the clocks differ too little to be two states', () => {
    const report = judge({ busy: 8.16, dram: 4, clock: 1941 })
    expect(report.sentence).toMatch(/^2\.0 % slower .*, GPU busy time of .*lower clocks, not more work/)
  })
})

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
  const judgeDataset = (resultRows: number | null) => listDatasetCautions([{ ...outcome, resultRows }], [dataset])
  expect(judgeDataset(67).map(({ subject, reason }) => `${subject}: ${reason}`)).toEqual([
    `dataset ${dataset.name}: 67 result rows from 1000 sequences (6.7 %): the pipeline dropped most of the input, so times and projections describe little of the work; use sequences that the pipeline keeps, such as orfShare of a synthetic dataset`,
  ])
  expect(judgeDataset(499)).toHaveLength(1)
  expect(judgeDataset(500)).toEqual([])
  expect(judgeDataset(null)).toEqual([])
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

function ran(others: number): CaseOutcome {
  const measuredOutcome = measured({ seconds: [10, 10, 10] })
  if (measuredOutcome.status !== 'measured') throw new Error('measured gives a measured case')
  const host = aTrialHost({ processors: 2, otherCpuSeconds: others * 10, userCpuSeconds: 4, systemCpuSeconds: 0 })
  return { ...measuredOutcome, trials: [0, 1, 2].map((index) => aTrial({ index, wallSeconds: 10, host })) }
}

it('cautions where other programs used most processors, once for the run', () => {
  const [finding, ...more] = listHostLoadCautions([ran(1.6), ran(1.4), ran(0.1)])
  expect(more).toEqual([])
  expect(finding).toMatchObject({ kind: 'caution', subject: 'other programs', isProminent: true })
  expect(finding?.reason).toMatch(/^used 1\.5 of 2 processors while 2 of 3 cases ran; /)
  expect(listHostLoadCautions([ran(1.6)])[0]?.reason).toContain('while every case ran')
})

it('says nothing of a host that was free, or of which nothing is known', () => {
  expect(listHostLoadCautions([ran(0.1)])).toEqual([])
  expect(listHostLoadCautions([measured({ seconds: [10] })])).toEqual([])
  expect(listHostLoadCautions([])).toEqual([])
})

type Gpu = { clock?: number | null; busy?: number | null; dram?: number | null }

const work = ({ clock = 1980, busy = 8, dram = 4 }: Gpu): GpuWork => ({
  busySeconds: busy,
  busySource: busy === null ? null : 'driver-samples',
  inUseSeconds: busy,
  busyClockMhz: clock,
  dramActiveSeconds: dram,
  graphicsActiveSeconds: null,
  energyAboveIdleJoules: null,
})

/** A case whose runs had these GPUs. */
function ranOnGpus(runs: readonly (readonly Gpu[])[], gpus = 4): CaseOutcome {
  const measuredOutcome = measured({ seconds: runs.map(() => 10), key: aKey({ axes: { gpus } }) })
  if (measuredOutcome.status !== 'measured') throw new Error('measured gives a measured case')
  const trials = runs.map((all, index) => {
    const uses = all.map((one, gpu) => aGpuUse({ gpu, work: work(one) }))
    return aTrial({ index, gpus: uses.map(({ gpu }) => gpu), telemetry: aTelemetry({ gpus: uses }) })
  })
  return { ...measuredOutcome, trials }
}

const even = [{}, { clock: 1975 }, {}, { busy: 8.2 }]
const withThird = (third: Gpu): Gpu[] => even.map((gpu, index) => (index === 2 ? third : gpu))
const find = (...outcomes: CaseOutcome[]) => listSlowGpuCautions(outcomes, someDevices(4))

describe('one GPU among several', () => {
  it('is named below the headline when its clock is lower in every run', () => {
    const slow = withThird({ clock: 1740, busy: 9.04 })
    expect(find(ranOnGpus([slow, slow, slow]))).toEqual([
      {
        kind: 'caution',
        subject: 'GPU 2',
        reason:
          'ran 12.1 % below the median of the other 3 GPUs (1740 MHz against 1980 MHz while busy) and was busy 13.0 % longer than the median of the other 3 GPUs (9.04 s against 8.00 s) in all 3 runs of scaling/predict gpus=4',
        isProminent: true,
      },
    ])
  })

  it('is named among the details when only its busy time is longer, and as having more work where memory shows that', () => {
    const [finding] = find(ranOnGpus([withThird({ busy: 8.8, dram: 4 })]))
    expect(finding?.isProminent).toBeUndefined()
    expect(finding?.reason).toMatch(/^was busy 10\.0 % longer .* in the run of /)
    expect(finding?.reason).not.toContain('more work')
    expect(find(ranOnGpus([withThird({ busy: 8.8, dram: 4.4 })]))[0]?.reason).toContain(
      'had more work (memory activity +10.0 %)',
    )
    expect(find(ranOnGpus([withThird({ busy: 8.8, dram: null })]))[0]?.reason).not.toContain('more work')
  })

  it('is named once for all cases, by the case in which it deviates most', () => {
    const [slight, strong] = [withThird({ clock: 1900 }), withThird({ clock: 1700 })]
    const found = find(ranOnGpus([slight]), ranOnGpus([strong, strong]), ranOnGpus([slight]))
    expect(found).toHaveLength(1)
    expect(found[0]?.reason).toMatch(
      /^ran 14\.1 % .* in all 2 runs of .*; the same GPU also deviates in 2 other cases$/,
    )
  })

  it('of two is the one with the lower clock', () => {
    const found = find(ranOnGpus([[{}, { clock: 1900 }]], 2))
    expect(found.map(({ subject }) => subject)).toEqual(['GPU 1'])
    expect(found[0]?.reason).toContain('below the other GPU (1900 MHz')
  })
})

it('says nothing of GPUs that agree, of one that deviates in some runs, of a faster one, and of a single GPU', () => {
  expect(find(ranOnGpus([even, even]))).toEqual([])
  expect(find(ranOnGpus([withThird({ clock: 1740, busy: 9 }), even]))).toEqual([])
  expect(find(ranOnGpus([withThird({ clock: 2100, busy: 7 })]))).toEqual([])
  expect(find(ranOnGpus([[{ clock: 1200 }]], 1))).toEqual([])
  expect(find(measured({ seconds: [10] }))).toEqual([])
})

it('compares no GPU with values that are missing, and none with GPUs of another model', () => {
  expect(find(ranOnGpus([[{ clock: 1700 }, { clock: null, busy: null }, {}, {}]]))).toEqual([])
  const devices = someDevices(4).map((device, id) => ({ ...device, model: id === 2 ? 'NVIDIA A100' : device.model }))
  expect(listSlowGpuCautions([ranOnGpus([withThird({ clock: 1410 })])], devices)).toEqual([])
})

const list = (gate: readonly string[], minEffect = 0.03) =>
  listShortRunCautions('scaling', [measured({ seconds: [0.09, 0.1, 0.4] })], gate, minEffect)

it('speaks of times of the whole process only, and not where any change counts', () => {
  expect(list(['wall_time'])).toHaveLength(1)
  expect(list(['bench:*', 'stage:*', 'cpu_time'])).toEqual([])
  expect(list(['wall_time'], 0)).toEqual([])
  expect(list(['wall_time'], 0.06)).toEqual([])
})

it('a large stage of the reference that the head did not report in every run is stated', () => {
  const stage = (name: string, samples: readonly number[]) => ({ metric: createStageMetric(name), samples })
  const base = measured({
    key: aKey({ axes: { revision: 'base' } }),
    seconds: [10, 10],
    revision: 'base',
    stages: [stage('infer', [6, 6]), stage('load', [3, 3]), stage('tiny', [0.5, 0.5])],
  })
  const head = measured({ seconds: [10, 10], stages: [stage('load', [3, 3])] })
  const pair = { head: head.planned.id, base: base.planned.id }
  expect(listReportCautions([head, base], [pair])).toEqual([
    {
      kind: 'caution',
      subject: 'stage infer',
      reason:
        'has no time in 2 of 2 runs of the head, and takes 60 % of a run of the reference: it is compared only as a part of the complete run',
      isProminent: true,
    },
  ])
  expect(listReportCautions([base, head], [{ head: pair.base, base: pair.head }])).toEqual([])
  const { suite, ...place } = head.planned.key
  const metrics = [aBaselineMetric([10]), aBaselineMetric([6], { name: 'stage:infer' })]
  const stored = [{ baseline: aBaseline([{ ...aBaselineCase(metrics), ...place }], { suite }) }]
  const own = { ...head, planned: { ...head.planned, id: formatCaseId(head.planned.key) } }
  expect(listReportCautions([own], [], stored)).toMatchObject([
    { subject: 'stage infer', reason: expect.stringContaining('60 % of a run of the baseline') },
  ])
  expect(listReportCautions([own, base], [{ ...pair, head: own.planned.id }], stored)).toHaveLength(1)
})

const { yardstick, revisions } = aRecord()
const local = { ...yardstick, origin: 'local' } as const
const ofBase = { name: 'reads', used: 'base', problem: null } as const
const ofHead = { name: 'reads', used: 'head', problem: 'data/reads does not exist' } as const
const say = (source: Parameters<typeof listDifferenceCautions>[0]) =>
  listDifferenceCautions(source).map(({ subject, reason }) => `${subject} ${reason}`)

describe('datasets that base and head do not both provide', () => {
  it('are stated, with the reason, when the base provides them', () => {
    const broken = { ...ofBase, name: 'noise', problem: 'datasets.noise.command failed' }
    const source = { yardstick, revisions, datasetDifferences: [ofBase, broken] }
    expect(say(source)).toEqual([
      "dataset reads differs between base and head; all revisions were measured with the base's",
      'dataset noise comes from the base, because the head cannot provide it (datasets.noise.command failed)',
    ])
    expect(listOwnDatasets(source)).toEqual([])
  })

  it('are doubted when only the head provides them, except in a local run', () => {
    const words = 'dataset reads comes from the head, because the base cannot provide it (data/reads does not exist)'
    expect(listOwnDatasets({ yardstick, datasetDifferences: [ofHead] })).toEqual([`${words}; merge it first`])
    expect(say({ yardstick, revisions, datasetDifferences: [ofHead] })).toEqual([])
    expect(listOwnDatasets({ yardstick: local, datasetDifferences: [ofHead] })).toEqual([])
    expect(say({ yardstick: local, revisions, datasetDifferences: [ofHead] })).toEqual([words])
  })
})

it('inputs outside of datasets are stated by revision, at most five, and those of the merge base next to the verdict', () => {
  const changedInputs = { base: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'v1.0': ['data/a.json'] }
  const mergeBase = { label: 'base', ref: 'merge-base', commit: null, problem: null }
  const words = 'differ from those of the head, and each revision read its own'
  const found = listDifferenceCautions({ yardstick, revisions: [...revisions, mergeBase], changedInputs })
  expect(found).toEqual([
    { kind: 'caution', subject: 'inputs of base', reason: `${words}: a, b, c, d, e and 2 more`, isProminent: true },
    { kind: 'caution', subject: 'inputs of v1.0', reason: `${words}: data/a.json` },
  ])
})

it('inputs of the working tree that every revision used are stated next to the verdict', () => {
  expect(listDifferenceCautions({ yardstick, revisions, sharedInputs: ['train.py'] })).toEqual([
    {
      kind: 'caution',
      subject: 'every revision',
      reason:
        'used train.py of the working tree, named by an absolute path, instead of its own: name it relative to the checkout',
      isProminent: true,
    },
  ])
})

function changed(count: number, ...first: readonly string[]) {
  return aTrial({ restoredFiles: { count, first } })
}

it('names the files of all trials once, at most five', () => {
  expect(listRestoredCautions([changed(1, 'b.csv'), aTrial({}), changed(2, 'a.csv', 'b.csv')])).toEqual([
    { kind: 'caution', subject: 'trials', reason: 'changed 2 tracked files (a.csv, b.csv); restored after each run' },
  ])
  expect(listRestoredCautions([changed(900, 'a', 'b', 'c', 'd', 'e', 'f')])[0]?.reason).toBe(
    'changed 900 tracked files (a, b, c, d, e, and 895 more); restored after each run',
  )
  expect(listRestoredCautions([changed(1, 'a.csv')])[0]?.reason).toContain('a tracked file (a.csv)')
})

it('says nothing of trials that changed none', () => {
  expect(listRestoredCautions([aTrial({})])).toEqual([])
})

it.each([
  [
    0.4,
    0.012,
    [
      'the GPU works for 400 ms per run, which resolves a slowdown of 1.2 %; 8 times the work per run would resolve about 0.28 % in as many runs',
    ],
  ],
  [0.4, 0.1, [expect.stringMatching(/10 times the work per run would resolve about 2 %/)]],
  [0.4, 0.002, []],
  [0.4, null, []],
  [1.2, 0.012, []],
])('advises longer GPU work where %d s resolve %j', (seconds, resolution, reasons) => {
  const busy = aComparison({ metric: 'gpu_busy_time', resolution, base: aSummary(seconds) })
  const others = [aComparison({ resolution, base: aSummary(seconds) }), { ...busy, isGate: false }]
  expect(listWorkCautions([busy, ...others]).map(({ reason }) => reason)).toEqual(reasons)
})
