import { join, resolve } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { resetAnchors, type AnchorDrift } from '../../domain/baselines/baseline-anchor.ts'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { NoiseRecord } from '../../domain/noise/noise.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { anchorFreshBaseline } from '../../judging/baselines/baselines.ts'
import { parseBaseline } from '../../config/records/parse-records.ts'

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
