import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'

/** Reads example workflows by name. @throws EnvironmentError when the installation lacks them */
export async function readWorkflowTemplates(
  packageDirectory: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const folder = join(packageDirectory, 'examples', 'workflows')
  const problem = `the example workflows are missing in ${folder}`
  const texts = names.map(
    async (name) => [name, await readShipped(join(folder, `${name}.yml`), problem, 'workflows')] as const,
  )
  return new Map(await Promise.all(texts))
}

/** Reads the config of an example by its directory. @throws EnvironmentError when the installation lacks it */
export async function readShippedConfig(packageDirectory: string, name: string): Promise<string> {
  const path = join(packageDirectory, 'examples', name, 'warpgauge.yml')
  return await readShipped(path, `the config of the example is missing: ${path}`, name)
}

async function readShipped(path: string, problem: string, directory: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    const hint = `Install warpgauge with its directory examples/${directory} next to dist.`
    throw new EnvironmentError(problem, hint, { cause })
  })
}
