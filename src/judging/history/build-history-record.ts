import { createHash } from 'node:crypto'
import type { Conditions } from '../../record/baseline.ts'
import { isCalibration, isTwin } from '../../domain/noise/calibration.ts'
import { UnrecordableError } from '../../domain/core/errors.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import { selectMainPart } from '../../domain/merge/parts-by-testbed.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { comparedFields } from '../../domain/testbed/testbed-fields.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { sampleEvenly } from '../../domain/core/sample-evenly.ts'
import type { CommitPosition } from '../../domain/history/history-records.ts'
import { formatHistoryTestbed } from '../plan/restrict-config.ts'
import { buildCaseConditions } from '../verdict/case-conditions.ts'
import { mostSamplesKept } from '../../record/limits.ts'
import type { HistoryCase, HistoryRecord } from '../../record/history.ts'

/** A run with the position of its commit. */
export type HistoryRecordRequest = {
  readonly record: RunRecord
  readonly place: CommitPosition
  /** URL of the workflow run; null outside GitHub. */
  readonly runUrl: string | null
}

/**
 * Builds the history record of the head of a run. Cases that were not measured are absent, which shows as a gap.
 *
 * @throws UnrecordableError for a run that is unfinished, a calibration, without a commit or without measured cases
 */
export function buildHistoryRecord({ record: run, place, runUrl }: HistoryRecordRequest): HistoryRecord {
  // A history record has one testbed: the first one of a joined run.
  const record = selectMainPart(run)
  const { runId, testbed, yardstick, tool, event } = record
  const commit = requireRecordable(record)
  const cases = record.plan.cases
    .filter((planned) => planned.revision === 'head' && !isTwin(planned))
    .flatMap((planned) => buildHistoryCase(summarizeOutcome(planned, record.trials), record) ?? [])
  if (cases.length === 0)
    throw new UnrecordableError(
      `run ${runId} has no measured case to record`,
      'Check the failures in its report, then run it again.',
    )
  return {
    schemaVersion: 1,
    runId,
    commit,
    ...place,
    measuredAt: new Date(record.finishedAt ?? record.startedAt).toISOString(),
    testbed: { id: formatHistoryTestbed(testbed.id, yardstick.path), sha256: hashTestbed(testbed) },
    provenance: {
      tool: `${tool.name} ${tool.version}`,
      event,
      runUrl,
      configPath: yardstick.path,
      configSha256: yardstick.sha256,
    },
    cases,
  }
}

function requireRecordable({ runId, status, plan, revisions }: RunRecord): string {
  const commit = revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (status !== 'finished')
    throw new UnrecordableError(`run ${runId} is ${status}, not finished`, 'Finish it with --resume, or run it again.')
  if (isCalibration(plan))
    throw new UnrecordableError(`run ${runId} is a calibration`, 'Record an ordinary run instead.')
  if (commit === null)
    throw new UnrecordableError(`run ${runId} has no head commit`, 'Name the commit in the manifest of the ingest.')
  return commit
}

function buildHistoryCase(outcome: CaseOutcome, record: RunRecord): HistoryCase | null {
  if (outcome.status !== 'measured') return null
  const { key } = outcome.planned
  const found = buildCaseConditions(outcome.planned, outcome.resultRows, record)
  const { datasetSha256, identity, resultRows } = found
  const metrics = outcome.measurements
    .map(({ metric, samples }) => ({
      ...metric,
      samples: sampleEvenly(samples.filter(Number.isFinite), mostSamplesKept),
    }))
    .filter(({ samples }) => samples.length > 0)
  if (metrics.length === 0) return null
  const conditions = {
    datasetSha256,
    commandSha256: hashCommand(found),
    filesSha256: hashValue(sortPairs(identity)),
  }
  return { ...key, conditions: { ...conditions, resultRows }, metrics }
}

/** SHA-256 of the command and, when any are set, its environment variables. */
function hashCommand({ command, variables = {} }: Conditions): string {
  const set = sortPairs(variables)
  return hashValue(set.length === 0 ? command : [command, set])
}

/**
 * SHA-256 of the testbed facts that decide about speed. Facts that a monitor reads only sometimes are left out, because
 * they would split the history at random.
 */
function hashTestbed(testbed: Testbed): string {
  const decisive = comparedFields.filter(({ isDecisive }) => isDecisive)
  return hashValue(decisive.map(({ label, read }) => [label, read(testbed)]))
}

function sortPairs(map: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(map).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function hashValue(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
