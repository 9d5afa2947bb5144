import { EnvironmentError, formatNames, RevisionError } from '../../domain/core/errors.ts'
import {
  listChangedFiles,
  listChangedTrackedFiles,
  formatFileNames,
  type TrackedTree,
  type TreeState,
  isUntouched,
} from '../../domain/core/tree-state.ts'
import type { TreeOriginals } from '../../io/git/git-originals.ts'
import type { GitRepository } from '../../io/git/simple-git-repository.ts'
import type { TreeReader } from '../../io/files/disk-tree-reader.ts'
import { listAbsolutePaths } from '../../domain/trial/isolation.ts'

/** A checkout of one or more revisions; revisions with the same commit and setup share one. */
export type GuardedTree = {
  readonly labels: readonly string[]
  readonly commit: string
  readonly path: string
  readonly files: TrackedTree
}

export type TreeGuard = ReturnType<typeof guardTrees>

type Entry = GuardedTree & {
  reference: TreeState
  state: TreeState
  isBroken: boolean
  originals: TreeOriginals | null
}

/**
 * Guards checkouts from their creation: accepts only changes by the revision's own setup and trials, and throws an
 * EnvironmentError for any other change. `copies` is a directory for original files outside of the checkouts.
 */
export function guardTrees(
  trees: readonly GuardedTree[],
  copies: string,
  {
    treeReader,
    git,
  }: { readonly treeReader: Pick<TreeReader, 'read'>; readonly git: Pick<GitRepository, 'keepOriginals'> },
) {
  const entries = trees.map((tree): Entry => {
    const { state } = tree.files
    return { ...tree, reference: state, state, isBroken: false, originals: null }
  })
  const find = (label: string): Entry => {
    const entry = entries.find(({ labels }) => labels.includes(label))
    if (entry) return entry
    throw new Error(`no tree was checked out for revision ${label}`)
  }
  const read = ({ path, files, state }: Entry) => treeReader.read(path, files.tracked, state)
  const requireSame = async (entry: Entry): Promise<void> => {
    const changed = listChangedFiles(entry.state, await read(entry))
    if (changed.length === 0) return
    entry.isBroken = true
    throw new EnvironmentError(
      `files of ${entry.labels.join(', ')} changed while it was not running: ${formatFileNames(changed)}`,
      'Another revision or program writes to this checkout, so its results are invalid. Find the writer, and measure again',
    )
  }
  return {
    /** Call before anything of this revision runs. */
    requireUntouched: (label: string) => requireSame(find(label)),
    /** Accepts the tree after its setup; returns the changed files of the commit. */
    async acceptSetup(label: string): Promise<string[]> {
      const entry = find(label)
      const state = await read(entry)
      entry.reference = state
      entry.state = state
      return listChangedTrackedFiles(entry.files.tracked, entry.files.state, state)
    },
    /** Keeps the files of the commit as they are after all setups, to restore them after trials. */
    async keepOriginals(): Promise<void> {
      for (const entry of entries) {
        const { path, commit, reference } = entry
        const files = { tracked: entry.files.tracked, state: reference }
        entry.originals = await git.keepOriginals({ directory: path, commit, files, copies })
      }
    },
    /**
     * Accepts files added by a trial, and restores files of the commit that it changed: every trial must run the same
     * files. Returns the restored paths. Throws a RevisionError when files cannot be restored.
     */
    async acceptTrial(label: string): Promise<string[]> {
      const entry = find(label)
      const listChanged = () => listChangedTrackedFiles(entry.files.tracked, entry.reference, entry.state)
      entry.state = await read(entry)
      const changed = listChanged()
      if (changed.length === 0) return []
      entry.isBroken = true
      await entry.originals?.restore(changed)
      entry.state = await read(entry)
      const left = listChanged()
      if (left.length > 0)
        throw new RevisionError(
          label,
          `a trial of ${label} changed files of its commit, which cannot be restored: ${formatFileNames(left)}`,
          'Every trial must run the same files: write output below {output}, or remove these files from git',
        )
      entry.isBroken = false
      return changed
    },
    /** Throws for the first checkout with a change that was not accepted. */
    async requireAllUntouched(): Promise<void> {
      for (const entry of entries) await requireSame(entry)
    },
    /** The last accepted state; null after an unaccepted change. */
    getState(label: string): TreeState | null {
      const { isBroken, state } = find(label)
      return isBroken ? null : state
    },
  }
}

export type InstallGuard = Awaited<ReturnType<typeof guardInstalls>>

/**
 * Finds setups that install outside of their checkouts. Takes the state before the first setup. Watches the places that
 * `texts` name: those of the config and the scripts it names, and the search paths of the setups. `own`: directories of
 * warpgauge with the checkouts and homes, which no two revisions share.
 */
export async function guardInstalls(
  { texts, own }: { readonly texts: readonly string[]; readonly own: readonly string[] },
  { readInstalled }: Pick<TreeReader, 'readInstalled'>,
) {
  const watched = listAbsolutePaths(texts).filter((path) => !own.some((directory) => path.startsWith(directory)))
  let last: TreeState = await readInstalled(watched, null)
  const installed = new Map<string, { readonly label: string; readonly id: string | null }>()
  return {
    /**
     * Call after the setup of a revision; returns whether it installed anything elsewhere. Throws an EnvironmentError
     * when an earlier setup had installed something else at the same place: both revisions would run the later one.
     */
    async acceptSetup(label: string): Promise<boolean> {
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
      if (first !== undefined) {
        const paths = formatNames(clashes.map(([path]) => path))
        throw new EnvironmentError(
          `the setups of ${installed.get(first[0])?.label ?? ''} and ${label} install into one place, so both would run the later installation: ${paths}`,
          'Install into the checkout, for example into a virtual environment there or with --prefix, and name that program in the command',
        )
      }
      for (const [path, { id }] of changed) installed.set(path, { label, id })
      return changed.length > 0
    },
  }
}
