import { createHash } from 'node:crypto'
import { parseTreeManifest, type TreeManifest } from '../../config/records/tree-manifest-schema.ts'
import type { TrackedTree } from '../../domain/core/tree-state.ts'

/** Serializes the state of a cached tree; the first line is the SHA-256 of the rest. */
export function writeTreeManifest(key: string, { tracked, state }: TrackedTree): string {
  const files = Object.fromEntries(
    [...state].map(([path, file]): [string, TreeManifest['files'][string]] => [
      path,
      [file.kind, file.stamp, file.changedNs, file.links, file.id],
    ]),
  )
  const manifest: TreeManifest = { version: 1, key, tracked: [...tracked], files }
  const text = JSON.stringify(manifest)
  return `${hashText(text)}\n${text}\n`
}

/** Parses a manifest for this key; null when it is corrupt or belongs to another tree. */
export function readTreeManifest(text: string, key: string): TrackedTree | null {
  const [sha256, json = ''] = text.split('\n')
  if (sha256 !== hashText(json)) return null
  const manifest = parseTreeManifest(json)
  if (manifest?.key !== key) return null
  const state = Object.entries(manifest.files).map(
    ([path, [kind, stamp, changedNs, links, id]]) => [path, { kind, stamp, changedNs, links, id }] as const,
  )
  return { tracked: new Set(manifest.tracked), state: new Map(state) }
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
