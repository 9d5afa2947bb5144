import { checkTriggers, formatLocation } from './check-triggers.ts'
import { fail, pass, skip, warn, type AreaFinding } from './finding.ts'
import { listStepModes, listNeededPermissions } from './mode-permissions.ts'
import {
  isCheckout,
  maySelfHost,
  resolvePermissions,
  canRunForks,
  type Permissions,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from './workflow.ts'

/**
 * Finds workflow settings that expose a token or a machine to untrusted code, and measuring jobs whose checkout lacks a
 * setting that the repository needs, such as `lfs: true`. Pure.
 */
export function checkWorkflows(
  workflows: readonly Workflow[],
  checkoutSettings: readonly string[] = [],
): AreaFinding[] {
  if (workflows.length === 0)
    return [skip('workflows.files', '.github/workflows', 'no workflow files', 'ls .github/workflows')]
  return workflows.flatMap((workflow) => {
    if (workflow.problem !== null)
      return [
        skip('workflows.files', workflow.path, `cannot be read: ${workflow.problem}`, `actionlint ${workflow.path}`),
      ]
    const found = [
      ...checkTriggers(workflow),
      ...workflow.jobs.flatMap((job) => [
        ...checkCredentials(workflow, job),
        ...checkStatedPermissions(workflow, job),
        ...checkModePermissions(workflow, job),
        ...checkInjections(workflow, job),
        ...checkContents(workflow, job, checkoutSettings),
      ]),
      ...checkPins(workflow),
    ]
    return found.length > 0 ? found : [pass('workflows.files', workflow.path, 'no problems found')]
  })
}

function checkCredentials(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  const kept = job.steps.filter((step) => isCheckout(step) && step.with['persist-credentials'] !== 'false')
  const isExposed = maySelfHost(job) || canRunForks(workflow)
  const sentence = 'the checkout leaves its token in the clone, where every later program of the job can read it'
  return kept.map((step) =>
    (isExposed ? fail : warn)(
      'workflows.persist-credentials',
      formatLocation(workflow, step),
      sentence,
      'with: { persist-credentials: false }',
    ),
  )
}

/** Without its content, a file of Git LFS or a submodule stops the measurement. */
function checkContents(workflow: Workflow, job: WorkflowJob, settings: readonly string[]): AreaFinding[] {
  const measures = job.steps.some(
    (step) => isOurs(step) && listStepModes(step.with['mode'], workflow.triggers).some((mode) => measuring.has(mode)),
  )
  const first = job.steps.find((step) => isCheckout(step))
  const lacking = settings.filter((setting) => !first?.with[setting.split(': ')[0] ?? ''])
  if (!measures || !first || lacking.length === 0) return []
  const sentence = 'the checkout lacks content of Git LFS or of submodules'
  return [fail('workflows.content', formatLocation(workflow, first), sentence, `with: { ${lacking.join(', ')} }`)]
}

const measuring: ReadonlySet<string> = new Set(['check', 'record', 'bisect'])

/** A tag can move to another commit. */
function checkPins(workflow: Workflow): AreaFinding[] {
  const names = workflow.jobs
    .flatMap(({ steps, calls }) => [calls, ...steps.map(({ uses }) => uses)])
    .filter((uses) => uses !== null && isUnpinned(uses))
  const all = [...new Set(names)]
  if (all.length === 0) return []
  const shown = `${all.slice(0, 4).join(', ')}${all.length > 4 ? ` and ${all.length - 4} more` : ''}`
  const mend = 'Pin a commit: uses: OWNER/NAME@<40 hexadecimal digits> # v1.2.3 (Dependabot updates it)'
  return [warn('workflows.unpinned', workflow.path, `not pinned to a commit: ${shown}`, mend)]
}

function isUnpinned(uses: string): boolean {
  if (uses.startsWith('./')) return false
  if (uses.startsWith('docker://')) return !/@sha256:[0-9a-f]{64}$/u.test(uses)
  return !/@(?:[0-9a-f]{40}|[0-9a-f]{64})$/iu.test(uses)
}

function checkStatedPermissions(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  if (resolvePermissions(workflow, job) !== null || !maySelfHost(job)) return []
  const sentence = `job ${job.id} does not set token permissions; the repository default may allow everything`
  return [warn('workflows.permissions', formatLocation(workflow, job), sentence, 'permissions: { contents: read }')]
}

/** Finds permissions that a mode needs and the workflow does not grant. */
function checkModePermissions(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  const permissions = resolvePermissions(workflow, job)
  if (permissions === null) return []
  const steps = job.steps.filter((step) => isOurs(step) && (step.with['token'] ?? '') !== '')
  return steps.flatMap((step) =>
    listStepModes(step.with['mode'], workflow.triggers).flatMap((mode) => {
      const wanted = listNeededPermissions(mode, workflow.triggers)
      const missing = wanted.filter((needed) => !hasPermission(permissions, needed))
      if (missing.length === 0) return []
      const sentence = `mode ${mode} lacks ${missing.join(', ')}`
      const mend = `permissions: { ${wanted.join(', ')} }`
      return [fail('workflows.mode-permissions', formatLocation(workflow, step), sentence, mend)]
    }),
  )
}

function isOurs({ uses }: WorkflowStep): boolean {
  return uses !== null && /(?:^|\/)warpgauge(?:@|$)/u.test(uses)
}

function hasPermission(permissions: Permissions, needed: string): boolean {
  const [area = '', level = ''] = needed.split(': ')
  if (permissions === 'write-all') return true
  if (permissions === 'read-all') return level === 'read'
  const given = permissions[area]
  return given === 'write' || given === level
}

/** Attacker-controlled text that GitHub inserts into a script before the shell parses it. */
const untrustedText =
  /\$\{\{[^}]*\bgithub\.(?:head_ref|event\.(?:pull_request\.(?:title|body|head\.(?:ref|label)|user\.login)|issue\.(?:title|body)|comment\.body|review\.body|review_comment\.body|head_commit\.message|commits|workflow_run\.(?:head_branch|display_title|head_commit)))/u

function checkInjections(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  return job.steps.flatMap((step) => {
    const script = step.run ?? (step.uses?.startsWith('actions/github-script@') ? step.with['script'] : undefined)
    if (script === undefined || !untrustedText.test(script)) return []
    const sentence = 'a script contains text that anyone can write, so it can contain commands'
    const mend = 'Pass the text as env: { TEXT: ${{ … }} } and use "$TEXT" in the script.'
    return [fail('workflows.injection', formatLocation(workflow, step), sentence, mend)]
  })
}
