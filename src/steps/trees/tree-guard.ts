import { EnvironmentError, RevisionError } from '../../domain/core/errors.ts'
import {
  listChangedFiles,
  listChangedTrackedFiles,
  formatFileNames,
  type TrackedTree,
  type TreeState,
} from '../../domain/core/tree-state.ts'
import type { TreeReader } from '../../ports/tree-reader.ts'

/** A tree of one or more revisions: those of the same commit and setup share one. */
export type GuardedTree = { readonly labels: readonly string[]; readonly path: string; readonly files: TrackedTree }

/**
 * Knows the state of the trees, and accepts only changes that a revision's own setup and trials make. Throws an
 * EnvironmentError for every other change.
 */
export type TreeGuard = {
  /** To be called before anything of this revision runs. */
  requireUntouched(label: string): Promise<void>
  /** Takes the tree as its setup has left it; gives the files of the commit that are others now. */
  acceptSetup(label: string): Promise<string[]>
  /** Takes what a trial has added. Throws a RevisionError when it changed files of its commit: the next trial would run other code. */
  acceptTrial(label: string): Promise<void>
  requireAllUntouched(): Promise<void>
  /** As it was last accepted; null once another change was found. */
  getState(label: string): TreeState | null
}

type Entry = GuardedTree & { reference: TreeState; state: TreeState; isBroken: boolean }

/** Guards trees from the moment they were checked out. */
export function guardTrees(trees: readonly GuardedTree[], reader: Pick<TreeReader, 'read'>): TreeGuard {
  const entries = trees.map((tree): Entry => {
    const { state } = tree.files
    return { ...tree, reference: state, state, isBroken: false }
  })
  const find = (label: string): Entry => {
    const entry = entries.find(({ labels }) => labels.includes(label))
    if (entry) return entry
    throw new Error(`no tree was checked out for revision ${label}`)
  }
  const read = ({ path, files, state }: Entry) => reader.read(path, files.tracked, state)
  const requireSame = async (entry: Entry): Promise<void> => {
    const changed = listChangedFiles(entry.state, await read(entry))
    if (changed.length > 0) throw createTouchedError(entry, changed)
  }
  return {
    requireUntouched: (label) => requireSame(find(label)),
    async acceptSetup(label) {
      const entry = find(label)
      const state = await read(entry)
      entry.reference = state
      entry.state = state
      return listChangedTrackedFiles(entry.files.tracked, entry.files.state, state)
    },
    async acceptTrial(label) {
      const entry = find(label)
      const state = await read(entry)
      const changed = listChangedTrackedFiles(entry.files.tracked, entry.reference, state)
      if (changed.length > 0) throw createTrialChangeError(entry, label, changed)
      entry.state = state
    },
    async requireAllUntouched() {
      for (const entry of entries) await requireSame(entry)
    },
    getState(label) {
      const { isBroken, state } = find(label)
      return isBroken ? null : state
    },
  }
}

function createTouchedError(entry: Entry, changed: readonly string[]): Error {
  entry.isBroken = true
  return new EnvironmentError(
    `files of ${entry.labels.join(', ')} were changed while it did not run: ${formatFileNames(changed)}`,
    'Another revision or program writes to its tree, so that nothing here says anything about that commit. Find it, and measure again',
  )
}

function createTrialChangeError(entry: Entry, label: string, changed: readonly string[]): Error {
  entry.isBroken = true
  return new RevisionError(
    label,
    `a trial of ${label} changed files of its commit: ${formatFileNames(changed)}`,
    'Every trial has to run the same files: let the pipeline write below {output}, or take these files out of git',
  )
}
