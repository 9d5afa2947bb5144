import { describe, expect, it } from 'vitest'
import {
  compareWithBaseline,
  judgeByBaseline,
  type HeadCase,
  makeBaseline,
} from '../../../src/domain/baselines/baseline-comparison.ts'
import { createStageMetric, throughput, wallTime } from '../../../src/domain/core/metric.ts'
import type { Testbed } from '../../../src/domain/testbed/testbed.ts'
import { aConfig } from '../a-config.ts'
import { aKey, aTestbed, someDevices } from '../a-run.ts'

const sha256 = (letter: string): string => letter.repeat(64)

function headCase(seconds: readonly number[], conditions: Partial<HeadCase['conditions']> = {}): HeadCase {
  return {
    key: aKey(),
    conditions: {
      datasetSha256: sha256('d'),
      sequences: 1000,
      command: ['node', 'pipeline.mjs', '{dataset}'],
      variables: { THREADS: '4', SEED: '' },
      resultRows: 1000,
      identity: { 'model.bin': sha256('e') },
      ...conditions,
    },
    measurements: [
      { metric: wallTime, samples: seconds },
      { metric: throughput, samples: seconds.map((value) => 1000 / value) },
    ],
    problem: null,
  }
}

const provenance = {
  commit: 'a'.repeat(40),
  runId: 'run-1',
  recordedAt: '2026-11-20T12:00:00.000Z',
  tool: 'warpgauge 0.1.0',
  configSha256: sha256('c'),
  reason: 'first',
}
const stored = makeBaseline('scaling', aTestbed(), [headCase([10, 10.1, 9.9, 10])], provenance)

/** Twice as fast, so that whoever compares must see an improvement. */
function compare(conditions: Partial<HeadCase['conditions']>, testbed: Partial<Testbed> = {}) {
  const policy = aConfig().comparison
  const cases = [headCase([5, 5.1, 4.9, 5], conditions)]
  return compareWithBaseline({ baseline: stored, testbed: aTestbed(testbed), cases, gate: ['wall_time'], policy })
}

describe('what may be compared (F-35)', () => {
  it('is the same work on the same machine', () => {
    expect(compare({}).map(({ verdict }) => verdict)).toEqual(['improvement', 'improvement'])
  })

  it.each([
    [undefined, 'inconclusive'],
    [0.1, 'regression'],
    [0.15, 'unchanged'],
  ])('is judged by the limit of the config for committed samples: %j', (storedLimit, verdict) => {
    const policy = { ...aConfig().comparison, storedLimit }
    const cases = [headCase([11.2, 11.3, 11.1, 11.2])]
    const found = compareWithBaseline({ baseline: stored, testbed: aTestbed(), cases, gate: ['wall_time'], policy })
    expect(found.map((one) => [one.metric, one.verdict])).toContainEqual(['wall_time', verdict])
  })

  it.each([
    [true, 'inconclusive'],
    [false, 'missing'],
  ])('is no case without samples: contaminated (%j) is %s', (isContaminated, verdict) => {
    const cases = [{ ...headCase([]), problem: 'all runs were lost', isContaminated }]
    const policy = aConfig().comparison
    const found = compareWithBaseline({ baseline: stored, testbed: aTestbed(), cases, gate: ['wall_time'], policy })
    expect(found).toMatchObject([{ metric: 'wall_time', isGate: true, verdict, reason: 'all runs were lost' }])
  })

  it('is what an older tool kept without the variables: nobody can tell that they were others', () => {
    const { variables: _unknown, ...others } = headCase([5, 5.1, 4.9, 5]).conditions
    const old = makeBaseline(
      'scaling',
      aTestbed(),
      [{ ...headCase([10, 10.1, 9.9, 10]), conditions: others }],
      provenance,
    )
    const policy = aConfig().comparison
    const cases = [headCase([5, 5.1, 4.9, 5])]
    const found = compareWithBaseline({ baseline: old, testbed: aTestbed(), cases, gate: ['wall_time'], policy })
    expect(found.map(({ verdict }) => verdict)).toEqual(['improvement', 'improvement'])
  })

  it.each<[string, Partial<HeadCase['conditions']>, Partial<Testbed>, string]>([
    ['data', { datasetSha256: sha256('0') }, {}, 'dataset dddddddddddd → 000000000000'],
    ['size of data that nobody hashed', { sequences: 100 }, {}, 'sequences 1000 → 100'],
    ['amount of work', { resultRows: 400 }, {}, 'result rows 1000 → 400'],
    ['model', { identity: { 'model.bin': sha256('1') } }, {}, 'model.bin: eeeeeeeeeeee → 111111111111'],
    ['unknown model', { identity: {} }, {}, 'model.bin: eeeeeeeeeeee → absent'],
    ['arguments', { command: ['node', 'pipeline.mjs', '--fast'] }, {}, '--fast'],
    ['variable', { variables: { THREADS: '8', SEED: '' } }, {}, 'variable THREADS "4" → "8"'],
    ['variable that is gone', { variables: { THREADS: '4' } }, {}, 'variable SEED "" → not set'],
    ['new variable', { variables: { THREADS: '4', SEED: '', FAST: '1' } }, {}, 'variable FAST not set → "1"'],
    ['host', {}, { cpuModel: 'EPYC' }, 'testbed: CPU: Xeon → EPYC'],
    [
      'GPU',
      {},
      { devices: someDevices(2).map((device) => ({ ...device, model: 'NVIDIA B200' })) },
      'testbed: devices: NVIDIA H200, NVIDIA H200 → NVIDIA B200, NVIDIA B200',
    ],
  ])('is never a run with another %s, however fast, and the reason names both', (_, conditions, testbed, reason) => {
    const comparisons = compare(conditions, testbed)
    expect(comparisons).toHaveLength(2)
    for (const comparison of comparisons) {
      expect(comparison).toMatchObject({ verdict: 'not comparable', effect: null })
      expect(comparison.reason).toContain(reason)
    }
  })
})

describe('a metric of the same name', () => {
  it.each([
    ['unit', { unit: 'min' }, 'the unit changed from s to min'],
    ['direction', { betterWhen: 'higher' }, 'the wanted direction changed from lower to higher'],
  ] as const)('in another %s is not compared', (_, change, reason) => {
    const head = headCase([5, 5.1, 4.9, 5])
    const measurements = head.measurements.map((one) => ({ ...one, metric: { ...one.metric, ...change } }))
    const input = { testbed: aTestbed(), cases: [{ ...head, measurements }], policy: aConfig().comparison }
    const [found] = compareWithBaseline({ baseline: stored, gate: ['wall_time'], ...input })
    expect(found).toMatchObject({ verdict: 'not comparable', isGate: true, effect: null, reason })
  })
})

describe('a gate on committed samples', () => {
  const judged = (gate: readonly string[], cases: readonly HeadCase[]) =>
    judgeByBaseline({ baseline: stored, testbed: aTestbed(), cases, gate, policy: aConfig().comparison })
      .filter(({ isGate }) => isGate)
      .map(({ metric, verdict }) => [metric, verdict])

  it('that names what was never committed is missing, not passed over', () => {
    expect(judged(['wall_time', 'stage:ESM-2'], [headCase([10, 10.1, 9.9, 10])])).toEqual([
      ['wall_time', 'inconclusive'],
      ['stage:ESM-2', 'missing'],
    ])
  })

  it('that covers a stage which the baseline does not know yet says so: it may be as slow as it likes', () => {
    const head = headCase([10, 10.1, 9.9, 10])
    const grown = {
      ...head,
      measurements: [...head.measurements, { metric: createStageMetric('audit'), samples: [50, 50, 50] }],
    }
    expect(judged(['wall_time', 'stage:*'], [grown])).toContainEqual(['stage:audit', 'missing'])
    expect(judged(['wall_time'], [grown])).toEqual([['wall_time', 'inconclusive']])
  })

  it('on other metrics than the time is missing too when the whole case is gone', () => {
    expect(judged(['throughput'], [])).toEqual([['wall_time', 'missing']])
  })
})
