import { selectMode, modeNames, type ModeName } from '../core/mode.ts'

/** Token permissions of each mode, as written under `permissions:`. */
export const permissionsOfMode: Readonly<Record<ModeName, readonly string[]>> = {
  check: ['contents: read', 'checks: write', 'pull-requests: write'],
  publish: ['contents: read', 'checks: write', 'pull-requests: write'],
  plan: ['contents: read', 'pull-requests: read'],
  bisect: ['contents: read'],
  command: ['actions: write', 'checks: write', 'contents: read', 'issues: write', 'pull-requests: write'],
  refresh: ['contents: write', 'pull-requests: write'],
  record: ['contents: write', 'issues: write', 'checks: write'],
}

/** All permissions that any mode needs, without duplicates. */
export const allPermissions: readonly string[] = [...new Set(Object.values(permissionsOfMode).flat())].toSorted()

const eventsOfPullRequests = ['pull_request', 'pull_request_target', 'push', 'workflow_run', 'check_run', 'check_suite']

/**
 * Lists the permissions of a mode in a workflow with these triggers. Without pull request events it writes no
 * comment.
 */
export function listNeededPermissions(mode: ModeName, triggers: readonly string[]): readonly string[] {
  const needed = permissionsOfMode[mode]
  const isAboutChecks = mode === 'check' || mode === 'publish'
  if (!isAboutChecks || triggers.some((event) => eventsOfPullRequests.includes(event))) return needed
  return needed.filter((permission) => permission !== 'pull-requests: write')
}

/** Lists the modes that need a permission. */
export function listModesNeeding(permission: string): ModeName[] {
  return modeNames.filter((mode) => permissionsOfMode[mode].includes(permission))
}

/** Lists the modes of a step: the one it names, or those that its events select. */
export function listStepModes(named: string | undefined, triggers: readonly string[]): ModeName[] {
  const own = modeNames.find((mode) => mode === named)
  if (own !== undefined) return [own]
  return [...new Set(triggers.filter((event) => !byHand.includes(event)).map(inferMode))]
}

/** The mode of these events depends on the caller. */
const byHand = ['workflow_dispatch', 'workflow_call']

/** Assumes that a push or schedule runs on the default branch. */
function inferMode(event: string): ModeName {
  return selectMode({ event, branch: 'default', defaultBranch: 'default' })
}
