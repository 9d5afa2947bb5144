import { type Metric, cpuTime, gpuDramTime, isBusyTime, wallTime } from '../../domain/core/metric.ts'
import type { Config } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { createCaution } from '../findings/cautions.ts'
import { formatNames } from '../../domain/core/errors.ts'
import { formatShare } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { PlannedCase, PlannedComparison } from '../../domain/plan/plan.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import {
  isAbsentGpu,
  isIdleBuild,
  isReuse,
  isSameError,
  isSubmission,
  isWithoutWork,
} from '../../domain/trial/reported-errors.ts'
import { selectOwnGpuUses } from '../../domain/telemetry/own-gpu-uses.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Comparison, Decision } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { maxPlausibleGain } from '../../domain/verdict/adjustments.ts'
import { cutOutput } from '../../domain/trial/pipeline-reading.ts'
import type { WorkTrace } from '../../record/run.ts'
import { mergeBaseLabel } from '../../suites/revision/merge-base-runs.ts'
import { explainLessOutput, explainLessWork, minWorkShare, type SideWork } from './less-work.ts'

/** Whether a case proves its work: by the config, by the files of a tool, or by tables that are compared. */
export function isWorkVerified({ tool, tables }: Pick<PlannedCase, 'tool' | 'tables'>, { pipeline }: Config): boolean {
  return pipeline.proof !== undefined || tool !== undefined || tables !== undefined
}

const unknownWork: SideWork = { traces: [], counts: [] }

/** Explains why a gain of interleaved runs without a proof of work may be missing work; null: plausible, or proven. */
export function findMissingWork(
  { head, base, decisions }: JudgedComparison,
  outcomes: readonly CaseOutcome[],
  config: Config,
): string | null {
  const settings = config.revisions[base.revision]
  // The difference to another command at the measured commit is the question.
  const isOtherCommand = settings?.ref === 'HEAD' && settings.command !== undefined
  if (isWorkVerified(head, config) || isOtherCommand) return null
  const results = decisions.map(({ metric, decision }) => ({ ...decision, metric: metric.name }))
  return explainUnverifiedGain(results, { base: findWork(base.id, outcomes), head: findWork(head.id, outcomes) })
}

/** Like `findMissingWork` for a comparison with committed samples, of which no output is known. Null: no doubt. */
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

/** From this share of the memory activity on, the head worked on the same data, however short the GPUs were busy. */
const minMovedShare = 0.9

/** Below this share of the busy time of the reference, memory activity says little about its work: 0.4 to 0.9 is usual. */
const minMemoryBound = 0.1

/**
 * Explains why a gain without a proof of work may be missing work; null: plausible. Less GPU work, counted work or
 * output than the reference speaks against any gain. A run that takes more than 20 % less wall or CPU time also needs
 * the counted work of the reference, or at least half of its GPU work. Less than half of it is plausible where the memory
 * of the GPUs was as active, and active for long enough to show the work: a kernel that takes half as long reads the
 * same data.
 *
 * @param results all metrics of the comparison
 */
export function explainUnverifiedGain(
  results: readonly MetricResult[],
  { base, head }: { readonly base: SideWork; readonly head: SideWork },
): string | null {
  const busy = findMedians(results, isBusyTime)
  const work = busy && busy.head / busy.base
  if (busy && work !== null && work < minWorkShare && !isMemoryAsActive(results, busy))
    return `the GPUs were busy for ${formatShare(work)} of the time of the reference`
  const lessWork = explainLessWork(base, head)
  const isUncounted = [base, head].some(({ counts }) => counts.length === 0)
  if (lessWork !== null || work !== null || !isUncounted) return lessWork
  const findSaving = ({ name }: Metric) => -(results.find(({ metric }) => metric === name)?.effect ?? 0)
  const [wall, cpu] = [findSaving(wallTime), findSaving(cpuTime)]
  // On a busy host the wall time can hide that a run ends early; its CPU time does not.
  const [saved, time] = cpu > wall ? [cpu, 'CPU time'] : [wall, 'time']
  if (saved <= maxPlausibleGain) return null
  return `the run takes ${formatShare(saved)} less ${time}, and nothing shows that it did the same work`
}

type Medians = { readonly base: number; readonly head: number }

function findMedians(results: readonly MetricResult[], isWanted: (metric: string) => boolean): Medians | null {
  const found = results.find((one) => isWanted(one.metric) && one.base && one.head && one.base.median > 0)
  return found?.base && found.head ? { base: found.base.median, head: found.head.median } : null
}

function isMemoryAsActive(results: readonly MetricResult[], busy: Medians): boolean {
  const active = findMedians(results, (metric) => metric === gpuDramTime.name)
  return active !== null && active.head >= minMovedShare * active.base && active.base >= minMemoryBound * busy.base
}

function findWork(id: string, outcomes: readonly CaseOutcome[]): SideWork {
  const outcome = outcomes.find(({ planned }) => planned.id === id)
  if (outcome?.status !== 'measured') return unknownWork
  return {
    traces: outcome.trials.flatMap(({ workTrace }) => workTrace ?? []),
    counts: outcome.trials.flatMap(({ work }) => work?.count ?? []),
  }
}

/** Lists what the counted trials of each unverified case left; cases of the head come first. */
export function listUnverifiedTraces(outcomes: readonly CaseOutcome[], config: Config): (readonly WorkTrace[])[] {
  return outcomes
    .filter(({ planned }) => !isWorkVerified(planned, config))
    .toSorted((a, b) => Number(b.planned.revision === 'head') - Number(a.planned.revision === 'head'))
    .map(({ planned }) => findWork(planned.id, outcomes).traces)
    .filter((traces) => traces.length > 0)
}

/**
 * Lists one caution for all measured cases without a proof of work, and one for each with errors in its output or with
 * fewer files, rows or lines than its reference. `trials`: all of the run, to compare warm-up runs with the counted
 * ones.
 */
export function listUnverifiedCautions(
  outcomes: readonly CaseOutcome[],
  comparisons: readonly Pair[],
  config: Config,
  trials: readonly Trial[] = [],
): Finding[] {
  const isUnverified = outcomes.some(({ status, planned }) => status === 'measured' && !isWorkVerified(planned, config))
  const reason = 'not verified: runs count by their exit code, because the config has no pipeline.proof'
  return [
    ...(isUnverified ? [createCaution('work', reason, true)] : []),
    ...comparisons.flatMap(({ head, base }) => {
      const sides = [findWork(base, outcomes).traces, findWork(head, outcomes).traces] as const
      const fewer = sides.some((side) => side.length === 0) ? null : explainLessOutput(...sides)
      return fewer === null ? [] : [createCaution(`output of ${head}`, `is smaller: ${fewer}`, true)]
    }),
    ...findOwnErrors(outcomes, comparisons, config).map(({ planned, text, isCompared }) =>
      createCaution(planned.id, text, isCompared),
    ),
    ...outcomes
      .filter((outcome) => !isWorkVerified(outcome.planned, config))
      .flatMap((outcome) => listSparedWork(outcome, trials)),
  ]
}

/** A first run this many times as long as the others may have left them its results; the first if it left files. */
const [minTimesWithFiles, minTimes] = [2, 10]

/** Lists a caution where the warm-up run took much longer than the runs that count, which may use what it left. */
function listSparedWork(outcome: CaseOutcome, all: readonly Trial[]): Finding[] {
  const { id } = outcome.planned
  const first = all.find((one) => one.caseId === id && one.isWarmup && !one.isRecorded && one.failure === null)
  if (outcome.status !== 'measured' || !first?.wallSeconds) return []
  const times = first.wallSeconds / computeMedian(outcome.trials.flatMap(({ wallSeconds }) => wallSeconds ?? []))
  const written = new Set(findWork(id, [outcome]).traces.flatMap(({ files }) => files.map(({ path }) => path)))
  const left = (first.workTrace?.files ?? []).flatMap(({ path }) => (written.has(path) ? [] : [path]))
  if (!(times >= (left.length > 0 ? minTimesWithFiles : minTimes))) return []
  const files = left.length > 0 ? `, and wrote ${formatNames(left)} only there` : ''
  const reason = `took ${Number(times.toPrecision(2))} times as long in the warm-up run as in those that count${files}: what that run left may spare them the work; build in pipeline.setup, and let the command delete results before it runs`
  return [createCaution(id, reason, left.length > 0)]
}

type Pair = Pick<PlannedComparison, 'head' | 'base'>

/**
 * Lists, as sentences, the head cases without a proof that may have done a part of their work although they ended well:
 * an error in their output that no run of a reference has, output that was not searched, or less of it than the merge
 * base left. They are no pass.
 */
export function listWorkDoubts(
  outcomes: readonly CaseOutcome[],
  comparisons: readonly Pair[],
  config: Config,
): string[] {
  const errors = findOwnErrors(outcomes, comparisons, config).filter(({ isCompared }) => isCompared)
  return outcomes.flatMap(({ planned }) => {
    if (planned.revision !== 'head' || isWorkVerified(planned, config)) return []
    const bases = comparisons.flatMap(({ head, base }) => (head === planned.id && isMergeBase(base) ? [base] : []))
    const text =
      errors.find((one) => one.planned === planned)?.text ??
      bases.map((base) => explainLessWork(findWork(base, outcomes), findWork(planned.id, outcomes))).find((one) => one)
    return text ? [`${planned.id}: not verified: ${text}`] : []
  })

  function isMergeBase(id: string): boolean {
    const label = outcomes.find(({ planned }) => planned.id === id)?.planned.revision ?? ''
    return label === mergeBaseLabel || config.revisions[label]?.ref === 'merge-base'
  }
}

/**
 * Describes the first error of each measured case; of cases that are compared, the first that only one side has, or that
 * says that nothing was computed. Without one, states output that was not searched.
 */
function findOwnErrors(outcomes: readonly CaseOutcome[], comparisons: readonly Pair[], { pipeline }: Config) {
  const measured = outcomes.filter((outcome) => outcome.status === 'measured')
  return measured.flatMap(({ planned, trials }) => {
    const { id } = planned
    const others = comparisons.flatMap(({ head, base }) => (head === id ? [base] : base === id ? [head] : []))
    const compared = measured.filter((other) => others.includes(other.planned.id))
    const theirs = compared.flatMap((other) => other.trials)
    const text = describeOwnError(trials, theirs, pipeline.devices) ?? describeCutOutput(trials)
    return text === null ? [] : [{ planned, text, isCompared: compared.length > 0 }]
  })
}

/** An error may be in what was cut off, so that equal sides say nothing about it; null: all output was searched. */
function describeCutOutput(trials: readonly Trial[]): string | null {
  const cut = trials.filter(({ pipeline }) => pipeline?.outOfMemory?.unread.includes(cutOutput))
  if (cut.length === 0) return null
  return `printed more than run.maxOutputMegabytes in ${cut.length} of ${trials.length} runs, and what was cut off was not searched for errors`
}

/** Describes the first error that only these trials have, and in how many of them; null: there is none. */
function describeOwnError(trials: readonly Trial[], others: readonly Trial[], devices: string): string | null {
  const known = [...new Set(others.flatMap(listErrors))]
  const isOwn = (text: string): boolean =>
    isWithoutWork(text) ||
    (!(devices === 'cpu' && isAbsentGpu(text)) && !known.some((other) => isSameError(text, other)))
  const first = trials.flatMap(listErrors).find(isOwn)
  if (first === undefined) return null
  const own = trials.filter((trial) => listErrors(trial).some((text) => text === first || isSameError(text, first)))
  const printed = `printed "${first}" in ${own.length} of ${trials.length} runs`
  if (isReuse(first)) return `${printed}: it took results of an earlier run instead of computing them`
  if (isSubmission(first))
    return `${printed}: its time is not that of the job, which sbatch does not await or asks for after 2, 10, 42, 74 … s; start the program with srun`
  if (isIdleBuild(first)) return `${printed} as the last line, and nothing shows that the run did any work`
  const side = others.length > 0 ? '; the other side printed no such error' : ''
  const [, ofSetup] = /^setup: (.*)/.exec(first) ?? []
  if (ofSetup !== undefined) return `printed "${ofSetup}" in its setup, which ended with exit code 0${side}`
  return `${printed}, which ended with exit code 0${side}`
}

/** A build that had nothing to do is no error of a run that then wrote files, reported figures or used a GPU. */
function listErrors(trial: Trial): readonly string[] {
  const { reportedErrors = [], workTrace, readings, work } = trial
  const isBusy = selectOwnGpuUses(trial).some((use) => (use.work?.busySeconds ?? 0) > 0)
  const hasWorked = isBusy || (workTrace?.files.length ?? 0) > 0 || readings !== undefined || work !== undefined
  return hasWorked ? reportedErrors.filter((text) => !isIdleBuild(text)) : reportedErrors
}
