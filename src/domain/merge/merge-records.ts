import { formatCaseId } from '../core/case.ts'
import { UserError } from '../core/errors.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunRecord } from '../trial/run-record.ts'
import { formatSelection } from '../plan/selection.ts'
import { joinTestbeds } from './join-testbeds.ts'
import { joinTrials } from './join-trials.ts'
import type { RunToMerge } from './run-to-merge.ts'
import { listQuestionDifferences } from './question-differences.ts'
import type { NotTested } from '../../record/plan.ts'
import type { JoinedRun } from '../../record/run.ts'

/**
 * Merges the records of the jobs of a matrix. Does not check for missing parts, which needs the config.
 *
 * @throws UserError for runs of different commits, configs, data or model files, with the fields; for a case that was
 * measured twice; for a suite on two testbeds
 */
export function mergeRecords(runs: readonly RunToMerge[], runId: string): RunRecord {
  const [first] = runs
  if (!first) throw new UserError('there is no run to join', 'Name at least one run folder.')
  for (const run of runs.slice(1)) requireSameQuestion(first, run)
  const records = runs.map(({ record }) => record)
  const common = withoutRunFields(first.record)
  const finished = records.flatMap(({ finishedAt }) => finishedAt ?? [])
  return {
    ...common,
    runId,
    startedAt: findEarliest(records.map(({ startedAt }) => startedAt)),
    finishedAt: finished.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null,
    ...joinStatus(selectNewestRuns(runs)),
    ...joinTestbeds(runs),
    ...joinIsolation(records),
    datasets: deduplicateBy(
      records.flatMap(({ datasets }) => datasets),
      ({ name }) => name,
    ),
    ...joinDatasetDifferences(records),
    ...joinChangedInputs(records),
    identity: joinIdentities(records),
    plan: joinPlans(records.map(({ plan }) => plan)),
    trials: joinTrials(runs),
    joinedFrom: deduplicateBy(records.flatMap(listJoinedRuns), (run) => `${run.runId} ${run.cases.join(' ')}`),
  }
}

/** Removes fields that describe only the record's own run and folder. */
function withoutRunFields(record: RunRecord): RunRecord {
  const {
    selection: _selection,
    elsewhere: _elsewhere,
    joinedFrom: _joinedFrom,
    comparedWith: _comparedWith,
    isolation: _isolation,
    datasetDifferences: _datasetDifferences,
    changedInputs: _changedInputs,
    ...common
  } = record
  return common
}

/** A joined run has the weakest isolation of its parts. */
function joinIsolation(records: readonly RunRecord[]): Pick<RunRecord, 'isolation'> {
  const stated = records.flatMap(({ isolation }) => isolation ?? [])
  const weakest = stated.find(({ mode }) => mode === 'none') ?? stated[0]
  return weakest && stated.length === records.length ? { isolation: weakest } : {}
}

/** A dataset that one job could prepare from the head only was chosen by the head in the joined run. */
function joinDatasetDifferences(records: readonly RunRecord[]): Pick<RunRecord, 'datasetDifferences'> {
  const stated = records.flatMap(({ datasetDifferences = [] }) => datasetDifferences)
  const headFirst = stated.toSorted((one, other) => Number(one.used === 'base') - Number(other.used === 'base'))
  const differences = deduplicateBy(headFirst, ({ name }) => name)
  return differences.length > 0 ? { datasetDifferences: differences } : {}
}

/** Each job lists the inputs of its own cases. */
function joinChangedInputs(records: readonly RunRecord[]): Pick<RunRecord, 'changedInputs'> {
  const stated = records.flatMap(({ changedInputs = {} }) => Object.entries(changedInputs))
  if (stated.length === 0) return {}
  const groups = Map.groupBy(stated, ([label]) => label)
  const joinPaths = (group: typeof stated): string[] => [...new Set(group.flatMap(([, paths]) => paths))].toSorted()
  return { changedInputs: Object.fromEntries([...groups].map(([label, group]) => [label, joinPaths(group)])) }
}

function requireSameQuestion(first: RunToMerge, run: RunToMerge): void {
  const differences = listQuestionDifferences(first, run)
  if (differences.length === 0) return
  throw new UserError(
    [`${run.name} does not belong to ${first.name}:`, ...differences].join('\n  '),
    'Join runs of one commit, config and dataset only; measure the part that differs again.',
  )
}

/** If a run was uploaded before and after it was resumed, the later upload has its final status. */
function selectNewestRuns(runs: readonly RunToMerge[]): RunToMerge[] {
  return [...Map.groupBy(runs, ({ record }) => record.runId).values()].flatMap(
    (own) => own.toSorted((one, other) => other.record.trials.length - one.record.trials.length)[0] ?? [],
  )
}

function joinStatus(runs: readonly RunToMerge[]): Pick<RunRecord, 'status' | 'statusDetail'> {
  const unfinished = runs.filter(({ record }) => record.status !== 'finished')
  if (unfinished.length === 0) return { status: 'finished', statusDetail: null }
  const status = unfinished.some(({ record }) => record.status === 'failed') ? 'failed' : 'interrupted'
  const texts = unfinished.map(({ record, name }) => {
    const what = record.selection ? formatSelection(record.selection) : name
    return `${what}: ${record.statusDetail ?? `the run is ${record.status}`}`
  })
  return { status, statusDetail: texts.join('; ').slice(0, 4000) }
}

function joinPlans(plans: readonly Plan[]): Plan {
  const cases = deduplicateBy(
    plans.flatMap((plan) => plan.cases),
    ({ id }) => id,
  )
  const measured = new Set(cases.map(({ id }) => id))
  const ladders = deduplicateBy(
    plans.flatMap((plan) => plan.ladders ?? []),
    (ladder) => ladder.cases.join('\n'),
  )
  return {
    cases,
    notTested: deduplicateBy(
      plans.flatMap((plan) => plan.notTested),
      formatId,
    ).filter((one) => !measured.has(formatId(one))),
    comparisons: deduplicateBy(
      plans.flatMap((plan) => plan.comparisons),
      ({ head, base }) => `${head}\n${base}`,
    ),
    ...(ladders.length > 0 && { ladders }),
  }
}

function listJoinedRuns({ runId, selection, plan, joinedFrom }: RunRecord): readonly JoinedRun[] {
  return joinedFrom ?? [{ runId, selection: selection ?? null, cases: plan.cases.map(({ id }) => id) }]
}

function joinIdentities(records: readonly RunRecord[]): RunRecord['identity'] {
  const labels = new Set(records.flatMap(({ identity }) => Object.keys(identity)))
  const mergeFiles = (label: string) => Object.assign({}, ...records.map(({ identity }) => identity[label] ?? {}))
  return Object.fromEntries([...labels].map((label) => [label, mergeFiles(label)]))
}

function deduplicateBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const known = new Map<string, Item>()
  for (const item of items) if (!known.has(keyOf(item))) known.set(keyOf(item), item)
  return [...known.values()]
}

function findEarliest(times: readonly string[]): string {
  return times.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? ''
}

function formatId({ key }: NotTested): string {
  return formatCaseId(key)
}
