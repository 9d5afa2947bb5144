import { interpolateQuantile, sortRange } from '../noise/order-statistics.ts'

const evenLevels = 120
const quantileLevels = 160

/** Costs of a piecewise-constant fit, in squared standard deviations of the noise. */
type FitCosts = {
  /** Distance from the level at which the cost of a value stops growing. */
  readonly cap: number
  readonly penaltyPerChange: number
}

/**
 * Finds the piecewise-constant fit with the lowest cost and returns the starts of its segments, except the first.
 * Values are in units of their noise. Exact over a grid of levels (functional pruning as in Fearnhead & Rigaill 2019,
 * on a grid), in time proportional to the number of values. The cap keeps a single outlier from becoming a segment.
 */
export function partitionLevels(values: Float64Array, fitCosts: FitCosts): number[] {
  const levels = buildLevelGrid(values)
  const costs = new Float64Array(levels.length)
  const openedAt = new Int32Array(levels.length)
  const startBefore = new Int32Array(values.length)
  let best = 0
  for (const [index, value] of values.entries()) {
    const jumpCost = (costs[best] ?? 0) + fitCosts.penaltyPerChange
    startBefore[index] = openedAt[best] ?? 0
    const jump = { index, cost: index === 0 ? Infinity : jumpCost }
    best = extendLevels({ levels, costs, openedAt }, value, jump, fitCosts.cap ** 2)
  }
  return listSegmentStarts(openedAt[best] ?? 0, startBefore)
}

type OpenSegments = {
  readonly levels: Float64Array
  readonly costs: Float64Array
  readonly openedAt: Int32Array
}

/**
 * Adds one value to the open segment of each level, or starts a new segment if that costs less. Returns the level with
 * the lowest cost.
 */
function extendLevels(
  { levels, costs, openedAt }: OpenSegments,
  value: number,
  jump: { readonly index: number; readonly cost: number },
  mostPerValue: number,
): number {
  let best = 0
  let bestCost = Infinity
  for (let level = 0; level < levels.length; level++) {
    let cost = costs[level] ?? 0
    if (jump.cost < cost) {
      cost = jump.cost
      openedAt[level] = jump.index
    }
    const distance = (levels[level] ?? 0) - value
    cost += Math.min(distance * distance, mostPerValue)
    costs[level] = cost
    if (cost < bestCost) {
      bestCost = cost
      best = level
    }
  }
  return best
}

function listSegmentStarts(last: number, startBefore: Int32Array): number[] {
  const starts: number[] = []
  for (let start = last; start > 0; start = startBefore[start] ?? 0) starts.push(start)
  return starts.toReversed()
}

/** Candidate levels: quantiles of the values, and evenly spaced levels between the extremes. */
function buildLevelGrid(values: Float64Array): Float64Array {
  const sorted = sortRange(values)
  const low = interpolateQuantile(sorted, 0)
  const high = interpolateQuantile(sorted, 1)
  const grid = new Set<number>()
  for (let step = 0; step < evenLevels; step++) grid.add(low + ((high - low) * step) / (evenLevels - 1))
  for (let step = 0; step < quantileLevels; step++) grid.add(interpolateQuantile(sorted, step / (quantileLevels - 1)))
  return Float64Array.from(grid).toSorted()
}
