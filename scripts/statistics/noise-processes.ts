import type { Draws } from './noise-families.ts'
import type { NoiseProcess } from './simulated-pull-request.ts'

/** A kind of noise at one size, run by run in the order of execution. */
export type ProcessFamily = {
  readonly name: string
  /** Why a comparison may err on it, as a sentence. Shown where the false alarms exceed 5 %. */
  readonly mechanism: string
  readonly make: (draws: Draws) => NoiseProcess
  /** Seconds of a run without noise. Absent: 10. */
  readonly seconds?: number
  /** Resolution of the clock in seconds. Absent: exact. */
  readonly tick?: number
  /** Coefficient of variation that earlier sessions show. Absent: there are none. */
  readonly historyCv?: number
}

/** Coefficient of variation as text. */
const percent = (cv: number): string => `${Number((cv * 100).toPrecision(3))} %`

/** Families in which each run is independent of the order. */
const independentFamilies: readonly ProcessFamily[] = [
  ...[0.002, 0.01, 0.03, 0.1].map((cv) => white(`white, ${percent(cv)}`, cv)),
  {
    name: 'bimodal between processes, 13 % apart, 0.2 % within',
    mechanism:
      'By chance almost all processes of one side fall into one mode and those of the other side into the other.',
    make: bimodal,
  },
  ...[0.01, 0.03].map((scale) => ({
    name: `heavy tails, t with 3 degrees of freedom, scale ${percent(scale)}`,
    mechanism: 'Few runs show no tail, so the spread is underestimated until an extreme run appears.',
    make:
      (draws: Draws): NoiseProcess =>
      () =>
        scale * studentWith3(draws),
  })),
  {
    name: 'lognormal bursts in one run of ten, 1 % otherwise',
    mechanism: 'Few runs show no burst, so the spread is underestimated until one appears.',
    make:
      ({ normal, uniform }) =>
      () =>
        0.01 * normal() + (uniform() < 0.1 ? 0.1 * Math.exp(0.8 * normal()) : 0),
  },
  ...[0.002, 0.01, 0.03].map((cv) => ({
    ...white(`10 ms ticks on 0.5 s, noise ${percent(cv)}`, cv),
    mechanism: 'Most runs of a side show the same tick, so the spread is 0 although one tick is 2 %.',
    seconds: 0.5,
    tick: 0.01,
  })),
  ...[
    [0.005, 0.05],
    [0.05, 0.005],
    [0.01, 0.03],
  ].map(([base = 0, head = 0]) => ({
    name: `unequal sides: base ${percent(base)}, head ${percent(head)}`,
    mechanism: 'The quiet side halves the pooled spread while all of the noise comes from the other side.',
    make:
      ({ normal }: Draws): NoiseProcess =>
      (_, side) =>
        (side === 'head' ? head : base) * normal(),
  })),
  ...[0.01, 0.03].flatMap((cv) =>
    [0.1, 0.3, 3, 10].map((factor) => ({
      ...white(`white, ${percent(cv)}, history ${factor} ×`, cv),
      mechanism: 'The history claims less noise than the runs have.',
      historyCv: cv * factor,
    })),
  ),
]

/** Families in which neighbours depend on each other. */
const orderedFamilies: readonly ProcessFamily[] = [
  ...[0.5, 0.9].flatMap((correlation) =>
    [0.01, 0.03].map((sigma) => ({
      name: `AR(1), r = ${correlation}, ${percent(sigma)}`,
      mechanism: 'Neighbours resemble each other, so the spread of few runs understates how far the level wanders.',
      make: ({ normal }: Draws) => autoregressive(normal, sigma, correlation),
    })),
  ),
  ...[0.005, 0.02].map((step) => ({
    name: `random walk, ${percent(step)} a run`,
    mechanism: 'The level moves between the runs of a pair, and by more than the spread of few runs shows.',
    make: ({ normal }: Draws) => randomWalk(normal, step),
  })),
  ...[0.002, 0.01].map((slope) => ({
    name: `linear ramp, ${percent(slope)} a run`,
    mechanism: 'An order that is not balanced assigns more of the later, slower runs to one side.',
    make:
      ({ normal }: Draws): NoiseProcess =>
      (order) =>
        slope * order + 0.003 * normal(),
  })),
  ...periodic('sawtooth', (phase, period) => phase / period),
  ...periodic('one slow run', (phase, period) => (phase === period - 1 ? 1 : 0)),
  ...periodic('slow half', (phase, period) => (phase < Math.ceil(period / 2) ? 1 : 0), [3, 4, 5]),
  ...[0.04, 0.13].map((gap) => ({
    name: `clock flips every 5 runs on average, ${percent(gap)} apart`,
    mechanism: 'A clock state that lasts several runs covers one side more than the other, and nothing records it.',
    make: (draws: Draws) => flipping(draws, gap),
  })),
]

export const processFamilies: readonly ProcessFamily[] = [...independentFamilies, ...orderedFamilies]

function white(name: string, cv: number): ProcessFamily {
  const mechanism = 'The spread of three runs is often a third below the true one.'
  return {
    name,
    mechanism,
    make:
      ({ normal }) =>
      () =>
        cv * normal(),
  }
}

/** Modes of 22.5 and 25.5 ms between processes, as in newton-physics/newton issue 2534. */
export function bimodal({ normal, uniform }: Draws): NoiseProcess {
  return () => (uniform() < 0.5 ? Math.log(25.5 / 22.5) : 0) + 0.002 * normal()
}

/** Periods of 2 to 5 runs with an amplitude of 1 and 5 %, white noise of a tenth of that, and a random phase. */
function periodic(
  name: string,
  shape: (phase: number, period: number) => number,
  periods: readonly number[] = [2, 3, 4, 5],
): ProcessFamily[] {
  return periods.flatMap((period) =>
    [0.01, 0.05].map((amplitude) => ({
      name: `${name}, period ${period}, ${percent(amplitude)}`,
      mechanism: `Of a few pairs in a drawn order, some orders meet one side at the same phase of ${period} runs each time.`,
      make: ({ normal, uniform }: Draws): NoiseProcess => {
        const start = Math.floor(uniform() * period)
        return (order) => amplitude * shape((order + start) % period, period) + (amplitude / 10) * normal()
      },
    })),
  )
}

function autoregressive(normal: () => number, sigma: number, correlation: number): NoiseProcess {
  let level = sigma * normal()
  return () => {
    level = correlation * level + sigma * Math.sqrt(1 - correlation ** 2) * normal()
    return level
  }
}

function randomWalk(normal: () => number, step: number): NoiseProcess {
  let level = 0
  return () => {
    level += step * normal()
    return level
  }
}

function flipping({ normal, uniform }: Draws, gap: number): NoiseProcess {
  let isSlow = uniform() < 0.5
  return () => {
    if (uniform() < 0.2) isSlow = !isSlow
    return (isSlow ? gap : 0) + 0.003 * normal()
  }
}

function studentWith3({ normal }: Draws): number {
  const chiSquare = normal() ** 2 + normal() ** 2 + normal() ** 2
  return normal() / Math.sqrt(chiSquare / 3)
}
