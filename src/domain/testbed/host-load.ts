import type { Trial } from '../trial/trial.ts'

/** How the processors of a host were used over some time, as mean numbers of processors. */
export type HostLoad = {
  /** Processors that the host has. */
  readonly processors: number
  /** Used by other programs, or taken by the hypervisor. */
  readonly others: number
  /** Used by what was measured; 0 where nothing was. */
  readonly own: number
}

/** From here on most processors belong to others. */
const mostOthers = 0.5
/** Below this share of idle processors a program has to share one. */
const leastIdle = 0.15

/**
 * The load of the host over all these trials together. Null unless each of them recorded its time, its own processor time,
 * that of others and the number of processors: a mean over some of them would not describe the rest.
 */
export function computeHostLoad(trials: readonly Pick<Trial, 'host' | 'wallSeconds'>[]): HostLoad | null {
  const uses = trials.map(computeTrialUse)
  if (uses.length === 0 || uses.some((use) => use === null)) return null
  const known = uses.filter((use) => use !== null)
  const sumUses = (read: (use: TrialUse) => number): number => known.reduce((sum, use) => sum + read(use), 0)
  const seconds = sumUses((use) => use.seconds)
  return {
    processors: Math.max(...known.map(({ processors }) => processors)),
    others: sumUses(({ othersSeconds }) => othersSeconds) / seconds,
    own: sumUses(({ ownSeconds }) => ownSeconds) / seconds,
  }
}

/** Whether others use most of the processors. */
export function isMostlyTaken({ processors, others }: HostLoad): boolean {
  return others >= mostOthers * processors
}

/**
 * Whether what is measured has to wait for others: they use most processors and hardly any is idle. Times by the wall clock
 * then depend on the others; processor times do not.
 */
export function isCrowded(load: HostLoad): boolean {
  const { processors, others, own } = load
  return isMostlyTaken(load) && processors - others - own < leastIdle * processors
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
  const { processors = null, otherCpuSeconds, userCpuSeconds, systemCpuSeconds, stolenCpuSeconds } = host
  if (processors === null || otherCpuSeconds === null || userCpuSeconds === null || systemCpuSeconds === null)
    return null
  return {
    seconds: wallSeconds,
    processors,
    othersSeconds: otherCpuSeconds + (stolenCpuSeconds ?? 0),
    ownSeconds: userCpuSeconds + systemCpuSeconds,
  }
}
