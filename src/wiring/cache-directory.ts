import { join } from 'node:path'
import type { RunContext } from '../domain/core/run-context.ts'
import type { Workplace } from '../steps/measure/environment.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

/** Directory that persists between runs: prepared checkouts, datasets, reusable samples. */
export function chooseCacheDirectory(environment: EnvironmentVariables): string {
  const home = environment['HOME'] ?? '/tmp'
  const root = environment['RUNNER_TOOL_CACHE'] ?? environment['XDG_CACHE_HOME'] ?? join(home, '.cache')
  return join(root, 'warpgauge')
}

/**
 * Chooses the caches of a run in the Action. Only runs without code of a pull request write the shared cache. Pull
 * requests of the repository read it and write to a temporary cache; forks do not read it.
 */
export function chooseCaches(
  trust: RunContext['trust'],
  workDirectory: string,
  environment: EnvironmentVariables,
): Pick<Workplace, 'cacheDirectory' | 'trustedCache'> {
  const shared = chooseCacheDirectory(environment)
  if (trust === 'trusted') return { cacheDirectory: shared }
  const own = { cacheDirectory: join(workDirectory, 'cache') }
  return trust === 'stranger' ? own : { ...own, trustedCache: shared }
}
