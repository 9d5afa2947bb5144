import { type ModeName, modeNames, selectMode } from '../core/run-context.ts'
import type { TokenFacts } from './facts.ts'
import { check, fail, pass, skip, warn, type Answer, type AreaFinding } from './finding.ts'

/** Token permissions of each mode, as written under `permissions:`. */
const permissionsOfMode: Readonly<Record<ModeName, readonly string[]>> = {
  check: ['contents: read', 'checks: write', 'pull-requests: write'],
  publish: ['contents: read', 'checks: write', 'pull-requests: write'],
  plan: ['contents: read', 'pull-requests: read'],
  bisect: ['contents: read'],
  command: ['actions: write', 'checks: write', 'contents: read', 'issues: write', 'pull-requests: write'],
  refresh: ['contents: write', 'pull-requests: write'],
  record: ['contents: write', 'issues: write', 'checks: write'],
}

const allPermissions = [...new Set(Object.values(permissionsOfMode).flat())].toSorted()

const eventsOfPullRequests = ['pull_request', 'pull_request_target', 'push', 'workflow_run', 'check_run', 'check_suite']

/** Lists the permissions of a mode in a workflow with these triggers. Without pull request events it writes no comment. */
export function listNeededPermissions(mode: ModeName, triggers: readonly string[]): readonly string[] {
  const needed = permissionsOfMode[mode]
  const isAboutChecks = mode === 'check' || mode === 'publish'
  if (!isAboutChecks || triggers.some((event) => eventsOfPullRequests.includes(event))) return needed
  return needed.filter((permission) => permission !== 'pull-requests: write')
}

/** The mode of these events depends on the caller. */
const byHand = ['workflow_dispatch', 'workflow_call']

/** Lists the modes of a step: the one it names, or those that its events select, on the default branch. */
export function listStepModes(named: string | undefined, triggers: readonly string[]): ModeName[] {
  const own = modeNames.find((mode) => mode === named)
  if (own !== undefined) return [own]
  const events = triggers.filter((event) => !byHand.includes(event))
  return [...new Set(events.map((event) => selectMode({ event, branch: 'default', defaultBranch: 'default' })))]
}

const reportNone = check('token.permissions', 'token', () =>
  skip('no token, so permissions were not checked', 'GITHUB_TOKEN=… GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor'),
)

const checkValidity = check('token.valid', '', (facts: TokenFacts): Answer => {
  const { status, variable: subject } = facts
  if (status === 'refused') return { ...fail(facts.problem, 'Pass a valid token, or none.'), subject }
  if (status === 'asked') return { ...pass(`is valid for ${facts.repository}`), subject }
  return { ...skip(facts.problem, 'GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor'), subject }
})

/** Checks the permissions of the token for each mode. Pure. */
export function checkToken(facts: TokenFacts | null): AreaFinding[] {
  if (facts === null) return reportNone(facts)
  if (facts.status !== 'asked') return checkValidity(facts)
  const known = new Map(facts.permissions.map((fact) => [fact.permission, fact]))
  const isOpen = (permission: string): boolean => (known.get(permission)?.isGranted ?? null) === null
  const checkModes = check('token.permissions', '', () =>
    modeNames.map((mode) => {
      const needed = permissionsOfMode[mode]
      const missing = needed.filter((permission) => known.get(permission)?.isGranted === false)
      const open = needed.filter(isOpen)
      const mend = `permissions: { ${needed.join(', ')} }`
      // A token may be meant for one mode only, so a missing permission is a warning.
      const lacking = missing.length > 0 ? warn(`this token lacks ${missing.join(', ')}`, mend) : null
      const unclear = open.length > 0 ? skip(`could not check ${open.join(', ')}`, mend) : null
      return { ...(lacking ?? unclear ?? pass(`has ${needed.join(', ')}`)), subject: `mode ${mode}` }
    }),
  )
  const checkPermissions = check('token.permission', '', () =>
    allPermissions.filter(isOpen).map((permission) => {
      const modes = modeNames.filter((mode) => permissionsOfMode[mode].includes(permission)).join(', ')
      const sentence = `${known.get(permission)?.detail ?? 'was not checked'}; needed by ${modes}`
      return { ...skip(sentence, `permissions: { ${permission} }`), subject: permission }
    }),
  )
  return [...checkValidity(facts), ...checkModes(null), ...checkPermissions(null)]
}
