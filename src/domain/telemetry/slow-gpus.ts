import { getBusySeconds, selectOwnGpuUses } from './own-gpu-uses.ts'
import { computeCompleteMedian, computeMedian } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'
import type { GpuUse } from '../../record/telemetry.ts'

/** A value of one GPU and the median of the other GPUs of the same trial; both as medians over trials. */
export type Deviation = {
  readonly own: number
  readonly others: number
  /** own / others - 1, median over trials. */
  readonly share: number
}

/** A GPU that is slower than the others in every trial. Null: no deviation in this value. */
export type SlowGpu = {
  readonly gpu: number
  readonly runs: number
  /** Number of other GPUs. */
  readonly others: number
  /** SM clock while busy in MHz, lower than the others. */
  readonly clock: Deviation | null
  /** Busy seconds, longer than the others. */
  readonly busy: Deviation | null
  /** Seconds of DRAM activity, if the busy time deviates and they are known. */
  readonly dram: Deviation | null
}

/** Drivers set the SM clock in steps of 15 MHz (0.8 % of 1980 MHz). */
const minClockDeviation = 0.03
/** Smaller differences are normal, because few programs distribute work more evenly. */
const minBusyDeviation = 0.05

/**
 * Finds GPUs with a clock at least 3 % lower, or a busy time at least 5 % longer, than the median of the other GPUs
 * of the same trial, in every trial of one side. `getModel` returns the model of a GPU; only GPUs of one model are
 * compared.
 */
export function findSlowGpus(trials: readonly Trial[], getModel: (gpu: number) => string | null): SlowGpu[] {
  const gpus = [...new Set(trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ gpu }) => gpu)))]
  return gpus.flatMap((gpu) => {
    const groups = trials.map((trial) => findPeers(trial, gpu, getModel))
    if (groups.some((group) => group === null || group.others.length === 0)) return []
    const known = groups.filter((group) => group !== null)
    const clock = computeDeviation(known, readClock, (share) => share <= -minClockDeviation)
    const busy = computeDeviation(known, getBusySeconds, (share) => share >= minBusyDeviation)
    const dram = busy && computeDeviation(known, readDram, () => true)
    const others = Math.max(...known.map((group) => group.others.length))
    return clock || busy ? [{ gpu, runs: trials.length, others, clock, busy, dram }] : []
  })
}

const readClock = ({ work }: GpuUse): number | null => work?.busyClockMhz ?? null
const readDram = ({ work }: GpuUse): number | null => work?.dramActiveSeconds ?? null

type GpuPeers = { readonly own: GpuUse; readonly others: readonly GpuUse[] }

function findPeers(trial: Trial, gpu: number, getModel: (gpu: number) => string | null): GpuPeers | null {
  const uses = selectOwnGpuUses(trial)
  const own = uses.find((use) => use.gpu === gpu)
  return own ? { own, others: uses.filter((use) => use !== own && getModel(use.gpu) === getModel(gpu)) } : null
}

/** Null if a value is missing or 0, or if a trial does not deviate. */
function computeDeviation(
  groups: readonly GpuPeers[],
  read: (use: GpuUse) => number | null,
  deviates: (share: number) => boolean,
): Deviation | null {
  const pairs = groups.flatMap(({ own, others }) => {
    const [value, middle] = [read(own), computeCompleteMedian(others.map(read))]
    if (!value || middle === null) return []
    return middle > 0 && deviates(value / middle - 1) ? [{ own: value, others: middle, share: value / middle - 1 }] : []
  })
  if (pairs.length < groups.length) return null
  const computeFieldMedian = (key: keyof Deviation): number => computeMedian(pairs.map((pair) => pair[key]))
  return { own: computeFieldMedian('own'), others: computeFieldMedian('others'), share: computeFieldMedian('share') }
}
