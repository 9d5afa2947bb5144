import { describe, expect, it } from 'vitest'
import { createSuite } from '../../../src/suites/grid.ts'
import { aConfig } from '../a-config.ts'
import { someDevices } from '../a-run.ts'

type Run = NonNullable<Parameters<typeof aConfig>[0]>['run']

function plan(run: Run = {}, runOfSuite: object = {}, isDivisible = false) {
  const config = aConfig({
    suites: { scaling: { run: { dataset: 'medium', ...runOfSuite } } },
    ...(run ? { run } : {}),
  })
  const suite = config.suites.scaling!
  const divisible = isDivisible ? { isDivisible: true as const } : {}
  const sizes = createSuite<typeof suite, { gpus: number; axes: { gpus: number }; problem?: string }>({
    name: 'scaling',
    ...divisible,
    listCases: () => [
      ...[1, 2, 4].map((gpus) => ({ gpus, axes: { gpus } })),
      { gpus: 1, axes: { gpus: 1, revision: 'v1.0' } as { gpus: number }, problem: 'no such tag' },
    ],
    listPairs: ([head, ...others]) => others.map((other) => [other, head!] as const),
    judge: () => ({}),
  })
  return (devices: number) => sizes.plan({ config, suite, devices: someDevices(devices), revisions: [] })
}

describe('the plan of a suite', () => {
  it('has no case if one needs more devices than there are, and reports it and the problems of others', () => {
    expect(plan()(2)).toEqual({
      cases: [],
      comparisons: [],
      notTested: [
        { key: expect.objectContaining({ axes: { gpus: 4 } }), reason: 'needs 4 devices, this runner has 2' },
        { key: expect.objectContaining({ axes: { gpus: 1, revision: 'v1.0' } }), reason: 'no such tag' },
      ],
    })
  })

  it('has the cases that fit if the suite is divisible, with their pairs', () => {
    const { cases, comparisons, notTested } = plan({}, {}, true)(2)
    expect(cases.map(({ gpus }) => gpus)).toEqual([[0], [0, 1]])
    expect(comparisons.map(({ head, base }) => [head, base])).toEqual([[cases[1]?.id, cases[0]?.id]])
    expect(notTested.map(({ reason }) => reason)).toEqual(['needs 4 devices, this runner has 2', 'no such tag'])
    expect(plan({}, {}, true)(0).notTested.map(({ reason }) => reason)).toEqual([
      ...[1, 2, 4].map((gpus) => `needs ${gpus} device${gpus > 1 ? 's' : ''}, this runner has 0`),
      'no such tag',
    ])
  })
})

describe('the sampling interval of a case', () => {
  const getInterval = (run: Run, runOfSuite?: object) => plan(run, runOfSuite)(4).cases[0]?.sampleIntervalMs

  it('is that of its suite, else that of the run, else left to the monitor (X-19)', () => {
    expect(getInterval({ sampleIntervalMs: 200 }, { sampleIntervalMs: 50 })).toBe(50)
    expect(getInterval({ sampleIntervalMs: 200 })).toBe(200)
    expect(getInterval({})).toBeNull()
  })

  it('is refused below 10 ms', () => {
    expect(() => getInterval({}, { sampleIntervalMs: 5 })).toThrow(
      /sampleIntervalMs[\s\S]*10|10[\s\S]*sampleIntervalMs/,
    )
  })
})
