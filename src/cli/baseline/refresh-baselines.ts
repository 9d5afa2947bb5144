import { refuseOtherConfig } from '../../steps/baselines/refreshed-store.ts'
import type { NoiseRecord } from '../../record/noise.ts'
import type { Baseline } from '../../record/baseline.ts'
import { doesFailCheck } from '../../domain/verdict/comparison.ts'
import { resolve, join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { isCalibration } from '../../domain/noise/calibration.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { formatBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { formatNoise } from '../../domain/noise/noise.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { buildBaselines, addRunNoise, anchorFreshBaseline } from '../../judging/baselines/baselines.ts'
import { listHeadLosses, listHeadDoubts } from '../../judging/findings/gaps.ts'
import { readNoise } from './show-store.ts'
import { judgeFolder, openFolder } from '../judge-folder.ts'
import { shortenPath } from '../short-path.ts'
import { say } from '../terminal.ts'
import { resetAnchors, type AnchorDrift } from '../../domain/baselines/baseline-anchor.ts'
import { parseBaseline } from '../../config/records/parse-records.ts'

/** Options of `warpgauge baseline refresh`. */
export type RefreshOptions = {
  /** Directory of the store. */
  readonly dir: string
  readonly reason: string
  readonly acceptRegressions?: boolean
}

/**
 * Writes a run folder to the store: its samples as baselines, its runs as a session of noise. A calibration run updates
 * only the noise.
 *
 * @throws UserError for a run that is not finished, is slower than its baseline, or has nothing to store
 */
export async function refreshBaselines(folder: string, options: RefreshOptions): Promise<void> {
  const { record, config } = await openFolder(folder, null)
  requireFinished(record, folder)
  requireCommit(record, folder)
  const isOnlyNoise = isCalibration(record.plan)
  if (!isOnlyNoise) await refuseRegressions(folder, options)
  const written = isOnlyNoise ? 0 : await writeBaselines(record, config, options)
  const isNoiseWritten = await writeNoise(record, options)
  for (const doubt of [...listHeadDoubts(record), ...listHeadLosses(record, config)]) say(`warning: ${doubt}`)
  if (written > 0 || isNoiseWritten) return
  throw new UserError(
    `the run in ${folder} has no measured case to keep`,
    'Look at what failed with `warpgauge report DIR`, and run it again.',
  )
}

function requireFinished({ status }: RunRecord, folder: string): void {
  if (status === 'finished') return
  throw new UserError(
    `the run in ${folder} is ${status}, not finished`,
    'Finish it with `warpgauge run --resume --out DIR` first.',
  )
}

/** Refuses samples of unknown origin. */
function requireCommit({ revisions }: RunRecord, folder: string): void {
  if (revisions.some(({ label, commit }) => label === 'head' && commit !== null)) return
  throw new UserError(
    `the run in ${folder} does not name its commit`,
    'Name it as "commit" in the manifest and ingest again.',
  )
}

async function refuseRegressions(folder: string, { dir, acceptRegressions }: RefreshOptions): Promise<void> {
  const report = await judgeFolder(folder, { configFile: null, baselines: dir })
  const worse = report.comparisons.filter(doesFailCheck)
  if (worse.length === 0 || acceptRegressions) return
  throw new UserError(
    `this run has a regression: ${report.sentence}`,
    'Fix it, or add --accept-regressions with a --reason that explains it.',
  )
}

/** Reads and validates everything before it writes anything. */
async function writeBaselines(record: RunRecord, config: Config, options: RefreshOptions): Promise<number> {
  const { dir, reason, acceptRegressions = false } = options
  const { noise } = await readNoise(dir, record.testbed.id)
  const pairs = await Promise.all(
    buildBaselines(record, config, reason).map(async (fresh) => ({ fresh, stored: await readStored(dir, fresh) })),
  )
  for (const { fresh, stored } of pairs)
    await refuseOtherConfig(
      fresh,
      stored,
      async (path) => (await diskFileStore.readText(resolve(path), maxFileBytes)) !== null,
    )
  const anchored = pairs.map(({ fresh, stored }) => ({
    stored,
    baseline: applyAnchors(fresh, stored, config, { noise, acceptRegressions }),
  }))
  for (const { baseline, stored } of anchored) {
    const path = buildBaselinePath(dir, baseline)
    await diskFileStore.writeText(resolve(path), formatBaseline(baseline))
    say(`wrote ${shortenPath(resolve(path))}: ${baseline.cases.length} cases`)
    for (const dropped of listDroppedCases(baseline, stored)) say(`  removed ${dropped}: not measured in this run`)
  }
  return anchored.length
}

function listDroppedCases(baseline: Baseline, stored: Baseline | null): string[] {
  const kept = new Set(listCaseIds(baseline))
  return stored ? listCaseIds(stored).filter((id) => !kept.has(id)) : []
}

function listCaseIds({ suite, cases }: Baseline): string[] {
  return cases.map((item) => formatCaseId({ suite, ...item }))
}

async function writeNoise(record: RunRecord, { dir }: RefreshOptions): Promise<boolean> {
  const { path, noise: known } = await readNoise(dir, record.testbed.id)
  const noise = addRunNoise(known, record)
  if (!noise) return false
  await diskFileStore.writeText(resolve(path), formatNoise(noise))
  say(`wrote ${shortenPath(resolve(path))}: the noise of ${noise.cases.length} cases`)
  return true
}

/** Noise of the testbed, and whether drift is accepted. */
export type AnchorOptions = {
  readonly noise: NoiseRecord | null
  /** Whether metrics that drifted get a new anchor; needs a reason. */
  readonly acceptRegressions: boolean
}

const maxFileBytes = 16 * 1024 * 1024

/** Builds the path of a baseline file. */
export function buildBaselinePath(dir: string, { testbed, suite }: Pick<Baseline, 'testbed' | 'suite'>): string {
  return join(dir, testbed.id, `${suite}.json`)
}

/** Reads the baseline that a refresh replaces; null: none. Throws a UserError for an invalid file. */
export async function readStored(dir: string, fresh: Baseline): Promise<Baseline | null> {
  const path = buildBaselinePath(dir, fresh)
  const text = await diskFileStore.readText(resolve(path), maxFileBytes)
  return text === null ? null : parseBaseline(text, path)
}

/**
 * Copies the anchors of the stored baseline to the new one.
 *
 * @throws UserError when a gate metric is worse than its anchor by more than the minimum effect and this is not accepted
 */
export function applyAnchors(
  fresh: Baseline,
  stored: Baseline | null,
  config: Config,
  { noise, acceptRegressions }: AnchorOptions,
): Baseline {
  const { baseline, drifts } = anchorFreshBaseline(fresh, stored, config, noise)
  if (drifts.length === 0) return baseline
  if (acceptRegressions) return resetAnchors(baseline, drifts)
  throw new UserError(
    `this run is slower than the anchor of its baseline: ${drifts.map(describeDrift).join('; ')}`,
    'Fix it and measure again, or add --accept-regressions with a --reason that explains it.',
  )
}

function describeDrift({ caseId: id, metric, effect, anchor }: AnchorDrift): string {
  const since = `since ${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`
  return `${metric} of ${id} is +${(effect * 100).toFixed(1)} % ${since}`
}
