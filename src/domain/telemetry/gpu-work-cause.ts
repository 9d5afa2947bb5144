import { getBusySeconds, selectOwnGpuUses, sumOverGpus, type ReadUse } from './own-gpu-uses.ts'
import type { InterleavedRuns } from '../plan/interleaved-runs.ts'
import { computeCompleteMedian, computeMean, takeComplete } from '../core/statistics.ts'
import { formatPercent } from '../core/numbers.ts'
import type { ClocksEventReason } from './gpu.ts'
import { clocksEventReasons } from '../../record/limits.ts'
import type { Trial } from '../trial/trial.ts'
import type { GpuUse } from '../../record/telemetry.ts'

/** What changed: the amount of work, the clocks, or both. */
export type WorkCauseKind = 'work' | 'clocks' | 'both' | 'not known'

/** Why the GPU busy time of the two sides differs. */
export type WorkCause = {
  readonly kind: WorkCauseKind
  /** `more work`, `lower clocks, not more work`, … */
  readonly label: string
  /** The supporting changes, and missing data. */
  readonly figures: string
  /** Set if clocks explain the change: the clocks of both sides and why they were lowered, as a predicate. */
  readonly caution?: string
}

/**
 * A value follows the busy time if its logarithmic change is at least two thirds of that of the busy time, and is
 * unchanged below one third. Between runs of unchanged code DRAM activity varies by 0.4 to 0.5 %, busy time by 0.1 to
 * 0.4 %.
 */
const [followingShare, unchangedShare] = [2 / 3, 1 / 3]

/** Logarithms of the ratios head / base of the medians. Null: not recorded for all runs of both sides. */
type Changes = { readonly busy: number; readonly cycles: number | null; readonly dram: number | null }

/**
 * Determines whether a change of GPU busy time comes from more (or less) work or from lower (or higher) clocks. Work
 * changes the clock cycles (busy seconds × mean SM clock while busy, summed over GPUs) or the memory activity; if
 * both are constant, the clocks changed. Memory activity alone also indicates work, because a memory-bound program
 * needs no more cycles at a lower clock. Null without busy time on both sides, or without a change.
 */
export function findWorkCause({ base, head }: InterleavedRuns): WorkCause | null {
  const busy = computeLogChange(base, head, getBusySeconds)
  if (busy === null || busy === 0) return null
  const changes = {
    busy,
    cycles: computeLogChange(base, head, computeBusyCycles),
    dram: computeLogChange(base, head, ({ work }) => work?.dramActiveSeconds ?? null),
  }
  const [from = null, to = null] = [base, head].map((side) => computeCompleteMedian(side.map(computeBusyClockMhz)))
  const clocks: Clocks | null = from === null || to === null ? null : [from, to]
  const kind = classify(changes)
  const label = describePower({ kind, busy, clocks }, { base, head }) ?? describeCause(kind, busy)
  const cause = { kind, label, figures: describeFigures(kind, changes, clocks) }
  if (clocks === null || kind === 'work' || kind === 'not known') return cause
  return { ...cause, caution: describeCaution({ kind, busy, clocks }, { base, head }) }
}

function classify({ busy, cycles, dram }: Changes): WorkCauseKind {
  const [ofCycles = null, ofDram = null] = [cycles, dram].map((change) => change && change / busy)
  if ((ofCycles ?? 0) >= followingShare || (ofDram ?? 0) >= followingShare) return 'work'
  if (ofCycles === null || ofDram === null) return 'not known'
  if (Math.max(Math.abs(ofCycles), Math.abs(ofDram)) <= unchangedShare) return 'clocks'
  return Math.min(ofCycles, ofDram) > unchangedShare ? 'both' : 'not known'
}

function describeCause(kind: WorkCauseKind, busy: number): string {
  const [work, clocks] = busy > 0 ? ['more work', 'lower clocks'] : ['less work', 'higher clocks']
  const labels: Readonly<Record<WorkCauseKind, string>> = {
    work,
    clocks: `${clocks}, not ${work}`,
    both: `${work} and ${clocks}`,
    'not known': `unknown whether ${work} or ${clocks}`,
  }
  return labels[kind]
}

type Clocks = readonly [base: number, head: number]

function describeFigures(kind: WorkCauseKind, { cycles, dram }: Changes, clocks: Clocks | null): string {
  const isUnknown = kind === 'not known'
  const missing = isUnknown ? 'is not recorded for every run' : 'not recorded'
  return [
    ...(clocks && kind !== 'work'
      ? [
          `SM clock ${formatChange(Math.log(clocks[1] / clocks[0]))} (${formatMhz(clocks[0])} to ${formatMhz(clocks[1])} while busy)`,
        ]
      : []),
    cycles === null ? `the SM clock while busy ${missing}` : `clock cycles ${formatChange(cycles)}`,
    dram === null ? `memory activity ${missing}` : `memory activity ${formatChange(dram)}`,
  ].join(', ')
}

function describeCaution(
  { kind, busy, clocks }: { readonly kind: WorkCauseKind; readonly busy: number; readonly clocks: Clocks },
  runs: InterleavedRuns,
): string {
  const what = `the GPU busy time ${busy > 0 ? 'rose' : 'fell'}`
  const why = kind === 'both' ? `${what} in part with the clock` : `${what} with the clock, not with the work`
  return `ran at ${formatMhz(clocks[0])} on the base and ${formatMhz(clocks[1])} on the head while busy: ${why}; ${describeLoweredClocks(runs)}`
}

function computeLogChange(base: readonly Trial[], head: readonly Trial[], read: ReadUse): number | null {
  const [from, to] = [base, head].map((side) => computeCompleteMedian(side.map((trial) => sumOverGpus(trial, read))))
  return from && to ? Math.log(to / from) : null
}

/** Clock cycles while busy, in seconds × MHz. An unused GPU has none. */
function computeBusyCycles(use: GpuUse): number | null {
  const [seconds, clock] = [getBusySeconds(use), use.work?.busyClockMhz ?? null]
  if (seconds === 0) return 0
  return seconds === null || clock === null ? null : seconds * clock
}

/** Mean over the GPUs of a trial, weighted by busy time. */
function computeBusyClockMhz(trial: Trial): number | null {
  const [cycles, seconds] = [sumOverGpus(trial, computeBusyCycles), sumOverGpus(trial, getBusySeconds)]
  return cycles && seconds ? cycles / seconds : null
}

function formatMhz(clock: number): string {
  return `${Math.round(clock)} MHz`
}

/** Formats a logarithmic change as a percentage with one decimal. */
function formatChange(change: number): string {
  const text = (100 * Math.expm1(change)).toFixed(1)
  return `${Number(text) > 0 ? '+' : ''}${Number(text) === 0 ? '0.0' : text} %`
}

/** Minimum share of the time for a reason to affect the mean clock. */
const minShare = 0.01

/** Describes why the driver lowered the clocks of both sides, with the mean time share per reason, as a clause. */
function describeLoweredClocks({ base, head }: InterleavedRuns): string {
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

/** The head is power-capped for this much more of the time than the base; in fewer runs a side the order may explain it. */
const [minCapGap, fewestCappedRuns] = [0.1, 6]

/** Names the power where its cap lowered the clocks of the head for longer than those of the base; null: it did not. */
function describePower(
  { kind, busy, clocks }: { readonly kind: WorkCauseKind; readonly busy: number; readonly clocks: Clocks | null },
  { base, head }: InterleavedRuns,
): string | null {
  if (clocks === null || kind !== 'clocks' || busy < 0) return null
  if (Math.min(base.length, head.length) < fewestCappedRuns) return null
  const [ofBase, ofHead] = [base, head].map((side) => computeMeanShares(side)?.['sw-power-cap'])
  const isCappedMore = ofBase !== undefined && ofHead !== undefined && ofHead - ofBase >= minCapGap
  return isCappedMore ? `draws more power: clock ${clocks.map(Math.round).join(' → ')} MHz` : null
}

/** Null if the reasons are unknown for any GPU of any run. */
function computeMeanShares(trials: readonly Trial[]): Readonly<Partial<Record<ClocksEventReason, number>>> | null {
  const all = trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ clocksEventShares }) => clocksEventShares))
  const known = takeComplete(all)
  if (!known) return null
  return Object.fromEntries(
    clocksEventReasons.map((reason) => [reason, computeMean(known.map((one) => one[reason] ?? 0))]),
  )
}
