import { join } from 'node:path'
import { listChangedFiles, formatFileNames, type TrackedTree, type TreeState } from '../../domain/core/tree-state.ts'
import type { Claims } from '../../ports/claims.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { TreeReader } from '../../ports/tree-reader.ts'
import { readTreeManifest, writeTreeManifest } from './tree-manifest.ts'

/** A place in a cache for the tree of one commit after one setup. */
export type PreparedTree = AsyncDisposable & {
  readonly path: string
  /** The tree that lies there, found to be as it was left; null: nothing is there, and the setup has to run. */
  readonly files: TrackedTree | null
  /** Keeps the tree for later runs. Until then, disposing removes it. */
  keep(files: TrackedTree): Promise<void>
}

export type PreparedTreesPorts = {
  readonly files: FileStore
  readonly treeReader: TreeReader
  readonly claims: Claims
  readonly logger: Pick<Logger, 'info'>
}

/** Which tree, and in which cache. */
export type PreparedTreeRequest = {
  readonly cache: string
  readonly name: string
  readonly key: string
  /** False: a tree that is there may be used, and nothing is prepared, kept or removed. */
  readonly mayWrite: boolean
}

const maxManifestBytes = 512 * 2 ** 20

/**
 * Opens a place; null while another process uses it, and when nothing that can be used is there and nothing may be
 * written. The manifest lies beside the tree: what a program
 * changed in a tree between two runs is found, and the tree prepared again.
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

/** The manifest goes first: a tree without one is no tree. */
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
  logger.info(`${directory} is not as the last run left it (${formatFileNames(changed)}); it is set up again.`)
  return null
}

/** Null: the directory is gone or cannot be read, which costs a setup and nothing else. */
async function readState(directory: string, written: TrackedTree, reader: TreeReader): Promise<TreeState | null> {
  return await reader.read(directory, written.tracked, written.state).catch(() => null)
}

/** A run that was killed during a setup leaves its claim and a tree without a manifest. */
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
