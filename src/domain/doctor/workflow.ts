import { type ModeName, modeNames, selectMode } from '../core/run-context.ts'

/** A map such as `contents: read`, or one word for all permissions. */
export type Permissions = Readonly<Record<string, string>> | 'read-all' | 'write-all'

/** The security-relevant parts of a workflow file. */
export type Workflow = {
  readonly path: string
  /** Why the file cannot be parsed; null if it can. */
  readonly problem: string | null
  /** Names of the trigger events. */
  readonly triggers: readonly string[]
  /** Null: not set. */
  readonly permissions: Permissions | null
  readonly jobs: readonly WorkflowJob[]
}

/** A job as written in the file. */
export type WorkflowJob = {
  readonly id: string
  readonly line: number
  /**
   * Labels; expressions are kept as written, except for values of a matrix that the file lists. Empty for a call of a
   * reusable workflow.
   */
  readonly runsOn: readonly string[]
  /** The `if` of the job; empty if absent. */
  readonly condition: string
  /** Null: not set, so those of the workflow apply. */
  readonly permissions: Permissions | null
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly WorkflowStep[]
  /** The reusable workflow that the job calls; null for a job with steps. */
  readonly calls: string | null
  readonly inheritsSecrets: boolean
}

/** A step as written in the file. */
export type WorkflowStep = {
  readonly line: number
  /** The action of the step, or its commands; null: it has none. */
  readonly uses: string | null
  readonly run: string | null
  readonly with: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

/** Whether a label of `runs-on` names a machine of GitHub. */
export function isHostedLabel(label: string): boolean {
  return /^(?:ubuntu|windows|macos)-[\w.-]+$/iu.test(label)
}

/** Expressions that refer to the code of a pull request. */
const foreignCode =
  /github\.event\.pull_request\.(?:head|merge_commit_sha|number)|github\.head_ref|refs\/pull\/|github\.event\.(?:issue\.)?number|github\.event\.workflow_run\.head_\w+/u
const fetchesForeign = /\bgh\s+pr\s+checkout\b|\bgit\s[^\n]*\b(?:pull|merge-requests)\/[^\n]*head/u
const movesTree = /\bgit\s+(?:-\S+\s+)*(?:checkout|switch|reset|fetch|pull|worktree|merge)\b/u

/** Whether a job may run on a self-hosted machine: it has that label, or none of GitHub, as an expression or group. */
export function maySelfHost({ runsOn, calls }: WorkflowJob): boolean {
  const isNamed = runsOn.some((label) => label.toLowerCase() === 'self-hosted')
  return calls === null && (isNamed || !runsOn.some(isHostedLabel))
}

/** Returns the token permissions of a job; null: the default of the repository settings. */
export function resolvePermissions(workflow: Workflow, job: WorkflowJob): Permissions | null {
  return job.permissions ?? workflow.permissions
}

/** Whether a token can write; unknown permissions count as writable. */
export function mayWrite(permissions: Permissions | null): boolean {
  if (permissions === null || permissions === 'write-all') return true
  return permissions !== 'read-all' && Object.values(permissions).includes('write')
}

/** Whether the `if` of a job excludes forks. */
export function isClosedToForks({ condition }: WorkflowJob): boolean {
  const names = /head\.repo(?:sitory)?\.(?:id|full_name|fork)|head_repository\.(?:id|full_name|fork)/u
  return names.test(condition) && /==|!/u.test(condition)
}

/** Whether a step is actions/checkout. */
export function isCheckout({ uses }: WorkflowStep): boolean {
  return uses !== null && /^actions\/checkout(?:@|$)/u.test(uses)
}

/** Whether a step puts the code of a pull request on the machine. */
export function hasForeignCode(step: WorkflowStep, job: WorkflowJob): boolean {
  if (isCheckout(step))
    return [step.with['ref'] ?? '', step.with['repository'] ?? ''].some((text) => foreignCode.test(text))
  if (step.run === null) return false
  if (fetchesForeign.test(step.run)) return true
  const values = [step.run, ...Object.values(step.env), ...Object.values(job.env)]
  return movesTree.test(step.run) && values.some((value) => foreignCode.test(value))
}

/** Joins all texts of a job for a search. */
export function collectText({ steps, env }: WorkflowJob): string {
  const parts = steps.flatMap((step) => [step.run ?? '', ...Object.values(step.with), ...Object.values(step.env)])
  return [...parts, ...Object.values(env)].join('\n')
}

/** Whether a job can run code from a fork on a self-hosted machine. */
export function canRunForks({ triggers, jobs }: Workflow): boolean {
  return triggers.includes('pull_request') && jobs.some((job) => maySelfHost(job) && !isClosedToForks(job))
}

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
