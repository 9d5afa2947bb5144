import { join } from 'node:path'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { TrialInputs } from '../measure/environment.ts'

/** Hashes the model files of every revision: runs of different models are never compared. */
export async function hashIdentity(
  { config, trees }: TrialInputs,
  files: FileInspector,
): Promise<RunRecord['identity']> {
  const entries = [...trees].map(async ([label, tree]) => {
    const hashes = config.pipeline.identity.map(
      async (path) => [path, (await files.computeSha256(join(tree, path))) ?? 'absent'] as const,
    )
    return [label, Object.fromEntries(await Promise.all(hashes))] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
