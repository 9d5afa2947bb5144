import type { Comparison } from '../../domain/comparison.ts'
import { say, type Content } from '../content.ts'
import { formatEffect, formatInterval, formatPair, formatValue } from '../markdown/numbers.ts'
import { columns, part, type Part } from '../part.ts'
import { caseName, comparisonStatus, firstFew, metricName } from './words.ts'

/** A report, or comparisons alone. */
type Compared = { readonly comparisons: readonly Comparison[] }

/** Only what changed: regressions first, within them gates before stages, the largest first. */
export function changes({ comparisons }: Compared): Part[] {
  const changed = comparisons.filter(isChange).toSorted(byWeight)
  if (changed.length === 0) return []
  const explains = changed.some((comparison) => !comparison.isGate)
  return [
    part({
      title: say`What changed`,
      importance: 1,
      noun: 'changes',
      body: {
        kind: 'table',
        columns: columns('Verdict', 'Case', 'Metric', '#Median, before → after', '#Change', 'Interval', 'Against'),
        rows: changed.map((comparison) => changeRow(comparison)),
      },
      notes: explains ? [say`Rows marked ↳ explain where the time went; they do not decide the verdict.`] : [],
    }),
  ]
}

/** Gates that gave no answer. One line for each reason: forty cases without a baseline are one piece of news. */
export function undecidedGates({ comparisons }: Compared): Part[] {
  const undecided = comparisons.filter((comparison) => comparison.isGate && isUndecided(comparison))
  const groups = [...Map.groupBy(undecided, ({ verdict, reason }) => `${verdict}\0${reason}`).values()]
  if (groups.length === 0) return []
  const rows = groups.map((group) => [undecidedLine(group)])
  return [
    part({ title: say`Could not tell`, importance: 2, noun: 'undecided comparisons', body: { kind: 'list', rows } }),
  ]
}

/** Every comparison with its reason. */
export function allComparisons({ comparisons }: Compared): Part[] {
  if (comparisons.length === 0) return []
  const rows = comparisons
    .toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || byWeight(a, b))
    .map((comparison) => [...changeRow(comparison), say`${comparison.reason}`])
  const titles = ['Verdict', 'Case', 'Metric', '#Median, before → after', '#Change', 'Interval', 'Against', 'Why']
  return [
    part({
      title: say`All comparisons`,
      importance: 12,
      isFolded: true,
      noun: 'comparisons',
      body: { kind: 'table', columns: columns(...titles), rows },
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
    ours(formatEffect(comparison.effect, comparison.unit)),
    ours(formatInterval(comparison.interval, comparison.unit)),
    say`${comparison.reference}`,
  ]
}

function beforeAfter({ base, head, unit }: Comparison): Content {
  if (!base || !head)
    return say`${formatValue(base?.median ?? null, unit)} → ${formatValue(head?.median ?? null, unit)}`
  const [before, after] = formatPair(base.median, head.median, unit)
  return say`${before} → ${after}`
}

function undecidedLine(group: readonly Comparison[]): Content {
  const [first] = group
  if (!first) return []
  const names = firstFew(group.map((comparison) => say`${metricName(comparison.metric)} of ${caseName(comparison)}`))
  const reach =
    group.length === 1 && first.resolution !== null
      ? say` These samples could have shown a change of ${formatValue(first.resolution, 'share')}.`
      : []
  return say`${comparisonStatus(first.verdict)}: ${names} against ${first.reference}: ${first.reason}.${reach}`
}

function isChange({ verdict }: Comparison): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

function isUndecided({ verdict }: Comparison): boolean {
  return verdict !== 'unchanged' && verdict !== 'regression' && verdict !== 'improvement'
}

const rank = { regression: 0, inconclusive: 1, 'not comparable': 2, missing: 3, improvement: 4, unchanged: 5 }

function byWeight(a: Comparison, b: Comparison): number {
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
