import type { Config } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { createCaution } from '../findings/cautions.ts'
import { cpuTime, isBusyTime, wallTime, type Metric } from '../../domain/core/metric.ts'
import { formatShare } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Comparison, Decision } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { maxPlausibleGain } from '../../domain/verdict/adjustments.ts'
import type { WorkTrace } from '../../record/run.ts'

/** Whether a case proves its work: by the config, by the files of a tool, or by tables that are compared. */
export function isWorkVerified({ tool, tables }: Pick<PlannedCase, 'tool' | 'tables'>, { pipeline }: Config): boolean {
  return pipeline.proof !== undefined || tool !== undefined || tables !== undefined
}

/** Explains why a gain of interleaved runs without a proof of work may be missing work; null: plausible, or proven. */
export function findMissingWork(
  { head, base, decisions }: JudgedComparison,
  outcomes: readonly CaseOutcome[],
  config: Config,
): string | null {
  if (isWorkVerified(head, config) || isOtherCommand(base, config)) return null
  const results = decisions.map(({ metric, decision }) => ({ ...decision, metric: metric.name }))
  return explainUnverifiedGain(results, { base: findWork(base.id, outcomes), head: findWork(head.id, outcomes) })
}

/** Whether a reference is another command at the measured commit, whose difference is the question. */
function isOtherCommand({ revision }: PlannedCase, { revisions }: Config): boolean {
  const settings = revisions[revision]
  return settings?.ref === 'HEAD' && settings.command !== undefined
}

/** The same for a comparison with committed samples, of which no output is known. */
export function findMissingStoredWork(
  item: Comparison,
  stored: readonly Comparison[],
  outcomes: readonly CaseOutcome[],
  config: Config,
): string | null {
  const id = formatCaseId(item)
  const planned = outcomes.find((outcome) => outcome.planned.id === id)?.planned
  if (!planned || isWorkVerified(planned, config)) return null
  const results = stored.filter((other) => formatCaseId(other) === id && other.reference === item.reference)
  return explainUnverifiedGain(results, { base: unknownWork, head: unknownWork })
}

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

const unknownWork: SideWork = { traces: [], counts: [] }

function findWork(id: string, outcomes: readonly CaseOutcome[]): SideWork {
  const outcome = outcomes.find(({ planned }) => planned.id === id)
  if (outcome?.status !== 'measured') return unknownWork
  const counts = outcome.trials.flatMap(({ work }) => work?.count ?? [])
  return { traces: listTraces(id, outcomes), counts }
}

function listTraces(id: string, outcomes: readonly CaseOutcome[]): WorkTrace[] {
  const outcome = outcomes.find(({ planned }) => planned.id === id)
  return outcome?.status === 'measured' ? outcome.trials.flatMap(({ workTrace }) => workTrace ?? []) : []
}

/** Lists what the counted trials of each unverified case left; cases of the head come first. */
export function listUnverifiedTraces(outcomes: readonly CaseOutcome[], config: Config): WorkTrace[][] {
  return outcomes
    .filter(({ planned }) => !isWorkVerified(planned, config))
    .toSorted((a, b) => Number(b.planned.revision === 'head') - Number(a.planned.revision === 'head'))
    .map(({ planned }) => listTraces(planned.id, outcomes))
    .filter((traces) => traces.length > 0)
}

/** Lists one caution for all measured cases without a proof of work. */
export function listUnverifiedCautions(outcomes: readonly CaseOutcome[], config: Config): Finding[] {
  const unverified = outcomes.filter(({ status, planned }) => status === 'measured' && !isWorkVerified(planned, config))
  if (unverified.length === 0) return []
  const reason = 'not verified: runs count by their exit code, because the config has no pipeline.proof'
  return [createCaution('work', reason, true)]
}
