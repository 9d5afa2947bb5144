import { createRandom, type Random } from '../fuzz/random.ts'

/** Pairs and series for `warpgauge judge`, one JSON line each; the same seed gives the same lines. */
export function simulateCases(seed: number, { pairs, series }: { pairs: number; series: number }): string {
  const lines = [
    ...Array.from({ length: pairs }, (_, index) => simulatePair(createRandom(seed, index), `pair-${index}`)),
    ...Array.from({ length: series }, (_, index) =>
      simulateSeries(createRandom(seed, pairs + index), `series-${index}`),
    ),
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

type Noise = (random: Random) => number

/** Relative noise: quiet, ordinary, wide, with outliers, of two levels, rounded. */
const noises: readonly Noise[] = [
  (random) => 0.0005 * drawNormal(random),
  (random) => 0.01 * drawNormal(random),
  (random) => 0.08 * drawNormal(random),
  (random) => 0.01 * drawNormal(random) + (random.share() < 0.1 ? random.share() : 0),
  (random) => 0.004 * drawNormal(random) + (random.share() < 0.5 ? 0.05 : 0),
  (random) => Math.round(3 * drawNormal(random)) / 100,
  () => 0,
]
const effects = [0, 0, 0.005, 0.02, 0.03, 0.05, 0.1, 0.5, 2, -0.02, -0.05, -0.3]

function simulatePair(random: Random, id: string): object {
  const [noise, effect, level] = [random.pick(noises), random.pick(effects), 10 ** (random.below(8) - 3)]
  const sides = [3 + random.below(10), 3 + random.below(10)]
  const count = random.share() < 0.7 ? [sides[0] ?? 3, sides[0] ?? 3] : sides
  const draw = (length: number, mean: number): number[] =>
    Array.from({ length }, () => Math.max(0, mean * (1 + noise(random))))
  const optional = <Value>(share: number, value: Value): Value | undefined =>
    random.share() < share ? value : undefined
  return {
    id,
    kind: 'pair',
    base: draw(count[0] ?? 3, level),
    head: draw(count[1] ?? 3, level * (1 + effect)),
    unit: optional(0.7, random.pick(['s', 'B', 'sequences/s', '1'])),
    lower_is_better: optional(0.5, random.share() < 0.7),
    min_effect: optional(0.6, random.pick([0.01, 0.03, 0.1])),
    clear_effect: optional(0.2, 0.1),
    widen: optional(0.4, random.share() < 0.5),
    confirm: optional(0.3, random.pick(['default', 'exact'])),
    design: optional(0.6, random.pick(['interleaved', 'blocked', 'stored'])),
    history: optional(
      0.3,
      Array.from({ length: 2 + random.below(6) }, () => draw(2 + random.below(5), level)),
    ),
    max_runs: optional(0.4, 3 + random.below(12)),
  }
}

function simulateSeries(random: Random, id: string): object {
  const noise = random.pick(noises)
  const drift = random.share() < 0.2 ? 0.002 : 0
  let level = 10 ** (random.below(6) - 2)
  const values: number[] = []
  for (let steps = random.below(4); steps >= 0; steps -= 1) {
    const length = 2 + random.below(40)
    for (let index = 0; index < length; index += 1)
      values.push(Math.max(0, level * (1 + noise(random) + drift * index)))
    level *= 1 + random.pick(effects)
  }
  return { id, kind: 'series', values, min_effect: random.share() < 0.5 ? 0.03 : undefined }
}

/** Standard normal (Box and Muller). */
function drawNormal({ share }: Random): number {
  return Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share())
}
