import { describe, expect, it } from 'vitest'
import { readers } from '../../../../src/programs/index.ts'
import { parseConfig } from '../../../../src/config/load.ts'
import { readerNames } from '../../../../src/config/schema/option-suites-schema.ts'
import type { MeasuredReading } from '../../../../src/domain/trial/tool-reading.ts'
import { judgeComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import { nothingKnown } from '../../../../src/domain/plan/interleaved-runs.ts'
import { keepReadings } from '../../../../src/domain/trial/trial-readings.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { command } from '../../../../src/suites/command/command.ts'
import { aJudgeInput, aSuite } from '../../a-judge-input.ts'
import { aReading } from '../../a-reading.ts'
import { aTrial, headCommit, otherCommit, someDevices } from '../../a-run.ts'
import { readingLimits } from '../../../../src/record/limits.ts'
import type { TrialReadings } from '../../../../src/record/readings.ts'

const bench = {
  name: 'sort',
  command: ['bench', '--out', '{output}/bench.json'],
  adapter: 'plain' as const,
  files: ['{output}/bench.json'],
}

function given(benchmarks: readonly object[] = [bench], rest: object = {}) {
  return aSuite('command', { suites: { command: { benchmarks: benchmarks as [typeof bench], ...rest } } })
}

function readingsOf(...readings: readonly MeasuredReading[]): TrialReadings {
  return { tool: 'bench 1.0', context: {}, problems: [], ...keepReadings(readings) }
}

function plan(devices = 2) {
  const { config, suite } = given()
  return command.plan({ config, suite, devices: someDevices(devices), revisions: [] })
}

/** Judges a head beside its merge base; `print` gives the figures of both for a value about 1. */
function judgeBeside(print: (value: number) => readonly [base: MeasuredReading, head: MeasuredReading]) {
  const { config } = given([{ ...bench, run: { repeats: 6 } }])
  const revisions = [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null },
  ]
  const made = planRun(config, someDevices(1), revisions)
  const trials = made.cases.flatMap(({ id, revision }) =>
    [1, 1.01, 0.99, 1.005, 0.995, 1].map((value, index) => {
      const [base, head] = print(value)
      const [commit, figure] = revision === 'head' ? [headCommit, head] : [otherCommit, base]
      return aTrial({ caseId: id, index: index + 1, commit, readings: readingsOf(figure) })
    }),
  )
  const [judged] = judgeComparisons(made, trials, nothingKnown)
  return judged?.decisions.map(({ metric, isGate, decision }) => [metric.name, isGate, decision.verdict])
}

function judgeTrials(trials: readonly Trial[]) {
  const { config, suite } = given()
  const [planned] = plan().cases
  if (!planned) throw new Error('a case is planned')
  const outcome = summarizeOutcome(planned, trials)
  return { outcome, findings: command.judge(aJudgeInput({ config, suite, outcomes: [outcome] })) }
}

const caseId = 'command/sort gpus=1'

describe('the suite for benchmarks of any tool', () => {
  it('plans one case per tool, in fresh processes, without the dataset of the pipeline', () => {
    const [planned] = plan().cases
    expect(planned).toMatchObject({
      id: caseId,
      dataset: '',
      gpus: [0],
      tool: { command: bench.command, adapter: 'plain', files: bench.files },
    })
  })

  it('lists a tool that needs more devices than there are (W53)', () => {
    const { config, suite } = given([{ ...bench, gpus: 4 }])
    const made = command.plan({ config, suite, devices: someDevices(2), revisions: [] })
    expect(made).toMatchObject({ cases: [], notTested: [{ reason: 'needs 4 devices, this runner has 2' }] })
  })

  it('takes settings of a benchmark before those of the suite before those of the run', () => {
    const { config, suite } = given(
      [
        { ...bench, run: { repeats: 7 } },
        { ...bench, name: 'other' },
      ],
      { run: { repeats: 5, warmups: 0 } },
    )
    const { cases } = command.plan({ config, suite, devices: someDevices(1), revisions: [] })
    expect(cases.map(({ repeats, warmups, maxRepeats }) => [repeats, warmups, maxRepeats])).toEqual([
      [7, 0, 10],
      [5, 0, 10],
    ])
  })

  it('runs beside the merge base like the other suites, and its own figures are the gate', () => {
    const revisions = [
      { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
      { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null },
    ]
    const { config } = given()
    const { cases, comparisons } = planRun(config, someDevices(1), revisions)
    expect(cases.map(({ id, tool }) => [id, tool?.adapter])).toEqual([
      [caseId, 'plain'],
      ['command/sort gpus=1 revision=merge-base', 'plain'],
    ])
    expect(comparisons).toMatchObject([{ head: caseId, gate: ['bench:*'] }])
  })

  it('finds a benchmark that got slower, beside the merge base', () => {
    const found = judgeBeside((value) => [aReading([value]), aReading([value * 1.2])])
    expect(found).toContainEqual(['bench:sort size=1024 time', true, 'regression'])
    expect(found).toContainEqual(['wall_time', false, 'unchanged'])
  })

  const rate = { name: 'time', unit: 'GB/s', betterWhen: 'higher' } as const
  it.each<[string, MeasuredReading['metric'], MeasuredReading['metric'], number, string]>([
    ['another unit', rate, { ...rate, unit: 'MB/s' }, 2000, 'not comparable'],
    ['another direction', { ...rate, betterWhen: 'lower' }, rate, 2, 'not comparable'],
    ['a rate of zero', rate, rate, 0, 'regression'],
  ])('takes no gain from %s', (...[, before, after, factor, verdict]) => {
    const found = judgeBeside((value) => [
      aReading([value], { metric: before }),
      aReading([value * factor], { metric: after }),
    ])
    expect(found).toContainEqual(['bench:sort size=1024 time', true, verdict])
  })
})

describe('the figures of a tool', () => {
  it('are one value per process, its median: samples of one process are no runs (I-062)', () => {
    const noisy = [
      [1, 1, 9],
      [2, 2, 8],
      [3, 3, 7],
    ]
    const trials = noisy.map((samples, index) =>
      aTrial({ caseId, index, readings: readingsOf(aReading(samples)), resultRows: null }),
    )
    const { outcome, findings } = judgeTrials(trials)
    const found = outcome.status === 'measured' ? outcome.measurements : []
    expect(found.find(({ metric }) => metric.name === 'bench:sort size=1024 time')?.samples).toEqual([1, 2, 3])
    expect(findings.sections[0]?.notes[0]).toContain('One value per process')
    expect(findings.sections[0]?.rows[0]?.slice(0, 3)).toEqual(['sort size=1024 time', { value: 2, unit: 's' }, '3'])
  })

  it('keep their raw samples, evenly spaced where there are too many, and the median of all of them', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => index + 1)
    const [kept] = keepReadings([aReading(many)]).benchmarks
    expect(kept).toMatchObject({ count: 20_000, median: 10_000.5 })
    expect(kept?.samples).toHaveLength(readingLimits.samples)
    expect(kept?.samples.slice(0, 3)).toEqual([1, 5, 9])
  })

  it('say how many are left out of a file with too many benchmarks', () => {
    const readings = Array.from({ length: 20_100 }, (_, index) => aReading([1, 2], { name: `b${index}` }))
    const { benchmarks, dropped } = keepReadings(readings)
    expect(benchmarks).toHaveLength(readingLimits.readings)
    expect(dropped).toEqual(['one run keeps 20000 values: b20000, b20001, b20002, b20003, b20004 and 95 more'])
  })

  it('that only some processes gave are not judged, and it is said', () => {
    const trials = [
      aTrial({
        caseId,
        index: 0,
        resultRows: null,
        readings: readingsOf(aReading([1]), aReading([5], { name: 'seldom' })),
      }),
      aTrial({ caseId, index: 1, resultRows: null, readings: readingsOf(aReading([1])) }),
    ]
    const { outcome, findings } = judgeTrials(trials)
    const names = outcome.status === 'measured' ? outcome.measurements.map(({ metric }) => metric.name) : []
    expect(names).not.toContain('bench:seldom size=1024 time')
    expect(findings.findings.map(({ reason }) => reason)).toEqual([
      'not reported by every run, so not judged: bench:seldom size=1024 time',
    ])
  })

  it('whose unit changed between processes are not compared', () => {
    const other = aReading([1], { metric: { name: 'time', unit: 'cycles', betterWhen: 'lower' } })
    const trials = [
      aTrial({ caseId, index: 0, resultRows: null, readings: readingsOf(aReading([1])) }),
      aTrial({ caseId, index: 1, resultRows: null, readings: readingsOf(other) }),
    ]
    const { outcome } = judgeTrials(trials)
    const names = outcome.status === 'measured' ? outcome.measurements.map(({ metric }) => metric.name) : []
    expect(names.filter((name) => name.startsWith('bench:'))).toEqual([])
  })
})

describe('the config of the suite', () => {
  const text = (lines: readonly string[]) => `version: 1
pipeline:
  name: predict
  command: [node, p.mjs, "{dataset}"]
  proof: { stdout: [done] }
datasets: { small: { preset: small } }
suites:
  command:
    benchmarks:
${lines.map((line) => `      - ${line}\n`).join('')}`

  it.each([
    ['{ name: a, command: [b], files: ["{output}/x"] }', '{output} is missing'],
    ['{ name: a, command: [b, "{dataset}"], files: [x] }', 'set run.dataset of this benchmark'],
    ['{ name: a, command: [b], files: [x], run: { dataset: smal } }', 'unknown dataset "smal"'],
    ['{ name: a, command: [b, "{outptu}"], files: [x] }', '{outptu} is not a placeholder'],
    ['{ name: a, command: [b], files: [x], adapter: pytest }', 'adapter'],
  ])('refuses %s with its line', (line, problem) => {
    const parse = () => parseConfig(text([line]), 'warpgauge.yml')
    expect(parse).toThrow(/warpgauge\.yml:10:/)
    expect(parse).toThrow(problem)
  })

  it('refuses the same tool on the same devices twice', () => {
    const line = '{ name: a, command: [b], files: [x] }'
    expect(() => parseConfig(text([line, line]), 'warpgauge.yml')).toThrow('"a" with gpus: 1 is repeated')
  })

  it('asks for no dataset in the command of a pipeline that no suite runs', () => {
    const alone = text(['{ name: a, command: [b], files: [x] }']).replace('"{dataset}"', '--help')
    expect(parseConfig(alone, 'warpgauge.yml').suites.command?.benchmarks).toHaveLength(1)
    const both = alone.replace('suites:', 'suites:\n  stages: { run: { dataset: small } }')
    expect(() => parseConfig(both, 'warpgauge.yml')).toThrow('{dataset} is missing')
  })

  it('names every adapter that there is', () => {
    expect([...readerNames].toSorted()).toEqual(['auto', ...Object.keys(readers)].toSorted())
  })
})
