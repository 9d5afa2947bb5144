import { takeComplete } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'

/** CPU use of the host, by the measured program and by all others, as mean numbers of busy cores. */
export type HostLoad = {
  /** Cores of the host. */
  readonly processors: number
  /** Used by other programs, or taken by the hypervisor. */
  readonly others: number
  /** Used by the measured program; 0 if none. */
  readonly own: number
}

/** Share of the cores above which others use most of the host. */
const maxOthersShare = 0.5
/** Share of idle cores below which programs share cores. */
const minIdleShare = 0.15

/**
 * Computes the mean host load over all trials. Null unless every trial recorded its time, its own CPU time, that of
 * others and the number of cores.
 */
export function computeHostLoad(trials: readonly Pick<Trial, 'host' | 'wallSeconds'>[]): HostLoad | null {
  const known = takeComplete(trials.map(computeTrialUse))
  if (!known) return null
  const sumUses = (read: (use: TrialUse) => number): number => known.reduce((sum, use) => sum + read(use), 0)
  const seconds = sumUses((use) => use.seconds)
  return {
    processors: Math.max(...known.map(({ processors }) => processors)),
    others: sumUses(({ othersSeconds }) => othersSeconds) / seconds,
    own: sumUses(({ ownSeconds }) => ownSeconds) / seconds,
  }
}

/** Whether other programs use most of the cores. */
export function isMostlyTaken({ processors, others }: HostLoad): boolean {
  return others >= maxOthersShare * processors
}

/**
 * Whether the measured program competes for cores: others use most of them and few are idle. Wall-clock times then
 * depend on the other programs; CPU times do not.
 */
export function isCrowded(load: HostLoad): boolean {
  const { processors, others, own } = load
  return isMostlyTaken(load) && processors - others - own < minIdleShare * processors
}

/** `1.7 of 2 processors`. */
export function formatLoad({ processors, others }: HostLoad): string {
  return `${others.toFixed(1)} of ${processors} processors`
}

type TrialUse = {
  readonly seconds: number
  readonly processors: number
  readonly othersSeconds: number
  readonly ownSeconds: number
}

function computeTrialUse({ host, wallSeconds }: Pick<Trial, 'host' | 'wallSeconds'>): TrialUse | null {
  if (!host || !wallSeconds) return null
  const { processors, otherCpuSeconds, userCpuSeconds, systemCpuSeconds, stolenCpuSeconds } = host
  if (processors === null || otherCpuSeconds === null || userCpuSeconds === null || systemCpuSeconds === null)
    return null
  return {
    seconds: wallSeconds,
    processors,
    othersSeconds: otherCpuSeconds + (stolenCpuSeconds ?? 0),
    ownSeconds: userCpuSeconds + systemCpuSeconds,
  }
}
