import { createHash } from 'node:crypto'
import { isCalibration, isTwin } from '../../domain/noise/calibration.ts'
import { UnrecordableError } from '../../domain/core/errors.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import { selectMainPart } from '../../domain/merge/parts-by-testbed.ts'
import type { RunRecord } from '../../record/run.ts'
import { sampleEvenly } from '../../domain/core/statistics.ts'
import type { CommitPosition } from '../../domain/history/history-records.ts'
import { formatHistoryTestbed } from '../plan/restrict-config.ts'
import { buildCaseConditions } from '../verdict/case-conditions.ts'
import { mostSamplesKept } from '../../record/limits.ts'
import type { HistoryCase, HistoryRecord } from '../../record/history.ts'
import { comparedFields, getGpuBytes } from '../../domain/testbed/testbed.ts'
import { measureRecords } from '../../domain/verdict/recorded-evidence.ts'

/**
 * Builds the history record of the head of a run. Cases that were not measured are absent, which shows as a gap.
 *
 * @param request `runUrl`: URL of the workflow run; null outside GitHub
 * @throws UnrecordableError for a run that is unfinished, a calibration, without a commit or without measured cases
 */
export function buildHistoryRecord({
  record: run,
  place,
  runUrl,
}: {
  readonly record: RunRecord
  readonly place: CommitPosition
  readonly runUrl: string | null
}): HistoryRecord {
  // A history record has one testbed: the first one of a joined run.
  const record = selectMainPart(run)
  const { runId, testbed, yardstick, tool, event, status, plan } = record
  const commit = record.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (status !== 'finished')
    throw new UnrecordableError(`run ${runId} is ${status}, not finished`, 'Finish it with --resume, or run it again.')
  if (isCalibration(plan))
    throw new UnrecordableError(`run ${runId} is a calibration`, 'Record an ordinary run instead.')
  if (commit === null)
    throw new UnrecordableError(`run ${runId} has no head commit`, 'Name the commit in the manifest of the ingest.')
  const cases = plan.cases
    .filter((planned) => planned.revision === 'head' && !isTwin(planned))
    .flatMap((planned) => buildHistoryCase(summarizeOutcome(planned, record.trials), record) ?? [])
  if (cases.length === 0)
    throw new UnrecordableError(
      `run ${runId} has no measured case to record`,
      'Check the failures in its report, then run it again.',
    )
  // Facts that a monitor reads only sometimes are left out, because they would split the history at random.
  const facts = comparedFields.filter(({ isDecisive }) => isDecisive).map(({ label, read }) => [label, read(testbed)])
  return {
    schemaVersion: 1,
    runId,
    commit,
    ...place,
    measuredAt: new Date(record.finishedAt ?? record.startedAt).toISOString(),
    testbed: { id: formatHistoryTestbed(testbed.id, yardstick.path), sha256: hashValue(facts) },
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

function buildHistoryCase(outcome: CaseOutcome, record: RunRecord): HistoryCase | null {
  if (outcome.status !== 'measured') return null
  const { key } = outcome.planned
  const found = buildCaseConditions(outcome.planned, outcome.resultRows, record)
  const { datasetSha256, identity, resultRows, command, variables = {} } = found
  const own = record.trials.filter(({ caseId }) => caseId === outcome.planned.id)
  const metrics = [...outcome.measurements, ...measureRecords(own, getGpuBytes(record.testbed))]
    .map(({ metric, samples }) => ({
      ...metric,
      samples: sampleEvenly(samples.filter(Number.isFinite), mostSamplesKept),
    }))
    .filter(({ samples }) => samples.length > 0)
  if (metrics.length === 0) return null
  const set = sortPairs(variables)
  const conditions = {
    datasetSha256,
    commandSha256: hashValue(set.length === 0 ? command : [command, set]),
    filesSha256: hashValue(sortPairs(identity)),
    resultRows,
  }
  return { ...key, conditions, metrics }
}

function sortPairs(map: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(map).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function hashValue(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
