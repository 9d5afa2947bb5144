import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The directory of warpgauge itself: the same from `src/` and from the bundle in `dist/`. */
export function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(directory, 'action.yml'))) {
    const parent = dirname(directory)
    if (parent === directory) throw new Error('the directory of warpgauge was not found: action.yml is missing')
    directory = parent
  }
  return directory
}
