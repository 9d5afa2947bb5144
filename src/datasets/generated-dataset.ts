import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { prepareCached, type DatasetCaches } from './dataset-cache.ts'
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
  return await prepareCached(caches, {
    name: `generated-${key.slice(0, 32)}`,
    make: async (draft) => {
      const output = join(draft, dataDirectory)
      await mkdir(output)
      await generate(
        source.command.map((argument) => argument.replaceAll('{output}', output)),
        output,
      )
      if ((await readdir(output)).length === 0)
        throw new UserError(
          `datasets.${source.name}: the command wrote no file`,
          'Let it write its files into {output}',
        )
      const made = await readData(draft, source)
      await writeFile(join(draft, metadataFile), formatMetadata(key, made))
      return made
    },
    read: async (directory) => {
      const recorded = await readFile(join(directory, metadataFile), 'utf8').catch(() => '')
      if (!recorded.includes(key)) return null
      const found = await readData(directory, source).catch((error: unknown) => {
        if (error instanceof UserError) return null
        throw error
      })
      return found && recorded === formatMetadata(key, found) ? found : null
    },
  })
}

function formatMetadata(key: string, { identity: { sha256 } }: PreparedDataset): string {
  return `${JSON.stringify({ schemaVersion: 1, key, sha256 })}\n`
}

/** `{dataset}` becomes the only file, or the directory. */
async function readData(directory: string, source: GeneratedSource): Promise<PreparedDataset> {
  const { name, command, version, signal } = source
  const data = join(directory, dataDirectory)
  const [first = '', ...others] = await readdir(data).catch(() => [])
  const file = join(data, first)
  const isFile = others.length === 0 && (await stat(file).catch(() => null))?.isFile() === true
  // A record holds short texts of one line.
  const parameters = {
    command: command
      .join(' ')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, 200),
    version,
  }
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
  return hash('sha256', JSON.stringify([command, version, files]))
}
