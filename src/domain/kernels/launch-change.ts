import type { KernelRecord } from '../../record/kernels.ts'
import { sumValues, summarize, type Interval } from '../core/statistics.ts'
import { lookLevel } from '../detection/pair/neighbor-pairs.ts'
import { computeStudentQuantile } from '../detection/noise/probabilities.ts'

/** More GPU work by launches alone, as a share of the work of the base. */
export type LaunchChange = {
  readonly effect: number
  /** 95 %; a point where launches are constant. */
  readonly interval: Interval
}

/**
 * Measures how much more the GPU works for the head by its launches, each at the mean time that it takes on both sides, so
 * that clocks and plateaus, which can move kernel time by percents, do not count. Kernels that vary
 * between runs of one side, as tuning chooses them, count as one kernel. Null where launches do not show more work: a
 * kernel that does not vary runs less often or with other grids, none that both sides have more often, the difference is
 * within the variation, or the other kernels became cheaper. So it is for a program that repeats its work for a fixed
 * time, which launches more if it is faster.
 */
export function measureMoreLaunches(base: readonly KernelRecord[], head: readonly KernelRecord[]): LaunchChange | null {
  if (base.length === 0 || head.length === 0) return null
  const [before, after] = [base.map(sumByName), head.map(sumByName)]
  const names = [...new Set([...before, ...after].flatMap((uses) => [...uses.keys()]))]
  const { constant = [], varying = [] } = Object.groupBy(names, (name) =>
    [before, after].every((side) => isConstant(side.map((uses) => uses.get(name)))) ? 'constant' : 'varying',
  )
  const changes = Map.groupBy(constant, (name) => findChange(before[0]?.get(name), after[0]?.get(name)))
  const { more = [], equal = [] } = Object.fromEntries(changes)
  if (changes.has('other') || more.length === 0) return null
  const groups = [...constant.map((name) => [name]), varying].map((own) => ({
    own,
    each: measureEach(own, [...before, ...after]),
  }))
  const weigh = (uses: Uses): number => sumValues(groups.map(({ own, each }) => each * countLaunches(uses, own)))
  const found = compareWork(before.map(weigh), after.map(weigh))
  return found && isOffset(found.effect, [more, equal], [before, after]) ? null : found
}

type Use = { readonly launches: number; readonly seconds: number; readonly grids: string }

/** By the name of the kernel. */
type Uses = ReadonlyMap<string, Use>

function sumByName({ kernels }: KernelRecord): Uses {
  const groups = Map.groupBy(kernels, ({ name }) => name)
  return new Map(
    [...groups].map(([name, own]) => [
      name,
      {
        launches: sumValues(own.map(({ launches }) => launches)),
        seconds: sumValues(own.map(({ seconds }) => seconds)),
        grids: [...new Set(own.map(({ grid, block }) => JSON.stringify([grid, block])))].toSorted().join(),
      },
    ]),
  )
}

function isConstant(uses: readonly (Use | undefined)[]): boolean {
  return new Set(uses.map((use) => use && `${use.launches} ${use.grids}`)).size === 1
}

/** What one kernel that does not vary shows; `other`: less work, or work that launches do not compare. */
function findChange(before: Use | undefined, after: Use | undefined): 'new' | 'more' | 'equal' | 'other' {
  if (!before) return 'new'
  if (!after || after.launches < before.launches || after.grids !== before.grids) return 'other'
  return after.launches > before.launches ? 'more' : 'equal'
}

function countLaunches(uses: Uses, names: readonly string[]): number {
  return sumValues(names.map((name) => uses.get(name)?.launches ?? 0))
}

/** Seconds of a launch over all runs. */
function measureEach(names: readonly string[], runs: readonly Uses[]): number {
  const launches = sumValues(runs.map((uses) => countLaunches(uses, names)))
  const seconds = sumValues(runs.flatMap((uses) => names.map((name) => uses.get(name)?.seconds ?? 0)))
  return launches === 0 ? 0 : seconds / launches
}

/** Student's t on the work of the runs, of which constant launches leave no variation, as does a single run. */
function compareWork(base: readonly number[], head: readonly number[]): LaunchChange | null {
  const { mean, more, computeReach } = compareMeans(base, head)
  if (mean === 0 || more <= computeReach(1 - lookLevel)) return null
  const [low, high] = [more - computeReach(0.975), more + computeReach(0.975)]
  return { effect: more / mean, interval: [low / mean, high / mean] }
}

/** The mean of the base, what the head has more, and Student's reach of that difference with the pooled deviation. */
function compareMeans(base: readonly number[], head: readonly number[]) {
  const [before, after] = [summarize(base), summarize(head)]
  const freedom = Math.max(1, before.count + after.count - 2)
  const squares = [before, after].map(({ standardDeviation, count }) => (standardDeviation ?? 0) ** 2 * (count - 1))
  const error = Math.sqrt((sumValues(squares) / freedom) * (1 / before.count + 1 / after.count))
  const computeReach = (probability: number): number => computeStudentQuantile(probability, freedom) * error
  return { mean: before.mean, more: after.mean - before.mean, computeReach }
}

/**
 * Whether kernels with equal launches became cheaper than those with more launches, which have the same clock, by half of
 * what the launches add or more: a head can launch more of one kernel to save time in another.
 */
function isOffset(
  effect: number,
  [more, equal]: readonly [more: readonly string[], equal: readonly string[]],
  sides: readonly [base: readonly Uses[], head: readonly Uses[]],
): boolean {
  const [first] = sides[0]
  // At the launches of the base.
  const weigh = (uses: Uses, names: readonly string[]): number =>
    sumValues(names.map((name) => measureEach([name], [uses]) * (first?.get(name)?.launches ?? 0)))
  const [before, after] = sides.map((runs) => runs.map((uses) => Math.log(weigh(uses, equal) / weigh(uses, more))))
  const { more: change, computeReach } = compareMeans(before ?? [], after ?? [])
  if (!Number.isFinite(change) || -change <= computeReach(0.99)) return false
  const share = first ? weigh(first, equal) / sumValues([...first.values()].map(({ seconds }) => seconds)) : 0
  return share * -Math.expm1(change) >= effect / 2
}
