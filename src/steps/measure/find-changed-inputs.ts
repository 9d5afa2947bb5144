import type { Config } from '../../config/schema/schema.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { listChangedInputs } from '../../judging/paths/paths.ts'
import { buildCaseCommand } from '../../judging/plan/trial-command.ts'
import type { CheckedOutRevisions } from '../trees/check-out-revisions.ts'
import type { TreeGuard } from '../trees/tree-guard.ts'

const mostPaths = 100
const longestPath = 1000

/**
 * Finds the inputs in the checkouts that a revision and the head read with different content, because the command names
 * them and no dataset does. Null: there are none.
 */
export function findChangedInputs(
  config: Config,
  { cases }: Plan,
  { trees, guard }: Pick<CheckedOutRevisions, 'trees'> & { readonly guard: Pick<TreeGuard, 'getState'> },
): NonNullable<RunRecord['changedInputs']> | null {
  const head = trees.has('head') ? guard.getState('head') : null
  const found = [...trees.keys()].flatMap((label): [string, string[]][] => {
    const base = label === 'head' ? null : guard.getState(label)
    if (!head || !base) return []
    const own = cases.filter(({ revision }) => revision === label || revision === 'head')
    const commands = own.map((planned) => buildCaseCommand(planned, [], config))
    const changed = listChangedInputs({ commands, base, head }).slice(0, mostPaths)
    const paths = changed.map((path) => path.slice(0, longestPath))
    return paths.length > 0 ? [[label, paths]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}
