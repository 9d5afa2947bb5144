import { EnvironmentError, RevisionError } from '../../domain/core/errors.ts'
import {
  listChangedFiles,
  listChangedTrackedFiles,
  formatFileNames,
  type TrackedTree,
  type TreeState,
} from '../../domain/core/tree-state.ts'
import type { TreeReader } from '../../ports/tree-reader.ts'

/** A checkout of one or more revisions; revisions with the same commit and setup share one. */
export type GuardedTree = { readonly labels: readonly string[]; readonly path: string; readonly files: TrackedTree }

/**
 * Tracks the state of the checkouts. Accepts only changes by the revision's own setup and trials; throws an
 * EnvironmentError for any other change.
 */
export type TreeGuard = {
  /** Call before anything of this revision runs. */
  requireUntouched(label: string): Promise<void>
  /** Accepts the tree after its setup; returns the changed files of the commit. */
  acceptSetup(label: string): Promise<string[]>
  /**
   * Accepts files added by a trial. Throws a RevisionError when files of the commit changed, because the next trial
   * would run other code.
   */
  acceptTrial(label: string): Promise<void>
  requireAllUntouched(): Promise<void>
  /** The last accepted state; null after an unaccepted change. */
  getState(label: string): TreeState | null
}

type Entry = GuardedTree & { reference: TreeState; state: TreeState; isBroken: boolean }

/** Guards checkouts from their creation. */
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
    `files of ${entry.labels.join(', ')} changed while it was not running: ${formatFileNames(changed)}`,
    'Another revision or program writes to this checkout, so its results are invalid. Find the writer, and measure again',
  )
}

function createTrialChangeError(entry: Entry, label: string, changed: readonly string[]): Error {
  entry.isBroken = true
  return new RevisionError(
    label,
    `a trial of ${label} changed files of its commit: ${formatFileNames(changed)}`,
    'Every trial must run the same files: write output below {output}, or remove these files from git',
  )
}
