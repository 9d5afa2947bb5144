import { join, resolve } from 'node:path'
import { parseBaseline } from '../../config/records/parse-records.ts'
import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { collectMetricHistories, computePointValue, type MetricHistory } from '../../domain/history/history-records.ts'
import {
  findRestartedCases,
  forecastLimits,
  observe,
  type HistoryReport,
  type TrackingRules,
} from '../../domain/history/observe.ts'
import { formatSeriesName } from '../../domain/history/shift.ts'
import { isGateMetric } from '../../domain/verdict/gate.ts'
import { createDirectoryData } from '../../io/files/directory-data-branch.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../../io/git/clone-facts.ts'
import { buildTrackingRules, getTracking, noiseFile } from '../../judging/baselines/baselines.ts'
import type { Baseline } from '../../record/baseline.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { formatSparkline } from '../../reporters/drawing.ts'
import { renderHistorySummary } from '../../reporters/history-summary.ts'
import { isBadHistory } from '../../reporters/html/history.ts'
import { findAnchorRecords, resolveAnchors, type ResolvedAnchor } from '../../steps/history/branch-commits.ts'
import { listTestbeds, readNewest } from '../../steps/history/history-store.ts'
import type { ExitCode } from '../exit-code.ts'
import { maxBaselineBytes, readLocalRules } from '../local-inputs.ts'
import { createTerminalLogger, print, sayWritten } from '../terminal.ts'

/** Which part of a history to show. */
type Selection = {
  readonly dir: string
  readonly testbed?: string
  readonly metric: string
  readonly runs: number
  readonly format: 'text' | 'json'
}

/** Records of one testbed, oldest first. */
type TestbedHistory = { readonly testbedId: string; readonly records: readonly HistoryRecord[] }

/** Reads the newest runs of each selected testbed. `unreadable`: the testbeds without a readable record, of which it warns. */
export async function readHistory({ dir, testbed, runs }: Selection) {
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
    const records = await readNewest(snapshot, testbedId, runs, createTerminalLogger())
    histories.push({ testbedId, records: records.slice(-runs) })
  }
  const unreadable = histories.filter(({ records }) => records.length === 0).map(({ testbedId }) => testbedId)
  const problem = `no record of testbed ${unreadable.join(', ')} in ${dir} can be read`
  const hint = 'Restore the files below history/ from an earlier commit of their branch.'
  if (unreadable.length === histories.length) throw new UserError(problem, hint)
  if (unreadable.length > 0) createTerminalLogger().warning(`${problem}, so nothing is reported of it. ${hint}`)
  return { snapshot, histories, unreadable }
}

/** Prints the runs of the selected metrics, as text or JSON. */
export async function showHistory(options: Selection): Promise<void> {
  const { histories } = await readHistory(options)
  const all = histories.map(({ testbedId, records }) => {
    const series = collectMetricHistories(records, ({ name }) => isGateMetric(name, [options.metric]))
    return { testbedId, records, series }
  })
  if (options.format === 'json')
    return print(
      JSON.stringify(
        all.map(({ testbedId, series }) => ({ testbedId, series })),
        null,
        2,
      ),
    )
  for (const { testbedId, records, series } of all) {
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    const runs = `${records.length} ${records.length === 1 ? 'run' : 'runs'}`
    print(`${testbedId}  ${runs}, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`)
    for (const { key, metric, points } of series) {
      const values = points.map(computePointValue).slice(-60)
      const line = formatSparkline({ title: metric.name, unit: metric.unit, values, levels: values })
      print(`  ${formatSeriesName(key, metric)}  ${line}`)
    }
  }
}

/** Options of `warpgauge history changes`; `anchor` holds the revisions to measure drift from. */
type ChangesOptions = Selection & { readonly config?: string; readonly anchor?: readonly string[] }

const usualRules: TrackingRules = { metrics: ['*'], minEffect: 0.03, settledAfter: 12, openWhen: 'confirmed' }

/**
 * Prints changes per testbed; returns 1 for a confirmed regression that persists or a slow drift, and otherwise 2 if a
 * testbed has no readable record, or no testbed one of these metrics.
 */
export async function printHistoryChanges(options: ChangesOptions): Promise<ExitCode> {
  const read = await readHistory(options)
  const reports = (await buildHistoryReports(options, read)).map(({ report }) => report)
  print(
    options.format === 'json'
      ? JSON.stringify(reports.map(toPlainReport), null, 2)
      : reports.map(renderHistorySummary).join('\n\n'),
  )
  if (reports.some(isBadHistory)) return 1
  return read.unreadable.length > 0 || reports.every(({ observation }) => observation.histories.length === 0) ? 2 : 0
}

/**
 * Builds the history report of each testbed for its newest commit; none, with a warning, for a testbed without readable
 * records.
 */
export async function buildHistoryReports(options: ChangesOptions, read?: Awaited<ReturnType<typeof readHistory>>) {
  const { snapshot, histories } = read ?? (await readHistory(options))
  const { config: file, dir, metric } = options
  const config = file === undefined ? null : (await readLocalRules(file)).config
  const anchors = await findAnchors(options, config)
  const metrics = metric === '*' && config ? getTracking(config).metrics : [metric]
  const rules = { ...(config ? buildTrackingRules(config) : usualRules), metrics }
  const reports = histories.map(async ({ testbedId, records }) => {
    const latest = records.at(-1)
    if (!latest) return []
    const ports = { snapshot, logger: createTerminalLogger() }
    const found = await findAnchorRecords(anchors, testbedId, records, ports)
    const observation = observe(records, latest, found, rules)
    const report = {
      branch: dir,
      isNew: false,
      runs: records.length,
      observation,
      anchors: found,
      outlooks: forecastLimits(observation.histories, config?.requirements ?? []),
      restarts: findRestartedCases(records, latest),
      issues: [],
    }
    return [{ testbedId, records, report }]
  })
  return (await Promise.all(reports)).flat()
}

/** Resolves anchors to commits; needs a git clone only when anchors are configured. */
async function findAnchors({ anchor }: ChangesOptions, config: Config | null): Promise<ResolvedAnchor[]> {
  const names = anchor ?? (config ? getTracking(config).anchors : [])
  if (names.length === 0) return []
  return await resolveAnchors(names, await openGitCommitLog(process.cwd()), createTerminalLogger())
}

function formatSeries({ history }: { readonly history: MetricHistory }): string {
  return formatSeriesName(history.key, history.metric)
}

/** Converts a report to JSON without its runs. */
function toPlainReport({ observation, runs, anchors, outlooks }: HistoryReport) {
  const { latest, shifts, causes, creeps, unresolved, lost } = observation
  return {
    testbed: latest.testbed.id,
    runs,
    latest: latest.commit,
    changes: shifts.map((shift) => ({
      series: formatSeries(shift),
      unit: shift.history.metric.unit,
      commit: shift.change.point.commit,
      good: shift.good.commit,
      bad: shift.bad.commit,
      effect: shift.change.effect,
      interval: shift.change.interval,
      status: shift.change.status,
      isWorse: shift.isWorse,
      isLasting: shift.isLasting,
    })),
    regressions: causes.map(({ good, bad, at, status, shifts: own }) => ({
      good: good.commit,
      bad: bad.commit,
      commit: at.commit,
      status,
      series: own.map(formatSeries),
    })),
    creeps: creeps.map((one) => ({ series: formatSeries(one), anchor: one.from.label, ...one.creep })),
    inconclusive: unresolved.map(({ history, runs: own, minEffect, detectable }) => ({
      series: formatSeries({ history }),
      runs: own,
      minEffect,
      detectable,
    })),
    notMeasured: lost.map((history) => formatSeries({ history })),
    anchors: anchors.map(({ label, record }) => ({ label, commit: record?.commit ?? null })),
    outlooks: outlooks.map((one) => ({ limit: one.limit.id, series: formatSeries(one), ...one.forecast })),
  }
}

/** Options of `warpgauge history dashboard`; `html` is the path of the output. */
type DashboardOptions = Omit<ChangesOptions, 'format'> & { readonly html: string; readonly baselines?: string }

/** Writes the history of every testbed as one HTML file. */
export async function writeHistoryDashboard({ html, baselines, ...selection }: DashboardOptions): Promise<void> {
  const { writeHistoryPage } = await import('../../wiring/report-page.ts')
  const read = await readHistory({ ...selection, format: 'text' })
  const found = await buildHistoryReports({ ...selection, format: 'text' }, read)
  const histories = await Promise.all(
    found.map(async (one) => ({ ...one, baselines: await readBaselines(one.testbedId, baselines) })),
  )
  sayWritten(html, await writeHistoryPage(resolve(html), histories, read.unreadable))
}

async function readBaselines(testbed: string, directory?: string): Promise<Baseline[]> {
  if (directory === undefined) return []
  const folder = join(resolve(directory), testbed)
  const names = (await diskFileStore.list(folder)).filter((name) => name.endsWith('.json') && name !== noiseFile)
  const read = names.map(async (name) => {
    const text = await diskFileStore.readText(join(folder, name), maxBaselineBytes)
    return text === null ? [] : [parseBaseline(text, join(folder, name))]
  })
  return (await Promise.all(read)).flat()
}
