import { formatPercent } from '../core/numbers.ts'
import type { ClocksEventReason } from './gpu.ts'
import { selectOwnGpuUses } from './own-gpu-uses.ts'
import type { InterleavedRuns } from '../plan/interleaved-runs.ts'
import { computeMean } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'
import { clocksEventReasons } from '../../record/limits.ts'

/** Minimum share of the time for a reason to affect the mean clock. */
const minShare = 0.01

/** Describes why the driver lowered the clocks of both sides, with the mean time share per reason, as a clause. */
export function describeLoweredClocks({ base, head }: InterleavedRuns): string {
  const [ofBase, ofHead] = [base, head].map(computeMeanShares)
  if (!ofBase || !ofHead) return 'why clocks were lowered is not recorded for every run'
  const texts = clocksEventReasons.flatMap((reason) => {
    const [inBase, inHead] = [ofBase[reason] ?? 0, ofHead[reason] ?? 0]
    if (reason === 'gpu-idle' || Math.max(inBase, inHead) < minShare) return []
    return [
      `${reason} for ${formatPercent(inBase, 0)} of the time on the base and ${formatPercent(inHead, 0)} on the head`,
    ]
  })
  return texts.length === 0 ? 'the driver gave no reason for lowered clocks' : `clocks lowered by ${texts.join(', ')}`
}

type Shares = Readonly<Partial<Record<ClocksEventReason, number>>>

/** Null if the reasons are unknown for any GPU of any run. */
function computeMeanShares(trials: readonly Trial[]): Shares | null {
  const all = trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ clocksEventShares }) => clocksEventShares))
  const known = all.filter((shares) => shares !== null)
  if (known.length === 0 || known.length < all.length) return null
  return Object.fromEntries(
    clocksEventReasons.map((reason) => [reason, computeMean(known.map((one) => one[reason] ?? 0))]),
  )
}
