import { describe, expect, it } from 'vitest'
import { findBusyHostDoubt } from '../../../../src/domain/verdict/busy-host.ts'
import { buildInterleavedPair } from '../../../../src/domain/verdict/evidence.ts'
import { toComparisons, judgeComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import {
  cpuTime,
  createStageMetric,
  gpuBusyTime,
  gpuInUseTime,
  startUpTime,
  throughput,
  wallTime,
} from '../../../../src/domain/core/metric.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { nothingKnown, type PriorKnowledge } from '../../../../src/domain/plan/interleaved-runs.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aCase, aStage, aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, aTrialHost, steady, workAt } from '../../a-telemetry.ts'

const levels = [1, 1.01, 0.99, 1.005, 0.995, 1.002, 0.998, 1.003, 0.997, 1.001]

/** Runs of about `seconds`, 1.5 of 2 processors used by others unless stated. */
function runs(caseId: string, count: number, seconds: number, others = 1.5): Trial[] {
  return levels.slice(0, count).map((level, index) => {
    const wallSeconds = seconds * level
    const host = aTrialHost({
      processors: 2,
      otherCpuSeconds: others * wallSeconds,
      userCpuSeconds: 0.45 * wallSeconds,
      systemCpuSeconds: 0,
    })
    return aTrial({ caseId, index, wallSeconds, host })
  })
}

function wallVerdict(count: number, { most = 10, others = 1.5, known = nothingKnown, headSeconds = 13.2 } = {}) {
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 3, maxRepeats: most }))
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['wall_time'] }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, maxRepeats: most, isScreened: false }] }
  const trials = [...runs('base', count, 10, others), ...runs('head', count, headSeconds, others)]
  const [judged] = judgeComparisons(plan, trials, known)
  const find = (metric: string) => toComparisons(judged!, 'base', {}).find((item) => item.metric === metric)!
  return { progress: judged!.progress, wall: find('wall_time'), cpu: find('cpu_time') }
}

describe('a change on a host that others keep busy', () => {
  it('is not reported from three runs per side; more are taken', () => {
    const { wall, progress } = wallVerdict(3)
    expect(wall).toMatchObject({ verdict: 'inconclusive' })
    expect(wall.effect).toBeCloseTo(0.32, 2)
    expect(wall.reason).toContain('other programs used 1.5 of 2 processors and the noise of this machine is unknown')
    expect(progress).toMatchObject({ state: 'open', wanted: 4 })
  })

  it('is reported where no load explains it: from six runs twice as slow, from three runs three times', () => {
    const verdictOf = (count: number, headSeconds: number, most = 10) =>
      wallVerdict(count, { headSeconds, most }).wall.verdict
    expect([verdictOf(5, 25), verdictOf(6, 25), verdictOf(3, 31)]).toEqual(['inconclusive', 'regression', 'regression'])
    expect([verdictOf(3, 20.3, 3), verdictOf(3, 31, 3)]).toEqual(['inconclusive', 'regression'])
  })

  it('is reported from ten', () => {
    expect(wallVerdict(8).wall.verdict).toBe('inconclusive')
    const { wall, progress } = wallVerdict(10)
    expect(wall.verdict).toBe('regression')
    expect(progress.state).toBe('settled')
  })

  it('stays inconclusive where no more runs are allowed', () => {
    const { wall, progress } = wallVerdict(3, { most: 3 })
    expect(wall.verdict).toBe('inconclusive')
    expect(progress.state).toBe('at the cap')
  })

  it('is reported from six runs in processor time: fewer decide nothing on such a host', () => {
    expect(wallVerdict(5).cpu.verdict).toBe('inconclusive')
    expect(wallVerdict(5).cpu.reason).toMatch(
      /; other programs used 1\.\d of 2 processors: a decision requires 6 runs per side$/,
    )
    expect(wallVerdict(6).cpu.verdict).toBe('regression')
    expect(wallVerdict(5, { headSeconds: 10 }).cpu.verdict).toBe('inconclusive')
    expect(wallVerdict(6, { headSeconds: 10 }).cpu.verdict).toBe('unchanged')
    // All that are allowed.
    expect(wallVerdict(4, { headSeconds: 10, most: 4 }).cpu.verdict).toBe('unchanged')
  })

  it('is reported at once on a host that is free', () => {
    expect(wallVerdict(3, { others: 0.2 }).wall.verdict).toBe('regression')
  })

  it('is reported from six runs where the noise is known', () => {
    const known: PriorKnowledge = { ...nothingKnown, sessionsOf: () => [levels, levels] }
    expect([3, 6].map((count) => wallVerdict(count, { known }).wall.verdict)).toEqual(['inconclusive', 'regression'])
  })
})

it('doubts what the wall clock measures, and nothing else', () => {
  const sides = { base: runs('base', 3, 10), head: runs('head', 3, 10) }
  const doubted = [wallTime, throughput, createStageMetric('ESM-2')].map((metric) =>
    findBusyHostDoubt(metric, 0.32, sides, []),
  )
  expect(doubted.every((doubt) => doubt !== null)).toBe(true)
  const gpuBusy = { name: 'gpu_busy_time', unit: 's', betterWhen: 'lower' } as const
  const memory = { name: 'memory_peak', unit: 'B', betterWhen: 'lower' } as const
  for (const metric of [cpuTime, gpuBusy, memory]) expect(findBusyHostDoubt(metric, 0.32, sides, [])).toBeNull()
})

it('compares runs of two clock states inside each state, and says so', () => {
  const clocks = { base: [1980, 1500, 1980, 1980, 1500], head: [1500, 1980, 1500, 1980, 1500] }
  const trials = (['base', 'head'] as const).flatMap((caseId) =>
    clocks[caseId].map((clock, index) => {
      const wallSeconds = (20_000 / clock) * (1 + 0.001 * (index % 3))
      return aTrial({
        caseId,
        index,
        wallSeconds,
        telemetry: aTelemetry({ gpus: [aGpuUse({ work: workAt(clock) })] }),
      })
    }),
  )
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 5, maxRepeats: 10 }))
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['wall_time'] }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, maxRepeats: 10, isScreened: false }] }
  const [wall] = toComparisons(judgeComparisons(plan, trials, nothingKnown)[0]!, 'base', {})
  expect(wall?.verdict).toBe('unchanged')
  expect(wall?.reason).toMatch(/; compared inside each of two clock states \(1500 and 1980 MHz\)$/)
})

it('judges GPU busy time although one run lacks the samples of the driver', () => {
  const trials = ['base', 'head'].flatMap((caseId) =>
    levels.slice(0, 6).map((level, index) => {
      const busySeconds = (caseId === 'base' ? 6 : 8) * level
      const isPolled = caseId === 'head' && index === 2
      const work = { ...workAt(null), busySeconds, busySource: isPolled ? null : ('driver-samples' as const) }
      const use = aGpuUse({ work, utilizationPercent: steady(busySeconds * 10) })
      return aTrial({ caseId, index, wallSeconds: 10 * level, telemetry: aTelemetry({ gpus: [use] }) })
    }),
  )
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 6, maxRepeats: 6 }))
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['auto:gpu'] }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, maxRepeats: 6, isScreened: false }] }
  const gates = toComparisons(judgeComparisons(plan, trials, nothingKnown)[0]!, 'base', {}).filter(
    (item) => item.isGate,
  )
  expect(gates.map(({ metric, verdict }) => [metric, verdict])).toContainEqual(['gpu_busy_time_polled', 'regression'])
})

it.each([
  ['GPU busy time that no run of the head shows', 'gpu_busy_time', [1, 2, 3], 'telemetry'],
  ['GPU busy time that one run of the head lacks', 'gpu_busy_time', [1], 'telemetry'],
  ['CPU time without the part of the kernel', 'cpu_time', [1, 2, 3], 'host'],
  ['a large stage that one run of the head lacks', 'stage:embed', [1], 'stages'],
])('takes %s for missing, not for no gate', (_what, metric, indexes, lost) => {
  const known = { busySeconds: 8, busySource: 'driver-samples' } as const
  const trials = ['base', 'head'].flatMap((caseId) =>
    [1, 2, 3].map((index) => {
      const isLost = (part: string) => caseId === 'head' && lost === part && indexes.includes(index)
      return aTrial({
        caseId,
        index,
        wallSeconds: 10 * levels[index]!,
        stages: isLost('stages') ? [] : [aStage('embed', 5 * levels[index]!)],
        host: aTrialHost(isLost('host') ? { systemCpuSeconds: null } : {}),
        telemetry: isLost('telemetry')
          ? null
          : aTelemetry({ gpus: [aGpuUse({ work: { ...workAt(null), ...known } })] }),
      })
    }),
  )
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 3, maxRepeats: 3 }))
  const gate = [metric === 'cpu_time' ? 'auto:cpu' : 'auto:gpu']
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, maxRepeats: 3, isScreened: false }] }
  const rows = toComparisons(judgeComparisons(plan, trials, nothingKnown)[0]!, 'base', {})
  expect(rows.find((row) => row.metric === metric)).toMatchObject({ isGate: true, verdict: 'missing' })
})

it('takes the state of the machine out of a time that follows it, and says so', () => {
  // How much slower the machine is in each run, by the probe as well.
  const slowness = [0, 0.06, 0.02, 0.09, 0.04, 0.01]
  const judge = (follows: boolean) => {
    const trials = ['base', 'head'].flatMap((caseId) =>
      slowness.map((slower, index) =>
        aTrial({
          caseId,
          index,
          wallSeconds: 10 * (1 + slower) * (1 + 0.001 * (index % 2)),
          host: aTrialHost({ probeSeconds: 0.0003 * (1 + (follows ? slower : slowness[5 - index]!)) }),
        }),
      ),
    )
    const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 6, maxRepeats: 6 }))
    const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['wall_time'] }
    const plan = { ...createPlan(cases), comparisons: [{ ...comparison, maxRepeats: 6, isScreened: false }] }
    return toComparisons(judgeComparisons(plan, trials, nothingKnown)[0]!, 'base', {})[0]
  }
  expect(judge(true)?.verdict).toBe('unchanged')
  expect(judge(true)?.reason).toMatch(/; adjusted for .+ \(r = (?:1\.00|0\.9\d)\)/)
  expect(judge(false)?.reason).not.toContain('adjusted for')
})

it.each([
  ['with the time in use beside it', 9, 30],
  ['without it, as the only time of the host', null, 2],
])('asks of wall time %s for the evidence of %j s in use and %d gates', (_, inUseSeconds, gates) => {
  const work = { ...workAt(null), busySeconds: 8, busySource: 'driver-samples' as const, inUseSeconds }
  const telemetry = aTelemetry({ gpus: [aGpuUse({ work })] })
  const trials = ['base', 'head'].flatMap((caseId) =>
    [0, 1, 2].map((index) => aTrial({ caseId, index, wallSeconds: 10, gpus: [0], telemetry })),
  )
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['auto:gpu'] }
  const planned = { ...comparison, maxRepeats: 3, isScreened: false }
  const pair = buildInterleavedPair(planned, { repeats: 3, gpus: [0] }, trials, nothingKnown)
  expect(pair.chooseRules(wallTime).gates).toBe(gates)
})

it('asks of every part of the host for more evidence, and to rule out eight times its effect', () => {
  const busy = { busySeconds: 4, busySource: 'driver-samples', inUseSeconds: 5, startUpSeconds: 3 } as const
  const telemetry = aTelemetry({ gpus: [aGpuUse({ work: { ...workAt(null), ...busy } })] })
  const trials = ['base', 'head'].flatMap((caseId) =>
    [0, 1, 2].map((index) => aTrial({ caseId, index, wallSeconds: 10, gpus: [0], telemetry })),
  )
  const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['auto:gpu'] }
  const planned = { ...comparison, maxRepeats: 3, isScreened: false }
  const { chooseRules } = buildInterleavedPair(planned, { repeats: 3, gpus: [0] }, trials, nothingKnown)
  expect(chooseRules(wallTime)).toMatchObject({ gates: 40, unseen: 0.24 })
  expect(chooseRules(gpuInUseTime)).toMatchObject({ gates: 40, unseen: 0.24 })
  const startUp = chooseRules(startUpTime)
  expect(startUp.minEffect).toBeCloseTo(0.1, 9)
  expect(startUp.unseen).toBeCloseTo(0.8, 9)
  expect(chooseRules(gpuBusyTime)).toMatchObject({ gates: 4, unseen: undefined })
})

it('widens the intervals of times of the host where other programs use the processors', () => {
  const onHost = (otherCpuSeconds: number) => {
    const host = aTrialHost({ userCpuSeconds: 5, systemCpuSeconds: 0, otherCpuSeconds, processors: 2 })
    const trials = ['base', 'head'].flatMap((caseId) =>
      [0, 1, 2].map((index) => aTrial({ caseId, index, wallSeconds: 10, host })),
    )
    const comparison = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['auto:cpu'] }
    const planned = { ...comparison, maxRepeats: 3, isScreened: false }
    return buildInterleavedPair(planned, { repeats: 3, gpus: [0] }, trials, nothingKnown).chooseRules
  }
  for (const metric of [wallTime, cpuTime]) {
    expect(onHost(14)(metric).confidence).toBe(0.98)
    expect(onHost(2)(metric).confidence).toBeUndefined()
  }
  expect(onHost(14)(gpuBusyTime).confidence).toBeUndefined()
})
