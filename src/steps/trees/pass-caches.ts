import { join } from 'node:path'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Workplace } from '../measure/environment.ts'

/**
 * Package and build caches that are passed on from the base to later setups: paths in the home directory. They contain
 * regular files only, and their tools verify or rebuild what is missing. Caches that trials write (Triton, torch) are
 * not among them: a warm cache on one side would change its times.
 */
const cachePaths = {
  go: ['go/pkg/mod/cache/download', '.cache/go-build'],
  cargo: ['.cargo/registry/index', '.cargo/registry/cache', '.cargo/git/db'],
  pip: ['.cache/pip'],
  ccache: ['.cache/ccache', '.ccache'],
} as const

type CacheName = keyof typeof cachePaths

/** Caches of one home directory and where they are kept between setups. */
export type CachesRequest = {
  readonly names: readonly CacheName[]
  /** Home directory of the revision. */
  readonly home: string
  readonly workplace: Pick<Workplace, 'cacheDirectory' | 'trustedCache'>
}

type CachePorts = { readonly files: Pick<FileStore, 'copyDirectory'>; readonly logger: Pick<Logger, 'info'> }

/** Copies the kept caches into an empty home before a setup. A failed copy only costs time. */
export async function fillCaches({ names, home, workplace }: CachesRequest, ports: CachePorts): Promise<void> {
  const { trustedCache, cacheDirectory } = workplace
  const sources = trustedCache === undefined ? [cacheDirectory] : [trustedCache, cacheDirectory]
  for (const path of listCachePaths(names)) {
    for (const source of sources) if (await copyCache(join(source, 'caches'), path, home, ports)) break
  }
}

/**
 * Keeps the caches of a base revision after its setup, for later setups of any revision. Those of a head are never kept:
 * its code could change what another revision is built from.
 */
export async function keepCaches({ names, home, workplace }: CachesRequest, ports: CachePorts): Promise<void> {
  for (const path of listCachePaths(names)) {
    await copyCache(home, path, join(workplace.cacheDirectory, 'caches'), ports)
  }
}

async function copyCache(from: string, path: string, to: string, { files, logger }: CachePorts): Promise<boolean> {
  try {
    return await files.copyDirectory(from, path, join(to, path))
  } catch (error) {
    if (!(error instanceof UserError || error instanceof EnvironmentError)) throw error
    logger.info(`A cache was not copied: ${error.message}`)
    return false
  }
}

/** Lists the paths of these caches, relative to the home directory. */
function listCachePaths(names: readonly CacheName[]): string[] {
  return names.flatMap((name) => [...cachePaths[name]])
}
