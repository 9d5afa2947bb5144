import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { makeCached, type DatasetCaches } from './dataset-cache.ts'
import { hashFiles } from './file-hash.ts'
import { readFilesDataset } from './read-files-dataset.ts'

/** A command of the config that writes a dataset. */
export type GeneratedSource = {
  /** Name in the config. */
  readonly name: string
  readonly command: readonly string[]
  readonly version: string
  /** Checkout in which the command runs. */
  readonly workspace: string
  readonly signal?: AbortSignal | undefined
}

/** Runs a command of the config that writes files into `output`. Throws when it fails. */
export type GenerateFiles = (argv: readonly string[], output: string) => Promise<void>

const metadataFile = 'generated.json'
const dataDirectory = 'data'

/**
 * Prepares a dataset that a command writes. It is cached by the arguments, the content of the files of the checkout
 * among them, and the version.
 *
 * @throws UserError when the command writes no file
 */
export async function prepareGenerated(
  source: GeneratedSource,
  caches: DatasetCaches,
  generate: GenerateFiles,
): Promise<PreparedDataset> {
  const key = await computeKey(source)
  const entry = `generated-${key.slice(0, 32)}`
  for (const cache of caches.readable) {
    const cached = await readEntry(join(cache, entry), key, source)
    if (cached) return cached
  }
  return await makeCached(
    caches.own,
    async (draft) => await fillDraft(draft, key, source, generate),
    () => join(caches.own, entry),
    (directory) => readEntry(directory, key, source),
  )
}

async function fillDraft(
  draft: string,
  key: string,
  source: GeneratedSource,
  generate: GenerateFiles,
): Promise<PreparedDataset> {
  const output = join(draft, dataDirectory)
  await mkdir(output)
  await generate(
    source.command.map((argument) => argument.replaceAll('{output}', output)),
    output,
  )
  if ((await readdir(output)).length === 0)
    throw new UserError(`datasets.${source.name}: the command wrote no file`, 'Let it write its files into {output}')
  const made = await readData(draft, source)
  await writeFile(
    join(draft, metadataFile),
    `${JSON.stringify({ schemaVersion: 1, key, sha256: made.identity.sha256 })}\n`,
  )
  return made
}

/** Null unless the entry is complete and its content unchanged. */
async function readEntry(directory: string, key: string, source: GeneratedSource): Promise<PreparedDataset | null> {
  const text = await readFile(join(directory, metadataFile), 'utf8').catch(() => null)
  const recorded = text === null ? null : parseMetadata(text)
  if (recorded?.key !== key) return null
  const found = await readData(directory, source).catch((error: unknown) => {
    if (error instanceof UserError) return null
    throw error
  })
  return found?.identity.sha256 === recorded.sha256 ? found : null
}

function parseMetadata(text: string): { readonly key?: unknown; readonly sha256?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** `{dataset}` becomes the only file, or the directory. */
async function readData(
  directory: string,
  { name, command, version, signal }: GeneratedSource,
): Promise<PreparedDataset> {
  const data = join(directory, dataDirectory)
  const [first = '', ...others] = await readdir(data).catch(() => [])
  const file = join(data, first)
  const isFile = others.length === 0 && (await stat(file).catch(() => null))?.isFile() === true
  const parameters = { command: command.join(' ').slice(0, 500), version }
  return await readFilesDataset({
    name,
    kind: 'generated',
    paths: [isFile ? file : data],
    root: data,
    parameters,
    signal,
  })
}

async function computeKey({ command, version, workspace, signal }: GeneratedSource): Promise<string> {
  const files: [string, string][] = []
  for (const argument of command) {
    const path = resolve(workspace, argument)
    const inside = relative(workspace, path)
    if (isAbsolute(argument) || inside === '' || inside.startsWith('..')) continue
    if ((await stat(path).catch(() => null))?.isFile()) files.push([argument, await hashFiles([path], signal)])
  }
  return createHash('sha256')
    .update(JSON.stringify([command, version, files]))
    .digest('hex')
}
