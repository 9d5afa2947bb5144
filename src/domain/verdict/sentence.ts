import { formatCaseId } from '../core/case.ts'
import { doesFailCheck, type Comparison } from './comparison.ts'
import type { Conclusion } from './conclusion.ts'
import { describeEffect, formatRange } from './effect-text.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import { cpuTime, inferMetricKind, parseStageName, wallTime } from '../core/metric.ts'
import type { Operator, RequirementResult } from './requirement.ts'
import { formatShare } from '../core/share-text.ts'
import { sumValues } from '../core/statistics.ts'

/**
 * Formats the verdict as one sentence without capital and full stop: the change, its cost for the run, and what could
 * not be resolved.
 */
export function formatVerdict(
  { verdict, reasons }: Conclusion,
  comparisons: readonly Comparison[],
  requirements: readonly RequirementResult[],
): string {
  const gates = comparisons.filter((item) => item.isGate)
  const regression = findMostImportant(gates.filter(doesFailCheck))
  if (regression) return describeRegression(regression, comparisons)
  if (verdict === 'fail') return describeFailedLimits(requirements)
  if (verdict === 'error') return `could not be measured: ${formatParts(reasons)}`
  if (verdict === 'inconclusive') return `inconclusive: ${formatParts(reasons)}`
  const limit = describeUnresolved(gates.filter((item) => item.verdict === 'unchanged'))
  const tolerated = gates.filter((item) => item.verdict === 'regression').map(describeTolerated)
  const improvement = findMostImportant(gates.filter((item) => item.verdict === 'improvement'))
  const start = improvement ? describeChange(improvement, comparisons) : describePass(comparisons, requirements)
  return [start, ...tolerated, ...(limit === null ? [] : [limit])].join('; ')
}

/** Wall time first, then the highest cost. */
function findMostImportant(comparisons: readonly Comparison[]): Comparison | undefined {
  return comparisons.toSorted((a, b) => rankComparison(b) - rankComparison(a))[0]
}

function rankComparison({ metric, cost, effect }: Comparison): number {
  return metric === wallTime.name ? Number.MAX_VALUE : Math.abs(cost ?? effect ?? 0)
}

function describeRegression(regression: Comparison, comparisons: readonly Comparison[]): string {
  const part = regression.cost === undefined ? '' : `, which is ${formatShare(regression.cost)} of the run`
  const start = `${describeEffect(regression)}${part}${describeLargestStage(regression, comparisons)}${describeClocks(regression, comparisons)}`
  const run = comparisons.find((item) => item.metric === wallTime.name && isSameCase(item, regression))
  const undecidedRun = run?.isGate === true && run !== regression && run.verdict === 'inconclusive'
  const rest = undecidedRun ? `; wall time is inconclusive${formatRange(run.interval)}` : ''
  return `${describeDirection(regression)}: ${start}${rest}; ${formatCaseId(regression)} against ${regression.reference}`
}

function describeChange(item: Comparison, comparisons: readonly Comparison[]): string {
  return `${describeDirection(item)}: ${describeEffect(item)}${describeClocks(item, comparisons)}; ${formatCaseId(item)} against ${item.reference}`
}

/**
 * Returns `; lower clocks, not more work` if clocks explain the change of GPU busy time of this case; otherwise
 * empty.
 */
function describeClocks(change: Comparison, comparisons: readonly Comparison[]): string {
  const busy = comparisons.find((item) => isSameCase(item, change) && item.workCause?.caution !== undefined)
  if (!busy?.workCause || (busy.effect ?? 0) > 0 !== (change.verdict === 'regression')) return ''
  const { label } = busy.workCause
  return busy === change ? `; ${label}` : `; ${describeEffect(busy)}: ${label}`
}

function describeDirection(item: Comparison): string {
  const kind = inferMetricKind(item)
  if (kind === 'duration' || kind === 'rate') return item.verdict === 'regression' ? 'slower' : 'faster'
  return item.verdict === 'regression' ? 'worse' : 'better'
}

function describeTolerated(item: Comparison): string {
  return `${describeEffect(item)} does not fail the check: ${item.toleratedBecause ?? ''}`
}

/** Describes the largest slowdown that a gate cannot exclude; null without such a gate. */
function describeUnresolved(gates: readonly Comparison[]): string | null {
  const known = gates.flatMap(({ metric, excluded }) =>
    excluded === null || excluded <= 0 ? [] : [{ metric, excluded }],
  )
  const [worst] = known.toSorted((a, b) => b.excluded - a.excluded)
  return worst
    ? `${formatMetricLabel(worst.metric)}: a slowdown below ${formatShare(worst.excluded)} cannot be excluded`
    : null
}

/**
 * Names the stage with more than half of the additional time, if stages were measured on both sides. Stages use the
 * wall clock, so their seconds are shown only next to wall time.
 */
function describeLargestStage(regression: Comparison, comparisons: readonly Comparison[]): string {
  const isWallTime = regression.metric === wallTime.name
  if (!(isWallTime || regression.metric === cpuTime.name) || !regression.base || !regression.head) return ''
  const stages = comparisons
    .filter((item) => isSameCase(item, regression) && parseStageName(item.metric) !== null)
    .flatMap(({ metric, head, base }) =>
      head && base ? [{ stage: parseStageName(metric) ?? '', seconds: head.median - base.median }] : [],
    )
  const largest = stages.toSorted((a, b) => b.seconds - a.seconds)[0]
  const ofStages = sumValues(stages.map((item) => item.seconds))
  const added = isWallTime ? regression.head.median - regression.base.median : ofStages
  if (!largest || largest.seconds <= 0) return ''
  if (largest.seconds <= added / 2) return isWallTime ? ', outside the reported stages or spread over several' : ''
  const part = isWallTime ? ` (${formatSeconds(largest.seconds)} of ${formatSeconds(added)})` : ''
  return `, most of it in stage ${largest.stage}${part}`
}

function isSameCase(one: Comparison, other: Comparison): boolean {
  return formatCaseId(one) === formatCaseId(other) && one.reference === other.reference
}

/** Names each missed limit once, with its worst case. */
function describeFailedLimits(requirements: readonly RequirementResult[]): string {
  const failed = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  const limits = [...Map.groupBy(failed, ({ id, value }) => `${id}\0${value}`).values()]
  const start = failed.length === 1 ? 'a limit is missed' : `${failed.length} limits are missed`
  return `${start}: ${formatParts(limits.map(describeMissedLimit))}`
}

const operators: Readonly<Record<Operator, (limit: string) => string>> = {
  '<': (limit) => `less than ${limit} is required`,
  '<=': (limit) => `at most ${limit} is allowed`,
  '>': (limit) => `more than ${limit} is required`,
  '>=': (limit) => `at least ${limit} is required`,
  '==': (limit) => `exactly ${limit} is required`,
}

function describeMissedLimit(group: readonly RequirementResult[]): string {
  const [farthest] = group.toSorted((a, b) => computeMiss(b) - computeMiss(a))
  if (!farthest) return ''
  const { id, value, operator, unit, limit, actual, reason } = farthest
  if (value === 'same_answer') return `${id}: the results differ${reason === '' ? '' : ` (${reason})`}`
  const { factor, label } = chooseScale(limit, unit)
  // A value close to its limit needs more digits of the limit.
  const shown = Number((limit * factor).toPrecision(computeMiss(farthest) > 0.01 ? 4 : 10))
  const more = group.length > 1 ? ` (in the worst of ${group.length} cases)` : ''
  return `${id}: ${value} is ${formatFigure(actual === null ? null : actual * factor, shown)}${label}, ${operators[operator](`${shown}${label}`)}${more}`
}

function computeMiss({ actual, limit }: RequirementResult): number {
  return actual === null ? 0 : Math.abs(actual - limit) / (Math.abs(limit) || 1)
}

/** Chooses the display unit: percent for shares, a binary prefix for bytes, otherwise unchanged. */
function chooseScale(limit: number, unit: string): { readonly factor: number; readonly label: string } {
  if (unit === 'share') return { factor: 100, label: ' %' }
  if (unit === '×' || unit === '') return { factor: 1, label: unit }
  if (unit !== 'B') return { factor: 1, label: ` ${unit}` }
  const power = Math.min(4, Math.max(0, Math.floor(Math.log2(Math.max(Math.abs(limit), 1)) / 10)))
  return { factor: 1024 ** -power, label: ` ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}` }
}

/** Formats a value with enough digits to differ from the limit. */
function formatFigure(actual: number | null, limit: number): string {
  if (actual === null) return 'unknown'
  for (let digits = 3; digits < 15; digits += 1) {
    const text = actual.toPrecision(digits)
    if (Number(text) !== limit) return String(Number(text))
  }
  return String(actual)
}

function describePass(comparisons: readonly Comparison[], requirements: readonly RequirementResult[]): string {
  const compared = comparisons.filter((item) => item.isGate).length
  const met = requirements.filter((item) => item.status === 'pass').length
  const missed = requirements.filter((item) => item.status === 'fail').length
  const parts = [
    compared > 0 ? formatCount(compared, 'comparison') : '',
    met > 0 ? `${formatCount(met, 'limit')} met` : '',
    missed > 0 ? `${formatCount(missed, 'limit')} missed (warning only)` : '',
  ]
  const start = compared > 0 ? 'not slower' : 'nothing failed'
  return `${start}: ${parts.filter((part) => part !== '').join(', ')}`
}

function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Lists the first three parts and the number of others. */
function formatParts(parts: readonly string[]): string {
  const shown = parts.slice(0, 3).join('; ')
  return parts.length > 3 ? `${shown}; and ${parts.length - 3} more` : shown
}

function formatSeconds(value: number): string {
  return `${value > 0 ? '+' : ''}${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`
}
