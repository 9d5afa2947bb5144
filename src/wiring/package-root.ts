import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EnvironmentError } from '../domain/core/errors.ts'

/**
 * Finds the root directory of warpgauge, from `src/` and from the bundle in `dist/`.
 *
 * @throws EnvironmentError when the bundle was copied without the rest of the checkout
 */
export function findPackageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url))
  let directory = start
  while (!existsSync(join(directory, 'action.yml'))) {
    const parent = dirname(directory)
    if (parent === directory)
      throw new EnvironmentError(
        `incomplete installation: no action.yml above ${start}`,
        'Run dist/cli.js from a complete checkout of warpgauge.',
      )
    directory = parent
  }
  return directory
}
