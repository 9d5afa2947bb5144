import { nextTrial, plannedTrialCount, type NextTrial } from '../domain/schedule.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { MeasurePorts, Prepared, Workplace } from './environment.ts'
import type { RunFolder } from './run-folder.ts'
import { runTrial } from './run-trial.ts'

export type MeasureRequest = {
  /** The record so far: fresh, or of an interrupted run to be resumed. */
  readonly record: RunRecord
  readonly prepared: Prepared
  readonly workplace: Workplace
  readonly runFolder: RunFolder
  readonly signal: AbortSignal
}

/**
 * Measures trial by trial until the plan is fulfilled or the run is cancelled, and saves the record after each: a run
 * that is killed loses at most the trial it was in.
 */
export async function measure(request: MeasureRequest, ports: MeasurePorts): Promise<RunRecord> {
  let record = request.record
  ports.progress.started(plannedTrialCount(record.plan.cases), record.trials.length, record.plan.cases.length)
  try {
    for (let next = nextOf(record); next && !request.signal.aborted; next = nextOf(record)) {
      record = await measureOne(next, record, request, ports)
      await request.runFolder.save(record)
    }
  } finally {
    ports.progress.ended()
  }
  record = finished(record, request.signal, ports.clock.now())
  await request.runFolder.save(record)
  return record
}

function nextOf(record: RunRecord): NextTrial | null {
  return nextTrial(record.plan.cases, record.trials)
}

async function measureOne(
  next: NextTrial,
  record: RunRecord,
  request: MeasureRequest,
  ports: MeasurePorts,
): Promise<RunRecord> {
  ports.progress.trialStarted(next)
  const { prepared, workplace, signal } = request
  const caseNumber = record.plan.cases.indexOf(next.planned)
  const directory = await request.runFolder.makeTrialDirectory(next, caseNumber)
  const commit = record.revisions.find((revision) => revision.label === next.planned.revision)?.commit ?? ''
  const trial = await runTrial(
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
  )
  ports.progress.trialEnded(trial)
  // A trial cut short by the cancellation of the whole run would be taken for a failure of the pipeline on resume.
  if (trial.failure?.kind === 'cancelled') return record
  return { ...record, trials: [...record.trials, trial] }
}

function finished(record: RunRecord, signal: AbortSignal, now: Date): RunRecord {
  const finishedAt = now.toISOString()
  if (!signal.aborted || nextOf(record) === null)
    return { ...record, status: 'finished', statusDetail: null, finishedAt }
  const total = plannedTrialCount(record.plan.cases)
  const statusDetail = `the run was cancelled after ${record.trials.length} of ${total} trials`
  return { ...record, status: 'interrupted', statusDetail, finishedAt }
}
