import { expect, it } from 'vitest'
import {
  listHeadLosses,
  listLostFigures,
  listLostRuns,
  listGaps,
  listHeadDoubts,
} from '../../../../src/judging/findings/gaps.ts'
import { aTrial, someDevices, aCase, aRecord, aStage, headCommit, measured } from '../../a-run.ts'
import { aTelemetry } from '../../a-telemetry.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import { keepReadings } from '../../../../src/domain/trial/trial-readings.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { buildBaselines } from '../../../../src/judging/baselines/baselines.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { aReading } from '../../a-reading.ts'
import { createTwin } from '../../../../src/domain/noise/calibration.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'

it('names each lost GPU once, and whether the testbed lacks it', () => {
  const lose = (gpu: number) => ({ gpu, timeMs: 1, kind: 'lost', detail: 'GPU_IS_LOST (15)' }) as const
  const planned = planRun(config, someDevices(2), aRecord().revisions)
  const trials = [lose(7), lose(7), lose(0)].map((event, index) =>
    aTrial({ caseId: planned.cases[0]!.id, index, telemetry: aTelemetry({ events: [event] }) }),
  )
  const record = aRecord({ plan: planned, trials })
  const { findings } = judgeRun({ record, config, baselines: [], obstacles: [] })
  expect(findings.flatMap(({ subject, reason }) => (reason.startsWith('was lost') ? [[subject, reason]] : []))).toEqual(
    [
      ['GPU 7', expect.stringContaining('it is missing in this testbed of 2')],
      ['GPU 0', expect.stringContaining('with fewer GPUs this is another testbed')],
    ],
  )
})

const [steady, x] = [aReading([1], { name: 'a' }), aReading([1], { name: 'x', axes: {} })]
const printed = (...figures: Parameters<typeof keepReadings>[0][number][]): Partial<Trial> => ({
  readings: { tool: null, context: {}, problems: [], ...keepReadings([steady, ...figures]) },
})
const other = { ...x, metric: { ...x.metric, unit: 'cycles' } }
const once = 'without one value in every run'

it.each<[string, readonly Partial<Trial>[], string, string[]]>([
  ['nothing', [printed(x), printed(x)], 'bench:*', []],
  ['a figure of some runs', [printed(x), printed()], 'bench:*', [`bench:x time ${once}`]],
  ['a figure that the gate does not name', [printed(x), printed()], 'bench:a*', []],
  ['two figures of one name', [printed(x, x), printed(x, x)], 'bench:*', [`bench:x time ${once}`]],
  ['another unit in some runs', [printed(x), printed(other)], 'bench:*', [`bench:x time ${once}`]],
  [
    'a dropped figure',
    [printed(aReading([Infinity])), printed()],
    '*',
    ['dropped, because a value is not a finite number: sort'],
  ],
  ['a stage of some runs', [{ stages: [aStage('load', 1)] }, {}], 'stage:*', [`stage:load ${once}`]],
])('lists the figures that cannot be compared: %s', (...[, runs, gate, lost]) => {
  const planned = aCase()
  const trials = runs.map((run, index) => aTrial({ index, ...run }))
  const config = aConfig({ comparison: { gate: [gate] } })
  const expected = lost.map((text) => `${planned.id}: not compared: ${text}`)
  expect(listLostFigures(summarizeOutcome(planned, trials), config)).toEqual(expected)
})

const config = aConfig({ suites: { 'end-to-end': { run: { dataset: 'medium' } } }, comparison: { gate: ['bench:*'] } })
const head = [{ label: 'head', ref: 'HEAD', commit: headCommit, problem: null }]
const empty = aRecord({ revisions: head })
const plan = planRun(config, empty.testbed.devices, head)
const id = plan.cases[0]!.id
const aRun = (runs: readonly Partial<Trial>[]) => ({
  ...empty,
  plan,
  trials: runs.map((run, index) => aTrial({ caseId: id, index, ...run })),
})

it('never passes a run that lost one, whatever the others say', () => {
  const [whole, partial] = [
    aRun([1, 2, 3, 4].map(() => printed())),
    aRun([...[1, 2, 3].map(() => printed()), printed(x)]),
  ]
  const [baseline] = buildBaselines(whole, config, 'first')
  const baselines = [{ suite: 'end-to-end', path: 'b.json', baseline: baseline! }]
  const judge = (record: typeof whole) => judgeRun({ record, config, baselines, obstacles: [] })
  const sentence = `${id}: not compared: bench:x time ${once}`
  expect(judge(partial).reasons.map(({ text }) => text)).toContain(sentence)
  expect(judge(partial).verdict).toBe('inconclusive')
  expect(listHeadLosses(partial, config)).toEqual([sentence])
  expect(
    judge(whole)
      .reasons.map(({ text }) => text)
      .join(),
  ).not.toContain('not compared')
})

it('tells of a case without figures as well, which a baseline leaves out', () => {
  expect(listHeadLosses(aRun([]), config)).toEqual([`${id}: not compared: no trial of this case was recorded`])
})

it('tells of the cases of the head alone, and of each once', () => {
  const [one] = plan.cases
  const cases = [one!, { ...one!, id: 'old', revision: 'v1.0' }, createTwin(one!)]
  const lost = { ...aRun([]), plan: { ...plan, cases } }
  expect(listHeadLosses(lost, config)).toEqual([`${id}: not compared: no trial of this case was recorded`])
})

/** One run that counts, beside two that crashed. */
function flaky(revision: string) {
  const outcome = measured({ seconds: [10], revision })
  const crash = aTrial({ exitCode: 3, failure: { kind: 'exit-code', detail: 'exit code 3; last output:\nno memory' } })
  return { ...outcome, failures: [crash, crash] } as typeof outcome
}

it('tells why so few runs of a reference count, as a caution that doubts nothing of the head', () => {
  const outcome = flaky('merge-base')
  const reason = '2 runs failed (exit-code: exit code 3; last output: no memory); 1 run counts'
  expect(listGaps(createPlan([outcome.planned]), [outcome])).toEqual([
    { kind: 'caution', subject: outcome.planned.id, reason },
  ])
  expect(listLostRuns(outcome, aRecord())).toEqual([])
})

it.each([
  [['A'], '1 run is excluded because of the machine state: A'],
  [['A', 'A'], '2 runs are excluded because of the machine state: A'],
  [['A', 'B', 'C'], '3 runs are excluded because of the machine state: A; B; C'],
  [['A', 'B', 'C', 'D', 'E', 'D'], '6 runs are excluded because of the machine state: A; B; C; and 2 more'],
])('names why runs were excluded, and how many further reasons there are: %j', (reasons, reason) => {
  const contaminated = reasons.map((one) => aTrial({ contamination: [one] }))
  const outcome = { ...measured({ seconds: [10] }), contaminated } as ReturnType<typeof measured>
  expect(listGaps(createPlan([outcome.planned]), [outcome])).toEqual([
    { kind: 'caution', subject: outcome.planned.id, reason },
  ])
})

it('leaves the failed runs of a head to the verdict, which they keep from passing', () => {
  const outcome = flaky('head')
  expect(listGaps(createPlan([outcome.planned]), [outcome])).toEqual([])
  expect(listLostRuns(outcome, aRecord())).toEqual([
    `${outcome.planned.id}: 2 runs failed (exit-code: exit code 3; last output: no memory); 1 run counts`,
  ])
})

it('doubts a head whose run was cut off, with the reason where one is known', () => {
  const doubts = (changes: object) => listHeadDoubts(aRecord({ plan: createPlan([]), trials: [], ...changes }))
  expect(doubts({ status: 'finished', statusDetail: 'done' })).toEqual([])
  expect(doubts({ status: 'interrupted', statusDetail: null })).toEqual(['the run was interrupted'])
  expect(doubts({ status: 'interrupted', statusDetail: 'SIGTERM' })).toEqual(['SIGTERM'])
  const failure = { kind: 'exit-code', detail: 'exit code 3' } as const
  const bothSides = createPlan(['head', 'merge-base'].map((revision) => aCase({ id: revision, revision })))
  const trials = ['head', 'merge-base'].flatMap((caseId) => [aTrial({ caseId }), aTrial({ caseId, index: 1, failure })])
  expect(doubts({ status: 'finished', plan: bothSides, trials })).toEqual([
    'head: 2 of 3 planned runs were recorded',
    'head: 1 run failed (exit-code: exit code 3); 1 run counts',
  ])
})
