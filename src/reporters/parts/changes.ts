import type { Comparison } from '../../domain/comparison.ts'
import { stageOf } from '../../domain/metric.ts'
import type { Finding } from '../../domain/report.ts'
import { say, type Content } from '../content.ts'
import { formatEffect, formatInterval, formatPair, formatValue } from '../markdown/numbers.ts'
import { columns, part, type Part } from '../part.ts'
import { caseName, comparisonStatus, firstFew, metricName, reasonOnce } from './words.ts'

/** A report, or comparisons alone. */
type Compared = { readonly comparisons: readonly Comparison[]; readonly findings?: readonly Finding[] }

/** Only what changed: regressions first, within them gates before what explains them, the largest first. */
export function changes({ comparisons }: Compared): Part[] {
  const changed = comparisons.filter((item) => isChange(item) && (item.isGate || stageOf(item.metric) === null))
  if (changed.length === 0) return []
  const references = new Set(changed.map(({ reference }) => reference))
  const [only] = references.size === 1 ? references : []
  const hasGuides = changed.some((comparison) => !comparison.isGate)
  const titles = ['Verdict', 'Case', 'Metric', '#Before → after', '#Change (interval)', '#Could have seen']
  return [
    part({
      title: only === undefined ? say`What changed` : say`What changed against ${only}`,
      importance: 1,
      noun: 'changes',
      body: {
        kind: 'table',
        columns: columns(...titles, ...(only === undefined ? ['Against'] : [])),
        rows: changed
          .toSorted(byWeight)
          .map((item) => [...changeRow(item), ...(only === undefined ? [say`${item.reference}`] : [])]),
      },
      notes: [
        say`Before and after are medians. “Could have seen” is the smallest change that the samples of a row could have shown.`,
        ...(hasGuides ? [say`Rows marked ↳ explain; they do not decide the verdict.`] : []),
      ],
    }),
  ]
}

/** Gates that gave no answer. One line for each reason: forty cases without a baseline are one piece of news. */
export function undecidedGates({ comparisons, findings = [] }: Compared): Part[] {
  const undecided = comparisons.filter((comparison) => comparison.isGate && isUndecided(comparison))
  const groups = [...Map.groupBy(undecided, ({ verdict, reason }) => `${verdict}\0${reason}`).values()]
  if (groups.length === 0) return []
  const rows = groups.map((group) => [undecidedLine(group, findings)])
  return [
    part({ title: say`Could not tell`, importance: 2, noun: 'undecided comparisons', body: { kind: 'list', rows } }),
  ]
}

/** Every comparison with its reason. */
export function allComparisons({ comparisons }: Compared): Part[] {
  if (comparisons.length === 0) return []
  const rows = comparisons
    .toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || byWeight(a, b))
    .map((comparison) => [...changeRow(comparison), say`${comparison.reference}`, say`${comparison.reason}`])
  const titles = ['Verdict', 'Case', 'Metric', '#Before → after', '#Change (interval)', '#Could have seen']
  return [
    part({
      title: say`All comparisons`,
      importance: 12,
      isFolded: true,
      noun: 'comparisons',
      body: { kind: 'table', columns: columns(...titles, 'Against', 'Why'), rows },
    }),
  ]
}

function changeRow(comparison: Comparison): Content[] {
  const metric = metricName(comparison.metric)
  return [
    comparisonStatus(comparison.verdict),
    caseName(comparison),
    comparison.isGate ? metric : say`↳ ${metric}`,
    beforeAfter(comparison),
    ours(changeText(comparison)),
    ours(formatValue(comparison.resolution, 'share')),
  ]
}

function changeText({ effect, interval, unit }: Comparison): string {
  const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
  return `${formatEffect(effect, unit)}${range}`
}

function beforeAfter({ base, head, unit }: Comparison): Content {
  if (!base || !head)
    return say`${formatValue(base?.median ?? null, unit)} → ${formatValue(head?.median ?? null, unit)}`
  const [before, after] = formatPair(base.median, head.median, unit)
  return say`${before} → ${after}`
}

function undecidedLine(group: readonly Comparison[], findings: readonly Finding[]): Content {
  const [first] = group
  if (!first) return []
  const names = firstFew(group.map((comparison) => say`${metricName(comparison.metric)} of ${caseName(comparison)}`))
  const reason = reasonOnce(first.reason, findings)
  return say`${comparisonStatus(first.verdict)}: ${names} against ${first.reference}: ${reason}.`
}

export function isChange({ verdict }: Comparison): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

function isUndecided({ verdict }: Comparison): boolean {
  return verdict !== 'unchanged' && verdict !== 'regression' && verdict !== 'improvement'
}

const rank = { regression: 0, inconclusive: 1, 'not comparable': 2, missing: 3, improvement: 4, unchanged: 5 }

export function byWeight(a: Comparison, b: Comparison): number {
  return (
    rank[a.verdict] - rank[b.verdict] ||
    Number(b.isGate) - Number(a.isGate) ||
    Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0)
  )
}

/** Text made of digits and words of ours alone. */
function ours(text: string): Content {
  return [{ style: 'ours', text }]
}
