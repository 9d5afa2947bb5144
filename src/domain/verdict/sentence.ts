import { formatCaseId } from '../core/case.ts'
import { describeCase } from '../core/describe-case.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import { isBusyTime, parseBusyGpu, wallTime, cpuTime, parseStageName } from '../core/metric.ts'
import { formatShare, formatCounted } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { doesFailCheck, type Comparison } from './comparison.ts'
import {
  describeChange,
  describeUnexcluded,
  chooseHeadlined,
  selectTitleReasons,
  type HeadlineSource,
} from './headlined.ts'
import { describeLimit } from './limit-sentence.ts'
import type { VerdictReason } from './report.ts'
import type { RequirementResult } from './requirement.ts'
import { sumValues } from '../core/statistics.ts'

type DeviceKind = Testbed['deviceKind']

/**
 * Formats the verdict as one sentence without capital and full stop, the number first: what changed by how much, its
 * cost for the run, and what could not be resolved.
 */
export function formatVerdict(source: HeadlineSource, deviceKind: DeviceKind): string {
  const { verdict, reasons, comparisons, requirements } = source
  const headlined = chooseHeadlined(source)
  if (verdict === 'error') return `could not be measured: ${formatReasons(reasons)}`
  if (verdict === 'inconclusive') return `inconclusive: ${formatReasons(reasons)}`
  if (headlined?.kind === 'limit') return describeMissedLimits(headlined.item, requirements, deviceKind)
  const change = headlined && describeHeadlined(headlined.item, comparisons, deviceKind)
  if (verdict === 'fail') return [change ?? formatReasons(reasons), ...countOtherCases(source)].join('; ')
  const gates = comparisons.filter((item) => item.isGate)
  const tolerated = gates.flatMap(({ metric, toleratedBecause }) =>
    toleratedBecause === undefined
      ? []
      : [`${formatMetricLabel(metric)} is slower, tolerated because ${toleratedBecause}`],
  )
  const start = change === null ? describePass(gates, requirements) : `${change}${describeUnresolved(gates)}`
  return [start, ...tolerated].join('; ')
}

function describeHeadlined(item: Comparison, comparisons: readonly Comparison[], deviceKind: DeviceKind): string {
  const isFailure = item.verdict === 'regression'
  const parts = [
    `${describeChange(item)}${item.effect === null ? ':' : ','} ${formatMetricLabel(item.metric)} of ${describeCase(item, deviceKind)}, against ${item.reference}`,
    ...(isFailure ? describeSlowerGpus(item, comparisons) : []),
    ...(isFailure && item.cost !== undefined ? [`costs ${formatShare(item.cost)} of the run`] : []),
    ...(isFailure ? describeStages(item, comparisons) : []),
    ...describeClocks(item, comparisons),
    ...(isFailure ? describeUndecidedRun(item, comparisons) : []),
  ]
  return parts.join('; ')
}

/** Names the slower GPUs of a case, unless all of them are: `GPU 1: 9.7 % slower`. */
function describeSlowerGpus(change: Comparison, comparisons: readonly Comparison[]): string[] {
  if (!isBusyTime(change.metric)) return []
  const gpus = comparisons.filter((item) => parseBusyGpu(item.metric) !== null && isSameCase(item, change))
  const slower = gpus.filter(({ verdict }) => verdict === 'regression')
  if (slower.length === 0 || slower.length === gpus.length) return []
  const most = Math.max(...slower.map(({ effect }) => effect ?? 0))
  const [name, bound] = slower.length === 1 ? ['GPU', ''] : ['GPUs', 'up to ']
  return [`${name} ${slower.map((item) => parseBusyGpu(item.metric)).join(', ')}: ${bound}${formatShare(most)} slower`]
}

/** Other metrics of the headlined case belong to the same story. */
function countOtherCases({ comparisons }: HeadlineSource): string[] {
  const others = new Set(comparisons.filter(doesFailCheck).map(formatCaseId)).size - 1
  return others > 0 ? [`regressions in ${formatCounted(others, 'more case')}`] : []
}

function describeStages(regression: Comparison, comparisons: readonly Comparison[]): string[] {
  const found = attributeToStages(regression, comparisons)
  if (found === null) return []
  if (found.place === 'stage') return [`most of it in stage ${found.stage}`]
  return [found.place === 'several stages' ? 'spread over several stages' : 'most of it outside the reported stages']
}

/** States that clocks explain the change of GPU busy time of this case; empty if they do not. */
function describeClocks(change: Comparison, comparisons: readonly Comparison[]): string[] {
  const busy = comparisons.find((item) => isSameCase(item, change) && item.workCause?.caution !== undefined)
  if (!busy?.workCause || (busy.effect ?? 0) > 0 !== (change.verdict === 'regression')) return []
  const { label } = busy.workCause
  return [busy === change ? label : `${formatMetricLabel(busy.metric)}: ${label}`]
}

function describeUndecidedRun(change: Comparison, comparisons: readonly Comparison[]): string[] {
  const run = comparisons.find((item) => item.metric === wallTime.name && isSameCase(item, change))
  return run?.isGate === true && run !== change && run.verdict === 'inconclusive' ? ['wall time is inconclusive'] : []
}

/** Describes the largest slowdown that an unchanged gate cannot exclude, after a change; empty without such a gate. */
function describeUnresolved(gates: readonly Comparison[]): string {
  const worst = findLeastExcluded(gates)
  return worst ? `; ${formatMetricLabel(worst.metric)}: ${describeUnexcluded(worst.excluded)}` : ''
}

/** Finds the unchanged gate that excludes least; null if each excludes every slowdown, or it is unknown. */
function findLeastExcluded(
  gates: readonly Comparison[],
): { readonly metric: string; readonly excluded: number } | null {
  const known = gates.flatMap(({ verdict, metric, excluded }) =>
    verdict !== 'unchanged' || excluded === null || excluded <= 0 ? [] : [{ metric, excluded }],
  )
  return known.toSorted((a, b) => b.excluded - a.excluded)[0] ?? null
}

/** Describes the limit that is missed most, with the number of other limits. */
function describeMissedLimits(
  worst: RequirementResult,
  requirements: readonly RequirementResult[],
  deviceKind: DeviceKind,
): string {
  const failed = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  const others = new Set(failed.filter(({ id }) => id !== worst.id).map(({ id }) => id)).size
  const rest = others > 0 ? `; ${formatCounted(others, 'more limit')} missed` : ''
  return `${describeLimit(worst, deviceKind)}${rest}`
}

/** States which slowdown the comparisons exclude, and the numbers of comparisons and limits. */
function describePass(gates: readonly Comparison[], requirements: readonly RequirementResult[]): string {
  const met = requirements.filter((item) => item.status === 'pass').length
  const missed = requirements.filter((item) => item.status === 'fail').length
  const parts = [
    gates.length > 0 ? formatCounted(gates.length, 'comparison') : '',
    met > 0 ? `${formatCounted(met, 'limit')} met` : '',
    missed > 0 ? `${formatCounted(missed, 'limit')} missed (warning only)` : '',
  ]
  const worst = findLeastExcluded(gates)
  const bound = worst ? ` by ${formatShare(worst.excluded)} or more (${formatMetricLabel(worst.metric)})` : ''
  const start = gates.some(({ verdict }) => verdict === 'unchanged') ? `not slower${bound}` : 'nothing failed'
  return `${start}${bound === '' ? ': ' : '; '}${parts.filter((part) => part !== '').join(', ')}`
}

function formatReasons(reasons: readonly VerdictReason[]): string {
  const shown = selectTitleReasons(reasons)
  const rest = reasons.length - shown.length
  const text = shown.map((reason) => reason.text).join('; ')
  return rest > 0 ? `${text}; and ${rest} more` : text
}

/** Where the additional time of a slower run is. `stage`: one stage has more than half of it. */
export type StageAttribution =
  | { readonly place: 'stage'; readonly stage: string }
  | { readonly place: 'several stages' | 'outside the stages' }

/**
 * Attributes a longer wall or CPU time to the stages of its case. Stages are timed by the wall clock, so the total is
 * the additional wall time; without wall times the additional time of all stages. Null: no stage was measured on both
 * sides, or the run is not longer.
 */
export function attributeToStages(regression: Comparison, comparisons: readonly Comparison[]): StageAttribution | null {
  if (regression.metric !== wallTime.name && regression.metric !== cpuTime.name) return null
  const own = comparisons.filter((item) => isSameCase(item, regression))
  const stages = own.flatMap((item) => {
    const stage = parseStageName(item.metric)
    const seconds = computeAddedTime(item)
    return stage === null || seconds === null ? [] : [{ stage, seconds }]
  })
  const [largest] = stages.toSorted((a, b) => b.seconds - a.seconds)
  const ofStages = sumValues(stages.map(({ seconds }) => seconds))
  const run = own.find((item) => item.metric === wallTime.name)
  const added = (run && computeAddedTime(run)) ?? ofStages
  if (!largest || !(added > 0)) return null
  if (largest.seconds > added / 2) return { place: 'stage', stage: largest.stage }
  return { place: ofStages > added / 2 ? 'several stages' : 'outside the stages' }
}

/** Whether two comparisons are of one case with one reference. */
export function isSameCase(one: Comparison, other: Comparison): boolean {
  return formatCaseId(one) === formatCaseId(other) && one.reference === other.reference
}

/** Median of the head minus that of the reference; null without samples on both sides. */
function computeAddedTime({ base, head }: Comparison): number | null {
  return base && head ? head.median - base.median : null
}
