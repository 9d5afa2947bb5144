import { nextTrial, plannedTrialCount, type NextTrial, type ScheduleRules } from '../../domain/plan/schedule.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { standingText } from '../../domain/verdict/standing.ts'
import type { DiskSpace } from '../../ports/disk-space.ts'
import type { MeasurePorts, Prepared, Workplace } from './environment.ts'
import type { ConditionsGuard } from './guard-conditions.ts'
import { refuseFullDisk } from '../trial/full-disk.ts'
import type { RunFolder } from './run-folder.ts'
import { runLongTrial } from '../trial/run-long-trial.ts'
import type { TreeGuard } from '../trees/tree-guard.ts'

export type MeasureRequest = {
  /** The record so far: fresh, or of an interrupted run to be resumed. */
  readonly record: RunRecord
  readonly rules: ScheduleRules
  readonly prepared: Prepared
  readonly guard: TreeGuard
  readonly conditions: ConditionsGuard
  readonly workplace: Workplace
  readonly runFolder: RunFolder
  readonly signal: AbortSignal
}

type MeasureTrialsPorts = MeasurePorts & { readonly disks: DiskSpace }

/**
 * Measures trial by trial until the plan is fulfilled or the run is cancelled, and saves the record after each: a run
 * that is killed loses at most the trial it was in.
 */
export async function measure(request: MeasureRequest, ports: MeasureTrialsPorts): Promise<RunRecord> {
  let record = request.record
  ports.progress.started(plannedTrialCount(record.plan), record.trials.length, record.plan.cases.length)
  try {
    for (let next = nextOf(record, request); next && !request.signal.aborted; next = nextOf(record, request)) {
      record = await measureOne(next, record, request, ports)
      await request.runFolder.save(record)
      tellStanding(record, request, ports)
    }
  } finally {
    ports.progress.ended()
  }
  await request.guard.requireAllUntouched()
  await request.conditions.requireSameGpus()
  record = finished(record, request, ports.clock.now())
  await request.runFolder.save(record)
  return record
}

function nextOf(record: RunRecord, { rules }: MeasureRequest): NextTrial | null {
  return nextTrial(record.plan, record.trials, rules)
}

function tellStanding({ plan, trials }: RunRecord, { rules }: MeasureRequest, { progress }: MeasurePorts): void {
  if (!progress.standing) return
  const sentence = standingText(plan, trials, rules.known)
  if (sentence !== null) progress.standing(sentence)
}

async function measureOne(
  next: NextTrial,
  record: RunRecord,
  request: MeasureRequest,
  ports: MeasureTrialsPorts,
): Promise<RunRecord> {
  ports.progress.trialStarted(next)
  const { prepared, workplace, signal } = request
  const caseNumber = record.plan.cases.indexOf(next.planned)
  const directory = await request.runFolder.makeTrialDirectory(next, caseNumber)
  const { revision: label } = next.planned
  const commit = record.revisions.find((revision) => revision.label === label)?.commit ?? ''
  await request.guard.requireUntouched(label)
  await request.conditions.requireSameData()
  const trial = await untilCancelled(signal, () =>
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
  if (trial === null) return record
  ports.progress.trialEnded(trial)
  await request.guard.acceptTrial(label)
  if (trial.failure) await refuseFullDisk([request.runFolder.path, workplace.workDirectory], ports.disks)
  // A trial cut short by the cancellation of the whole run would be taken for a failure of the pipeline on resume.
  if (trial.failure?.kind === 'cancelled') return record
  return { ...record, trials: [...record.trials, trial] }
}

/** Null when the run was cancelled while what a trial had written was read. */
async function untilCancelled<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null
    throw error
  }
}

function finished(record: RunRecord, request: MeasureRequest, now: Date): RunRecord {
  const finishedAt = now.toISOString()
  if (!request.signal.aborted || nextOf(record, request) === null)
    return { ...record, status: 'finished', statusDetail: null, finishedAt }
  const total = plannedTrialCount(record.plan)
  const statusDetail = `the run was cancelled after ${record.trials.length} of ${total} trials`
  return { ...record, status: 'interrupted', statusDetail, finishedAt }
}
