import type { JoinedRun, RunRecord } from '../../record/run.ts'
import { formatCaseId } from '../core/case.ts'
import { formatNames, UserError } from '../core/errors.ts'
import type { Plan } from '../plan/plan.ts'
import { formatCanonicalJson } from '../core/json.ts'
import { findTestbed } from './parts-by-testbed.ts'
import { type Testbed, listTestbedDifferences } from '../testbed/testbed.ts'
import type { Trial } from '../trial/trial.ts'

/** The record of one job of a matrix, which measured a part of the run. */
export type RunToMerge = {
  /** Name for people: the path of its folder. */
  readonly name: string
  /** Folder of its raw output in the joined folder, with a trailing slash; empty: unchanged. */
  readonly prefix: string
  readonly record: RunRecord
}

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
  // Without the fields that describe only the record's own run and folder.
  const {
    selection: _selection,
    elsewhere: _elsewhere,
    joinedFrom: _joinedFrom,
    comparedWith: _comparedWith,
    isolation: _isolation,
    datasetDifferences: _datasetDifferences,
    changedInputs: _changedInputs,
    ...common
  } = first.record
  const joined = records.flatMap(({ runId: id, selection = null, plan, joinedFrom }): readonly JoinedRun[] => {
    return joinedFrom ?? [{ runId: id, selection, cases: plan.cases.map((one) => one.id) }]
  })
  const attempt = Math.max(...records.map((record) => record.attempt ?? 1))
  return {
    ...common,
    ...(attempt > 1 && { attempt }),
    runId,
    startedAt: sortTimes(records.map(({ startedAt }) => startedAt))[0] ?? '',
    finishedAt: sortTimes(records.flatMap(({ finishedAt }) => finishedAt ?? [])).at(-1) ?? null,
    ...joinStatus(runs),
    ...joinTestbeds(runs),
    datasets: selectDistinct(
      records.flatMap(({ datasets }) => datasets),
      ({ name }) => name,
    ),
    ...joinNotes(records),
    identity: joinIdentities(records),
    plan: joinPlans(records.map(({ plan }) => plan)),
    trials: joinTrials(runs),
    joinedFrom: selectDistinct(joined, (run) => `${run.runId} ${run.cases.join(' ')}`),
  }
}

/** What a record says of its trees and data. */
function joinNotes(records: readonly RunRecord[]) {
  // A joined run has the weakest isolation of its parts.
  const modes = records.flatMap(({ isolation }) => isolation ?? [])
  const weakest = modes.find(({ mode }) => mode === 'none') ?? modes[0]
  // A dataset that one job could prepare from the head only was chosen by the head in the joined run.
  const stated = records.flatMap(({ datasetDifferences = [] }) => datasetDifferences)
  const headFirst = stated.toSorted((one, other) => Number(one.used === 'base') - Number(other.used === 'base'))
  const differences = selectDistinct(headFirst, ({ name }) => name)
  // Each job lists the inputs of its own cases.
  const inputs = records.flatMap(({ changedInputs = {} }) => Object.entries(changedInputs))
  const changed = [...Map.groupBy(inputs, ([label]) => label)].map(([label, group]) => {
    return [label, [...new Set(group.flatMap(([, paths]) => paths))].toSorted()] as const
  })
  return {
    ...(weakest && modes.length === records.length && { isolation: weakest }),
    ...(differences.length > 0 && { datasetDifferences: differences }),
    ...(changed.length > 0 && { changedInputs: Object.fromEntries(changed) }),
  }
}

function joinStatus(runs: readonly RunToMerge[]): Pick<RunRecord, 'status' | 'statusDetail'> {
  // If a run was uploaded before and after it was resumed, the later upload has its final status.
  const newest = [...Map.groupBy(runs, ({ record }) => record.runId).values()].flatMap(
    (own) => own.toSorted((one, other) => other.record.trials.length - one.record.trials.length)[0] ?? [],
  )
  const unfinished = newest.filter(({ record }) => record.status !== 'finished')
  if (unfinished.length === 0) return { status: 'finished', statusDetail: null }
  const status = unfinished.some(({ record }) => record.status === 'failed') ? 'failed' : 'interrupted'
  const texts = unfinished.map(({ record, name }) => {
    const what = record.selection ? formatNames(record.selection.only) : name
    return `${what}: ${record.statusDetail ?? `the run is ${record.status}`}`
  })
  return { status, statusDetail: texts.join('; ').slice(0, 4000) }
}

function joinPlans(plans: readonly Plan[]): Plan {
  const [planned, left] = [plans.flatMap((plan) => plan.cases), plans.flatMap((plan) => plan.notTested)]
  const measured = new Set(planned.map(({ id }) => id))
  const notTested = left.filter(({ key }) => !measured.has(formatCaseId(key)))
  const comparisons = plans.flatMap((plan) => plan.comparisons)
  const climbs = plans.flatMap((plan) => plan.ladders ?? [])
  const ladders = selectDistinct(climbs, (ladder) => ladder.cases.join('\n'))
  return {
    cases: selectDistinct(planned, ({ id }) => id),
    notTested: selectDistinct(notTested, ({ key }) => formatCaseId(key)),
    comparisons: selectDistinct(comparisons, ({ head, base }) => `${head}\n${base}`),
    ...(ladders.length > 0 && { ladders }),
  }
}

function joinIdentities(records: readonly RunRecord[]): RunRecord['identity'] {
  const labels = new Set(records.flatMap(({ identity }) => Object.keys(identity)))
  const mergeFiles = (label: string) => Object.assign({}, ...records.map(({ identity }) => identity[label] ?? {}))
  return Object.fromEntries([...labels].map((label) => [label, mergeFiles(label)]))
}

function selectDistinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const known = new Map<string, Item>()
  for (const item of items) if (!known.has(keyOf(item))) known.set(keyOf(item), item)
  return [...known.values()]
}

function sortTimes(times: readonly string[]): string[] {
  return times.toSorted((one, other) => Date.parse(one) - Date.parse(other))
}

/** Lists the fields that prevent two runs from being merged. Each prepares only the datasets and model files it needs. */
function requireSameQuestion(first: RunToMerge, run: RunToMerge): void {
  const labels = new Set([first, run].flatMap(({ record }) => record.revisions.map(({ label }) => label)))
  const facts = collectFacts(run.record, labels)
  const differences = [...collectFacts(first.record, labels)].flatMap(([label, value]) => {
    const other = facts.get(label)
    return other === undefined || other === value ? [] : [`${label} ${shorten(value)} → ${shorten(other)}`]
  })
  if (differences.length === 0) return
  throw new UserError(
    [`${run.name} does not belong to ${first.name}:`, ...differences].join('\n  '),
    'Join runs of one commit, config and dataset only; measure the part that differs again.',
  )
}

function shorten(value: string): string {
  return /^[0-9a-f]{40,}$/u.test(value) ? value.slice(0, 12) : value
}

/** What the parts of one run share. */
function collectFacts(record: RunRecord, labels: ReadonlySet<string>): Map<string, string> {
  const { yardstick, repository, pullRequest, tool, revisions, commands, datasets, identity } = record
  return new Map<string, string>([
    ['config:', `${yardstick.path} (sha256 ${yardstick.sha256.slice(0, 12)})`],
    ['rules from:', `${yardstick.origin} ${shorten(yardstick.commit ?? 'no commit')}`],
    ['repository:', repository ?? 'unknown'],
    ['pull request:', String(pullRequest ?? 'none')],
    ['version of warpgauge:', tool.version],
    ...[...labels].flatMap((label): [string, string][] => {
      const found = revisions.find((revision) => revision.label === label)
      return [
        [`commit of ${label}:`, found ? (found.commit ?? 'no commit') : 'not known'],
        [`command of ${label}:`, formatCanonicalJson(commands[label] ?? null)],
      ]
    }),
    ...datasets.map(({ name, sha256 }): [string, string] => [`dataset ${name}: sha256`, sha256]),
    ...Object.entries(identity).flatMap(([label, files]) =>
      Object.entries(files).map(([path, hash]): [string, string] => [`${path} of ${label}: sha256`, hash]),
    ),
  ])
}

/**
 * Assigns each suite to its testbed. Equal machines are one testbed. A suite belongs to exactly one, because its
 * derived values combine its measurements.
 *
 * @throws UserError with the fields in which the testbeds of one suite differ
 */
function joinTestbeds(runs: readonly RunToMerge[]): Pick<RunRecord, 'testbed' | 'elsewhere'> {
  const places: { readonly testbed: Testbed; readonly suites: Set<string>; readonly name: string }[] = []
  for (const { record, name } of runs) {
    for (const suite of new Set([...record.plan.cases, ...record.plan.notTested].map(({ key }) => key.suite))) {
      const testbed = findTestbed(record, suite)
      const known = places.find((place) => listTestbedDifferences(place.testbed, testbed).length === 0)
      const other = places.find((place) => place !== known && place.suites.has(suite))
      if (other)
        throw new UserError(
          [
            `${suite} was measured on different testbeds, ${other.testbed.id} (${other.name}) and ${testbed.id} (${name}):`,
            ...listTestbedDifferences(other.testbed, testbed),
          ].join('\n  '),
          'Measure all cases of a suite on one kind of machine (`warpgauge plan` does); other suites may be elsewhere.',
        )
      if (known) known.suites.add(suite)
      else places.push({ testbed, suites: new Set([suite]), name })
    }
  }
  const [main, ...others] = places
  const testbed = main?.testbed ?? runs[0]?.record.testbed
  if (!testbed) throw new UserError('there is no run to join', 'Name at least one run folder.')
  if (others.length === 0) return { testbed }
  return { testbed, elsewhere: others.map((place) => ({ testbed: place.testbed, suites: [...place.suites] })) }
}

/**
 * Joins the trials of all runs without duplicates: a folder given twice, or an earlier upload of a resumed run, adds
 * nothing. The trials of each run keep their order.
 *
 * @throws UserError when two runs measured the same case differently
 */
function joinTrials(runs: readonly RunToMerge[]): Trial[] {
  const known = new Map<string, { readonly trial: Trial; readonly run: RunToMerge }>()
  const owners = new Map<string, RunToMerge>()
  for (const run of runs) {
    for (const trial of run.record.trials) {
      const place = JSON.stringify([trial.caseId, trial.index])
      const before = known.get(place)
      // Duplicates inside one record are rejected elsewhere.
      if (before?.run === run) {
        known.set(`${place} ${known.size}`, { trial, run })
        continue
      }
      if (before && serializeContent(before.trial) === serializeContent(trial)) continue
      const owner = owners.get(trial.caseId) ?? run
      if (before || owner.record.runId !== run.record.runId) throw createDuplicateError(trial, owner, run)
      owners.set(trial.caseId, run)
      known.set(place, { trial, run })
    }
  }
  return [...known.values()].map(({ trial, run: { prefix } }) => ({
    ...trial,
    stdoutPath: `${prefix}${trial.stdoutPath}`,
    stderrPath: `${prefix}${trial.stderrPath}`,
  }))
}

/** The output paths are not part of the identity of a trial, because joined folders may be joined again. */
function serializeContent({ stdoutPath: _stdout, stderrPath: _stderr, ...content }: Trial): string {
  return formatCanonicalJson(content)
}

function createDuplicateError({ caseId, index }: Trial, one: RunToMerge, other: RunToMerge): UserError {
  const differences = listTestbedDifferences(one.record.testbed, other.record.testbed)
  const machines = differences.length > 0 ? `, on other testbeds (${differences.join('; ')})` : ''
  return new UserError(
    `${caseId} was measured twice with different results${machines}: run ${index} of ${other.record.runId} in ${other.name} is not that of ${one.record.runId} in ${one.name}`,
    'Leave one of the two folders out, or compare them with `warpgauge compare`.',
  )
}

/**
 * Adds the planned cases that no part measured to the status of a record. Such a run is interrupted, whatever the status
 * of its parts.
 */
export function withMissingParts(record: RunRecord, planned: Pick<Plan, 'cases'>): RunRecord {
  const there = new Set(record.plan.cases.map(({ id }) => id))
  const missing = planned.cases.filter(({ id }) => !there.has(id)).map(({ id }) => id)
  if (missing.length === 0) return record
  const detail = [
    `${formatNames(missing)} not measured`,
    ...(record.statusDetail === null ? [] : [record.statusDetail]),
  ]
  const status = record.status === 'failed' ? 'failed' : 'interrupted'
  return { ...record, status, statusDetail: detail.join('; ').slice(0, 4000) }
}
