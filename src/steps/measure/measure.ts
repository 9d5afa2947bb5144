import {
  chooseNextTrial,
  countMaxTrials,
  countPlannedTrials,
  type NextTrial,
  type ScheduleRules,
} from '../../domain/plan/schedule.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { describeInterimResult } from '../../domain/verdict/judged-comparison.ts'
import { maxRestoredName, maxRestoredNames } from '../../record/limits.ts'
import type { RestoredFiles } from '../../record/run.ts'
import { isContaminated } from '../../domain/trial/trial.ts'
import { decodePath } from '../../domain/core/tree-state.ts'
import type { DiskSpace } from '../../ports/disk-space.ts'
import type { RunSize } from '../../ports/progress.ts'
import type { MeasurePorts, TrialInputs, Workplace } from './environment.ts'
import type { ConditionsGuard } from './guard-conditions.ts'
import { refuseFullDisk } from '../trial/full-disk.ts'
import type { RunFolder } from './run-folder.ts'
import { runLongTrial } from '../trial/run-long-trial.ts'
import type { TreeGuard } from '../trees/tree-guard.ts'

export type MeasureRequest = {
  /** The initial record: new, or from an interrupted run. */
  readonly record: RunRecord
  readonly rules: ScheduleRules
  readonly prepared: TrialInputs
  readonly guard: TreeGuard
  readonly conditions: ConditionsGuard
  readonly workplace: Workplace
  readonly runFolder: RunFolder
  readonly signal: AbortSignal
}

type MeasureTrialsPorts = MeasurePorts & { readonly disks: DiskSpace }

/**
 * Runs trials until the plan is complete or the run is cancelled. Saves the record after each trial, so a killed run
 * loses at most one.
 */
export async function measure(request: MeasureRequest, ports: MeasureTrialsPorts): Promise<RunRecord> {
  let record = request.record
  ports.progress.onStart(describeSize(record))
  try {
    for (
      let next = findNextTrial(record, request);
      next && !request.signal.aborted;
      next = findNextTrial(record, request)
    ) {
      record = await measureOne(next, record, request, ports)
      await request.runFolder.save(record)
      reportStanding(record, request, ports)
    }
  } finally {
    ports.progress.onEnd()
  }
  await request.guard.requireAllUntouched()
  await request.conditions.requireSameGpus()
  record = finishRecord(record, request, ports.clock.now())
  await request.runFolder.save(record)
  return record
}

function describeSize({ plan, trials }: RunRecord): RunSize {
  const totalTrials = countMaxTrials(plan)
  const isMaximum = totalTrials > countPlannedTrials(plan)
  const doneTrials = trials.filter((trial) => !isContaminated(trial)).length
  return { totalTrials, isMaximum, doneTrials, cases: plan.cases.length }
}

function findNextTrial(record: RunRecord, { rules }: MeasureRequest): NextTrial | null {
  return chooseNextTrial(record.plan, record.trials, rules)
}

function reportStanding({ plan, trials }: RunRecord, { rules }: MeasureRequest, { progress }: MeasurePorts): void {
  if (!progress.onStanding) return
  const sentence = describeInterimResult(plan, trials, rules.known)
  if (sentence !== null) progress.onStanding(sentence)
}

async function measureOne(
  next: NextTrial,
  record: RunRecord,
  request: MeasureRequest,
  ports: MeasureTrialsPorts,
): Promise<RunRecord> {
  ports.progress.onTrialStart(next)
  const { prepared, workplace, signal } = request
  const caseNumber = record.plan.cases.indexOf(next.planned)
  const directory = await request.runFolder.makeTrialDirectory(next, caseNumber)
  const { revision: label } = next.planned
  const commit = record.revisions.find((revision) => revision.label === label)?.commit ?? ''
  await request.guard.requireUntouched(label)
  await request.conditions.requireSameData()
  const trial = await returnNullIfCancelled(signal, () =>
    runLongTrial(
      {
        next,
        commit,
        prepared,
        workplace,
        directory,
        signal,
        runFolder: request.runFolder.path,
        runId: record.runId,
        earlier: record.trials,
      },
      ports,
    ),
  )
  if (trial) ports.progress.onTrialEnd(trial)
  const restored = await request.guard.acceptTrial(label)
  if (trial === null) return record
  if (trial.failure) await refuseFullDisk([request.runFolder.path, workplace.workDirectory], ports.disks)
  // On resume, a trial that was cut short by the cancellation would count as a pipeline failure.
  if (trial.failure?.kind === 'cancelled') return record
  const changes = restored.length > 0 ? { restoredFiles: summarizeRestored(restored) } : {}
  return { ...record, trials: [...record.trials, { ...trial, ...changes }] }
}

function summarizeRestored(paths: readonly string[]): RestoredFiles {
  const first = paths.slice(0, maxRestoredNames).map((path) => decodePath(path).slice(0, maxRestoredName))
  return { count: paths.length, first }
}

/** Null when the run was cancelled while the output of a trial was read. */
async function returnNullIfCancelled<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null
    throw error
  }
}

function finishRecord(record: RunRecord, request: MeasureRequest, now: Date): RunRecord {
  const finishedAt = now.toISOString()
  if (!request.signal.aborted || findNextTrial(record, request) === null)
    return { ...record, status: 'finished', statusDetail: null, finishedAt }
  const { totalTrials, isMaximum, doneTrials } = describeSize(record)
  const statusDetail = `the run was cancelled after ${doneTrials} of ${isMaximum ? 'at most ' : ''}${totalTrials} trials`
  return { ...record, status: 'interrupted', statusDetail, finishedAt }
}
