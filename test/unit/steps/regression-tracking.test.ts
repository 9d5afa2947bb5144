import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentFigures } from '../../../src/domain/trial/pipeline-reading.ts'
import type { Report } from '../../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../../src/record/run.ts'
import type { Trial } from '../../../src/domain/trial/trial.ts'
import { renderComment } from '../../../src/reporters/deliveries.ts'
import { buildBaselines, type LoadedBaseline, addRunNoise } from '../../../src/judging/baselines/baselines.ts'
import { judgeRun } from '../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../a-config.ts'
import { aRecord, aStage, aTestbed, aTrial, headCommit, otherCommit, someDevices } from '../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../a-telemetry.ts'
import { parseBaseline } from '../../../src/config/records/parse-records.ts'

const config = aConfig({ suites: { 'end-to-end': { run: { dataset: 'medium' } } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))

type Seconds = { readonly head: readonly number[]; readonly base?: readonly number[] }
type Options = {
  readonly config?: typeof config
  readonly record?: Partial<RunRecord>
  readonly trial?: (seconds: number, side: string) => Partial<Trial>
}

/** A run of the head, and of its merge base where that has seconds. */
function aRun({ head, base }: Seconds, options: Options = {}): RunRecord {
  const merged = { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null }
  const own = { label: 'head', ref: 'HEAD', commit: headCommit, problem: null }
  const command = ['node', 'pipeline.mjs', '{dataset}']
  const commands = { head: command, 'merge-base': command }
  const record = aRecord({ revisions: base ? [own, merged] : [own], commands, ...options.record })
  const plan = planRun(options.config ?? config, record.testbed.devices, record.revisions)
  const trials = plan.cases.flatMap((planned) => {
    const side = planned.revision
    const seconds = (side === 'head' ? head : base) ?? []
    const commit = record.revisions.find(({ label }) => label === side)?.commit ?? headCommit
    return seconds.map((wallSeconds, index) =>
      aTrial({
        caseId: planned.id,
        index,
        commit,
        wallSeconds,
        stages: [aStage('Chunking', 1), aStage('ESM-2', wallSeconds - 2)],
        ...options.trial?.(wallSeconds, side),
      }),
    )
  })
  return { ...record, plan, trials: options.record?.trials ?? inTurn(trials) }
}

/** First runs of all cases, then second ones. */
function inTurn(trials: readonly Trial[]): Trial[] {
  return trials.toSorted((a, b) => a.index - b.index)
}

const steadySeconds = [10, 10.02, 9.98]
const usual = aRun({ head: steadySeconds })
const storedOf = (record: RunRecord, of = config): LoadedBaseline[] =>
  buildBaselines(record, of, 'first').map((baseline) => ({ suite: baseline.suite, path: 'x.json', baseline }))
/** Three sessions like this run: how far sessions lie apart is known. */
const noiseOf = (record: RunRecord) => ({
  path: 'noise.json',
  problem: null,
  note: null,
  noise: [1, 2, 3].reduce<ReturnType<typeof addRunNoise>>(
    (known, session) => addRunNoise(known, { ...record, runId: `session-${session}` }),
    null,
  ),
})

const judge = (record: RunRecord, baselines = storedOf(usual), of = config, noise = noiseOf(usual)): Report =>
  judgeRun({ record, config: of, baselines, noise, obstacles: [] })
const verdictsOf = ({ comparisons }: Report) => new Set(comparisons.map(({ verdict }) => verdict))

describe('the core path', () => {
  it('compares with committed samples and with the merge base although nobody asked for either (W45)', () => {
    const slower = judge(aRun({ head: [13, 13.02, 12.98] }))
    expect(slower).toMatchObject({ verdict: 'fail', exitCode: 1, counts: { regression: 2 } })
    const beside = judge(aRun({ head: [13, 13.02, 12.98], base: steadySeconds }), [])
    expect(beside).toMatchObject({ verdict: 'fail', exitCode: 1, counts: { regression: 2 } })
    expect(beside.comparisons[0]?.reference).toBe(`merge-base (${otherCommit.slice(0, 7)})`)
  })

  it('finds committed, versioned baselines with their provenance in this repository (W47)', () => {
    const paths = globSync('baselines/*/*.json', { cwd: root }).filter((path) => !path.endsWith('noise.json'))
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      const text = readFileSync(`${root}/${path}`, 'utf8')
      const { schemaVersion, provenance, testbed } = parseBaseline(text, path)
      expect(schemaVersion).toBe(1)
      expect(provenance.commit).toMatch(/^[0-9a-f]{40}$/)
      expect(provenance.reason).not.toBe('')
      expect(path).toContain(testbed.id)
      expect(() => parseBaseline(text.replace('"schemaVersion": 1', '"schemaVersion": 2'), path)).toThrow(path)
    }
  })

  it('compares run time, tokens/s, packing, utilisation, memory and every stage (W56)', () => {
    const watched = (slowdown: number) => (seconds: number) => ({
      pipeline: {
        ...silentFigures,
        workers: [aWorker(5000 / slowdown / (seconds / 10))],
        packing: { ...aPacking, efficiency: 0.92 / slowdown },
      },
      telemetry: aTelemetry({
        gpus: [aGpuUse({ utilizationPercent: steady(90 / slowdown), ownMemoryPeakBytes: 8e9 * slowdown })],
      }),
    })
    const before = aRun({ head: steadySeconds }, { trial: watched(1) })
    const after = aRun({ head: steadySeconds.map((x) => 1.3 * x) }, { trial: watched(1.3) })
    const report = judge(after, storedOf(before), config, noiseOf(before))
    const regressed = report.comparisons.filter(({ verdict }) => verdict === 'regression').map(({ metric }) => metric)
    expect(regressed).toEqual([
      'wall_time',
      'throughput',
      'stage:ESM-2',
      'tokens_per_second',
      'packing_efficiency',
      'gpu_memory_peak',
    ])
    expect(report.comparisons.find(({ metric }) => metric === 'stage:Chunking')?.verdict).toBe('unchanged')
  })

  it('says it in one comment that can be found again, with commit, link and spread (W57)', () => {
    const marker = '<!-- warpgauge report predict -->'
    const runUrl = 'https://github.com/lab/pipeline/actions/runs/1'
    const report = judge(aRun({ head: [13, 13.02, 12.98] }))
    const comment = renderComment(report, { marker, runUrl, runFolderHint: 'artifact run-1' })
    expect(comment.trimEnd().split('\n').at(-1)).toBe(marker)
    expect(comment).toContain(headCommit.slice(0, 7))
    expect(comment).toContain(runUrl)
    expect(comment).toMatch(/30\.\d % slower \(2\d\.\d to 3\d\.\d %\)/)
  })
})

const aWorker = (tokensPerSecond: number) => ({
  worker: 0,
  status: 'completed' as const,
  sequences: 1000,
  sequencesPerSecond: 100,
  tokensPerSecond,
  seconds: 10,
  error: null,
})
const aPacking = {
  efficiency: 0.92,
  tokens: 1e6,
  batches: 100,
  tokenBudget: 16_384,
  lowest: null,
  batchesBelow80: null,
  printed: null,
  reason: null,
}

describe('what is missing or broken', () => {
  it('is never an improvement, in no combination of broken runs (F-36, W49, W50)', () => {
    const broken = fc.constantFrom<Partial<Trial>>(
      {},
      { wallSeconds: Number.NaN },
      { wallSeconds: 0 },
      { wallSeconds: -1 },
      { wallSeconds: Number.POSITIVE_INFINITY },
      { wallSeconds: null },
      { wallSeconds: 1e-9, failure: { kind: 'no-proof', detail: 'no rows' } },
      { wallSeconds: 1e-9, resultRows: 0 },
      { wallSeconds: 1e-9, contamination: ['another process'] },
      { wallSeconds: 1e-9, isWarmup: true },
      { wallSeconds: 1e-9, commit: otherCommit },
      { stages: [] },
      { stages: [aStage('ESM-2', Number.NaN), aStage('Chunking', null)] },
    )
    fc.assert(
      fc.property(fc.array(broken, { minLength: 0, maxLength: 4 }), (runs) => {
        const trials = runs.map((run, index) => ({ ...usual.trials[0]!, index, ...run }))
        const report = judge({ ...usual, trials })
        expect([...verdictsOf(report)]).not.toContain('improvement')
        const sound = trials.filter(({ wallSeconds, commit }) => wallSeconds === 10 && commit === headCommit)
        expect(sound.length >= 2 || report.verdict !== 'pass').toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('does not pass where the committed samples are none (F-36, W52)', () => {
    const [stored] = storedOf(usual)
    const emptied = {
      ...stored!.baseline!,
      cases: stored!.baseline!.cases.map((item) => ({
        ...item,
        metrics: item.metrics.map((metric) => ({ ...metric, samples: [] })),
      })),
    }
    const report = judge(usual, [{ suite: 'end-to-end', path: 'x.json', baseline: emptied }])
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral', counts: { missing: 1 } })
  })
})

describe('other machines', () => {
  const scaling = aConfig({ suites: { scaling: { run: { dataset: 'medium' }, gpus: [1, 2, 4, 8], severity: 'fail' } } })
  const onGpus = (count: number) => ({ id: `${count}x-nvidia-h200`, devices: someDevices(count) })
  const seconds = (count: number) => [10, 10.02, 9.98].map((value) => value / count)
  const runOn = (count: number) => {
    const record = aRun({ head: [] }, { config: scaling, record: { testbed: aTestbed(onGpus(count)) } })
    const trials = record.plan.cases.flatMap(({ id, gpus }) =>
      seconds(gpus.length).map((wallSeconds, index) => aTrial({ caseId: id, index, wallSeconds })),
    )
    return { ...record, trials }
  }

  it('with fewer GPUs are judged by what they ran: no speed-up becomes 0, no 2-GPU limit fails on one (W53)', () => {
    const stored = storedOf(runOn(8), scaling)
    expect(stored[0]?.baseline?.cases).toHaveLength(4)
    const report = judge(runOn(1), stored, scaling)
    expect(report.counts).toMatchObject({ regression: 0, improvement: 0, 'requirements failed': 0 })
    expect(report.derived.filter(({ name, value }) => name === 'speedup' && value === 0)).toEqual([])
    expect(report.requirements.map(({ axes, status }) => [axes['gpus'], status])).toEqual(
      [2, 4, 8].map((gpus) => [gpus, 'not evaluated']),
    )
    expect(report.verdict).not.toBe('fail')
  })

  it('have their 2-GPU limit applied although the baseline knows no 2-GPU run (W53)', () => {
    const record = runOn(2)
    const slow = { ...record, trials: record.trials.map((trial) => ({ ...trial, wallSeconds: 10 })) }
    const report = judge(slow, [], scaling)
    expect(report.requirements.find(({ axes }) => axes['gpus'] === 2)).toMatchObject({ status: 'fail', actual: 1 })
    expect(report.verdict).toBe('fail')
  })
})

describe('limits', () => {
  const limited = (operator: '<' | '<=' | '>' | '>=', limit: number) =>
    aConfig({
      suites: { 'end-to-end': { run: { dataset: 'medium' } } },
      requirements: [{ id: 'TIME', suite: 'end-to-end', value: 'wall_time', operator, limit, unit: 's' }],
    })
  const statusOf = (operator: '<' | '<=' | '>' | '>=', limit: number) => {
    const of = limited(operator, limit)
    return judge(aRun({ head: [10, 10, 10] }, { config: of }), [], of).requirements[0]?.status
  }

  it('are kept or broken at their very edge as their operator says, in the unit of the config (W54)', () => {
    expect(statusOf('<', 10)).toBe('fail')
    expect(statusOf('<=', 10)).toBe('pass')
    expect(statusOf('>', 10)).toBe('fail')
    expect(statusOf('>=', 10)).toBe('pass')
    expect(statusOf('<=', 9.999_999)).toBe('fail')
  })
})

describe('statistics of a run', () => {
  it('records warm-ups and never compares them; median, mean and spread are those of NumPy (F-08)', () => {
    const counted = [10.31, 9.87, 10.02, 10.12, 9.95]
    const record = aRun({ head: counted })
    const warmup = { ...record.trials[0]!, index: 9, isWarmup: true, wallSeconds: 99 }
    const report = judge({ ...record, trials: [warmup, ...record.trials] })
    const wall = report.comparisons.find(({ metric }) => metric === 'wall_time')?.head
    // numpy.median, numpy.mean, numpy.std(ddof=1)
    expect(wall).toMatchObject({ count: 5, median: 10.02, min: 9.87, max: 10.31 })
    expect(wall?.mean).toBeCloseTo(10.054, 12)
    expect(wall?.standardDeviation).toBeCloseTo(0.17009, 4)
  })

  it('marks a single run as one without spread (F-08, X-20)', () => {
    const report = judge(aRun({ head: [13] }))
    const wall = report.comparisons.find(({ metric }) => metric === 'wall_time')
    expect(wall).toMatchObject({ verdict: 'inconclusive', interval: null })
    expect(wall?.reason).toContain('a single run')
  })
})
