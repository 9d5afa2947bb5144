import { describeCase } from '../core/describe-case.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import { formatShare } from '../core/share-text.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Comparison } from './comparison.ts'
import { formatSignedEffect } from './effect-text.ts'
import { findMostImportant, isOpenWithEffect } from './headlined.ts'

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
  return [
    ...(main ? [describeMain(main, deviceKind)] : []),
    ...[...others].map(([verdict, group]) => describeOthers(group, verdict, main === null ? deviceKind : null)),
  ]
}

function describeMain(item: Comparison, deviceKind: Testbed['deviceKind']): string {
  const { excluded } = item
  // A doubtful improvement excludes every slowdown.
  const limit = excluded === null || excluded <= 0 ? [] : [describeUnexcluded(excluded)]
  return [`${formatSignedEffect(item)}: ${describeGate(item, deviceKind)}`, ...limit].join('; ')
}

/** Describes the slowdown, a share of the time, that samples cannot exclude. */
export function describeUnexcluded(share: number): string {
  return `a slowdown below ${formatShare(share)} cannot be excluded`
}

/** Counts gates; names a single one if the device kind for its name is given. */
function describeOthers(
  group: readonly Comparison[],
  verdict: Comparison['verdict'],
  deviceKind: Testbed['deviceKind'] | null,
): string {
  const [first] = group
  if (first && group.length === 1 && deviceKind !== null) return `${verdict}: ${describeGate(first, deviceKind)}`
  const more = deviceKind === null ? ' more' : ''
  return `${group.length}${more} ${group.length === 1 ? 'comparison' : 'comparisons'} ${verdict}`
}

function describeGate(item: Comparison, deviceKind: Testbed['deviceKind']): string {
  return `${formatMetricLabel(item.metric)} of ${describeCase(item, deviceKind)}, against ${item.reference}`
}
