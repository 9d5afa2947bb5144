import { expect, it } from 'vitest'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import { keepReadings } from '../../../../src/domain/trial/trial-readings.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { buildBaselines } from '../../../../src/judging/baselines/baselines.ts'
import { listHeadLosses, listLostFigures } from '../../../../src/judging/findings/gaps.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { aReading } from '../../a-reading.ts'
import { aCase, aRecord, aStage, aTrial, headCommit } from '../../a-run.ts'

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
