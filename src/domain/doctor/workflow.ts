/** `contents: read` and the like, or one word for all of them. */
export type Permissions = Readonly<Record<string, string>> | 'read-all' | 'write-all'

/** A workflow file as far as its safety depends on it. */
export type Workflow = {
  readonly path: string
  /** Why the file cannot be read; null when it could. */
  readonly problem: string | null
  /** Names of the events that start it. */
  readonly triggers: readonly string[]
  /** Null: not stated. */
  readonly permissions: Permissions | null
  readonly jobs: readonly WorkflowJob[]
}

/** A job as its file states it. */
export type WorkflowJob = {
  readonly id: string
  readonly line: number
  /** Labels; an expression stands as it is written. Empty for a call of another workflow. */
  readonly runsOn: readonly string[]
  /** The `if` of the job, or nothing. */
  readonly condition: string
  readonly permissions: Permissions | null
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly WorkflowStep[]
  /** The workflow or action that a job calls instead of having steps; null for an ordinary job. */
  readonly calls: string | null
  readonly inheritsSecrets: boolean
}

/** A step as its file states it. */
export type WorkflowStep = {
  readonly line: number
  readonly uses: string | null
  readonly run: string | null
  readonly with: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

const hosted = /^(?:ubuntu|windows|macos)-[\w.-]+$/iu
/** Ways in which a workflow names the code of a pull request. */
const foreignCode =
  /github\.event\.pull_request\.(?:head|merge_commit_sha|number)|github\.head_ref|refs\/pull\/|github\.event\.(?:issue\.)?number|github\.event\.workflow_run\.head_\w+/u
const fetchesForeign = /\bgh\s+pr\s+checkout\b|\bgit\s[^\n]*\b(?:pull|merge-requests)\/[^\n]*head/u
const movesTree = /\bgit\s+(?:-\S+\s+)*(?:checkout|switch|reset|fetch|pull|worktree|merge)\b/u

/** Whether a job may land on a machine of one's own; an expression or a group may stand for one. */
export function maySelfHost({ runsOn, calls }: WorkflowJob): boolean {
  return calls === null && !runsOn.some((label) => hosted.test(label))
}

/** What the token of a job may do; null: whatever the repository's settings say. */
export function resolvePermissions(workflow: Workflow, job: WorkflowJob): Permissions | null {
  return job.permissions ?? workflow.permissions
}

/** Whether a token may write anything; one whose permissions are not stated may. */
export function mayWrite(permissions: Permissions | null): boolean {
  if (permissions === null || permissions === 'write-all') return true
  return permissions !== 'read-all' && Object.values(permissions).includes('write')
}

/** Whether the `if` of a job keeps forks out. */
export function isClosedToForks({ condition }: WorkflowJob): boolean {
  const names = /head\.repo(?:sitory)?\.(?:id|full_name|fork)|head_repository\.(?:id|full_name|fork)/u
  return names.test(condition) && /==|!/u.test(condition)
}

/** Whether a step is actions/checkout. */
export function isCheckout({ uses }: WorkflowStep): boolean {
  return uses !== null && /^actions\/checkout(?:@|$)/u.test(uses)
}

/** Whether a step brings the code of a pull request onto the machine. */
export function hasForeignCode(step: WorkflowStep, job: WorkflowJob): boolean {
  if (isCheckout(step))
    return [step.with['ref'] ?? '', step.with['repository'] ?? ''].some((text) => foreignCode.test(text))
  if (step.run === null) return false
  if (fetchesForeign.test(step.run)) return true
  const values = [step.run, ...Object.values(step.env), ...Object.values(job.env)]
  return movesTree.test(step.run) && values.some((value) => foreignCode.test(value))
}

/** Everything that is written in a job, for searching. */
function collectText({ steps, env }: WorkflowJob): string {
  const parts = steps.flatMap((step) => [step.run ?? '', ...Object.values(step.with), ...Object.values(step.env)])
  return [...parts, ...Object.values(env)].join('\n')
}

/** Whether a job is given secrets other than its own token. */
export function hasSecrets(job: WorkflowJob): boolean {
  return job.inheritsSecrets || /\bsecrets(?:\.(?!GITHUB_TOKEN\b)\w|\[)/u.test(collectText(job))
}

/** Whether a job names its own token. */
export function hasTokenReference(job: WorkflowJob): boolean {
  return /\bgithub\.token\b|\bsecrets\.GITHUB_TOKEN\b/u.test(collectText(job))
}

/** Jobs in which code of a fork can run on a machine of one's own. */
export function canRunForks({ triggers, jobs }: Workflow): boolean {
  return triggers.includes('pull_request') && jobs.some((job) => maySelfHost(job) && !isClosedToForks(job))
}
