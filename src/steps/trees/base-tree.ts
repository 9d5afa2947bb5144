import { RevisionError } from '../../domain/core/errors.ts'
import {
  checkOutRevisions,
  type CheckedOutRevisions,
  type CheckOutPorts,
  type CheckOutRequest,
} from './check-out-revisions.ts'
import type { TreeGuard } from './tree-guard.ts'
import type { ResolvedRevision } from '../../record/run.ts'

/** Checks of a checkout around a command that may write there, as in `TreeGuard`. */
export type TreeCheck = Pick<TreeGuard, 'requireUntouched'> & { acceptTrial(label: string): Promise<unknown> }

/** The checkout of the base after its setup, which provides its datasets. */
export type BaseTree = {
  readonly label: string
  /** Null: its setup failed. */
  readonly path: string | null
  /** Why there is no checkout; empty if there is one. */
  readonly problem: string
  /** Null: there is no checkout. */
  readonly guard: TreeCheck | null
}

export type BaseTreeRequest = CheckOutRequest & {
  /** The base of the comparison; null: none. */
  readonly baseCommit: string | null
  /** Revisions that are measured. */
  readonly measured: readonly ResolvedRevision[]
}

/** Label of a base that is not in the config. */
const datasetBase = 'dataset-base'

/**
 * Checks out a base that is not measured, to prepare datasets only. Call it before any other setup, whose caches it
 * fills. A base that cannot be set up is a result. Null: there is no base, it is the head, or it is measured.
 */
export async function openDatasetBase(
  request: BaseTreeRequest,
  ports: CheckOutPorts,
): Promise<(BaseTree & AsyncDisposable) | null> {
  const { baseCommit, revisions, measured } = request
  if (baseCommit === null || measured.some(({ commit }) => commit === baseCommit)) return null
  const named = revisions.find(({ commit }) => commit === baseCommit)
  const revision = named ?? { label: datasetBase, ref: 'merge-base', commit: baseCommit, problem: null }
  const { label } = revision
  try {
    const checkedOut = await checkOutRevisions({ ...request, revisions: [revision] }, ports)
    const path = checkedOut.trees.get(label) ?? null
    const { guard } = checkedOut
    return { label, path, problem: '', guard, [Symbol.asyncDispose]: () => checkedOut[Symbol.asyncDispose]() }
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error
    return { label, path: null, problem: error.message, guard: null, [Symbol.asyncDispose]: async () => {} }
  }
}

/** Finds the checkout of a base that is measured. Null: there is no base, it is the head, or it is not measured. */
export function findMeasuredBase(
  baseCommit: string | null,
  measured: readonly ResolvedRevision[],
  { trees, guard }: Pick<CheckedOutRevisions, 'trees' | 'guard'>,
): BaseTree | null {
  if (baseCommit === null || measured.some((one) => one.label === 'head' && one.commit === baseCommit)) return null
  for (const { label, commit } of measured) {
    const path = commit === baseCommit ? trees.get(label) : undefined
    if (path !== undefined) return { label, path, problem: '', guard }
  }
  return null
}
