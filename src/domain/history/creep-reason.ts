import { formatPercent } from '../core/numbers.ts'
import type { Creep } from './creep.ts'

/** One sentence about the change of a series since its anchor. */
export function explainCreep(
  { verdict, effect, interval, largestStep, isGradual }: Omit<Creep, 'reason'>,
  label: string,
  minEffect: number,
): string {
  const [low, high] = interval ?? [0, 0]
  const summary = `${formatSigned(effect ?? 0)} against ${label} (95 % interval ${formatSigned(low)} to ${formatSigned(high)})`
  if (verdict === 'unchanged') return `${summary}: a change for the worse of ${formatPercent(minEffect)} is ruled out`
  if (verdict === 'inconclusive') return `${summary}: undecided whether it is worse by ${formatPercent(minEffect)}`
  const size = `${verdict === 'regression' ? 'worse' : 'better'} by at least ${formatPercent(minEffect)}`
  if (isGradual) return `${summary}: ${size}, and no single step explains half of it`
  const place = largestStep?.at === null ? 'before the first value' : `at value ${largestStep?.at}`
  return `${summary}: ${size}, most of it in one step ${place} (${formatSigned(largestStep?.effect ?? 0)})`
}

function formatSigned(value: number): string {
  return `${value > 0 ? '+' : ''}${formatPercent(value)}`
}
