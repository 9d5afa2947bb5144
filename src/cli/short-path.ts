import { relative } from 'node:path'

/** How a path is shown to a person: relative when it lies below the current directory. */
export function shortenPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near === '' || near.startsWith('..') ? path : near
}
