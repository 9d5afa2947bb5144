import { findChangePoints } from '../../src/domain/detection/series/change-points.ts'
import { describeChanges, computeDetectableStep } from '../../src/domain/detection/series/describe-changes.ts'
import { computeMedian } from '../../src/domain/core/statistics.ts'
import { forecastCrossing } from '../../src/domain/history/forecast.ts'
import { measureCreep } from '../../src/domain/history/creep.ts'
import { drawsFrom } from './noise-families.ts'

const length = 150
const noise = 0.01

/** A history with noise of 1 % around these levels. */
export function historyAround(levelAt: (index: number) => number, seed: number, count = length): number[] {
  const { normal } = drawsFrom(seed)
  return Array.from({ length: count }, (_, index) => levelAt(index) * Math.exp(noise * normal()))
}

export type StepRates = {
  readonly found: number
  /** Of those found: the interval for the place holds the true one; the interval for the size the true one. */
  readonly placed: number
  readonly sized: number
  /** Change points elsewhere, per 100 values. */
  readonly falsePer100: number
}

/** One step of this size in the middle third of each history. */
export function stepRates(step: number, count: number): StepRates {
  const counts = { found: 0, placed: 0, sized: 0, wrong: 0 }
  for (let seed = 0; seed < count; seed += 1) {
    const at = 50 + (seed % 50)
    const values = historyAround((index) => (step > 0 && index >= at ? 100 * (1 + step) : 100), seed + 1)
    const changes = describeChanges(values, findChangePoints(values, null))
    const hit = step > 0 ? changes.find((change) => Math.abs(change.at - at) <= 5) : undefined
    counts.wrong += changes.length - (hit ? 1 : 0)
    if (!hit) continue
    counts.found += 1
    if (hit.where[0] <= at && at <= hit.where[1]) counts.placed += 1
    if (hit.interval && hit.interval[0] <= step && step <= hit.interval[1]) counts.sized += 1
  }
  const { found, placed, sized, wrong } = counts
  return {
    found: found / count,
    placed: placed / found,
    sized: sized / found,
    falsePer100: (wrong / count / length) * 100,
  }
}

export type ShortRates = {
  readonly found: number
  /** Of series with three values at 2 to 6 times their level. */
  readonly foundWithOutliers: number
  /** Share of series without a step in which one is found. */
  readonly alarms: number
  /** The same with noise whose neighbours correlate by 0.6. */
  readonly alarmsCorrelated: number
  /** Median over series without a step. */
  readonly detectable: number
}

/** A twofold step in the middle of so many values with this noise. */
export function shortRates(values: number, cv: number, count: number): ShortRates {
  const share = (make: (seed: number) => number[]): number =>
    Array.from({ length: count }, (_, seed) => findChangePoints(make(seed), 0.03).length > 0).filter(Boolean).length /
    count
  const flat = (seed: number): number[] => shortSeries(values, { cv, ratio: 1, seed })
  return {
    found: share((seed) => shortSeries(values, { cv, ratio: 2, seed })),
    foundWithOutliers: share((seed) => shortSeries(values, { cv, ratio: 2, seed, outliers: 3 })),
    alarms: share(flat),
    alarmsCorrelated: share((seed) => shortSeries(values, { cv, ratio: 1, seed, correlation: 0.6 })),
    detectable: computeMedian(
      Array.from({ length: count }, (_, seed) => computeDetectableStep(flat(seed)) ?? Number.NaN),
    ),
  }
}

type ShortOptions = {
  readonly cv: number
  readonly ratio: number
  readonly seed: number
  readonly outliers?: number
  readonly correlation?: number
}

function shortSeries(values: number, { cv, ratio, seed, outliers = 0, correlation = 0 }: ShortOptions): number[] {
  const { normal, uniform } = drawsFrom(seed)
  let place = normal()
  const series = Array.from({ length: values }, (_, index) => {
    place = correlation * place + Math.sqrt(1 - correlation ** 2) * normal()
    return (index < values / 2 ? 10 : 10 * ratio) * Math.exp(cv * place)
  })
  for (let outlier = 0; outlier < outliers; outlier += 1) {
    const index = Math.floor(uniform() * values)
    series[index] = (series[index] ?? 0) * (2 + 4 * uniform())
  }
  return series
}

export type CreepRates = { readonly regression: number; readonly unchanged: number; readonly stepsFound: number }

/** A level that creeps away from an anchor of five samples by this share in all, over 60 runs. */
export function creepRates(creep: number, count: number): CreepRates {
  const totals = { regression: 0, unchanged: 0, steps: 0 }
  for (let seed = 0; seed < count; seed += 1) {
    const values = historyAround((index) => 100 * (1 + (creep * index) / 59), seed + 5000, 60)
    const samples = historyAround(() => 100, seed + 9000, 5)
    const { verdict } = measureCreep(values, { label: 'tag v1.0', samples }, { minEffect: 0.03, betterWhen: 'lower' })
    if (verdict === 'regression') totals.regression += 1
    if (verdict === 'unchanged') totals.unchanged += 1
    if (findChangePoints(values, 0.03).length > 0) totals.steps += 1
  }
  return {
    regression: totals.regression / count,
    unchanged: totals.unchanged / count,
    stepsFound: totals.steps / count,
  }
}

export type ForecastRates = { readonly told: number; readonly held: number }

/** A level that moves by this share a run towards a limit 20 runs away: how often a crossing is told, and its interval holds. */
export function forecastRates(slope: number, count: number): ForecastRates {
  const totals = { told: 0, held: 0 }
  for (let seed = 0; seed < count; seed += 1) {
    const values = historyAround((index) => 100 * (1 + slope * index), seed + 20_000, 40)
    const limit = 100 * (1 + slope * 59)
    const forecast = forecastCrossing(values, slope === 0 ? 103 : limit, { operator: '<' })
    if (forecast.kind !== 'approaching' && forecast.kind !== 'within-one-run') continue
    totals.told += 1
    const [soonest, latest] = forecast.interval
    if (soonest <= 20 && (latest === null || latest >= 20)) totals.held += 1
  }
  return { told: totals.told / count, held: totals.told > 0 ? totals.held / totals.told : Number.NaN }
}
