import { lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '../../ports/logger.ts'
import type { Scratch } from '../../ports/scratch.ts'
import { diskFileStore } from './disk-file-store.ts'
import { isGone, createOwnMark, parseMark } from '../process/process-mark.ts'
import { endMarked } from '../process/process-tree.ts'
import { removeTree } from './written-tree.ts'

/** Prefix of all scratch directories; only those with an owner file are removed. */
const namePrefix = 'warpgauge-'
const ownerFile = 'owner.json'
const runDirectory = /\/warpgauge-\d{8}T\d{6}Z-[0-9a-f]{6}$/
/** A process writes its owner file within milliseconds. */
const ownerlessMs = 600_000

export function createScratch(logger: Pick<Logger, 'warning'>): Scratch {
  return {
    async open(directory) {
      await removeAbandonedScratch(dirname(directory), logger)
      await diskFileStore.makeDirectory(directory)
      await diskFileStore.writeText(join(directory, ownerFile), JSON.stringify(createOwnMark()))
    },
  }
}

/** Removes the scratch directories of ended processes and kills the processes they left behind. */
export async function removeAbandonedScratch(parent: string, logger: Pick<Logger, 'warning'>): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter((entry) => entry.startsWith(namePrefix))) {
    const directory = join(parent, name)
    if (!(await isAbandoned(directory))) continue
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

/** In a shared directory, only entries of this user count. */
async function isAbandoned(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => null)
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false
  const mark = parseMark(await readFile(join(directory, ownerFile), 'utf8').catch(() => ''))
  if (mark !== null) return isGone(mark)
  // Killed before the owner file was written; such a directory is still empty.
  const names = await readdir(directory).catch(() => null)
  const isUnused = names !== null && names.every((name) => name.startsWith(`.${ownerFile}.`))
  return isUnused && runDirectory.test(directory) && Date.now() - found.mtimeMs > ownerlessMs
}
