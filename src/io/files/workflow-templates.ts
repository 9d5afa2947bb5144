import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'

/** Reads example workflows by name. @throws EnvironmentError when the installation lacks them */
export async function readWorkflowTemplates(
  packageDirectory: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const folder = join(packageDirectory, 'examples', 'workflows')
  const texts = names.map(async (name) => [name, await readFile(join(folder, `${name}.yml`), 'utf8')] as const)
  return new Map(
    await Promise.all(texts).catch((error: unknown) => {
      const hint = 'Install warpgauge with its directory examples/workflows next to dist.'
      throw new EnvironmentError(`the example workflows are missing in ${folder}`, hint, { cause: error })
    }),
  )
}

/** Reads the config of an example by its directory. @throws EnvironmentError when the installation lacks it */
export async function readShippedConfig(packageDirectory: string, name: string): Promise<string> {
  const path = join(packageDirectory, 'examples', name, 'warpgauge.yml')
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    const hint = `Install warpgauge with its directory examples/${name} next to dist.`
    throw new EnvironmentError(`the config of the example is missing: ${path}`, hint, { cause })
  })
}
