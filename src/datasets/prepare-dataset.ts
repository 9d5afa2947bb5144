import { isAbsolute, resolve } from 'node:path'
import type { DatasetConfig } from '../config/schema/schema.ts'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import type { DatasetDifference } from '../record/run.ts'
import type { DatasetCaches } from './dataset-cache.ts'
import { prepareGenerated, type GenerateFiles } from './generated-dataset.ts'
import { readFilesDataset, resolvePath } from './read-files-dataset.ts'

/** Where a format prepares a dataset. */
export type DatasetPlace = {
  /** Base of relative dataset paths, which must stay inside it. */
  readonly workspace: string
  /** Aborts the reading of a file. */
  readonly signal?: AbortSignal | undefined
  readonly caches: DatasetCaches
}

/** Prepares a dataset of the config in a format that is known; null: it is none of this format. */
export type DatasetFormat = (
  name: string,
  config: DatasetConfig,
  place: DatasetPlace,
) => Promise<PreparedDataset> | null

type DatasetPaths = Omit<DatasetPlace, 'caches'> & {
  /** Cache of datasets that are made, keyed by their parameters. */
  readonly cacheDirectory: string
  /** Further cache that is only read; absent: none. */
  readonly trustedCache?: string
  /** Runs the command of a generated dataset. */
  readonly generate: GenerateFiles
  /** The known formats besides files of any type. */
  readonly formats: readonly DatasetFormat[]
}

/** Whether a dataset is read from, or generated in, the checkout of a revision, whose content can differ. */
export function isFromCheckout(config: DatasetConfig): boolean {
  const paths = 'paths' in config ? config.paths : 'path' in config ? [config.path] : []
  return 'command' in config || paths.some((path) => !isAbsolute(path))
}

/** Whether the config names the SHA-256 of the content. */
export function isPinned(config: DatasetConfig): boolean {
  return 'sha256' in config && config.sha256 !== undefined
}

/**
 * Prepares a dataset of the config for a command: makes it, reads its files, or runs the command that generates it. All
 * but existing files are cached.
 *
 * @throws UserError when it cannot be created, or its file does not match the config
 */
export async function prepareDataset(
  name: string,
  config: DatasetConfig,
  { cacheDirectory, trustedCache, generate, formats, ...place }: DatasetPaths,
): Promise<PreparedDataset> {
  const readable = [cacheDirectory, ...(trustedCache === undefined ? [] : [trustedCache])].map((path) => resolve(path))
  const caches = { own: resolve(cacheDirectory), readable }
  const { workspace, signal } = place
  if ('command' in config) return await prepareGenerated({ name, ...config, workspace, signal }, caches, generate)
  if ('paths' in config) {
    const paths = config.paths.map((path) => resolvePath(name, path, workspace))
    const source = { name, kind: 'files' as const, paths, root: resolve(workspace), sha256: config.sha256, signal }
    return await readFilesDataset({ ...source, parameters: {} })
  }
  for (const format of formats) {
    const prepared = await format(name, config, { ...place, caches })
    if (prepared) return prepared
  }
  throw new Error(`no format is known for datasets.${name}`)
}

/** One dataset, prepared from the checkouts of base and head; an error explains why a side cannot provide it. */
type DatasetSides = {
  /** Name in the config. */
  readonly name: string
  readonly base: PreparedDataset | UserError
  readonly head: PreparedDataset | UserError
  /** The config names the SHA-256 of the content, so neither side can choose it. */
  readonly isPinned: boolean
}

/** The dataset that all revisions are measured with. */
export type ChosenDataset = {
  readonly dataset: PreparedDataset
  /** Null: the sides do not differ, or the config names the content. */
  readonly difference: DatasetDifference | null
}

/**
 * Chooses by content, so that a head cannot change its own input: equal content is read from the checkout of the head,
 * other content from that of the base. Only a dataset that the base cannot provide is the head's.
 *
 * @throws UserError of the head when neither side can provide it
 */
export function chooseDataset({ name, base, head, ...sides }: DatasetSides): ChosenDataset {
  if (base instanceof UserError) {
    if (head instanceof UserError) throw head
    return { dataset: head, difference: sides.isPinned ? null : { name, used: 'head', problem: base.message } }
  }
  if (head instanceof UserError) return { dataset: base, difference: { name, used: 'base', problem: head.message } }
  if (head.identity.sha256 === base.identity.sha256) return { dataset: head, difference: null }
  return { dataset: base, difference: { name, used: 'base', problem: null } }
}
