import type { Baseline } from '../baselines/baseline.ts'
import { minutesFor } from './device-minutes.ts'
import { wallTime } from '../core/metric.ts'
import { isQuiet } from '../noise/noise-floor.ts'
import { sessionsOf, type NoiseRecord } from '../noise/noise.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../plan/plan.ts'
import { isSameCase, priceGate, type PricedMetric } from './price-gate.ts'
import { median, sumOf } from '../core/statistics.ts'

export type PriceInput = {
  readonly plan: Plan
  readonly noise: NoiseRecord | null
  readonly baselines: readonly Baseline[]
  /** SHA-256 of the data by its name in the config. */
  readonly datasets: ReadonlyMap<string, string>
}

/** Device-minutes; what has no history is counted apart, never guessed. */
export type Amount = { readonly minutes: number; readonly unknownCases: number }

/** What is known of one planned comparison before anything runs. */
export type PricedComparison = {
  readonly planned: PlannedComparison
  readonly head: PlannedCase
  /** Label of the revision it is compared with. */
  readonly against: string
  /** Runs per side at most. */
  readonly maxRuns: number
  /** The gate metric that needs the most runs; null when no gate metric has a history. */
  readonly decisive: PricedMetric | null
  /** Gate metrics without a history here. */
  readonly unknownMetrics: readonly string[]
  /** Gate metrics that cannot be judged as asked, as sentences. */
  readonly notes: readonly string[]
  /** Committed samples are expected to clear an unchanged head without the reference. */
  readonly isLikelyCleared: boolean
  /** Runs per side when nothing changed; null: unknown. */
  readonly expectedRuns: number | null
  readonly expectedMinutes: number | null
  readonly largestMinutes: number | null
}

/** What a plan will cost and what it can tell. */
export type Price = {
  readonly comparisons: readonly PricedComparison[]
  /** When nothing has changed. */
  readonly expected: Amount
  /** When every comparison goes on to its last run and every contaminated run is made again. */
  readonly largest: Amount
}

/** The price of a plan from what earlier runs left behind. The reference is taken to be as fast as the head. */
export function priceBefore(input: PriceInput): Price {
  const comparisons = input.plan.comparisons.flatMap((planned) => priceComparison(planned, input) ?? [])
  const cases = input.plan.cases.map((planned) => ({ planned, runs: runsOf(planned, comparisons) }))
  const total = (which: keyof Runs): Amount => {
    const minutes = cases.map(({ planned, runs }) => minutesOf(planned, runs[which], input))
    const known = minutes.filter((value) => value !== null)
    return { minutes: sumOf(known), unknownCases: minutes.length - known.length }
  }
  return { comparisons, expected: total('expected'), largest: total('largest') }
}

function priceComparison(planned: PlannedComparison, input: PriceInput): PricedComparison | null {
  const head = input.plan.cases.find((item) => item.id === planned.head)
  const base = input.plan.cases.find((item) => item.id === planned.base)
  if (!head || !base) return null
  const { known, unknown } = priceGate(planned, head, input.noise, input.datasets.get(head.dataset) ?? '')
  const decisive = known.toSorted((a, b) => b.expectedRuns - a.expectedRuns || b.floor.cv - a.floor.cv)[0] ?? null
  const isKnown = unknown.length === 0
  const isLikelyCleared = planned.isScreened && isKnown && known.every(({ floor }) => isQuiet(floor))
  const priced: PricedComparison = {
    planned,
    head,
    against: base.revision,
    maxRuns: Math.max(planned.maxRepeats, head.repeats),
    decisive,
    unknownMetrics: unknown,
    notes: known.flatMap(({ name, note }) => (note === null ? [] : [`${head.id}, ${name}: ${note}`])),
    isLikelyCleared,
    expectedRuns: isLikelyCleared ? head.repeats : isKnown ? (decisive?.expectedRuns ?? null) : null,
    expectedMinutes: null,
    largestMinutes: null,
  }
  const total = (which: keyof Runs): number | null => {
    const minutes = [head, base].map((side) => minutesOf(side, runsOfSide(side, priced)[which], input))
    return minutes.includes(null) ? null : sumOf(minutes.map(Number))
  }
  return { ...priced, expectedMinutes: total('expected'), largestMinutes: total('largest') }
}

/** Runs of one case, warm-ups included; null: nobody knows. */
type Runs = { readonly expected: number | null; readonly largest: number }

/** A head with several references is run for all of them at once. */
function runsOf(planned: PlannedCase, comparisons: readonly PricedComparison[]): Runs {
  const sides = comparisons
    .filter((item) => [item.planned.head, item.planned.base].includes(planned.id))
    .map((item) => runsOfSide(planned, item))
  if (sides.length === 0) {
    const runs = planned.warmups + planned.repeats
    return { expected: runs, largest: runs + planned.maxReruns }
  }
  const expected = sides.map((side) => side.expected)
  return {
    expected: expected.includes(null) ? null : Math.max(...expected.map(Number)),
    largest: Math.max(...sides.map((side) => side.largest)),
  }
}

/** A head that was screened in vain starts again when its reference joins, so that both are of one session. */
function runsOfSide(side: PlannedCase, priced: PricedComparison): Runs {
  const isHead = side.id === priced.planned.head
  const { warmups, maxReruns, repeats } = side
  const screening = priced.planned.isScreened && isHead ? repeats : 0
  const largest = warmups + screening + priced.maxRuns + maxReruns
  if (priced.isLikelyCleared) return { expected: isHead ? warmups + repeats : 0, largest }
  return { expected: priced.expectedRuns === null ? null : warmups + priced.expectedRuns, largest }
}

function minutesOf(planned: PlannedCase, runs: number | null, input: PriceInput): number | null {
  if (runs === 0) return 0
  const seconds = secondsOf(planned, input)
  return runs === null || seconds === null ? null : minutesFor(planned, runs, seconds)
}

/** Seconds of one run by the record of earlier ones; null without any. */
function secondsOf({ key, dataset }: PlannedCase, { noise, baselines, datasets }: PriceInput): number | null {
  const sha256 = datasets.get(dataset) ?? ''
  const sessions = sessionsOf(noise, key, wallTime.name, sha256)
  if (sessions.length > 0) return median(sessions.map((session) => median(session)))
  const stored = baselines
    .filter((baseline) => baseline.suite === key.suite)
    .flatMap((baseline) => baseline.cases)
    .find((item) => item.conditions.datasetSha256 === sha256 && isSameCase({ suite: key.suite, ...item }, key))
  const samples = stored?.metrics.find((metric) => metric.name === wallTime.name)?.samples ?? []
  return samples.length > 0 ? median(samples) : null
}
