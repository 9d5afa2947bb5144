import { relative } from 'node:path'

/** Shortens a path for display: relative when it is below the current directory. */
export function shortenPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near === '' || near.startsWith('..') ? path : near
}
