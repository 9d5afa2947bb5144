import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../scripts/fuzz/random.ts'
import type { Comparison } from '../../../../src/domain/verdict/comparison.ts'
import { toComparisons, judgeComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../../../src/domain/plan/interleaved-runs.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { adjustComparisons } from '../../../../src/domain/verdict/adjustments.ts'
import { aCase, aStage, aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, aTrialHost, workAt } from '../../a-telemetry.ts'

/** A run: its seconds, and what the machine was like meanwhile. */
type Run = { readonly seconds: number; readonly probe: number; readonly clock: number }
type Sides = { readonly base: readonly Run[]; readonly head: readonly Run[]; readonly most: number }

/** Two sides as the product judges them, with probe, clock and a stage beside each time. */
function judged({ base, head, most }: Sides): Comparison[] {
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 2, maxRepeats: most }))
  const comparison = {
    head: 'head',
    base: 'base',
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: most,
  }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, isScreened: false }] }
  const trials = [
    ...base.map((run, index) => trialOf('base', run, index)),
    ...head.map((run, index) => trialOf('head', run, index)),
  ]
  return adjustComparisons(judgeComparisons(plan, trials, nothingKnown)).flatMap((item) =>
    toComparisons(item, 'base', {}),
  )
}

function trialOf(caseId: string, { seconds, probe, clock }: Run, index: number): Trial {
  return aTrial({
    caseId,
    index,
    wallSeconds: seconds,
    stages: [aStage('ESM-2', seconds / 2)],
    host: { ...aTrialHost(), probeSeconds: probe, userCpuSeconds: seconds, systemCpuSeconds: 0 },
    telemetry: aTelemetry({ gpus: [aGpuUse({ work: workAt(clock) })] }),
  })
}

/** No times in steps of a coarse clock, which round numbers look like. */
const uneven = 1.000123456789
const run = fc.record({
  seconds: fc.double({ min: 5, max: 20, noNaN: true }).map((seconds) => seconds * uneven),
  probe: fc.double({ min: 0.0002, max: 0.0004, noNaN: true }),
  clock: fc.constantFrom(1400, 1980),
})
const sides = (minLength: number, maxLength: number): fc.Arbitrary<Sides> =>
  fc.integer({ min: minLength, max: maxLength }).chain((length) => {
    const side = fc.array(run, { minLength: length, maxLength: length })
    return fc.record({ base: side, head: side, most: fc.constantFrom(2, 10) })
  })
const gate = (comparisons: readonly Comparison[]): Comparison => comparisons.find(({ isGate }) => isGate)!
/** What the swapped sides may be called. */
const answersTo = ({ verdict }: Comparison): readonly string[] => {
  if (verdict === 'regression') return ['improvement']
  return verdict === 'improvement' ? ['regression'] : ['unchanged', 'inconclusive']
}
const runs = { numRuns: 50, seed: 1 }

describe('a comparison as it is judged in earnest', () => {
  it('is turned round with its sides: slower there is faster back, effect and interval are inverse', () => {
    fc.assert(
      fc.property(sides(2, 8), (pair) => {
        const there = gate(judged(pair))
        const back = gate(judged({ ...pair, base: pair.head, head: pair.base }))
        expect(answersTo(there)).toContain(back.verdict)
        expect(answersTo(back)).toContain(there.verdict)
        expect((1 + there.effect!) * (1 + back.effect!)).toBeCloseTo(1, 6)
        const [low, high] = [there.interval?.[0] ?? 0, back.interval?.[1] ?? 0]
        expect((1 + low) * (1 + high)).toBeCloseTo(1, 6)
      }),
      runs,
    )
  })

  it('is the same in any unit of time and of the probe', () => {
    fc.assert(
      fc.property(
        sides(2, 8),
        fc.constantFrom(1e-6, 1000, 2 ** 20),
        fc.constantFrom(1e-3, 1e6),
        (pair, unit, probeUnit) => {
          const inUnit = (side: readonly Run[]) =>
            side.map(({ seconds, probe, clock }) => ({ seconds: seconds * unit, probe: probe * probeUnit, clock }))
          const [plain, scaled] = [pair, { ...pair, base: inUnit(pair.base), head: inUnit(pair.head) }].map(judged)
          expect(scaled!.map(({ metric, verdict }) => [metric, verdict])).toEqual(
            plain!.map(({ metric, verdict }) => [metric, verdict]),
          )
          for (const [index, item] of plain!.entries()) expect(scaled![index]!.effect).toBeCloseTo(item.effect!, 6)
        },
      ),
      runs,
    )
  })

  // Up to four runs a side nothing depends on order: neighbours are paired and covariates taken out from five on.
  it('does not depend on the order of up to four runs a side, as long as each keeps its clock', () => {
    const shuffled = sides(2, 4).chain((pair) =>
      fc.record({
        pair: fc.constant(pair),
        base: fc.shuffledSubarray([...pair.base], { minLength: pair.base.length }),
        head: fc.shuffledSubarray([...pair.head], { minLength: pair.head.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ pair, base, head }) => {
        const [one, other] = [judged(pair), judged({ ...pair, base, head })]
        for (const [index, item] of one.entries()) {
          expect(other[index]).toMatchObject({ metric: item.metric, verdict: item.verdict })
          expect(other[index]!.effect).toBeCloseTo(item.effect!, 9)
        }
      }),
      runs,
    )
  })

  it('calls equal runs unchanged, whatever their number and size, and finds what all of them lost', () => {
    const size = fc.double({ min: 1e-6, max: 1e9, noNaN: true }).map((seconds) => seconds * uneven)
    fc.assert(
      fc.property(size, fc.integer({ min: 6, max: 8 }), (seconds, length) => {
        const all = (factor: number) =>
          Array.from({ length }, () => ({ seconds: seconds * factor, probe: 3e-4, clock: 1980 }))
        const pair = { base: all(1), head: all(1), most: 10 }
        for (const { verdict, effect } of judged(pair)) expect([verdict, effect]).toEqual(['unchanged', 0])
        expect(gate(judged({ ...pair, head: all(1.1) })).verdict).toBe('regression')
        expect(gate(judged({ ...pair, head: all(0.9) })).verdict).toBe('improvement')
      }),
      runs,
    )
  })

  it('gives finite figures or none for the largest and smallest times there are', () => {
    const extreme = fc.oneof(
      fc.constantFrom(Number.MIN_VALUE, 2.3e-308, 1e-300, 1e-9, 1, 1e9, 1e300, Number.MAX_VALUE),
      fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
    )
    const side = fc.array(fc.record({ seconds: extreme, probe: fc.constant(3e-4), clock: fc.constant(1980) }), {
      minLength: 2,
      maxLength: 6,
    })
    fc.assert(
      fc.property(side, side, (base, head) => {
        for (const item of judged({ base, head, most: 10 })) {
          const figures = [item.effect, item.resolution, ...(item.interval ?? [])].filter((value) => value !== null)
          expect(figures.every(Number.isFinite)).toBe(true)
          expect(item.reason).not.toMatch(/NaN|Infinity|undefined/)
        }
      }),
      runs,
    )
  })

  it('is not talked into an alarm by runs that are told twice', () => {
    fc.assert(
      fc.property(sides(3, 5), (pair) => {
        const twice = (side: readonly Run[]) => [...side, ...side]
        const [once, doubled] = [
          gate(judged(pair)),
          gate(judged({ ...pair, base: twice(pair.base), head: twice(pair.head) })),
        ]
        expect(doubled.base!.median).toBeCloseTo(once.base!.median, 9)
        // Twice the same runs look like more knowledge, so an open answer may close, but never with the other sign.
        const verdicts = [once.verdict, doubled.verdict].toSorted((x, y) => x.localeCompare(y))
        expect(verdicts).not.toEqual(['improvement', 'regression'])
      }),
      runs,
    )
  })
})

describe('what the gate names', () => {
  const fast = [1, 2, 3].map(() => ({ seconds: 10, probe: 0.0003, clock: 1980 }))
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 3, maxRepeats: 3 }))
  const stagesOf: Record<string, readonly string[]> = { head: ['ESM-2'], base: ['ESM-2', 'BERT'] }
  const trials = ['head', 'base'].flatMap((id) =>
    fast.map((_, index) =>
      aTrial({
        caseId: id,
        index,
        wallSeconds: 10,
        stages: (stagesOf[id] ?? []).map((name) => aStage(name, 5.1234567)),
      }),
    ),
  )
  const answers = (named: readonly string[]): readonly (readonly unknown[])[] => {
    const planned = {
      head: 'head',
      base: 'base',
      minEffect: 0.03,
      mayWiden: true,
      gate: named,
      maxRepeats: 3,
      isScreened: false,
    }
    const judgements = judgeComparisons({ ...createPlan(cases), comparisons: [planned] }, trials, nothingKnown)
    return judgements
      .flatMap((item) => toComparisons(item, 'base', {}))
      .filter(({ isGate }) => isGate)
      .map(({ metric, verdict, reason }) => [metric, verdict, reason])
  }

  it('is missing where no run gave it, and never passed over: misspelt', () => {
    expect(answers(['stage:EMS-2'])).toEqual([
      [
        'stage:EMS-2',
        'missing',
        expect.stringMatching(/names stage:EMS-2, but no run measured it.*known: .*stage:ESM-2/),
      ],
    ])
  })

  it('is missing where only the base gave it: the head lost a stage', () => {
    expect(answers(['stage:*'])).toEqual([
      ['stage:ESM-2', 'unchanged', expect.any(String)],
      ['stage:BERT', 'missing', 'no samples on the head side'],
    ])
  })
})

describe('several gate metrics of one comparison', () => {
  const bothSides = ['head', 'base'] as const
  const cases = bothSides.map((id) => aCase({ id, revision: id, repeats: 3, maxRepeats: 10 }))
  const planned = {
    head: 'head',
    base: 'base',
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time', 'stage:*'],
    maxRepeats: 10,
    isScreened: false,
  }
  /** Wall time is lost in its noise, the stage is quiet and loses a part. */
  const wild = [10, 16, 12, 20, 9, 15, 18, 11, 13, 17]
  const quiet = [5, 5.06, 4.95, 5.03, 4.98, 5.05, 4.96, 5.01, 5.04, 4.97]
  const judgedAfter = (count: number, stageOf: (id: 'head' | 'base', index: number) => number) => {
    const trials = bothSides.flatMap((id) =>
      wild.slice(0, count).map((_, index, taken) =>
        aTrial({
          caseId: id,
          index,
          wallSeconds: taken[(index + Number(id === 'head')) % count] ?? null,
          stages: [aStage('ESM-2', stageOf(id, index))],
        }),
      ),
    )
    const plan = { ...createPlan(cases), comparisons: [planned] }
    const [item] = adjustComparisons(judgeComparisons(plan, trials, nothingKnown))
    return { state: item!.progress.state, answers: toComparisons(item!, 'base', {}) }
  }
  const slower = (id: 'head' | 'base', index: number): number => quiet[index]! * (id === 'head' ? 1.025 : 1)

  it('goes on while one of them may still be told, however noisy another is', () => {
    const early = judgedAfter(3, slower)
    expect(early.state).toBe('open')
    expect(early.answers.find(({ metric }) => metric === 'wall_time')?.verdict).toBe('inconclusive')
    const late = judgedAfter(10, slower)
    expect(late.answers.find(({ metric }) => metric.startsWith('stage:'))?.verdict).toBe('regression')
  })

  it('ends where all that are open are out of reach, and says the reach of each', () => {
    const [wall, stage] = ['wall_time', 'stage:ESM-2']
    const { state, answers } = judgedAfter(3, (id, index) => wild[(index + Number(id === 'head')) % 3]! ** 2)
    expect(state).toBe('out of reach')
    const reach = (name: string | undefined) =>
      /10 runs per side can detect (\S+) %/.exec(answers.find(({ metric }) => metric === name)?.reason ?? '')?.[1]
    expect(Number(reach(wall))).toBeGreaterThan(3)
    expect(Number(reach(stage))).toBeGreaterThan(Number(reach(wall)))
  })

  it('does not lend the reach of one metric to another', () => {
    const same = judgedAfter(6, (_, index) => quiet[index]!)
    expect(same.state).toBe('out of reach')
    const open = same.answers.filter(({ verdict }) => verdict === 'inconclusive').map(({ metric }) => metric)
    expect(same.answers.filter(({ reason }) => reason.includes('out of reach')).map(({ metric }) => metric)).toEqual(
      open,
    )
  })
})

describe('more work of one of four GPUs', () => {
  const busy = (seconds: number) =>
    ({
      busySeconds: seconds,
      busySource: 'driver-samples',
      inUseSeconds: seconds,
      busyClockMhz: 1980,
      dramActiveSeconds: seconds / 2,
      graphicsActiveSeconds: seconds,
      energyAboveIdleJoules: null,
    }) as const
  /** Each GPU is busy for a fifth of the run. */
  const runOf = (caseId: string, index: number, extra: number): Trial => {
    const jitter = 1 + 0.001 * (index % 3)
    const gpus = [0, 1, 2, 3].map((gpu) => aGpuUse({ gpu, work: busy(5 * jitter * (gpu === 2 ? 1 + extra : 1)) }))
    const telemetry = aTelemetry({ intervalMs: 500, gpus })
    return aTrial({ caseId, index, gpus: [0, 1, 2, 3], wallSeconds: 25 * jitter, host: aTrialHost(), telemetry })
  }
  const judgeExtra = (extra: number) => {
    const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 3, maxRepeats: 10 }))
    const gates = {
      minEffect: 0.03,
      minCost: 0.01,
      minGpuEffect: 0.01,
      mayWiden: true,
      gate: ['auto:gpu'],
      maxRepeats: 10,
    }
    const comparison = { head: 'head', base: 'base', ...gates, isScreened: false }
    const plan = { ...createPlan(cases), comparisons: [comparison] }
    const trials = [0, 1, 2].flatMap((index) => [runOf('base', index, 0), runOf('head', index, extra)])
    const [found] = judgeComparisons(plan, trials, nothingKnown)
    const row = toComparisons(found!, 'base', {}).find(({ metric }) => metric === 'gpu_busy_time')!
    return { row, state: found!.progress.state }
  }

  it('fails by its own cost, and ends the measurement although the sum costs little', () => {
    const { row, state } = judgeExtra(0.1)
    expect(row).toMatchObject({ verdict: 'regression', effect: expect.closeTo(0.025, 3) })
    expect(row.cost).toBeCloseTo(0.02, 3)
    expect(row).not.toHaveProperty('toleratedBecause')
    expect(state).toBe('settled')
  })

  it('is tolerated while that one does less than minGpuEffect more work', () => {
    expect(judgeExtra(0.008).row.toleratedBecause ?? judgeExtra(0.008).row.verdict).toMatch(/minGpuEffect|unchanged/)
  })
})

/** Times that follow the probe, the clock, neither or both, with a difference of up to 10 % between the sides. */
function simulateSides(round: number): Sides {
  const random = createRandom(7, round)
  const [follow, effect, length] = [random.below(4), random.pick([0, 0, 0.02, 0.1]), 5 + random.below(8)]
  const draw = (factor: number): Run[] =>
    Array.from({ length }, () => {
      const [share, clock] = [random.share(), random.pick([1400, 1980])]
      const slowed = 10 * factor * (1 + 0.002 * random.share())
      const byProbe = follow % 2 === 1 ? 1 + 0.2 * share : 1
      const byClock = follow > 1 ? 1980 / clock : 1
      return { seconds: slowed * byProbe * byClock, probe: 0.0002 * (1 + 0.2 * share), clock }
    })
  return { base: draw(1), head: draw(1 + effect), most: random.pick([length, 2 * length]) }
}

it('judges times beside probe and clock as before', async () => {
  const lines = Array.from({ length: 60 }, (_, round) =>
    judged(simulateSides(round)).flatMap(({ metric, verdict, effect, interval, reason }) => {
      const figures = [effect, ...(interval ?? [])].map((value) => value?.toPrecision(5) ?? null)
      return /^(?:wall|stage)/.test(metric) ? `${round} ${metric}: ${verdict} ${figures.join(' ')} ${reason}\n` : []
    }),
  )
  await expect(lines.flat().join('')).toMatchFileSnapshot('../../../frozen/comparisons.txt')
})
