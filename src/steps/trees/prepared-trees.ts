import { join } from 'node:path'
import { listChangedFiles, formatFileNames, type TrackedTree, type TreeState } from '../../domain/core/tree-state.ts'
import type { Claims } from '../../ports/claims.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { TreeReader } from '../../ports/tree-reader.ts'
import { readTreeManifest, writeTreeManifest } from './tree-manifest.ts'

/** A cached tree of one commit and setup. */
export type PreparedTree = AsyncDisposable & {
  readonly path: string
  /** The verified tree; null: it does not exist, and the setup must run. */
  readonly files: TrackedTree | null
  /** Keeps the tree for later runs; otherwise disposing removes it. */
  keep(files: TrackedTree): Promise<void>
}

export type PreparedTreesPorts = {
  readonly files: FileStore
  readonly treeReader: TreeReader
  readonly claims: Claims
  readonly logger: Pick<Logger, 'info'>
}

/** Identifies a tree and its cache. */
export type PreparedTreeRequest = {
  readonly cache: string
  readonly name: string
  readonly key: string
  /** False: read-only; an existing tree can be used, but nothing is created or removed. */
  readonly mayWrite: boolean
}

const maxManifestBytes = 512 * 2 ** 20

/**
 * Opens a cache entry; null while another process uses it, and when a read-only cache has no valid tree. The manifest
 * next to the tree detects changes between runs; a changed tree is prepared again.
 */
export async function openPreparedTree(
  { cache, name, key, mayWrite }: PreparedTreeRequest,
  ports: PreparedTreesPorts,
): Promise<PreparedTree | null> {
  const { files } = ports
  const directory = join(cache, 'trees', name)
  const manifest = `${directory}.json`
  if (mayWrite) await removeAbandoned(join(cache, 'trees'), ports)
  const claim = await ports.claims.take(`${directory}.claim`)
  if (claim === null) return null
  const found = await readVerified(directory, { manifest, key }, ports)
  if (found === null && !mayWrite) {
    await claim[Symbol.asyncDispose]()
    return null
  }
  if (found === null) await removeBoth(directory, manifest, files)
  let isKept = found !== null
  return {
    path: directory,
    files: found,
    async keep(kept) {
      if (!mayWrite) return
      if (found === null) await ports.treeReader.flush(directory)
      await files.writeText(manifest, writeTreeManifest(key, kept))
      isKept = true
    },
    async [Symbol.asyncDispose]() {
      if (!isKept) await removeBoth(directory, manifest, files)
      await claim[Symbol.asyncDispose]()
    },
  }
}

/** Removes the manifest first: a tree without one is invalid. */
async function removeBoth(directory: string, manifest: string, files: FileStore): Promise<void> {
  await files.remove(manifest)
  await files.remove(directory)
}

async function readVerified(
  directory: string,
  { manifest, key }: { readonly manifest: string; readonly key: string },
  { files, treeReader, logger }: PreparedTreesPorts,
): Promise<TrackedTree | null> {
  const text = await files.readText(manifest, maxManifestBytes)
  if (text === null) return null
  const written = readTreeManifest(text, key)
  const state = written && (await readState(directory, written, treeReader))
  if (!written || !state) return null
  const changed = listChangedFiles(written.state, state)
  if (changed.length === 0) return { tracked: written.tracked, state }
  logger.info(`${directory} was changed since the last run (${formatFileNames(changed)}); running its setup again.`)
  return null
}

/** Null: missing or unreadable, which only costs another setup. */
async function readState(directory: string, written: TrackedTree, reader: TreeReader): Promise<TreeState | null> {
  return await reader.read(directory, written.tracked, written.state).catch(() => null)
}

/** Removes the claim and partial tree of a run that was killed during a setup. */
async function removeAbandoned(directory: string, { files, claims }: PreparedTreesPorts): Promise<void> {
  const names = await files.list(directory)
  for (const name of names.filter((one) => one.endsWith('.claim'))) {
    const tree = name.slice(0, -'.claim'.length)
    if (names.includes(`${tree}.json`)) continue
    await using claim = await claims.take(join(directory, name))
    if (claim !== null && (await files.readText(join(directory, `${tree}.json`), maxManifestBytes)) === null)
      await files.remove(join(directory, tree))
  }
}
