import { selectMode, modeNames, type ModeName } from '../core/mode.ts'

/** What the token of a job needs, as it stands under `permissions:`. */
export const permissionsOfMode: Readonly<Record<ModeName, readonly string[]>> = {
  check: ['contents: read', 'checks: write', 'pull-requests: write'],
  publish: ['contents: read', 'checks: write', 'pull-requests: write'],
  plan: ['contents: read'],
  bisect: ['contents: read'],
  command: ['actions: write', 'checks: write', 'contents: read', 'issues: write', 'pull-requests: write'],
  refresh: ['contents: write', 'pull-requests: write'],
  record: ['contents: write', 'issues: write', 'checks: write'],
}

/** Everything that some mode needs, each once. */
export const allPermissions: readonly string[] = [...new Set(Object.values(permissionsOfMode).flat())].toSorted()

const eventsOfPullRequests = ['pull_request', 'pull_request_target', 'push', 'workflow_run', 'check_run', 'check_suite']

/** What a mode needs in a workflow with these events: without a pull request there is no comment to write. */
export function listNeededPermissions(mode: ModeName, triggers: readonly string[]): readonly string[] {
  const needed = permissionsOfMode[mode]
  const isAboutChecks = mode === 'check' || mode === 'publish'
  if (!isAboutChecks || triggers.some((event) => eventsOfPullRequests.includes(event))) return needed
  return needed.filter((permission) => permission !== 'pull-requests: write')
}

/** Modes that need a permission. */
export function listModesNeeding(permission: string): ModeName[] {
  return modeNames.filter((mode) => permissionsOfMode[mode].includes(permission))
}

/** The mode of a step: the one it names, or those its events choose. */
export function listStepModes(named: string | undefined, triggers: readonly string[]): ModeName[] {
  const own = modeNames.find((mode) => mode === named)
  if (own !== undefined) return [own]
  return [...new Set(triggers.filter((event) => !byHand.includes(event)).map(inferMode))]
}

/** What they do depends on who starts them. */
const byHand = ['workflow_dispatch', 'workflow_call']

/** A push or a schedule is taken for one of the default branch. */
function inferMode(event: string): ModeName {
  return selectMode({ event, branch: 'default', defaultBranch: 'default' })
}
