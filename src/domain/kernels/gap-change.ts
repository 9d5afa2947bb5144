import type { KernelRecord } from '../../record/kernels.ts'
import { formatValue } from '../core/numbers.ts'
import type { Summary } from '../core/statistics.ts'
import type { PlannedComparison } from '../plan/plan.ts'
import type { Trial } from '../trial/trial.ts'
import type { Decision } from '../verdict/comparison.ts'
import { listKernelGaps } from './kernel-table.ts'

/** Recorded busy times of equal runs differ by up to 0.4 % within minutes, and gaps by chance as well. */
const smallestShare = 0.005

/**
 * States in a sentence that gaps between kernels changed, which the driver counts as busy where they are short: the
 * change of the kernels and copies in the recorded runs is outside of the 95 % interval of busy time. Null: it is
 * inside, or not known, as with several GPUs or processes, or while busy time is undecided, as under clocks that vary.
 */
export function describeGapChange(
  { base, head }: Pick<PlannedComparison, 'base' | 'head'>,
  trials: readonly Trial[],
  busy: Pick<Decision, 'verdict' | 'effect' | 'interval' | 'base' | 'head'> | null,
): string | null {
  if (
    !busy ||
    busy.verdict === 'inconclusive' ||
    busy.effect === null ||
    busy.interval === null ||
    !busy.base ||
    !busy.head
  )
    return null
  const [before, after] = [findBusySeconds(trials, base, busy.base), findBusySeconds(trials, head, busy.head)]
  if (before === null || after === null) return null
  const { median } = busy.base
  const [low, high] = busy.interval.map((effect) => effect * median) as [number, number]
  const ofKernels = after - before
  if (Math.max(low - ofKernels, ofKernels - high) < smallestShare * median) return null
  const [all, own] = [busy.effect * median, ofKernels].map(formatChange)
  return `GPU busy time: ${all}, kernels and copies of the recorded runs: ${own}; the rest are gaps between close kernels.`
}

/** Formats a change of a time with its sign: `+16 ms`. */
export function formatChange(seconds: number): string {
  return `${seconds < 0 ? '-' : '+'}${formatValue(Math.abs(seconds), 's')}`
}

/**
 * Time in which a kernel or copy ran, of a complete record of one process on one GPU. Null also for more of it than in
 * the counted runs: a first run that tunes itself or compiles shows nothing of them.
 */
function findBusySeconds(trials: readonly Trial[], caseId: string, { median }: Pick<Summary, 'median'>): number | null {
  const records = trials.flatMap((trial) => (trial.caseId === caseId && trial.kernels ? [trial.kernels] : []))
  const seconds = records.findLast(isPlain)?.busySeconds
  return seconds === undefined || seconds > (1 + smallestShare) * median ? null : seconds
}

function isPlain(record: KernelRecord): boolean {
  const devices = new Set(record.kernels.map(({ device }) => device))
  return record.processes === 1 && devices.size === 1 && listKernelGaps(record).length === 0
}
