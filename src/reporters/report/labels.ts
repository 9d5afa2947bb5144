import { type CaseKey, describeCase, formatAxes } from '../../domain/core/case.ts'
import { formatMetricLabel, isTimed, parseStageName } from '../../domain/core/metric.ts'
import { formatEffect, formatFactor, formatTransition, formatValue } from '../../domain/core/numbers.ts'
import {
  joinContents,
  say,
  toCase,
  toCode,
  toOwnText,
  toStatus,
  type Content,
  type Tone,
} from '../../domain/report/content.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Comparison, ComparisonVerdict } from '../../domain/verdict/comparison.ts'
import { describeOtherMedians } from '../../domain/verdict/headlined.ts'
import type { OverallVerdict, Report } from '../../domain/verdict/report.ts'
import type { RequirementResult } from '../../domain/verdict/requirement.ts'

/** What the names of cases depend on. */
type Machine = Pick<Testbed, 'deviceKind'>

const overall: Readonly<Record<OverallVerdict, readonly [string, string, Tone]>> = {
  pass: ['✅', 'Passed', 'good'],
  fail: ['❌', 'Failed', 'bad'],
  inconclusive: ['🟡', 'Inconclusive', 'unsure'],
  error: ['🛑', 'Could not be measured', 'bad'],
}

/** Icon and tone of the verdict of a comparison, and its rank: regressions come first. */
const compared: Readonly<Record<ComparisonVerdict, { icon: string; tone: Tone; rank: number }>> = {
  regression: { icon: '🔴', tone: 'bad', rank: 0 },
  inconclusive: { icon: '🟡', tone: 'unsure', rank: 1 },
  'not comparable': { icon: '🟡', tone: 'unsure', rank: 2 },
  missing: { icon: '🟡', tone: 'unsure', rank: 3 },
  improvement: { icon: '🟢', tone: 'good', rank: 4 },
  unchanged: { icon: '⚪', tone: 'quiet', rank: 5 },
}

/** Formats the verdict of a run. */
export function formatOverallVerdict(verdict: OverallVerdict): Content {
  return toStatus(...overall[verdict])
}

/** The tone of the verdict of a run. */
export function getOverallTone(verdict: OverallVerdict): Tone {
  return overall[verdict][2]
}

/** Formats the verdict of a comparison; `text` replaces its name. */
export function formatComparisonVerdict(verdict: ComparisonVerdict, text: string = verdict): Content {
  return toStatus(compared[verdict].icon, text, compared[verdict].tone)
}

/** The tone of the verdict of a comparison. */
export function getTone(verdict: ComparisonVerdict): Tone {
  return compared[verdict].tone
}

/** Formats the verdict of a row. `unchanged` excludes a slowdown, not every change, so it reads `not slower`. */
export function formatRowVerdict({ verdict, toleratedBecause, ...metric }: Comparison): Content {
  if (verdict === 'regression' && toleratedBecause !== undefined) return toStatus('🟠', 'tolerated', 'unsure')
  const notWorse = isTimed(metric) ? 'not slower' : 'not worse'
  return formatComparisonVerdict(verdict, verdict === 'unchanged' ? notWorse : verdict)
}

/** Sorts by verdict with regressions first, then gates first, then by size of the effect. */
export function compareByWeight(a: Comparison, b: Comparison): number {
  return (
    compared[a.verdict].rank - compared[b.verdict].rank ||
    Number(b.isGate) - Number(a.isGate) ||
    Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0)
  )
}

/** Whether a comparison shows a regression or an improvement. */
export function isChange({ verdict }: Comparison): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

/** Formats an effect with its interval: `+12.0 % (+8.9 to +15.2)`; from 100 % on with the factor. */
export function formatChange({ effect, interval, unit }: Comparison): Content {
  const [low, high] = (interval ?? []).map((edge) => formatEffect(edge, unit).replace(/ (?:%|points)$/, ''))
  const factor = formatFactor(effect, unit)
  const range = interval === null ? '' : ` (${low} to ${high})`
  return toOwnText(`${formatEffect(effect, unit)}${range}${factor === null ? '' : `, ${factor}`}`)
}

/** Formats the effect of a part on the run; `–` for null. */
export function formatCost(cost: number | null): Content {
  return toOwnText(formatEffect(cost))
}

/** Formats the medians of both sides: `33.8 → 37.8 min`, with a note if the effect has the other sign. */
export function formatBeforeAfter({ base, head, unit, effect }: Comparison): Content {
  if (!base || !head)
    return say`${formatValue(base?.median ?? null, unit)} → ${formatValue(head?.median ?? null, unit)}`
  const medians = [base.median, head.median] as const
  return say`${formatTransition(...medians, unit) + formatOtherMedians(effect, unit, medians)}`
}

/** Formats in parentheses that only the medians differ this way; empty if the effect agrees. */
export function formatOtherMedians(...given: Parameters<typeof describeOtherMedians>): string {
  const note = describeOtherMedians(...given)
  return note === null ? '' : ` (${note})`
}

/** Formats a limit status; a missed limit that only warns is not shown as a failure. */
export function formatRequirementStatus({ status: result, severity }: RequirementResult): Content {
  if (result === 'pass') return toStatus('✅', 'pass', 'good')
  if (result === 'not evaluated') return toStatus('🟡', 'not evaluated', 'unsure')
  if (severity === 'fail') return toStatus('❌', 'fail', 'bad')
  return toStatus('⚠️', severity === 'warn' ? 'missed (warning)' : 'missed (information)', 'unsure')
}

/** Formats the readable name of a case with its id: ``scaling, 2 GPUs (`scaling/predict gpus=2`)``. */
export function formatCaseName(key: CaseKey, testbed?: Machine): Content {
  return toCase(describeCase(key, testbed?.deviceKind), formatPlace(key))
}

/** Creates the names of the cases of a report: `scaling, 2 GPUs`; with the id if several have the same name. */
export function createCaseNamer({ comparisons, requirements, cases, testbed }: Report): (key: CaseKey) => Content {
  const ids = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const key of [...comparisons, ...requirements, ...cases]) {
    const [name, id] = [describeCase(key, testbed.deviceKind), formatPlace(key)]
    if ((ids.get(name) ?? id) !== id) ambiguous.add(name)
    ids.set(name, id)
  }
  return (key) => {
    const name = describeCase(key, testbed.deviceKind)
    return ambiguous.has(name) ? toCase(name, formatPlace(key)) : say`${name}`
  }
}

/** Infers the device kind of a recorded testbed from its id: `8-core-…` has no GPU. */
export function inferTestbed({ id }: { readonly id: string }): Machine {
  return { deviceKind: /^\d+-core-/.test(id) ? 'cpu' : 'gpu' }
}

/** Formats where a case was measured: `scaling/predict gpus=2`. */
export function formatPlace({ suite, benchmark, axes }: CaseKey): string {
  const place = benchmark === '' ? suite : `${suite}/${benchmark}`
  return [place, formatAxes(axes)].filter((text) => text !== '').join(' ')
}

/** Formats a metric for people; unknown names are formatted as code. */
export function formatMetricName(metric: string): Content {
  const stage = parseStageName(metric)
  if (stage !== null) return say`stage ${toCode(stage)}`
  const label = formatMetricLabel(metric)
  return label === metric ? toCode(metric) : say`${label}`
}

/** Formats the first seven digits of a commit. */
export function formatCommit(commit: string | null): Content {
  return commit === null ? say`an unknown commit` : toCode(commit.slice(0, 7))
}

const mostJoined = 4

/** Joins the first contents and the number of omitted ones. */
export function joinFirst(contents: readonly Content[], separator = ', '): Content {
  const rest = contents.length - mostJoined
  const shown = joinContents(contents.slice(0, mostJoined), separator)
  return rest > 0 ? say`${shown} and ${rest} more` : shown
}
