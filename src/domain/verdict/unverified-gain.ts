import type { Decision } from './comparison.ts'
import { cpuTime, isBusyTime, wallTime, type Metric } from '../core/metric.ts'
import { formatShare } from '../core/share-text.ts'
import { computeMedian } from '../core/statistics.ts'
import type { WorkTrace } from '../../record/run.ts'

/** The decision on one metric of two cases. */
export type MetricResult = Pick<Decision, 'effect' | 'base' | 'head'> & { readonly metric: string }

/** What the trials of one side left and counted; empty: unknown. */
export type SideWork = {
  readonly traces: readonly WorkTrace[]
  /** Units of work that the program counted. */
  readonly counts: readonly number[]
}

/** The work of both sides. */
export type PairWork = { readonly base: SideWork; readonly head: SideWork }

/** Above this share of saved time, a gain needs evidence of work. */
export const maxPlausibleGain = 0.2
/** Below this share of the GPU time or output of the reference, the head seems to have done less work. */
const minWorkShare = 0.5

/**
 * Explains why a gain without a proof of work may be missing work; null: plausible. Less GPU work, counted work or
 * output than the reference speaks against any gain. A run that takes more than 20 % less wall or CPU time also needs
 * the counted work of the reference, or at least half of its GPU work.
 *
 * @param results all metrics of the comparison
 */
export function explainUnverifiedGain(results: readonly MetricResult[], sides: PairWork): string | null {
  const work = computeGpuWork(results)
  if (work !== null && work < minWorkShare)
    return `the GPUs were busy for ${formatShare(work)} of the time of the reference`
  const lessWork = explainLessCounted(sides) ?? explainLessOutput(sides)
  const isCounted = sides.base.counts.length > 0 && sides.head.counts.length > 0
  if (lessWork !== null || work !== null || isCounted) return lessWork
  const [saved, time] = findLargestSaving(results)
  if (saved <= maxPlausibleGain) return null
  return `the run takes ${formatShare(saved)} less ${time}, and nothing shows that it did the same work`
}

/** On a busy host the wall time can hide that a run ends early; its CPU time does not. */
function findLargestSaving(results: readonly MetricResult[]): readonly [share: number, time: string] {
  const find = ({ name }: Metric) => -(results.find(({ metric }) => metric === name)?.effect ?? 0)
  const [wall, cpu] = [find(wallTime), find(cpuTime)]
  return cpu > wall ? [cpu, 'CPU time'] : [wall, 'time']
}

/** GPU busy time of the head as a share of that of the reference; null: unknown. */
function computeGpuWork(results: readonly MetricResult[]): number | null {
  const busy = results.find(({ metric, base, head }) => isBusyTime(metric) && base && head && base.median > 0)
  return busy?.base && busy.head ? busy.head.median / busy.base.median : null
}

function explainLessCounted({ base, head }: PairWork): string | null {
  if (base.counts.length === 0) return null
  if (head.counts.length === 0) return 'the head reported no count of its work, the reference did'
  const [baseCount, headCount] = [computeMedian(base.counts), computeMedian(head.counts)]
  return headCount < baseCount ? `the head counted ${headCount} units of work, the reference ${baseCount}` : null
}

function explainLessOutput({ base: { traces: base }, head: { traces: head } }: PairWork): string | null {
  if (base.length === 0 || head.length === 0) return null
  const [baseFiles, headFiles] = [countFiles(base), countFiles(head)]
  if (headFiles < baseFiles) return `the head wrote ${formatCount(headFiles, 'file')}, the reference ${baseFiles}`
  const [baseLines, headLines] = [countLines(base), countLines(head)]
  if (headLines >= baseLines * minWorkShare) return null
  return `the head printed ${formatCount(headLines, 'line')}, the reference ${baseLines}`
}

function countFiles(traces: readonly WorkTrace[]): number {
  return computeMedian(traces.map(({ files }) => files.length))
}

function countLines(traces: readonly WorkTrace[]): number {
  return computeMedian(traces.map(({ stdoutLines }) => stdoutLines))
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
