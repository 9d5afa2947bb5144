import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import { computeMean, sumValues, type Interval } from '../core/statistics.ts'
import { isSameSetting, type ParameterGrid, type Setting } from './settings.ts'

/** Positive samples of one setting. */
export type SettingSamples = { readonly setting: Setting; readonly samples: readonly number[] }

/** Two parameters, and how much the effect of one depends on the value of the other. */
export type Interaction = {
  readonly parameters: readonly [string, string]
  /** The contrast with the strongest dependence; null when none could be computed. */
  readonly strongest: Contrast | null
  /** Reason for a missing contrast. */
  readonly reason: string | null
}

/** Four settings: a change of the first parameter, at two values of the second. */
export type Contrast = {
  readonly first: readonly [Value, Value]
  readonly second: readonly [Value, Value]
  /** Ratio by which the change multiplies the metric, at each value of the second parameter. */
  readonly effects: readonly [number, number]
  /** Ratio of the two effects, minus 1; 0: no interaction. */
  readonly dependence: number
  /** Interval of the dependence, adjusted for all contrasts; null when no setting has repeated runs. */
  readonly interval: Interval | null
}

type Value = string | number
type LogCell = { readonly setting: Setting; readonly mean: number; readonly count: number }

/**
 * Computes two-way interactions on logarithms, where purely multiplicative effects do not interact. Each pair is
 * represented by its strongest contrast of four settings, averaged over the other parameters. The noise is pooled from
 * the runs of all settings, and the intervals share one level over all contrasts (Bonferroni).
 */
export function computeInteractions(
  grid: ParameterGrid,
  measured: readonly SettingSamples[],
  confidence: number,
): Interaction[] {
  const varied = Object.keys(grid).filter((name) => (grid[name]?.length ?? 0) > 1)
  const pairs = varied.flatMap((first, index) => varied.slice(index + 1).map((second) => [first, second] as const))
  const cells = measured.map(({ setting, samples }) => {
    return { setting, mean: computeMean(samples.map(Math.log)), count: samples.length }
  })
  const found = pairs.map((parameters) => ({ parameters, contrasts: listContrasts(parameters, cells) }))
  const looks = sumValues(found.map(({ contrasts }) => contrasts.length))
  const noise = estimateNoise(measured, 1 - (1 - confidence) / Math.max(1, looks))
  return found.map(({ parameters, contrasts }) => {
    const [strongest] = contrasts.toSorted((a, b) => Math.abs(b.log) - Math.abs(a.log))
    if (!strongest) return { parameters, strongest: null, reason: 'no complete set of four settings was measured' }
    const { first, second, logs, log, varianceFactor } = strongest
    const reach = noise && noise.quantile * Math.sqrt(noise.variance * varianceFactor)
    const interval: Interval | null = reach === null ? null : [Math.expm1(log - reach), Math.expm1(log + reach)]
    const effects = [Math.exp(logs[0]), Math.exp(logs[1])] as const
    return { parameters, strongest: { first, second, effects, dependence: Math.expm1(log), interval }, reason: null }
  })
}

type LogContrast = Pick<Contrast, 'first' | 'second'> & {
  readonly logs: readonly [number, number]
  readonly log: number
  /** Variance as a multiple of that of a single run. */
  readonly varianceFactor: number
}

function listContrasts([first, second]: readonly [string, string], cells: readonly LogCell[]): LogContrast[] {
  return listValuePairs(cells, first).flatMap((one) =>
    listValuePairs(cells, second).flatMap((other) => {
      const corners = one.flatMap((a) => other.map((b) => ({ [first]: a, [second]: b })))
      const quads = listCompleteQuads(corners, cells, [first, second])
      if (quads.length === 0) return []
      // Cells of a quad are in the order (a, c), (a, d), (b, c), (b, d).
      const computeChange = (from: number, to: number): number =>
        computeMean(quads.map((quad) => (quad[to]?.mean ?? 0) - (quad[from]?.mean ?? 0)))
      const logs = [computeChange(0, 2), computeChange(1, 3)] as const
      const inverses = sumValues(quads.flat().map(({ count }) => 1 / count))
      return [{ first: one, second: other, logs, log: logs[1] - logs[0], varianceFactor: inverses / quads.length ** 2 }]
    }),
  )
}

/** The four cells of a contrast for every combination of the other parameters in which all four were measured. */
function listCompleteQuads(
  corners: readonly Setting[],
  cells: readonly LogCell[],
  names: readonly string[],
): LogCell[][] {
  const [start] = corners
  const starts = cells.filter(({ setting }) => start && isSameSetting(start, setting))
  return starts.flatMap(({ setting }) => {
    const others = Object.fromEntries(Object.entries(setting).filter(([name]) => !names.includes(name)))
    const quad = corners.flatMap(
      (corner) => cells.find((cell) => isSameSetting({ ...others, ...corner }, cell.setting)) ?? [],
    )
    return quad.length === 4 ? [quad] : []
  })
}

type Noise = { readonly variance: number; readonly quantile: number } | null

function estimateNoise(measured: readonly SettingSamples[], confidence: number): Noise {
  const residuals = measured.flatMap(({ samples }) => {
    const logs = samples.map(Math.log)
    const mean = computeMean(logs)
    return logs.map((log) => log - mean)
  })
  const degreesOfFreedom = residuals.length - measured.length
  if (degreesOfFreedom < 1) return null
  const variance = sumValues(residuals.map((value) => value ** 2)) / degreesOfFreedom
  return { variance, quantile: computeStudentQuantile((1 + confidence) / 2, degreesOfFreedom) }
}

function listValuePairs(cells: readonly LogCell[], name: string): (readonly [Value, Value])[] {
  const values = [...new Set(cells.flatMap(({ setting }) => setting[name] ?? []))]
  return values.flatMap((from, index) => values.slice(index + 1).map((to) => [from, to] as const))
}
