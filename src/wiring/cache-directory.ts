import { join } from 'node:path'

/** What outlives a run on this machine: prepared checkouts, datasets, reusable samples. */
export function cacheDirectoryOf(environment: Readonly<Record<string, string | undefined>>): string {
  const home = environment['HOME'] ?? '/tmp'
  const root = environment['RUNNER_TOOL_CACHE'] ?? environment['XDG_CACHE_HOME'] ?? join(home, '.cache')
  return join(root, 'warpgauge')
}
