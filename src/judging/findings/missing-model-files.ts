import type { RunRecord } from '../../domain/trial/run-record.ts'

/**
 * Files of `pipeline.identity` that the head does not have, as sentences. A path that leads nowhere is the same on both sides
 * of every comparison: nobody would know which model ran (W10).
 */
export function listMissingModelFiles({ identity }: Pick<RunRecord, 'identity'>): string[] {
  return Object.entries(identity['head'] ?? {})
    .filter(([, sha256]) => sha256 === 'absent')
    .map(([path]) => `pipeline.identity names ${path}, which the head does not have: which model ran is unknown`)
}
