import type { NoiseRecord } from '../../../../src/record/noise.ts'
import { describe, expect, it } from 'vitest'
import { makeBaseline } from '../../../../src/domain/baselines/baseline-comparison.ts'
import { createStageMetric } from '../../../../src/domain/core/metric.ts'
import type { RunRecord } from '../../../../src/record/run.ts'
import { buildBaselines, type LoadedBaseline, addRunNoise } from '../../../../src/judging/baselines/baselines.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aStage, aTestbed, aTrial, headCommit, otherCommit } from '../../a-run.ts'
import { aGpuUse, aTelemetry, aTrialHost, workAt } from '../../a-telemetry.ts'

const config = aConfig({
  suites: { scaling: { run: { dataset: 'medium' }, gpus: [1, 2], profile: 'legacy-range', severity: 'warn' } },
})

/** A whole run: seconds per trial and GPU count, with one stage that takes most of it. */
function aRun(seconds: Readonly<Record<number, readonly number[]>>, overrides: Partial<RunRecord> = {}): RunRecord {
  const record = aRecord(overrides)
  const plan = planRun(config, record.testbed.devices, record.revisions)
  const trials = plan.cases.flatMap((planned) =>
    (seconds[planned.gpus.length] ?? []).map((wallSeconds, index) =>
      aTrial({
        caseId: planned.id,
        index,
        wallSeconds,
        stages: [aStage('Chunking', 1), aStage('ESM-2', wallSeconds - 2)],
      }),
    ),
  )
  return { ...record, plan, trials: overrides.trials ?? trials }
}

const steady = { 1: [10, 10.02, 9.98, 10.01], 2: [5.5, 5.51, 5.49, 5.5] }
const baselineRun = aRun(steady, { revisions: [{ label: 'head', ref: 'HEAD', commit: headCommit, problem: null }] })
const stored: LoadedBaseline[] = buildBaselines(baselineRun, config, 'first').map((baseline) => ({
  suite: baseline.suite,
  path: `baselines/${baseline.suite}.json`,
  baseline,
}))

/** Three sessions of this machine, quiet and alike: without them nobody knows how far sessions lie apart. */
const noise = {
  path: 'baselines/x/noise.json',
  problem: null,
  note: null,
  noise: [1, 2, 3].reduce<NoiseRecord | null>(
    (known, session) => addRunNoise(known, { ...baselineRun, runId: `session-${session}` }),
    null,
  ),
}

const judge = (record: RunRecord, baselines: readonly LoadedBaseline[] = stored, known = noise) =>
  judgeRun({ record, config, baselines, noise: known, obstacles: [] })
const gates = (report: ReturnType<typeof judge>) => report.comparisons.filter((item) => item.isGate)

describe('a head that leaves its GPUs idle', () => {
  const stayedIdle = ['the trial was given GPU 0, but GPU 0 stayed idle']
  const useAt = (gpu: number, busySeconds: number) =>
    aGpuUse({ gpu, ownMemoryPeakBytes: null, work: { ...workAt(null), busySeconds, busySource: 'driver-samples' } })
  const runWith = (busy: readonly number[], contamination: readonly string[] = []) => {
    const trials = baselineRun.trials.map((trial) => {
      const gpus = baselineRun.plan.cases.find(({ id }) => id === trial.caseId)?.gpus ?? []
      const telemetry = aTelemetry({ gpus: gpus.map((gpu) => useAt(gpu, busy[gpu] ?? 0)) })
      return { ...trial, gpus, telemetry, contamination }
    })
    return { ...baselineRun, trials }
  }
  const commit = (busy: readonly number[]): LoadedBaseline[] =>
    buildBaselines(runWith(busy), config, 'first').map((baseline) => ({ suite: 'scaling', path: 'x', baseline }))
  const idle = runWith([0, 0], stayedIdle)

  it('fails if its baseline worked on each of them', () => {
    const report = judge(idle, commit([3, 3]))
    expect(report.verdict).toBe('error')
    expect(report.findings.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/GPU idle in all 4 runs, although it worked on it when its baseline was measured/),
    )
  })

  it.each<readonly [string, LoadedBaseline[], RunRecord]>([
    ['has no baseline', [], idle],
    ['has a baseline without GPU work', commit([0, 0]), idle],
    ['has a baseline of another testbed', commit([3, 3]), { ...idle, testbed: aTestbed({ driverVersion: '1.2' }) }],
    ['runs another command', commit([3, 3]), { ...idle, commands: { head: ['python', 'other.py'] } }],
    ['works on one of them', commit([3, 3]), runWith([3, 3], stayedIdle)],
  ])('is inconclusive if it %s', (_what, baselines, record) => {
    expect(judge(record, baselines).verdict).toBe('inconclusive')
  })
})

describe('judgeRun', () => {
  it('reports which merge of a pull request was measured', () => {
    const testMerge = { commit: headCommit, head: otherCommit, base: 'c'.repeat(40), branch: 'main' }
    expect(judge({ ...baselineRun, testMerge })).toEqual({ ...judge(baselineRun), testMerge })
    expect(judge(baselineRun)).not.toHaveProperty('testMerge')
  })

  it('passes a run like its baseline', () => {
    expect(judge(baselineRun)).toMatchObject({
      verdict: 'pass',
      conclusion: 'success',
      exitCode: 0,
      counts: { unchanged: 5, regression: 0 },
    })
  })

  it('says when the baseline should be measured again: by age, or where the machine has another speed (I-265)', () => {
    const withProbe = (record: RunRecord, probeSeconds: number): RunRecord => ({
      ...record,
      trials: record.trials.map((trial) => ({ ...trial, host: { ...aTrialHost(), probeSeconds } })),
    })
    const again = buildBaselines(withProbe(baselineRun, 0.0003), config, 'first')
    expect(again.map(({ provenance }) => provenance.probeSeconds)).toEqual([0.0003])
    const loaded = again.map((baseline) => ({ suite: baseline.suite, path: 'b.json', baseline }))
    const cautions = (days: number, probeSeconds: number) => {
      const startedAt = new Date(Date.parse(again[0]?.provenance.recordedAt ?? '') + days * 86_400_000).toISOString()
      const { findings, verdict } = judge({ ...withProbe(baselineRun, probeSeconds), startedAt }, loaded)
      const own = findings.filter(({ subject }) => subject === 'baseline of scaling')
      return [verdict, ...own.map(({ reason }) => reason)]
    }
    const advice = '; measure it again: warpgauge baseline refresh RUN_FOLDER --reason TEXT'
    expect(cautions(90, 0.000312)).toEqual(['pass'])
    expect(cautions(91, 0.0003)).toEqual(['pass', `was measured 91 days ago${advice}`])
    expect(cautions(-1, 0.0003)).toEqual(['pass'])
    expect(cautions(-2, 0.0003)).toEqual([
      'pass',
      `is dated up to 2 days after this run, so its age is unknown${advice}`,
    ])
    expect(cautions(1, 0.00033)).toEqual([
      'pass',
      `is of a machine whose processor was 10.0 % faster then (probe before each run)${advice}`,
    ])
    expect(cautions(1, 0.00027).at(-1)).toContain('10.0 % slower then')
  })

  it('names a GPU that was slower than the other one in every run', () => {
    const work = { busySeconds: 5, busySource: 'driver-samples', inUseSeconds: 5, dramActiveSeconds: 2 } as const
    const uses = [1980, 1700].map((busyClockMhz, gpu) =>
      aGpuUse({ gpu, work: { ...work, busyClockMhz, graphicsActiveSeconds: null, energyAboveIdleJoules: null } }),
    )
    const trials = baselineRun.trials.map((trial) => {
      const gpus = baselineRun.plan.cases.find(({ id }) => id === trial.caseId)!.gpus
      return { ...trial, gpus, telemetry: aTelemetry({ gpus: uses.filter(({ gpu }) => gpus.includes(gpu)) }) }
    })
    const { findings } = judge({ ...baselineRun, trials })
    expect(findings.filter(({ subject }) => subject === 'GPU 1')).toMatchObject([
      { kind: 'caution', reason: expect.stringContaining('in all 4 runs of scaling/'), isProminent: true },
    ])
  })

  it('clears nothing by samples of another session while nobody knows how far sessions lie apart, and sees a gross change', () => {
    const unknown = { ...noise, noise: null }
    expect(judge(baselineRun, stored, unknown)).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    const gross = aRun({ 1: [20, 20.1, 19.9, 20], 2: [11, 11.02, 10.98, 11] })
    expect(judge(gross, stored, unknown)).toMatchObject({ verdict: 'fail', counts: { regression: 4 } })
  })

  it('shows no improvement of a row that does not decide against samples of another session, and a regression all the same', () => {
    const gate = { ...config, comparison: { ...config.comparison, gate: ['wall_time'] } }
    const judgeAt = (chunking: number) => {
      const trials = baselineRun.trials.map((trial) => ({
        ...trial,
        stages: [aStage('Chunking', chunking), aStage('ESM-2', 4)],
      }))
      const record = { ...baselineRun, trials }
      const report = judgeRun({ record, config: gate, baselines: stored, noise, obstacles: [] })
      return report.comparisons.find(({ metric }) => metric === 'stage:Chunking')!
    }
    const [faster, slower] = [judgeAt(0.5), judgeAt(2)]
    expect([faster.isGate, faster.verdict, faster.effect]).toEqual([false, 'inconclusive', -0.5])
    expect(faster.reason).toContain('another session')
    expect(slower.verdict).toBe('regression')
  })

  it('does not pass a head of which one run lacks the time of a large stage, and passes one that has another stage', () => {
    const withStage = (name: string, index: number) => {
      const trials = baselineRun.trials.map((trial) =>
        index === trial.index || index < 0 ? { ...trial, stages: [aStage(name, 8)] } : trial,
      )
      return judge({ ...baselineRun, trials })
    }
    const lost = withStage('Chunking', 1)
    expect(lost.verdict).toBe('inconclusive')
    const missing = gates(lost).filter(({ verdict }) => verdict === 'missing')
    expect(new Set(missing.map(({ metric }) => metric))).toEqual(new Set(['stage:ESM-2']))
    expect(withStage('ESM2', -1).verdict).toBe('pass')
  })

  it('does not pass a head that crashes in some of its runs, however good the others are', () => {
    const failure = { kind: 'exit-code', detail: 'exit code 139; last output:\nSegmentation fault' } as const
    const crashed = baselineRun.trials.map((trial) =>
      trial.caseId.endsWith('gpus=2') && trial.index === 1 ? { ...trial, failure, exitCode: 139 } : trial,
    )
    const report = judge({ ...baselineRun, trials: crashed })
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(report.sentence).toContain(
      'gpus=2: 1 run failed (exit-code: exit code 139; last output: Segmentation fault); 3 runs count',
    )
  })

  it('does not pass a limit on a stage that one of its cases tells and another does not', () => {
    const limit = { id: 'QUICK', suite: 'scaling', value: 'stage:ESM-2', operator: '<=', limit: 9, unit: 's' } as const
    const limited = aConfig({
      suites: { scaling: { run: { dataset: 'medium' }, gpus: [1, 2] } },
      requirements: [limit],
    })
    const trials = baselineRun.trials.map((trial) =>
      trial.caseId.endsWith('gpus=2') ? { ...trial, stages: [] } : trial,
    )
    const judgedBy = (record: RunRecord) =>
      judgeRun({ record, config: limited, baselines: [], obstacles: [] })
        .requirements.filter(({ id }) => id === 'QUICK')
        .map(({ axes, status }) => [axes['gpus'], status])
    expect(judgedBy(baselineRun)).toEqual([
      [1, 'pass'],
      [2, 'pass'],
    ])
    expect(judgedBy({ ...baselineRun, trials })).toEqual([
      [1, 'pass'],
      [2, 'not evaluated'],
    ])
  })

  it('fails a slower run and names effect, stage and size', () => {
    const report = judge(aRun({ 1: [13, 13.02, 12.98, 13.01], 2: [7, 7.01, 6.99, 7] }))
    expect(report).toMatchObject({ verdict: 'fail', conclusion: 'failure', exitCode: 1 })
    expect(report.sentence).toMatch(/^30\.0 % slower \(.*\), wall time of scaling, 1 GPU, .*most of it in stage ESM-2/)
  })

  it('cannot tell about a case whose runs were contaminated: neutral, inconclusive, not evaluated', () => {
    const slow = aRun({ 1: [13, 13.02, 12.98, 13.01], 2: [7, 7.01, 6.99, 7] })
    const contamination = ['clocks of GPU 0 were lowered: hw-thermal-slowdown for 30 % of the time']
    const report = judge({ ...slow, trials: slow.trials.map((trial) => ({ ...trial, contamination })) })
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral', exitCode: 0 })
    expect(gates(report).map((item) => item.verdict)).toEqual(['inconclusive', 'inconclusive'])
    expect(gates(report)[0]?.reason).toContain('hw-thermal-slowdown')
    expect(report.requirements.every((item) => item.status === 'not evaluated')).toBe(true)
    expect(report.findings).toContainEqual(expect.objectContaining({ kind: 'contaminated' }))
    expect(report.sentence).toContain('contaminated')
  })

  it('judges by the runs that were made again, and says which did not count', () => {
    const extra = {
      ...baselineRun.trials[0]!,
      index: 9,
      wallSeconds: 99,
      contamination: ['another process used GPU 0'],
    }
    const report = judge({ ...baselineRun, trials: [...baselineRun.trials, extra] })
    expect(report).toMatchObject({ verdict: 'pass', counts: { unchanged: 5 } })
    expect(report.findings).toContainEqual({
      kind: 'caution',
      subject: extra.caseId,
      reason: '1 run is excluded because of the machine state: another process used GPU 0',
    })
  })

  it('compares nothing across testbeds, datasets or commands, and says which differ (W48)', () => {
    const others: Partial<RunRecord>[] = [
      { testbed: aTestbed({ driverVersion: '999.1' }) },
      { datasets: [{ ...aRecord().datasets[0]!, sha256: 'e'.repeat(64) }] },
      { commands: { head: ['node', 'pipeline.mjs', '--fast'] } },
    ]
    for (const [index, words] of ['driver', 'dataset', 'command'].entries()) {
      const report = judge(aRun({ 1: [1, 1, 1], 2: [1, 1, 1] }, others[index]))
      expect(gates(report).every((item) => item.verdict === 'not comparable' && item.reason.includes(words))).toBe(true)
      expect(report.conclusion).toBe('neutral')
    }
  })

  it('says that a change of an unknown driver is not noticed, of a GPU machine alone', () => {
    const subjects = [{ driverVersion: null }, {}, { driverVersion: null, deviceKind: 'cpu' as const }].map(
      (overrides) =>
        judge(aRun({ 1: [1, 1, 1], 2: [1, 1, 1] }, { testbed: aTestbed(overrides) }))
          .findings.filter(({ reason }) => reason.includes('GPU driver is unknown'))
          .map(({ subject }) => subject),
    )
    expect(subjects).toEqual([['testbed'], [], []])
  })

  it('does not take an empty run for an improvement (W49)', () => {
    expect(judge(aRun({ 1: [], 2: [] }))).toMatchObject({ verdict: 'error', conclusion: 'failure' })
  })

  it('never passes on a baseline that cannot be read, and tells an absent one apart (W52)', () => {
    const corrupt = [
      {
        suite: 'scaling',
        path: 'baselines/x/scaling.json',
        baseline: null,
        problem: 'baselines/x/scaling.json: not JSON',
      },
    ]
    expect(judge(baselineRun, corrupt)).toMatchObject({
      conclusion: 'neutral',
      sentence: expect.stringContaining('not JSON'),
    })
    const absent = [{ suite: 'scaling', path: 'baselines/x/scaling.json', baseline: null, problem: null }]
    expect(judge(baselineRun, absent).findings.map((item) => item.reason)).toEqual([
      expect.stringContaining('no committed baseline for this testbed'),
    ])
  })

  it('makes the plan again from the rules: a case left out of the record is missing, not gone', () => {
    const run = aRun(steady)
    const forged = {
      ...run,
      plan: { ...run.plan, cases: run.plan.cases.slice(0, 1) },
      trials: run.trials.filter((trial) => trial.caseId === run.plan.cases[0]?.id),
    }
    const report = judge(forged)
    expect(report.verdict).toBe('error')
    expect(report.findings).toContainEqual(
      expect.objectContaining({ kind: 'missing', subject: 'scaling/predict gpus=2' }),
    )
  })

  it('ignores trials of another commit than the head', () => {
    const run = aRun(steady)
    const report = judge({ ...run, trials: run.trials.map((trial) => ({ ...trial, commit: otherCommit })) })
    expect(report.verdict).toBe('error')
  })

  it('misses a case of the baseline that the plan does not have any more', () => {
    const extra = makeBaseline(
      'scaling',
      aTestbed(),
      [
        {
          key: { suite: 'scaling', benchmark: 'predict', axes: { gpus: 4 } },
          conditions: { datasetSha256: 'd'.repeat(64), sequences: 1000, command: [], resultRows: 1000, identity: {} },
          measurements: [{ metric: createStageMetric('x'), samples: [1, 1] }],
          problem: null,
        },
      ],
      stored[0]!.baseline!.provenance,
    )
    const report = judge(baselineRun, [{ suite: 'scaling', path: 'x', baseline: extra }])
    expect(gates(report)).toMatchObject([{ verdict: 'missing', axes: { gpus: 4 } }])
    expect(report.conclusion).toBe('neutral')
  })

  it('derives times, shares and speed-ups by name for other programs', () => {
    const report = judge(baselineRun)
    const value = (name: string, gpus: number) =>
      report.derived.find((item) => item.name === name && item.axes['gpus'] === gpus)?.value
    expect(value('speedup', 2)).toBeCloseTo(10.005 / 5.5, 6)
    expect(value('share:ESM-2', 1)).toBeCloseTo(8.005 / 10.005, 6)
    expect(value('throughput', 1)).toBeCloseTo(1000 / 10.005, 1)
  })
})

describe('runs that are little more than the start of a process', () => {
  /** The steady run, so many times as short. */
  const shorter = (factor: number) =>
    aRun({ 1: steady[1].map((seconds) => seconds / factor), 2: steady[2].map((seconds) => seconds / factor) })
  const notes = (report: ReturnType<typeof judge>) =>
    report.findings.filter(({ reason }) => reason.includes('start-up times vary'))

  it('are told as a caution with the figures, and change no verdict', () => {
    const report = judge(shorter(100), [])
    expect(notes(report)).toEqual([
      {
        kind: 'caution',
        subject: 'scaling (2 cases)',
        reason:
          'the shortest runs take 55 ms including process start-up: a change of 3 % is 1.6 ms, but start-up times vary by about 5 ms; use a larger dataset or repeat the work in each run',
      },
    ])
    const { verdict, exitCode, sentence } = judge(baselineRun, [])
    expect(report).toMatchObject({ verdict, exitCode, sentence })
  })

  it('are those whose smallest change to be told is less than what starts differ by', () => {
    expect(notes(judge(shorter(40), []))).toMatchObject([{ subject: 'scaling/predict gpus=2' }])
    expect(notes(judge(shorter(30), []))).toEqual([])
    expect(notes(judge(baselineRun, []))).toEqual([])
  })
})
