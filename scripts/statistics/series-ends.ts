import { parseArgs } from 'node:util'
import { findChangePoints } from '../../src/domain/detection/series/change-points.ts'
import { drawsFrom, type Draws } from './noise-families.ts'

// Twofold steps near the end of a history, and false change points in histories without a step:
// `node scripts/statistics/series-ends.ts`.

type Noise = (draws: Draws) => () => number

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' } } })
const count = Number(values.count)

const white =
  (cv: number): Noise =>
  ({ normal }) =>
  () =>
    cv * normal()
const following =
  (cv: number, correlation: number): Noise =>
  ({ normal }) => {
    let place = normal()
    return () => cv * (place = correlation * place + Math.sqrt(1 - correlation ** 2) * normal())
  }
const bimodal =
  (gap: number, share: number): Noise =>
  ({ normal, uniform }) =>
  () =>
    0.02 * normal() + (uniform() < share ? Math.log1p(gap) : 0)
const outliers: Noise =
  ({ normal, uniform }) =>
  () =>
    0.02 * normal() + (uniform() < 0.1 ? Math.log(1.3 + uniform()) : 0)

const steps = [
  { length: 20, at: 10 },
  { length: 20, at: 15 },
  { length: 20, at: 17 },
  { length: 40, at: 35 },
  { length: 40, at: 37 },
  { length: 150, at: 147 },
]
process.stdout.write(
  `| twofold step | ${[10, 20, 30].map((cv) => `noise ${cv} %`).join(' | ')} |\n| :- | -: | -: | -: |\n`,
)
for (const { length, at } of steps) {
  const found = [0.1, 0.2, 0.3].map((cv) =>
    computeShare((seed) => draw(length, white(cv), seed, at).some((place) => Math.abs(place - at) <= 2)),
  )
  process.stdout.write(`| at ${at} of ${length} | ${found.join(' | ')} |\n`)
}

const kinds: readonly (readonly [string, Noise])[] = [
  ['white, 5 %', white(0.05)],
  ['white, 30 %', white(0.3)],
  ['AR(1), r = 0.3, 5 %', following(0.05, 0.3)],
  ['AR(1), r = 0.6, 5 %', following(0.05, 0.6)],
  ['a tenth 1.3 to 2.3 times slower', outliers],
  ['30 % slower in 30 % of the runs', bimodal(0.3, 0.3)],
  ['30 % slower in 50 % of the runs', bimodal(0.3, 0.5)],
  ['10 % slower in 30 % of the runs', bimodal(0.1, 0.3)],
]
const lengths = [20, 40, 150]
process.stdout.write(`\n| no step: histories with a change point | ${lengths.join(' | ')} |\n| :- | -: | -: | -: |\n`)
for (const [name, noise] of kinds)
  process.stdout.write(
    `| ${name} | ${lengths.map((length) => computeShare((seed) => draw(length, noise, seed).length > 0)).join(' | ')} |\n`,
  )

function draw(length: number, noise: Noise, seed: number, at = length): number[] {
  const next = noise(drawsFrom(seed))
  const series = Array.from({ length }, (_, index) => (index < at ? 10 : 20) * Math.exp(next()))
  return findChangePoints(series, 0.03)
}

function computeShare(holds: (seed: number) => boolean): string {
  const seeds = Array.from({ length: count }, (_, seed) => seed + 1)
  return `${((100 * seeds.filter(holds).length) / count).toFixed(1)} %`
}
