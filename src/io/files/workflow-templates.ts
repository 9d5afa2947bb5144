import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'

/** Reads `examples/workflows/NAME.yml` of the package; texts by name. @throws EnvironmentError when one is missing */
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

/** Reads `examples/NAME/warpgauge.yml` of the package. @throws EnvironmentError when it is missing */
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
