import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { OutputFile } from '../../adapters/output-file.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { createInspectedFile } from '../trial/inspected-file.ts'
import type { IngestedFile } from '../../record/readings.ts'

/** A readable file of a manifest. */
export type ManifestFile = {
  readonly absolutePath: string
  readonly output: OutputFile
  readonly identity: IngestedFile
}

const maxFiles = 1024
const maxBytes = 4 * 2 ** 30

/**
 * The files named by manifest entries, with `*` as a wildcard. Relative entries must stay inside the folder of the
 * manifest, also through links and `..`; absolute ones may be anywhere.
 *
 * @throws UserError for an entry without a match, outside the folder, or not a regular file of at most 4 GiB
 */
export async function findIngested(
  entries: readonly string[],
  folder: string,
  inspector: FileInspector,
): Promise<ManifestFile[]> {
  const found = new Map<string, ManifestFile>()
  for (const entry of entries) {
    for (const path of await findMatches(entry, folder, inspector)) {
      if (!found.has(path)) found.set(path, await describe(path, { entry, folder }, inspector))
    }
  }
  if (found.size <= maxFiles) return [...found.values()]
  throw new UserError(`${entries.join(', ')} match ${found.size} files`, `Name at most ${maxFiles} files of one run.`)
}

async function findMatches(entry: string, folder: string, inspector: FileInspector): Promise<string[]> {
  const pattern = resolve(folder, entry)
  if (!isAbsolute(entry)) refuseOutside(pattern, folder, entry)
  const paths = await inspector.find(pattern)
  if (paths.length > 0) return paths
  throw new UserError(`no file matches ${entry} in ${folder}`, 'Paths in a manifest are relative to its folder.')
}

function refuseOutside(path: string, folder: string, entry: string): void {
  const inside = relative(folder, path)
  if (inside !== '' && inside !== '..' && !inside.startsWith('../')) return
  throw new UserError(
    `${entry} lies outside the folder of the manifest, ${folder}`,
    'Put the file there, or write its absolute path.',
  )
}

type EntryLocation = { readonly entry: string; readonly folder: string }

async function describe(
  path: string,
  { entry, folder }: EntryLocation,
  inspector: FileInspector,
): Promise<ManifestFile> {
  const parent = await inspector.resolveRealPath(dirname(path))
  if (!isAbsolute(entry)) refuseOutside(join(parent, basename(path)), await inspector.resolveRealPath(folder), entry)
  if ((await inspector.resolveRealPath(path)) !== join(parent, basename(path)))
    throw new UserError(`${path} is a symbolic link`, 'Name the file itself.')
  const stat = await inspector.readStat(path)
  if (!stat) throw new UserError(`${path} is not a file`, 'Name regular files.')
  if (stat.bytes > maxBytes)
    throw new UserError(`${path} has ${stat.bytes} bytes; at most ${maxBytes} are read`, 'Give the output of one run.')
  const shown = isAbsolute(entry) ? path : relative(folder, path)
  const sha256 = (await inspector.computeSha256(path)) ?? ''
  return {
    absolutePath: path,
    output: createInspectedFile(path, shown, inspector),
    identity: { path: shown, sha256, bytes: stat.bytes },
  }
}

/** Path of a copied file in the directory of its trial. */
export function buildCopyPath(directory: string, index: number, path: string): string {
  const readable = path.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-100)
  return join(directory, `${String(index).padStart(3, '0')}-${readable}`)
}
