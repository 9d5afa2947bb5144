import { join } from 'node:path'
import { listChangedFiles, formatFileNames, type TrackedTree } from '../../domain/core/tree-state.ts'
import type { Claims } from '../../io/files/file-claims.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { TreeReader } from '../../io/files/disk-tree-reader.ts'
import { hash } from 'node:crypto'
import { parseTreeManifest, type TreeManifest } from '../../config/records/tree-manifest-schema.ts'
import { ExplainedError } from '../../domain/core/errors.ts'
import type { Workplace } from '../measure/environment.ts'

/** A tree after its setup, and the errors that this printed although it ended well. */
type SetUpTree = TrackedTree & { readonly errors: readonly string[] }

/** A cached tree of one commit and setup. */
export type PreparedTree = NonNullable<Awaited<ReturnType<typeof openPreparedTree>>>

export type PreparedTreesPorts = {
  readonly files: FileStore
  readonly treeReader: TreeReader
  readonly claims: Claims
  readonly logger: Pick<Logger, 'info'>
}

const maxManifestBytes = 512 * 2 ** 20

/**
 * Opens a cache entry; null while another process uses it, and when a read-only cache has no valid tree. `name`: its
 * directory; `key`: hash of commit, setup and environment. The manifest next to the tree, which contains the key and
 * the state of the files, detects changes between runs; a changed tree is prepared again. Unless it `mayWrite`, an
 * existing tree can be used, but nothing is created or removed.
 */
export async function openPreparedTree(
  {
    cache,
    name,
    key,
    mayWrite,
  }: { readonly cache: string; readonly name: string; readonly key: string; readonly mayWrite: boolean },
  ports: PreparedTreesPorts,
) {
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
  // The manifest first: a tree without one is invalid.
  const removeBoth = async () => {
    await files.remove(manifest)
    await files.remove(directory)
  }
  if (found === null) await removeBoth()
  let isKept = found !== null
  return {
    path: directory,
    /** The verified tree; null: it does not exist, and the setup must run. */
    files: found,
    /** Keeps the tree for later runs, if it is on the disk; otherwise disposing removes it. */
    async keep(kept: SetUpTree): Promise<void> {
      if (!mayWrite) return
      if (found === null && !(await ports.treeReader.flush(directory)))
        return ports.logger.info(`${directory} is not kept for later runs: sync failed or took too long.`)
      await files.writeText(manifest, writeTreeManifest(key, kept))
      isKept = true
    },
    async [Symbol.asyncDispose]() {
      if (!isKept) await removeBoth()
      await claim[Symbol.asyncDispose]()
    },
  }
}

async function readVerified(
  directory: string,
  { manifest, key }: { readonly manifest: string; readonly key: string },
  { files, treeReader, logger }: PreparedTreesPorts,
): Promise<SetUpTree | null> {
  const text = await files.readText(manifest, maxManifestBytes)
  if (text === null) return null
  const written = readTreeManifest(text, key)
  // A tree that is missing or unreadable only costs another setup.
  const state = written && (await treeReader.read(directory, written.tracked, written.state).catch(() => null))
  if (!written || !state) return null
  const changed = listChangedFiles(written.state, state)
  if (changed.length === 0) return { ...written, state }
  logger.info(`${directory} was changed since the last run (${formatFileNames(changed)}); running its setup again.`)
  return null
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

/** Serializes the state of a cached tree; the first line is the SHA-256 of the rest. */
function writeTreeManifest(key: string, { tracked, state, errors }: SetUpTree): string {
  const files = Object.fromEntries(
    [...state].map(([path, file]): [string, TreeManifest['files'][string]] => [
      path,
      [file.kind, file.stamp, file.changedNs, file.links, file.id],
    ]),
  )
  const manifest: TreeManifest = { version: 2, key, tracked: [...tracked], files, errors: [...errors] }
  const text = JSON.stringify(manifest)
  return `${hash('sha256', text)}\n${text}\n`
}

/** Parses a manifest for this key; null when it is corrupt or belongs to another tree. */
function readTreeManifest(text: string, key: string): SetUpTree | null {
  const [sha256, json = ''] = text.split('\n')
  if (sha256 !== hash('sha256', json)) return null
  const manifest = parseTreeManifest(json)
  if (manifest?.key !== key) return null
  const state = Object.entries(manifest.files).map(
    ([path, [kind, stamp, changedNs, links, id]]) => [path, { kind, stamp, changedNs, links, id }] as const,
  )
  return { tracked: new Set(manifest.tracked), state: new Map(state), errors: manifest.errors }
}

/**
 * Package and build caches that are passed on from the base to later setups: paths in the home directory. They contain
 * regular files only, and their tools verify or rebuild what is missing. Caches that trials write (Triton, torch) are
 * not among them: a warm cache on one side would change its times.
 */
const cachePaths = {
  go: ['go/pkg/mod/cache/download', '.cache/go-build'],
  cargo: ['.cargo/registry/index', '.cargo/registry/cache', '.cargo/git/db'],
  pip: ['.cache/pip'],
  ccache: ['.cache/ccache', '.ccache'],
} as const

/** Caches of the home directory of a revision, and where they are kept between setups. */
type CachesRequest = {
  readonly names: readonly (keyof typeof cachePaths)[]
  readonly home: string
  readonly workplace: Pick<Workplace, 'cacheDirectory' | 'trustedCache'>
}

type CachePorts = { readonly files: Pick<FileStore, 'replaceDirectory'>; readonly logger: Pick<Logger, 'info'> }

/** Copies the kept caches into an empty home before a setup. A failed copy only costs time. */
export async function fillCaches({ names, home, workplace }: CachesRequest, ports: CachePorts): Promise<void> {
  const { trustedCache, cacheDirectory } = workplace
  const sources = trustedCache === undefined ? [cacheDirectory] : [trustedCache, cacheDirectory]
  for (const path of names.flatMap((name) => cachePaths[name]))
    for (const source of sources) if (await copyCache(join(source, 'caches'), path, home, ports)) break
}

/**
 * Keeps the caches of a base revision after its setup, for later setups of any revision. Those of a head are never kept:
 * its code could change what another revision is built from.
 */
export async function keepCaches({ names, home, workplace }: CachesRequest, ports: CachePorts): Promise<void> {
  for (const path of names.flatMap((name) => cachePaths[name]))
    await copyCache(home, path, join(workplace.cacheDirectory, 'caches'), ports)
}

async function copyCache(from: string, path: string, to: string, { files, logger }: CachePorts): Promise<boolean> {
  try {
    return await files.replaceDirectory(from, path, join(to, path))
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    logger.info(`A cache was not copied: ${error.message}`)
    return false
  }
}
