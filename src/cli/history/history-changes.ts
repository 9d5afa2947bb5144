import { resolve } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { forecastLimits, findRestartedCases } from '../../domain/tracking/outlooks.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import { observe, type TrackingRules } from '../../domain/tracking/observe.ts'
import { formatSeriesName } from '../../domain/tracking/shift.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../../io/git/clone-facts.ts'
import type { DataSnapshot } from '../../ports/data-branch.ts'
import { renderHistorySummary } from '../../reporters/history-summary.ts'
import { findAnchorRecords, resolveAnchors, type ResolvedAnchor } from '../../steps/history/branch-commits.ts'
import { parseRules } from '../../steps/baselines/load-rules.ts'
import { getTracking, buildTrackingRules } from '../../judging/baselines/baselines.ts'
import { readHistory, type Selection, type TestbedHistory } from './history-view.ts'
import type { ExitCode } from '../exit-code.ts'
import { print, createTerminalLogger } from '../terminal.ts'

/** Options of `warpgauge history changes`; `anchor` holds the revisions to measure drift from. */
export type ChangesOptions = Selection & { readonly config?: string; readonly anchor?: readonly string[] }

const maxConfigBytes = 256 * 1024
const usualRules: TrackingRules = { metrics: ['*'], minEffect: 0.03, settledAfter: 12, openWhen: 'confirmed' }

/** Prints changes per testbed; returns 1 for a confirmed regression that persists or a slow drift. */
export async function printHistoryChanges(options: ChangesOptions): Promise<ExitCode> {
  const reports = (await buildHistoryReports(options)).map(({ report }) => report)
  print(
    options.format === 'json'
      ? JSON.stringify(reports.map(toPlainReport), null, 2)
      : reports.map(renderHistorySummary).join('\n\n'),
  )
  return reports.some(isBad) ? 1 : 0
}

/** History report of one testbed, with its runs. */
export type ReportedHistory = TestbedHistory & { readonly report: HistoryReport }

/** Builds the history report of each testbed for its newest commit. */
export async function buildHistoryReports(options: ChangesOptions): Promise<ReportedHistory[]> {
  const { snapshot, histories } = await readHistory(options)
  const config = options.config === undefined ? null : await readConfig(options.config)
  const anchors = await findAnchors(options, config)
  const rules = { ...(config ? buildTrackingRules(config) : usualRules), metrics: chooseMetrics(options, config) }
  const reports: ReportedHistory[] = []
  for (const history of histories) {
    const report = await buildReport(history, { snapshot, config, anchors, rules, dir: options.dir })
    if (report) reports.push({ ...history, report })
  }
  return reports
}

type ReportContext = {
  readonly snapshot: DataSnapshot
  readonly config: Config | null
  readonly anchors: readonly ResolvedAnchor[]
  readonly rules: TrackingRules
  readonly dir: string
}

async function buildReport({ testbedId, records }: TestbedHistory, look: ReportContext): Promise<HistoryReport | null> {
  const { snapshot, config, anchors, rules, dir } = look
  const latest = records.at(-1)
  if (!latest) return null
  const found = await findAnchorRecords(anchors, testbedId, records, { snapshot, logger: createTerminalLogger(false) })
  const observation = observe(records, latest, found, rules)
  return {
    branch: dir,
    isNew: false,
    runs: records.length,
    observation,
    anchors: found,
    outlooks: forecastLimits(observation.histories, config?.requirements ?? []),
    restarts: findRestartedCases(records, latest),
    issues: [],
  }
}

function isBad({ observation: { causes, creeps } }: HistoryReport): boolean {
  return creeps.length > 0 || causes.some(({ status }) => status === 'confirmed')
}

/** Resolves anchors to commits; needs a git clone only when anchors are configured. */
async function findAnchors({ anchor }: ChangesOptions, config: Config | null): Promise<ResolvedAnchor[]> {
  const names = anchor ?? (config ? getTracking(config).anchors : [])
  if (names.length === 0) return []
  return await resolveAnchors(names, await openGitCommitLog(process.cwd()), createTerminalLogger(false))
}

function chooseMetrics({ metric }: ChangesOptions, config: Config | null): readonly string[] {
  return metric === '*' && config ? getTracking(config).metrics : [metric]
}

async function readConfig(path: string): Promise<Config> {
  const text = await diskFileStore.readText(resolve(path), maxConfigBytes)
  if (text === null) throw new UserError(`there is no config at ${path}`, 'Name another file with --config.')
  return parseRules(text, path, { origin: 'local', commit: null }).config
}

/** Converts a report to JSON without its runs. */
function toPlainReport({ observation, runs, anchors, outlooks }: HistoryReport) {
  const { latest, shifts, causes, creeps, unresolved } = observation
  return {
    testbed: latest.testbed.id,
    runs,
    latest: latest.commit,
    changes: shifts.map(({ history, change, good, bad, isWorse, isLasting }) => ({
      series: formatSeriesName(history.key, history.metric),
      unit: history.metric.unit,
      commit: change.point.commit,
      good: good.commit,
      bad: bad.commit,
      effect: change.effect,
      interval: change.interval,
      status: change.status,
      isWorse,
      isLasting,
    })),
    regressions: causes.map(({ good, bad, at, status, shifts: own }) => ({
      good: good.commit,
      bad: bad.commit,
      commit: at.commit,
      status,
      series: own.map(({ history }) => formatSeriesName(history.key, history.metric)),
    })),
    creeps: creeps.map(({ history, from, creep }) => ({
      series: formatSeriesName(history.key, history.metric),
      anchor: from.label,
      ...creep,
    })),
    inconclusive: unresolved.map(({ history, runs: own, minEffect, detectable }) => ({
      series: formatSeriesName(history.key, history.metric),
      runs: own,
      minEffect,
      detectable,
    })),
    anchors: anchors.map(({ label, record }) => ({ label, commit: record?.commit ?? null })),
    outlooks: outlooks.map(({ limit, history, forecast }) => ({
      limit: limit.id,
      series: formatSeriesName(history.key, history.metric),
      ...forecast,
    })),
  }
}
