import { createHash } from 'node:crypto'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { DatasetConfig } from '../config/schema/schema.ts'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { makeCached, readFirst, type DatasetCaches } from './dataset-cache.ts'
import { prepareGenerated, type GenerateFiles } from './generated-dataset.ts'
import { readFilesDataset, refuseOutside } from './read-files-dataset.ts'
import { prepareSample } from './prepare-sample.ts'
import { adjustPreset, type SyntheticConfig } from './presets.ts'
import { readFastaDataset } from './read-fasta-dataset.ts'
import { listSyntheticParameters, writeSyntheticFasta, type SyntheticSpec } from './write-synthetic-fasta.ts'

/** Directories for preparing a dataset. */
export type DatasetPaths = {
  /** Cache of synthetic datasets and samples, keyed by their parameters. */
  readonly cacheDirectory: string
  /** Further cache that is only read; absent: none. */
  readonly trustedCache?: string
  /** Base of relative dataset paths, which must stay inside it. */
  readonly workspace: string
  /** Aborts the reading of a file. */
  readonly signal?: AbortSignal
  /** Runs the command of a generated dataset. */
  readonly generate: GenerateFiles
}

/** Whether a dataset is read from, or generated in, the checkout of a revision, whose content can differ. */
export function isFromCheckout(config: DatasetConfig): boolean {
  if ('preset' in config) return false
  if ('command' in config) return true
  return ('paths' in config ? config.paths : [config.path]).some((path) => !isAbsolute(path))
}

/** Whether the config names the SHA-256 of the content. */
export function isPinned(config: DatasetConfig): boolean {
  return 'sha256' in config && config.sha256 !== undefined
}

/**
 * Prepares a dataset of the config for a command: synthesizes it, reads its files, draws a sample, or runs the command
 * that generates it. All but existing files are cached.
 *
 * @throws UserError when it cannot be created, or its file does not match the config
 */
export async function prepareDataset(
  name: string,
  config: DatasetConfig,
  paths: DatasetPaths,
): Promise<PreparedDataset> {
  const caches: DatasetCaches = {
    own: resolve(paths.cacheDirectory),
    readable: [paths.cacheDirectory, paths.trustedCache].flatMap((path) => (path === undefined ? [] : [resolve(path)])),
  }
  if ('preset' in config) return prepareSynthetic(buildSpec(name, config), caches)
  const { workspace, signal } = paths
  if ('command' in config) return prepareGenerated({ name, ...config, workspace, signal }, caches, paths.generate)
  if ('paths' in config) return readFilesDataset({ name, ...resolveFiles(name, config, workspace), signal })
  const source = {
    name,
    path: resolvePath(name, config.path, workspace),
    sha256: config.sha256,
    signal,
  }
  // Messages quote the file, which a link could take from anywhere on the machine.
  if (!isAbsolute(config.path)) await refuseOutside([source.path], workspace, name)
  return config.sample ? prepareSample(source, config.sample, caches) : readFastaDataset(source)
}

type DatasetSpec = Omit<SyntheticSpec, 'directory'> & { readonly name: string }

/** Resolves the preset of a config entry to numbers. */
function buildSpec(name: string, config: SyntheticConfig): DatasetSpec {
  const { preset, seed, files, gc, orfShare, orfLength, ...changes } = config
  const openFrames = orfShare === undefined ? undefined : { share: orfShare, length: orfLength ?? null }
  return { name, preset, ...adjustPreset(preset, changes), gc, ...(openFrames && { openFrames }), seed, files }
}

type FilesConfig = Extract<DatasetConfig, { readonly paths: readonly string[] }>

/** Files of the checkout must not lead out of it; absolute paths come from the trusted config. */
function resolveFiles(name: string, { paths, sha256 }: FilesConfig, workspace: string) {
  return {
    kind: 'files' as const,
    paths: paths.map((path) => resolvePath(name, path, workspace)),
    root: resolve(workspace),
    sha256,
    parameters: {},
  }
}

function resolvePath(name: string, path: string, workspace: string): string {
  if (isAbsolute(path)) return path
  const resolved = resolve(workspace, path)
  const inside = relative(resolve(workspace), resolved)
  if (inside !== '..' && !inside.startsWith('../')) return resolved
  throw new UserError(
    `datasets.${name}.path: ${JSON.stringify(path)} leaves the workspace`,
    'Use a path inside the repository, or an absolute path on the runner',
  )
}

async function prepareSynthetic(spec: DatasetSpec, caches: DatasetCaches): Promise<PreparedDataset> {
  const parameters = listSyntheticParameters(spec)
  const key = createHash('sha256').update(JSON.stringify(parameters)).digest('hex')
  const entry = `${spec.preset}-${key.slice(0, 16)}`
  const cached = await readFirst(caches, entry, { name: spec.name, parameters })
  return (
    cached ??
    makeCached(
      caches.own,
      (draft) => writeSyntheticFasta({ ...spec, directory: draft }),
      () => join(caches.own, entry),
    )
  )
}
