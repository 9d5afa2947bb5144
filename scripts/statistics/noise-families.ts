import { createSeededRandom } from '../../src/domain/core/bootstrap.ts'
import type { Machine } from '../../test/unit/simulated-loop.ts'

/** A kind of machine; `make` gives one whose noise is drawn from the seed. */
export type NoiseFamily = {
  readonly name: string
  /** What it stands for. */
  readonly like: string
  readonly make: (seed: number) => Machine
}

export type Draws = { readonly normal: () => number; readonly uniform: () => number }

/** The machines on which the error rates are counted. */
export const noiseFamilies: readonly NoiseFamily[] = [
  steady(0.002, 'a synchronised GPU-bound region'),
  steady(0.005, 'wall time of GPU-bound work on a dedicated server'),
  steady(0.01, 'the same with start-up and input'),
  steady(0.02, 'wall time of short GPU-bound processes'),
  steady(0.05, 'a shared machine'),
  family('AR(1), r = 0.3, 2 %', 'a machine whose speed drifts slowly', ({ normal }) => wandering(normal, 0.02, 0.3)),
  family('AR(1), r = 0.8, 2 %', 'a machine whose speed changes every few minutes', ({ normal }) =>
    wandering(normal, 0.02, 0.8),
  ),
  family('warming caches', 'the first run 5 % slow, each further one nearer to the level', ({ normal }) =>
    counted((run) => 0.05 * Math.exp(-run / 2) + 0.005 * normal()),
  ),
  family('heating up', 'every run 0.5 % slower than the one before', ({ normal }) =>
    counted((run) => 0.005 * run + 0.005 * normal()),
  ),
  family(
    'two clocks, not recorded',
    'three runs of ten at a clock 4 % lower, without telemetry',
    ({ normal, uniform }) => {
      return () => (uniform() < 0.3 ? 0.04 : 0) + 0.005 * normal()
    },
  ),
  family('outliers', 'one run in twenty takes 20 to 100 % longer', ({ normal, uniform }) => {
    return () => 0.01 * normal() + (uniform() < 0.05 ? Math.log(1.2 + 0.8 * uniform()) : 0)
  }),
  family('slow tail', 'work that the CPU feeds: a quarter of the runs take 5 to 70 % longer', ({ normal, uniform }) => {
    return () => 0.04 * normal() + (uniform() < 0.25 ? Math.log(1.05 + 0.65 * uniform()) : 0)
  }),
]

/** Normal noise with this coefficient of variation. */
export function steady(cv: number, like = ''): NoiseFamily {
  return family(
    `steady, ${Number((cv * 100).toPrecision(3))} %`,
    like,
    ({ normal }) =>
      () =>
        cv * normal(),
  )
}

function family(name: string, like: string, make: (draws: Draws) => Machine): NoiseFamily {
  return { name, like, make: (seed) => make(drawsFrom(seed)) }
}

/** Box & Muller, Annals of Mathematical Statistics 29, 1958. */
export function drawsFrom(seed: number): Draws {
  const uniform = createSeededRandom(Math.imul(seed + 1, 0x9e3779b1))
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  }
}

function counted(noiseOf: (run: number) => number): Machine {
  let run = 0
  return () => noiseOf(run++)
}

function wandering(normal: () => number, sigma: number, correlation: number): Machine {
  let place = sigma * normal()
  return () => {
    place = correlation * place + sigma * Math.sqrt(1 - correlation ** 2) * normal()
    return place
  }
}
