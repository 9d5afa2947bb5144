import { EnvironmentError } from '../../domain/core/errors.ts'
import { isUntouched, type TreeState } from '../../domain/core/tree-state.ts'
import { listAbsolutePaths } from '../../domain/trial/isolation.ts'
import type { TreeReader } from '../../ports/tree-reader.ts'

/** Finds setups that install outside of their checkouts. */
export type InstallGuard = {
  /**
   * Call after the setup of a revision; returns whether it installed anything elsewhere. Throws an EnvironmentError
   * when an earlier setup had installed something else at the same place: both revisions would run the later one.
   */
  acceptSetup(label: string): Promise<boolean>
}

export type InstallGuardRequest = {
  /** Every text of the config that may name a place, and the search paths of the setups. */
  readonly texts: readonly string[]
  /** Directories of warpgauge with the checkouts and homes, which no two revisions share. */
  readonly own: readonly string[]
}

/** Takes the state before the first setup. Watches the places that the search paths and the config name. */
export async function guardInstalls(
  { texts, own }: InstallGuardRequest,
  { readInstalled }: Pick<TreeReader, 'readInstalled'>,
): Promise<InstallGuard> {
  const watched = listAbsolutePaths(texts).filter((path) => !own.some((directory) => path.startsWith(directory)))
  let last: TreeState = await readInstalled(watched, null)
  const installed = new Map<string, { readonly label: string; readonly id: string | null }>()
  return {
    async acceptSetup(label) {
      const now = await readInstalled(watched, last)
      const known = last
      last = now
      const changed = [...now].filter(([path, state]) => {
        const before = known.get(path)
        return !before || !isUntouched(before, state)
      })
      const clashes = changed.filter(([path, { id }]) => {
        const other = installed.get(path)
        return other !== undefined && other.label !== label && (id === null || id !== other.id)
      })
      const [first] = clashes
      if (first !== undefined)
        throw createClashError(
          [installed.get(first[0])?.label ?? '', label],
          clashes.map(([path]) => path),
        )
      for (const [path, { id }] of changed) installed.set(path, { label, id })
      return changed.length > 0
    },
  }
}

function createClashError(labels: readonly string[], paths: readonly string[]): Error {
  return new EnvironmentError(
    `the setups of ${labels.join(' and ')} install into one place, so both would run the later installation: ${paths.slice(0, 5).join(', ')}`,
    'Install into the checkout, for example into a virtual environment there or with --prefix, and name that program in the command',
  )
}
