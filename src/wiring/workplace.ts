import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import type { Trust } from '../domain/core/run-context.ts'
import type { Workplace } from '../steps/measure/environment.ts'

/** Chooses the directory that persists between runs: prepared checkouts, datasets, reusable samples. */
export function chooseCacheDirectory(environment: EnvironmentVariables): string {
  const home = environment['HOME'] ?? '/tmp'
  const root = environment['RUNNER_TOOL_CACHE'] ?? environment['XDG_CACHE_HOME'] ?? join(home, '.cache')
  return join(root, 'warpgauge')
}

/**
 * Names the directories of a run and creates none. Only runs without code of a pull request write the shared cache.
 * Pull requests of the repository read it and write to a temporary cache; forks do not read it.
 */
export function createWorkplace(trust: Trust, runId: string, environment: EnvironmentVariables): Workplace {
  const workDirectory = join(environment['RUNNER_TEMP'] ?? tmpdir(), `warpgauge-work-${runId}`)
  const shared = chooseCacheDirectory(environment)
  if (trust === 'trusted') return { workDirectory, environment, cacheDirectory: shared }
  const own = { workDirectory, environment, cacheDirectory: join(workDirectory, 'cache') }
  return trust === 'stranger' ? own : { ...own, trustedCache: shared }
}
