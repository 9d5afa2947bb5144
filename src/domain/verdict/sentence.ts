import {
  isSameCase,
  describeChange,
  describeUnexcluded,
  chooseHeadlined,
  selectTitleReasons,
  type HeadlineSource,
} from './headlined.ts'
import { describeCase, formatCaseId } from '../core/case.ts'
import {
  cpuTime,
  formatMetricLabel,
  gpuInUseTime,
  isBusyTime,
  isHostPart,
  parseBusyGpu,
  parseStageName,
  startUpTime,
  wallTime,
} from '../core/metric.ts'
import { formatShare, formatCounted } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { doesFailCheck, type Comparison } from './comparison.ts'
import { describeLimit, passByPart } from './limit-sentence.ts'
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
  if (headlined?.kind === 'limit') {
    const missed = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
    const others = new Set(missed.map(({ id }) => id)).size - 1
    const rest = others > 0 ? `; ${formatCounted(others, 'more limit')} missed` : ''
    return `${describeLimit(headlined.item, deviceKind)}${rest}`
  }
  const change = headlined && describeHeadlined(headlined.item, comparisons, deviceKind)
  if (verdict === 'fail') {
    // Other metrics of the headlined case belong to the same story.
    const others = new Set(comparisons.filter(doesFailCheck).map(formatCaseId)).size - 1
    const rest = others > 0 ? `; regressions in ${formatCounted(others, 'more case')}` : ''
    return `${change ?? formatReasons(reasons)}${rest}`
  }
  const gates = comparisons.filter((item) => item.isGate)
  const tolerated = gates.flatMap(({ metric, toleratedBecause }) =>
    toleratedBecause === undefined
      ? []
      : [`${formatMetricLabel(metric)} is slower, tolerated because ${toleratedBecause}`],
  )
  if (change === null) return [describePass(gates, requirements), ...tolerated].join('; ')
  // An unchanged gate beside the change may hide a slowdown.
  const worst = findLeastExcluded(gates)
  const unresolved = worst ? [`${formatMetricLabel(worst.metric)}: ${describeUnexcluded(worst.excluded)}`] : []
  return [change, ...unresolved, ...tolerated].join('; ')
}

function describeHeadlined(item: Comparison, comparisons: readonly Comparison[], deviceKind: DeviceKind): string {
  const subject = `${formatMetricLabel(item.metric)} of ${describeCase(item, deviceKind)}, against ${item.reference}`
  const change = `${describeChange(item)}${item.effect === null ? ':' : ','} ${subject}`
  const clocks = describeClocks(item, comparisons)
  if (item.verdict !== 'regression') return [change, ...clocks].join('; ')
  const run = comparisons.find((other) => other.metric === wallTime.name && isSameCase(other, item))
  const isRunOpen = run?.isGate === true && run !== item && run.verdict === 'inconclusive'
  return [
    change,
    ...describeSlowerGpus(item, comparisons),
    ...describeHost(item, comparisons),
    ...(item.cost === undefined ? [] : [`costs ${formatShare(item.cost)} of the run`]),
    ...attributeToStages(item, comparisons),
    ...clocks,
    ...(isRunOpen ? ['wall time is inconclusive'] : []),
  ].join('; ')
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

/** States that the host is slower, where the GPU is in use for longer without more work. */
function describeHost(change: Comparison, comparisons: readonly Comparison[]): string[] {
  if (change.metric !== gpuInUseTime.name) return []
  const busy = comparisons.find((item) => isBusyTime(item.metric) && isSameCase(item, change))
  return busy?.verdict === 'unchanged' ? ['the GPU waits longer for the host'] : []
}

/** States that clocks explain the change of GPU busy time of this case; empty if they do not. */
function describeClocks(change: Comparison, comparisons: readonly Comparison[]): string[] {
  const busy = comparisons.find((item) => isSameCase(item, change) && item.workCause?.caution !== undefined)
  if (!busy?.workCause || (busy.effect ?? 0) > 0 !== (change.verdict === 'regression')) return []
  const { label } = busy.workCause
  return [busy === change ? label : `${formatMetricLabel(busy.metric)}: ${label}`]
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

/** Parts of a run that a pass names, in this order; anything else counts as the run. */
const components = [
  { label: 'GPU work', isOf: (metric: string) => isBusyTime(metric) },
  { label: 'host', isOf: (metric: string) => metric === gpuInUseTime.name },
  { label: 'start-up', isOf: (metric: string) => metric === startUpTime.name },
  { label: 'run', isOf: (metric: string) => !isBusyTime(metric) && !isHostPart(metric) },
] as const

/** The smallest slowdown that is excluded, by component where GPU busy time is among the gates; null: none is known. */
function describeBound(gates: readonly Comparison[]): string | null {
  const worst = findLeastExcluded(gates)
  if (!worst) return null
  if (!gates.some(({ metric }) => isBusyTime(metric)))
    return `not slower by ${formatShare(worst.excluded)} or more (${formatMetricLabel(worst.metric)})`
  // The run also has an end after the last GPU work, which only its own bound covers.
  const parts = components.flatMap(({ label, isOf }) => {
    const own = gates.filter(({ metric }) => isOf(metric))
    const part = findLeastExcluded(own)
    // Without a bound each of them excludes any slowdown.
    const isClear = own.some(({ verdict }) => verdict === 'unchanged') && own.every(({ excluded }) => excluded === 0)
    return part ? [`${label} by ${formatShare(part.excluded)}`] : isClear ? [`${label} at all`] : []
  })
  return `${passByPart}${parts.join(', ')}`
}

/** States which slowdown the comparisons exclude, and the numbers of comparisons and limits. */
function describePass(gates: readonly Comparison[], requirements: readonly RequirementResult[]): string {
  const met = requirements.filter((item) => item.status === 'pass').length
  const missed = requirements.filter((item) => item.status === 'fail').length
  const open = requirements.filter((item) => item.severity === 'warn' && item.status === 'not evaluated').length
  const parts = [
    gates.length > 0 ? formatCounted(gates.length, 'comparison') : '',
    met > 0 ? `${formatCounted(met, 'limit')} met` : '',
    missed > 0 ? `${formatCounted(missed, 'limit')} missed (warning only)` : '',
    open > 0 ? `${formatCounted(open, 'limit')} not evaluated (warning only)` : '',
  ]
  const bound = describeBound(gates)
  const start = bound ?? (gates.some(({ verdict }) => verdict === 'unchanged') ? 'not slower' : 'nothing failed')
  return `${start}${bound === null ? ': ' : '; '}${parts.filter((part) => part !== '').join(', ')}`
}

function formatReasons(reasons: readonly VerdictReason[]): string {
  const shown = selectTitleReasons(reasons)
  const rest = reasons.length - shown.length
  const text = shown.map((reason) => reason.text).join('; ')
  return rest > 0 ? `${text}; and ${rest} more` : text
}

/**
 * Attributes a longer wall or CPU time to the stages of its case. Stages are timed by the wall clock, so the total is
 * the additional wall time; without wall times the additional time of all stages. Empty: no stage was measured on both
 * sides, or the run is not longer.
 */
function attributeToStages(regression: Comparison, comparisons: readonly Comparison[]): string[] {
  if (regression.metric !== wallTime.name && regression.metric !== cpuTime.name) return []
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
  if (!largest || !(added > 0)) return []
  if (largest.seconds > added / 2) return [`most of it in stage ${largest.stage}`]
  return [ofStages > added / 2 ? 'spread over several stages' : 'most of it outside the reported stages']
}

/** Median of the head minus that of the reference; null without samples on both sides. */
function computeAddedTime({ base, head }: Comparison): number | null {
  return base && head ? head.median - base.median : null
}
