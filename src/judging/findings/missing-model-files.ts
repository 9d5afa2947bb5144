import type { RunRecord } from '../../domain/trial/run-record.ts'

/**
 * Lists files of `pipeline.identity` that are missing at the head, as sentences. A path that is missing on both sides
 * compares as equal, so a comparison could not detect a different model.
 */
export function listMissingModelFiles({ identity }: Pick<RunRecord, 'identity'>): string[] {
  return Object.entries(identity['head'] ?? {})
    .filter(([, sha256]) => sha256 === 'absent')
    .map(([path]) => `pipeline.identity: ${path} does not exist at the head, so the model that ran is unknown`)
}
