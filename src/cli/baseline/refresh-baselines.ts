import { join, relative, resolve } from 'node:path'
import { parseBaseline, parseNoise } from '../../config/records/parse-records.ts'
import type { Config } from '../../config/schema/schema.ts'
import { formatReviewedJson } from '../../domain/core/json.ts'
import { formatDrift, resetAnchors } from '../../domain/baselines/baseline-anchor.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatCounted } from '../../domain/core/numbers.ts'
import { isCalibration } from '../../domain/noise/calibration.ts'
import type { RunRecord } from '../../record/run.ts'
import { doesFailCheck } from '../../domain/verdict/comparison.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { addRunNoise, anchorFreshBaseline, buildBaselines, noiseFile } from '../../judging/baselines/baselines.ts'
import { listHeadDoubts, listHeadLosses } from '../../judging/findings/gaps.ts'
import type { Baseline } from '../../record/baseline.ts'
import type { NoiseRecord } from '../../record/noise.ts'
import { refuseOtherConfig } from '../../steps/baselines/refreshed-store.ts'
import { judgeFolder, openFolder } from '../judge-folder.ts'
import { maxBaselineBytes } from '../local-inputs.ts'
import { say, shortenPath } from '../terminal.ts'

/** Options of `warpgauge baseline refresh`. */
type RefreshOptions = {
  /** Directory of the store; absent: that of the config of the run. */
  readonly dir?: string
  readonly reason: string
  readonly acceptRegressions?: boolean
}

/**
 * Writes the run in `runDirectory` to the store: its samples as baselines, its runs as a session of noise. A
 * calibration run updates only the noise. `acceptRegressions` skips the comparison with the old baselines and moves
 * their anchors.
 *
 * @throws UserError for a run that is not finished, does not name its commit, has a regression, drifted from its
 *   anchor, or has nothing to store, for a baseline of another config, and for a store outside of the current directory
 */
export async function refreshBaselines(runDirectory: string, options: RefreshOptions): Promise<void> {
  const folder = resolve(runDirectory)
  const { record, config } = await openFolder(folder, null)
  const { dir = requireInside(config.comparison.baselines), acceptRegressions } = options
  requireKeepable(record, folder)
  const isOnlyNoise = isCalibration(record.plan)
  if (!isOnlyNoise && !acceptRegressions) {
    const { report } = await judgeFolder(folder, { configFile: null, baselines: dir })
    if (report.comparisons.some(doesFailCheck))
      throw new UserError(
        `this run has a regression: ${report.sentence}`,
        'Fix it, or add --accept-regressions with a --reason that explains it.',
      )
  }
  const path = join(dir, record.testbed.id, noiseFile)
  const known = await readNoise(dir, record)
  const written = isOnlyNoise ? 0 : await writeBaselines(record, config, { ...options, dir })
  const noise = addRunNoise(known, record)
  if (noise) {
    await diskFileStore.writeText(resolve(path), formatReviewedJson(noise))
    say(`wrote ${shortenPath(resolve(path))}: the noise of ${formatCounted(noise.cases.length, 'case')}`)
  }
  for (const doubt of [...listHeadDoubts(record), ...listHeadLosses(record, config)]) say(`warning: ${doubt}`)
  if (written > 0 || noise) return
  throw new UserError(
    `the run in ${folder} has no measured case to keep`,
    'Look at what failed with `warpgauge report DIR`, and run it again.',
  )
}

/** Refuses the directory of a config, which may be a stranger's, where it is outside of the current directory. */
function requireInside(dir: string): string {
  if (!/^\.\.(?:\/|$)/.test(relative('.', dir))) return dir
  throw new UserError(
    `the config of this run keeps its baselines in ${dir}, outside of the current directory`,
    'Name the directory with --dir.',
  )
}

/** Refuses partial samples, and those of unknown origin. */
function requireKeepable({ status, revisions }: RunRecord, folder: string): void {
  if (status !== 'finished')
    throw new UserError(
      `the run in ${folder} is ${status}, not finished`,
      'Finish it with `warpgauge run --resume --out DIR` first.',
    )
  if (!revisions.some(({ label, commit }) => label === 'head' && commit !== null))
    throw new UserError(
      `the run in ${folder} does not name its commit`,
      'Name it as "commit" in the manifest and ingest again.',
    )
}

/** Reads and validates everything before it writes anything. */
async function writeBaselines(
  record: RunRecord,
  config: Config,
  { dir, reason, acceptRegressions = false }: RefreshOptions & { readonly dir: string },
): Promise<number> {
  const pairs = await Promise.all(
    buildBaselines(record, config, reason).map(async (fresh) => {
      const path = join(dir, fresh.testbed.id, `${fresh.suite}.json`)
      const text = await readStored(path)
      return {
        fresh,
        path,
        stored: text === null ? null : parseBaseline(text, path),
        noise: await readNoise(dir, fresh),
      }
    }),
  )
  for (const { fresh, stored } of pairs)
    await refuseOtherConfig(fresh, stored, async (path) => (await readStored(path)) !== null)
  const anchored = pairs.map(({ fresh, path, stored, noise }) => {
    const { baseline, drifts } = anchorFreshBaseline(fresh, stored, config, noise)
    if (drifts.length === 0 || acceptRegressions) return { path, stored, baseline: resetAnchors(baseline, drifts) }
    throw new UserError(
      `this run is slower than the anchor of its baseline: ${drifts.map(formatDrift).join('; ')}`,
      'Fix it and measure again, or add --accept-regressions with a --reason that explains it.',
    )
  })
  for (const { path, baseline, stored } of anchored) {
    await diskFileStore.writeText(resolve(path), formatReviewedJson(baseline))
    say(`wrote ${shortenPath(resolve(path))}: ${formatCounted(baseline.cases.length, 'case')}`)
    const kept = new Set(listParts(baseline).map(({ part }) => part))
    const dropped = stored
      ? listParts(stored).filter(({ id, part }) => !kept.has(part) && (part === id || kept.has(id)))
      : []
    for (const { part } of dropped) say(`  removed ${part}: not measured in this run`)
  }
  return anchored.length
}

async function readNoise(dir: string, { testbed }: Pick<Baseline, 'testbed'>): Promise<NoiseRecord | null> {
  const path = join(dir, testbed.id, noiseFile)
  const text = await readStored(path)
  return text === null ? null : parseNoise(text, path)
}

async function readStored(path: string): Promise<string | null> {
  return await diskFileStore.readText(resolve(path), maxBaselineBytes)
}

/** Lists the cases, and the metrics of each. */
function listParts({ suite, cases }: Baseline): { readonly id: string; readonly part: string }[] {
  return cases.flatMap((item) => {
    const id = formatCaseId({ suite, ...item })
    return [id, ...item.metrics.map(({ name }) => `${name} of ${id}`)].map((part) => ({ id, part }))
  })
}
