import { formatAxes, type CaseKey } from '../../domain/core/case.ts'
import type { Comparison, ComparisonVerdict } from '../../domain/verdict/comparison.ts'
import { inferMetricKind, parseStageName } from '../../domain/core/metric.ts'
import { describeCase } from '../../domain/core/describe-case.ts'
import { formatMetricLabel } from '../../domain/core/metric-label.ts'
import type { OverallVerdict, Report } from '../../domain/verdict/report.ts'
import type { RequirementResult } from '../../domain/verdict/requirement.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { joinContents, say, toCase, toCode, toStatus, type Content, type Tone } from '../content.ts'

const mostJoined = 4

const overall: Readonly<Record<OverallVerdict, readonly [string, string, Tone]>> = {
  pass: ['✅', 'Passed', 'good'],
  fail: ['❌', 'Failed', 'bad'],
  inconclusive: ['🟡', 'Inconclusive', 'unsure'],
  error: ['🛑', 'Could not be measured', 'bad'],
}

const compared: Readonly<Record<ComparisonVerdict, readonly [string, Tone]>> = {
  regression: ['🔴', 'bad'],
  improvement: ['🟢', 'good'],
  unchanged: ['⚪', 'quiet'],
  inconclusive: ['🟡', 'unsure'],
  'not comparable': ['🟡', 'unsure'],
  missing: ['🟡', 'unsure'],
}

/** Formats the verdict of a run. */
export function formatOverallVerdict(verdict: OverallVerdict): Content {
  return toStatus(...overall[verdict])
}

/** Formats the verdict of a comparison. */
export function formatComparisonVerdict(verdict: ComparisonVerdict): Content {
  const [icon, tone] = compared[verdict]
  return toStatus(icon, verdict, tone)
}

/** Formats the verdict of a row. `unchanged` excludes a slowdown, not every change, so it reads `not slower`. */
export function formatRowVerdict({ verdict, toleratedBecause, unit }: Comparison): Content {
  const kind = inferMetricKind({ unit })
  const isSpeed = kind === 'duration' || kind === 'rate'
  const [icon, tone] = compared[verdict]
  if (verdict === 'regression' && toleratedBecause !== undefined) return toStatus('🟠', 'tolerated', 'unsure')
  return toStatus(icon, verdict === 'unchanged' ? (isSpeed ? 'not slower' : 'not worse') : verdict, tone)
}

/** Puts the icon of a verdict in front of trusted text. */
export function addVerdictIcon(verdict: ComparisonVerdict, text: string): Content {
  const [icon, tone] = compared[verdict]
  return toStatus(icon, text, tone)
}

/** Formats a limit status; a missed limit that only warns is not shown as a failure. */
export function formatRequirementStatus({ status: result, severity }: RequirementResult): Content {
  if (result === 'pass') return toStatus('✅', 'pass', 'good')
  if (result === 'not evaluated') return toStatus('🟡', 'not evaluated', 'unsure')
  if (severity === 'fail') return toStatus('❌', 'fail', 'bad')
  return toStatus('⚠️', severity === 'warn' ? 'missed (warning)' : 'missed (information)', 'unsure')
}

/** Formats the readable name of a case with its id: ``scaling, 2 GPUs (`scaling/predict gpus=2`)``. */
export function formatCaseName(key: CaseKey, testbed?: Pick<Testbed, 'deviceKind'>): Content {
  return toCase(describeCase(key, testbed?.deviceKind), formatId(key))
}

/**
 * Creates the names of the cases of a report: `scaling, 2 GPUs`; with the id if several cases have the same readable
 * name.
 */
export function createCaseNamer({ comparisons, requirements, cases, testbed }: Report): (key: CaseKey) => Content {
  const ids = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const key of [...comparisons, ...requirements, ...cases]) {
    const [name, id] = [describeCase(key, testbed.deviceKind), formatId(key)]
    if ((ids.get(name) ?? id) !== id) ambiguous.add(name)
    ids.set(name, id)
  }
  return (key) => {
    const name = describeCase(key, testbed.deviceKind)
    return ambiguous.has(name) ? toCase(name, formatId(key)) : say`${name}`
  }
}

/** Infers the device kind of a recorded testbed from its id: `8-core-…` has no GPU. */
export function inferTestbed({ id }: { readonly id: string }): Pick<Testbed, 'deviceKind'> {
  return { deviceKind: /^\d+-core-/.test(id) ? 'cpu' : 'gpu' }
}

/** Formats the id of a case as code, for lists of cases: `scaling/predict gpus=2`. */
export function formatCaseCode(key: CaseKey): Content {
  return toCode(formatId(key))
}

function formatId({ suite, benchmark, axes }: CaseKey): string {
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

/** Joins the first contents and the number of omitted ones. */
export function joinFirst(contents: readonly Content[], separator = ', '): Content {
  const rest = contents.length - mostJoined
  const shown = joinContents(contents.slice(0, mostJoined), separator)
  return rest > 0 ? say`${shown} and ${rest} more` : shown
}
