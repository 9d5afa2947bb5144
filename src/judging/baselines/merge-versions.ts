import { parseNoise } from '../../config/records/noise-schema.ts'
import { parseBaseline } from '../../config/records/run-record-schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatBaseline } from '../../domain/baselines/make-baseline.ts'
import { mergeBaselines } from '../../domain/baselines/merge-baseline.ts'
import { mergeNoise } from '../../domain/noise/merge-noise.ts'
import { formatNoise } from '../../domain/noise/noise.ts'
import { noiseFile } from './committed-reference.ts'

/** One stored file on two branches and at their common ancestor; null: the file does not exist there. */
export type ThreeWayVersions = {
  readonly path: string
  readonly one: string | null
  readonly other: string | null
  readonly ancestor: string | null
}

/**
 * Merges a stored file that two refreshes changed, by testbed, suite and case. A change on one side only wins; a file
 * that one side removed and the other changed stays.
 *
 * @throws UserError when both sides changed a file that is no baseline and no noise record
 */
export function mergeVersions({ path, one, other, ancestor }: ThreeWayVersions): string | null {
  if (one === other || other === ancestor) return one
  if (one === ancestor) return other
  if (one === null || other === null) return one ?? other
  return mergeTexts(path, one, other)
}

/** @throws UserError for a file that is not JSON of warpgauge */
function mergeTexts(path: string, one: string, other: string): string {
  if (!path.endsWith('.json'))
    throw new UserError(`${path} was changed on both sides`, 'Only baselines merge by themselves; merge it by hand.')
  if (path.endsWith(`/${noiseFile}`)) return formatNoise(mergeNoise(parseNoise(one, path), parseNoise(other, path)))
  return formatBaseline(mergeBaselines(parseBaseline(one, path), parseBaseline(other, path)))
}
