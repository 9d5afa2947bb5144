import { describeCase, formatCaseId } from '../core/case.ts'
import { formatMetricLabel, inferMetricKind, isBusyTime, isHostPart, parseBusyGpu, wallTime } from '../core/metric.ts'
import { doesFailCheck, type Comparison } from './comparison.ts'
import type { Interval } from '../core/statistics.ts'
import type { OverallVerdict, VerdictReason } from './report.ts'
import type { RequirementResult } from './requirement.ts'
import { formatPair, formatShare } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { shortenFailure } from '../trial/outcome.ts'

/** The result whose figures stand in the headline; the first screen does not repeat them. Null: none. */
export type Headlined =
  | { readonly kind: 'comparison'; readonly item: Comparison }
  | { readonly kind: 'limit'; readonly item: RequirementResult }
  | null

/** What the choice depends on. */
export type HeadlineSource = {
  readonly verdict: OverallVerdict
  readonly reasons: readonly VerdictReason[]
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
}

/** The headline names at most this many reasons. */
const mostReasons = 3

/**
 * Chooses what the headline is about: the worst regression, otherwise the limit that is missed most; for a pass the
 * largest improvement; for an inconclusive run the most important open comparison, if the headline has space for it.
 */
export function chooseHeadlined({ verdict, reasons, comparisons, requirements }: HeadlineSource): Headlined {
  const candidates = {
    fail: doesFailCheck,
    pass: (item: Comparison) => item.isGate && item.verdict === 'improvement',
    inconclusive: isOpenWithEffect,
    error: () => false,
  }
  const item = findMostImportant(comparisons.filter(candidates[verdict]))
  const isNamed = verdict !== 'inconclusive' || selectTitleReasons(reasons).some(({ code }) => code === 'undecided')
  if (item) return isNamed ? { kind: 'comparison', item } : null
  const missed = requirements.filter(({ severity, status }) => severity === 'fail' && status === 'fail')
  const [worst] = missed.toSorted((a, b) => computeMiss(b) - computeMiss(a))
  return worst && verdict === 'fail' ? { kind: 'limit', item: worst } : null
}

/** Selects the reasons that the headline names. */
export function selectTitleReasons(reasons: readonly VerdictReason[]): readonly VerdictReason[] {
  return reasons.slice(0, mostReasons)
}

/**
 * Finds the comparison to report first: wall time, unless a part of the same case is known more precisely, which is
 * then the cause: GPU busy time, the time in use or the start-up; otherwise the one with the highest cost for the run.
 * Null: the list is empty.
 */
export function findMostImportant(comparisons: readonly Comparison[]): Comparison | null {
  const [first] = comparisons.toSorted((a, b) => rankComparison(b) - rankComparison(a))
  if (!first || first.metric !== wallTime.name) return first ?? null
  // The work of all GPUs, if their clocks do not explain it, or else what the host does between or before kernels.
  const parts = comparisons.filter(
    ({ metric, workCause }) =>
      (isBusyTime(metric) && parseBusyGpu(metric) === null && workCause?.caution === undefined) || isHostPart(metric),
  )
  const causes = parts
    .filter((item) => isSameCase(item, first) && computePrecision(item) > computePrecision(first))
    .toSorted((a, b) => computePrecision(b) - computePrecision(a))
  return causes.find(({ metric }) => isBusyTime(metric)) ?? causes[0] ?? first
}

/** Whether two comparisons are of one case with one reference. */
export function isSameCase(one: Comparison, other: Comparison): boolean {
  return formatCaseId(one) === formatCaseId(other) && one.reference === other.reference
}

/** Effect by half the width of its interval; 0 if either is unknown. */
function computePrecision({ effect, interval }: Comparison): number {
  if (effect === null || interval === null) return 0
  return Math.abs(effect) / Math.max(Number.EPSILON, (interval[1] - interval[0]) / 2)
}

/** Whether a gate is inconclusive although both sides were measured. */
export function isOpenWithEffect({ isGate, verdict, effect }: Comparison): boolean {
  return isGate && verdict === 'inconclusive' && effect !== null
}

/** Distance of a value from its limit as a share of the limit; 0 without a value. */
export function computeMiss({ actual, limit }: Pick<RequirementResult, 'actual' | 'limit'>): number {
  return actual === null ? 0 : Math.abs(actual - limit) / (Math.abs(limit) || 1)
}

function rankComparison({ metric, cost, effect }: Comparison): number {
  return metric === wallTime.name ? Number.MAX_VALUE : Math.abs(cost ?? effect ?? 0)
}

/** Whether a gate shows neither a slowdown nor its absence. */
export function isOpen({ verdict }: Comparison): boolean {
  return !['unchanged', 'improvement', 'regression'].includes(verdict)
}

/**
 * Describes undecided gates: the most important one with its effect and the smallest slowdown that it cannot exclude,
 * the others by verdict. Several cases without a decision are counted.
 */
export function describeOpenGates(open: readonly Comparison[], deviceKind: Testbed['deviceKind']): string[] {
  const main = findMostImportant(open.filter(isOpenWithEffect))
  const others = Map.groupBy(
    open.filter((item) => item !== main),
    ({ verdict }) => verdict,
  )
  const described = [...others].map(([verdict, group]) => {
    const [first] = group
    if (first && group.length === 1 && main === null)
      return `${verdict}: ${describeGate(first, deviceKind)}${describeMissing(first)}`
    const more = main === null ? '' : ' more'
    return `${group.length}${more} ${group.length === 1 ? 'comparison' : 'comparisons'} ${verdict}`
  })
  if (main === null) return described
  const limit = describeOpenBound(main)
  const figures = [`${formatSignedEffect(main)}, ${describeGate(main, deviceKind)}`, ...(limit === null ? [] : [limit])]
  return [figures.join('; '), ...described]
}

/** Why a side has no samples, such as the failure of a reference. */
function describeMissing({ verdict, reason }: Comparison): string {
  return verdict === 'missing' && reason !== null ? `: ${shortenFailure(reason)}` : ''
}

function describeOpenBound({ excluded }: Comparison): string | null {
  if (excluded === null) return null
  return excluded > 0 ? describeUnexcluded(excluded) : 'a gain that is not confirmed'
}

/** Describes the slowdown, a share of the time, that samples cannot exclude. */
export function describeUnexcluded(share: number): string {
  return `a slowdown below ${formatShare(share)} cannot be excluded`
}

function describeGate(item: Comparison, deviceKind: Testbed['deviceKind']): string {
  return `${formatMetricLabel(item.metric)} of ${describeCase(item, deviceKind)}, against ${item.reference}`
}

/**
 * Describes medians that differ the other way than the effect, which is estimated from all runs: `only the medians
 * rise`. Null: both agree as far as a report shows them.
 */
export function describeOtherMedians(effect: number | null, unit: string, [before, after]: Interval): string | null {
  if (effect === null || !/[1-9]/.test(formatPercent(effect)) || effect * (after - before) >= 0) return null
  const [one, other] = formatPair(before, after, unit)
  return one === other ? null : `only the medians ${after > before ? 'rise' : 'fall'}`
}

type Change = Pick<Comparison, 'metric' | 'unit' | 'verdict' | 'effect' | 'interval' | 'base' | 'head'>

/** Formats an effect with its 95 % interval: `+4.1 % (-1.3 to +9.7 %)`. */
function formatSignedEffect({ effect, interval, unit }: Pick<Change, 'effect' | 'interval' | 'unit'>): string {
  const label = getPercentLabel(unit)
  const decimals = chooseDecimals(interval ?? [])
  const format = (share: number): string => {
    const text = formatPercent(share, decimals)
    return `${Number(text) > 0 ? '+' : ''}${text}`
  }
  const range = interval ? ` (${interval.map(format).join(' to ')} ${label})` : ''
  return `${format(effect ?? 0)} ${label}${range}`
}

/**
 * Formats a regression or improvement with the number first: `12 % slower (8.9 to 15 %)`, from a factor of two on
 * `3.8× slower (3.6 to 4.0×)`; for metrics other than times and rates `20.0 % higher, which is worse`.
 */
export function describeChange(change: Change): string {
  const kind = inferMetricKind(change)
  const { effect, interval, base, head, unit } = change
  const isWorse = change.verdict === 'regression'
  const judgment = `which is ${isWorse ? 'worse' : 'better'}`
  // A change from zero has no ratio.
  if (effect === null) {
    const levels = [base, head].map((side) => (side ? String(Number(side.median.toPrecision(4))) : 'unknown'))
    return `${levels.join(' → ')} ${unit}, ${judgment}`
  }
  const isTime = kind === 'duration' || kind === 'rate'
  const direction = isTime ? (isWorse ? 'slower' : 'faster') : `${effect > 0 ? 'higher' : 'lower'}, ${judgment}`
  const ratio = 1 + effect
  if (isTime && (ratio >= 2 || (ratio > 0 && ratio <= 0.5))) return describeFactor(ratio, interval, direction)
  return describeSize(effect, change, direction)
}

function describeSize(effect: number, { interval, unit }: Change, direction: string): string {
  const label = getPercentLabel(unit)
  const edges = (interval ?? []).map((edge) => edge * (Math.sign(effect) || 1)).toSorted((a, b) => a - b)
  const decimals = chooseDecimals(edges)
  const range = edges.length > 0 ? ` (${edges.map((edge) => formatPercent(edge, decimals)).join(' to ')} ${label})` : ''
  return `${formatPercent(Math.abs(effect), decimals)} ${label} ${direction}${range}`
}

/** For a ratio of at least two, or at most one half. */
function describeFactor(ratio: number, interval: Interval | null, direction: string): string {
  const toFactor = (value: number) => (ratio >= 2 ? value : 1 / value)
  const edges = (interval ?? []).map((effect) => toFactor(1 + effect)).toSorted((a, b) => a - b)
  const isKnown = edges.length > 0 && edges.every((edge) => Number.isFinite(edge) && edge > 0)
  return `${formatRatio(toFactor(ratio))}× ${direction}${isKnown ? ` (${edges.map(formatRatio).join(' to ')}×)` : ''}`
}

function formatRatio(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 1 : 0)
}

/** Changes of a share are in percentage points. */
function getPercentLabel(unit: string): string {
  return inferMetricKind({ unit }) === 'share' ? 'points' : '%'
}

/** Both ends of an interval differ as text. */
function chooseDecimals(edges: readonly number[]): number {
  const [low, high] = edges.map((edge) => formatPercent(edge))
  return low !== undefined && low === high ? 1 : 0
}

/** One decimal below 10 %, two below 0.1 %; `decimals` from 10 % on. */
function formatPercent(share: number, decimals = 0): string {
  const percent = share * 100
  const size = Math.abs(percent)
  const text = percent.toFixed(size >= 10 ? decimals : size >= 0.1 || size === 0 ? 1 : 2)
  return Number(text) === 0 ? text.replace('-', '') : text
}
