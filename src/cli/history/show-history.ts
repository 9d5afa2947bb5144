import { readLocalRules } from '../read-rules.ts'
import type { Baseline } from '../../record/baseline.ts'
import { UserError } from '../../domain/core/errors.ts'
import { createDirectoryData } from '../../io/files/directory-data-branch.ts'
import type { DataSnapshot } from '../../ports/data-branch.ts'
import { listTestbeds, readNewest } from '../../steps/history/history-store.ts'
import { createTerminalLogger, print, say } from '../terminal.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { isGateMetric } from '../../domain/verdict/gate.ts'
import { computePointValue, collectMetricHistories, type MetricHistory } from '../../domain/history/history-records.ts'
import { formatSeriesName } from '../../domain/history/shift.ts'
import { formatSparkline } from '../../reporters/drawing.ts'
import type { Config } from '../../config/schema/schema.ts'
import {
  forecastLimits,
  findRestartedCases,
  type HistoryReport,
  observe,
  type TrackingRules,
} from '../../domain/history/observe.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../../io/git/clone-facts.ts'
import { renderHistorySummary } from '../../reporters/history-summary.ts'
import { findAnchorRecords, resolveAnchors, type ResolvedAnchor } from '../../steps/history/branch-commits.ts'
import { getTracking, buildTrackingRules } from '../../judging/baselines/baselines.ts'
import type { ExitCode } from '../exit-code.ts'
import { shortenPath } from '../short-path.ts'
import { parseBaseline } from '../../config/records/parse-records.ts'
import { resolve, join } from 'node:path'

/** Which part of a history to show. */
export type Selection = {
  readonly dir: string
  readonly testbed?: string
  readonly metric: string
  readonly runs: number
  readonly format: 'text' | 'json'
}

/** Records of one testbed, oldest first. */
export type TestbedHistory = { readonly testbedId: string; readonly records: readonly HistoryRecord[] }

/** Reads the newest runs of each selected testbed. */
export async function readHistory({ dir, testbed, runs }: Selection): Promise<{
  readonly snapshot: DataSnapshot
  readonly histories: readonly TestbedHistory[]
}> {
  const snapshot = await createDirectoryData(resolve(dir)).open()
  const known = await listTestbeds(snapshot)
  if (known.length === 0)
    throw new UserError(
      `there is no history in ${dir}`,
      'Check the branch warpgauge-data out somewhere and name that directory with --dir.',
    )
  if (testbed !== undefined && !known.includes(testbed))
    throw new UserError(`there is no testbed ${testbed} in ${dir}`, `There are ${known.join(', ')}.`)
  const histories: TestbedHistory[] = []
  for (const testbedId of testbed === undefined ? known : [testbed]) {
    const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger(false))
    histories.push({ testbedId, records: records.slice(-runs) })
  }
  return { snapshot, histories }
}

/** Options of `warpgauge history show`. */
export type ShowOptions = Selection

/** Prints the runs of every metric, as text or JSON. */
export async function showHistory(options: ShowOptions): Promise<void> {
  const { histories } = await readHistory(options)
  if (options.format === 'json') {
    const all = histories.map(({ testbedId, records }) => ({
      testbedId,
      series: selectSeries({ testbedId, records }, options),
    }))
    print(JSON.stringify(all, null, 2))
    return
  }
  for (const { testbedId, records } of histories) {
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    print(
      `${testbedId}  ${records.length} ${records.length === 1 ? 'run' : 'runs'}, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`,
    )
    for (const history of selectSeries({ testbedId, records }, options)) print(`  ${formatSeries(history)}`)
  }
}

function selectSeries({ records }: TestbedHistory, { metric }: Selection): MetricHistory[] {
  return collectMetricHistories(records, ({ name }) => isGateMetric(name, [metric]))
}

function formatSeries({ key, metric, points }: MetricHistory): string {
  const values = points.map(computePointValue)
  const series = { title: metric.name, unit: metric.unit, values: values.slice(-60), levels: values.slice(-60) }
  return `${formatSeriesName(key, metric)}  ${formatSparkline(series)}`
}

/** Options of `warpgauge history changes`; `anchor` holds the revisions to measure drift from. */
export type ChangesOptions = Selection & { readonly config?: string; readonly anchor?: readonly string[] }

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
  const config = options.config === undefined ? null : (await readLocalRules(options.config)).config
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

/** Options of `warpgauge history dashboard`; `html` is the path of the output. */
export type DashboardOptions = Omit<ChangesOptions, 'format'> & {
  readonly html: string
  readonly baselines?: string
}

const maxBaselineBytes = 16 * 1024 * 1024

/** Writes the history of every testbed as one HTML file. */
export async function writeHistoryDashboard({ html, baselines, ...selection }: DashboardOptions): Promise<void> {
  const { writeHistoryPage } = await import('../../wiring/report-page.ts')
  const found = await buildHistoryReports({ ...selection, format: 'text' })
  const histories = await Promise.all(
    found.map(async (one) => ({ ...one, baselines: await readBaselines(one.testbedId, baselines) })),
  )
  const path = resolve(html)
  const bytes = await writeHistoryPage(path, histories)
  say(`wrote ${shortenPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`)
}

async function readBaselines(testbed: string, directory?: string): Promise<Baseline[]> {
  if (directory === undefined) return []
  const folder = join(resolve(directory), testbed)
  const names = (await diskFileStore.list(folder)).filter((name) => name.endsWith('.json') && name !== 'noise.json')
  const texts = await Promise.all(
    names.map(async (name) => ({ name, text: await diskFileStore.readText(join(folder, name), maxBaselineBytes) })),
  )
  return texts.flatMap(({ name, text }) => (text === null ? [] : [parseBaseline(text, join(folder, name))]))
}
