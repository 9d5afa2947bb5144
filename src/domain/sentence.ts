import { caseId } from './case.ts'
import type { Comparison } from './comparison.ts'
import type { Conclusion } from './conclusion.ts'
import { metricKindOf, stageOf } from './metric.ts'
import type { Operator, RequirementResult } from './requirement.ts'

/** The verdict in one sentence for people, without capital and full stop: what, how much, how sure, which stage. */
export function verdictSentence(
  { verdict, reasons }: Conclusion,
  comparisons: readonly Comparison[],
  requirements: readonly RequirementResult[],
): string {
  const regression = worst(comparisons.filter((item) => item.isGate && item.verdict === 'regression'))
  if (regression) return `${change(regression)}${stageShare(regression, comparisons)}`
  if (verdict === 'fail') return failedRequirements(requirements)
  if (verdict === 'error') return `could not be measured: ${listed(reasons)}`
  if (verdict === 'inconclusive') return `could not tell: ${listed(reasons)}`
  const best = worst(comparisons.filter((item) => item.isGate && item.verdict === 'improvement'))
  if (best) return `${change(best)}; nothing got worse`
  return passed(comparisons, requirements)
}

function worst(comparisons: readonly Comparison[]): Comparison | undefined {
  return comparisons.toSorted((a, b) => Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0))[0]
}

/** The case by the name that it has in every table, and the direction in a word: a rate that rises is no bad news. */
function change(item: Comparison): string {
  const range = item.interval ? ` (${percent(item.interval[0])} to ${percent(item.interval[1])})` : ''
  const effect = `${percent(item.effect ?? 0)}${range}`
  return `${caseId(item)} got ${direction(item)}: ${item.metric} ${effect} against ${item.reference}`
}

function direction(item: Comparison): string {
  const kind = metricKindOf(item)
  if (kind === 'duration' || kind === 'rate') return item.verdict === 'regression' ? 'slower' : 'faster'
  return item.verdict === 'regression' ? 'worse' : 'better'
}

/** Names the stage that took most of the additional time, when the stages were measured on both sides. */
function stageShare(regression: Comparison, comparisons: readonly Comparison[]): string {
  if (regression.unit !== 's' || !regression.base || !regression.head) return ''
  const whole = regression.head.median - regression.base.median
  const stages = comparisons
    .filter((item) => sameCase(item, regression) && stageOf(item.metric) !== null)
    .flatMap(({ metric, head, base }) =>
      head && base ? [{ stage: stageOf(metric) ?? '', added: head.median - base.median }] : [],
    )
  const largest = stages.toSorted((a, b) => b.added - a.added)[0]
  if (!largest || largest.added <= 0) return ''
  return `, most of it in stage ${largest.stage} (${seconds(largest.added)} of ${seconds(whole)})`
}

function sameCase(one: Comparison, other: Comparison): boolean {
  return caseId(one) === caseId(other) && one.reference === other.reference
}

/** Each limit once, by the case that misses it most. */
function failedRequirements(requirements: readonly RequirementResult[]): string {
  const failed = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  const limits = [...Map.groupBy(failed, ({ id, value }) => `${id}\0${value}`).values()]
  const start = failed.length === 1 ? 'a limit is missed' : `${failed.length} limits are missed`
  return `${start}: ${listed(limits.map(missedLimit))}`
}

const operators: Readonly<Record<Operator, (limit: string) => string>> = {
  '<': (limit) => `less than ${limit} is required`,
  '<=': (limit) => `at most ${limit} is allowed`,
  '>': (limit) => `more than ${limit} is required`,
  '>=': (limit) => `at least ${limit} is required`,
  '==': (limit) => `exactly ${limit} is required`,
}

function missedLimit(group: readonly RequirementResult[]): string {
  const [farthest] = group.toSorted((a, b) => missBy(b) - missBy(a))
  if (!farthest) return ''
  const { id, value, operator, unit, limit, actual } = farthest
  const { factor, label } = scaleOf(limit, unit)
  // A figure close to its limit needs the limit in full.
  const shown = Number((limit * factor).toPrecision(missBy(farthest) > 0.01 ? 4 : 10))
  const more = group.length > 1 ? ` (in the worst of ${group.length} cases)` : ''
  return `${id}: ${value} is ${figure(actual === null ? null : actual * factor, shown)}${label}, ${operators[operator](`${shown}${label}`)}${more}`
}

function missBy({ actual, limit }: RequirementResult): number {
  return actual === null ? 0 : Math.abs(actual - limit) / (Math.abs(limit) || 1)
}

/** Shares in per cent and bytes by their size; every other unit as it is. */
function scaleOf(limit: number, unit: string): { readonly factor: number; readonly label: string } {
  if (unit === 'share') return { factor: 100, label: ' %' }
  if (unit === '×' || unit === '') return { factor: 1, label: unit }
  if (unit !== 'B') return { factor: 1, label: ` ${unit}` }
  const power = Math.min(4, Math.max(0, Math.floor(Math.log2(Math.max(Math.abs(limit), 1)) / 10)))
  return { factor: 1024 ** -power, label: ` ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}` }
}

/** Enough digits to see on which side of the limit a figure lies. */
function figure(actual: number | null, limit: number): string {
  if (actual === null) return 'unknown'
  for (let digits = 3; digits < 15; digits += 1) {
    const text = actual.toPrecision(digits)
    if (Number(text) !== limit) return String(Number(text))
  }
  return String(actual)
}

function passed(comparisons: readonly Comparison[], requirements: readonly RequirementResult[]): string {
  const compared = comparisons.filter((item) => item.isGate).length
  const met = requirements.filter((item) => item.status === 'pass').length
  const missed = requirements.filter((item) => item.status === 'fail').length
  const parts = [
    compared > 0 ? `${count(compared, 'comparison')} without a change that matters` : '',
    met > 0 ? `${count(met, 'limit')} met` : '',
    missed > 0 ? `${count(missed, 'limit')} missed that only warn${missed === 1 ? 's' : ''}` : '',
  ]
  const start = compared > 0 ? 'no regression' : 'nothing failed'
  return `${start}: ${parts.filter((part) => part !== '').join(', ')}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** The first three, and how many more. */
function listed(parts: readonly string[]): string {
  const shown = parts.slice(0, 3).join('; ')
  return parts.length > 3 ? `${shown}; and ${parts.length - 3} more` : shown
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`
}

function seconds(value: number): string {
  return `${value > 0 ? '+' : ''}${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`
}
