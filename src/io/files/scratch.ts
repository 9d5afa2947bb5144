import { dirname } from 'node:path'
import type { Logger } from '../../ports/logger.ts'
import { endMarked } from '../process/process-tree.ts'
import { diskFileStore, removeTree } from './disk-file-store.ts'
import { listAbandoned, markOwned, type DirectoryNames } from './owned-directory.ts'

/** All scratch directories, and what a run calls its own at a terminal and in the Action. */
const names: DirectoryNames = { marked: /^warpgauge-/, unmarked: /^warpgauge-(?:work-)?\d{8}T\d{6}Z-[0-9a-f]{6}$/ }

export type Scratch = ReturnType<typeof createScratch>

export function createScratch(logger: Pick<Logger, 'warning'>) {
  return {
    /**
     * Creates a directory owned by this process. First removes the directories of killed runs next to it and kills their
     * remaining processes, which may still hold GPUs.
     */
    async open(directory: string): Promise<void> {
      await removeAbandonedScratch(dirname(directory), logger)
      await diskFileStore.makeDirectory(directory)
      await markOwned(directory)
    },
  }
}

/** Removes the scratch directories of ended processes and kills the processes they left behind. */
export async function removeAbandonedScratch(parent: string, logger: Pick<Logger, 'warning'>): Promise<void> {
  for (const directory of await listAbandoned(parent, names)) {
    // Every child of a run has this HOME.
    const { found, alive } = await endMarked(`HOME=${directory}/home`)
    if (found.length > 0) logger.warning(`Found processes of a killed run: ${describeProcesses(found, alive)}.`)
    // A directory that cannot be removed only costs disk space.
    await removeTree(directory).catch(() => {})
  }
}

function describeProcesses(found: readonly number[], alive: readonly number[]): string {
  const ended = found.filter((pid) => !alive.includes(pid))
  return [
    ...(ended.length > 0 ? [`ended ${ended.join(', ')}`] : []),
    ...(alive.length > 0 ? [`${alive.join(', ')} survive SIGKILL`] : []),
  ].join('; ')
}
