import { hash } from 'node:crypto'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { formatManifest, type PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { hashFiles } from './file-hash.ts'

/** Files and directories of any type from the config. */
type FilesSource = {
  /** Name in the config. */
  readonly name: string
  readonly kind: 'files' | 'generated'
  /** Absolute. */
  readonly paths: readonly string[]
  /** Directory that paths below it must not leave by symbolic links; absent: none. */
  readonly root?: string | undefined
  /** Expected identity. */
  readonly sha256?: string | undefined
  readonly parameters: PreparedDataset['identity']['parameters']
  readonly signal?: AbortSignal | undefined
}

const maxFiles = 100_000

/**
 * Identifies files and directories by their content: a single file by its SHA-256, otherwise by the SHA-256 of a
 * manifest of all files with their relative paths.
 *
 * @throws UserError when a path is missing or empty, leaves `root`, or has another SHA-256 than requested
 */
export async function readFilesDataset(source: FilesSource): Promise<PreparedDataset> {
  const { name, kind, paths, parameters, signal } = source
  const found = await listFiles(source)
  const hashes: string[] = []
  let bytes = 0
  for (const { path } of found) {
    await refusePointer(path, name)
    hashes.push(await hashFiles([path], signal))
    bytes += (await stat(path)).size
  }
  const [only = ''] = hashes
  const names = found.map((file) => file.name)
  const isSingle = paths.length === 1 && found[0]?.path === paths[0]
  const sha256 = isSingle ? only : hash('sha256', formatManifest(names, hashes))
  if (source.sha256 !== undefined && source.sha256 !== sha256)
    throw new UserError(
      `datasets.${name}: the content has SHA-256 ${sha256}, the config requires ${source.sha256}`,
      `Restore it, or set datasets.${name}.sha256 to its new value if the change is intended`,
    )
  return {
    identity: { name, kind, sha256, sequences: null, bytes, parameters },
    files: found.map(({ path }) => path),
    paths,
    ...(!isSingle && { names }),
    list: async () => (await listFiles(source)).map(({ path }) => path),
  }
}

/** A pointer has at most 1023 bytes. In a checkout of warpgauge it has its content already. */
async function refusePointer(path: string, name: string): Promise<void> {
  if ((await stat(path)).size > 1023) return
  if (!(await readFile(path, 'latin1')).startsWith('version https://git-lfs.')) return
  throw new UserError(
    `datasets.${name}: ${path} is a Git LFS pointer; its content is not there`,
    'Run `git lfs pull` in its repository',
  )
}

type FoundFile = { readonly path: string; readonly name: string }

async function listFiles({ name, paths, root }: FilesSource): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const [index, path] of paths.entries()) {
    const own = await listBelow(path, `${index}:${basename(path)}`, name)
    if (own.length === 0)
      throw new UserError(`datasets.${name}: ${path} contains no file`, 'Name a directory with files')
    found.push(...own)
    if (found.length > maxFiles)
      throw new UserError(`datasets.${name}: more than ${maxFiles} files`, 'Pack them into fewer files, such as shards')
  }
  const inside = found.map(({ path }) => path).filter((path) => path.startsWith(`${root}/`))
  if (root !== undefined) await refuseOutside(inside, root, name)
  return found
}

async function listBelow(path: string, shown: string, name: string): Promise<FoundFile[]> {
  const status = await stat(path).catch(() => null)
  if (!status)
    throw new UserError(`datasets.${name}: ${path} does not exist`, 'Correct the path, or create it in pipeline.setup')
  if (status.isFile()) return [{ path, name: shown }]
  if (!status.isDirectory())
    throw new UserError(`datasets.${name}: ${path} is neither a file nor a directory`, 'Name files and directories')
  const entries = (await readdir(path)).toSorted()
  const below: FoundFile[] = []
  for (const entry of entries) {
    below.push(...(await listBelow(join(path, entry), `${shown}/${entry}`, name)))
    if (below.length > maxFiles) break
  }
  return below
}

/**
 * Refuses files whose real path is not below a directory. What does not exist is left to the reader.
 *
 * @throws UserError when a symbolic link leads out of `root`
 */
export async function refuseOutside(paths: readonly string[], root: string, name: string): Promise<void> {
  const realRoot = await realpath(root)
  for (const path of paths) {
    const real = await realpath(path).catch(() => null)
    if (real === null || real.startsWith(`${realRoot}/`)) continue
    throw new UserError(
      `datasets.${name}: ${path} leads out of the checkout`,
      'Name files outside the repository by absolute paths',
    )
  }
}

/** Resolves a path of the config. Throws a UserError if a relative one leaves the workspace; follows no links. */
export function resolvePath(name: string, path: string, workspace: string): string {
  if (isAbsolute(path)) return path
  const resolved = resolve(workspace, path)
  const inside = relative(resolve(workspace), resolved)
  if (inside !== '..' && !inside.startsWith('../')) return resolved
  throw new UserError(
    `datasets.${name}.path: ${JSON.stringify(path)} leaves the workspace`,
    'Use a path inside the repository, or an absolute path on the runner',
  )
}
