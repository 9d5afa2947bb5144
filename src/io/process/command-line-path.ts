import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The entry file of the command line: in `src/` in development, at the top of `dist/` in the bundle. */
export function getCommandLinePath(): string {
  const places = ['../../cli.ts', './cli.js', '../cli.js']
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`the command line is missing: ${paths.join(', ')}`)
  return found
}
