import { check, fail, pass, skip, warn, type Answer, type AreaFinding, type Check } from './finding.ts'
import {
  canRunForks,
  collectText,
  hasForeignCode,
  isCheckout,
  isClosedToForks,
  listNeededPermissions,
  listStepModes,
  maySelfHost,
  mayWrite,
  resolvePermissions,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from './workflow.ts'

const reportFiles = check('workflows.files', '.github/workflows', (answer: Answer) => answer)

/**
 * Finds workflow settings that expose a token or a machine to untrusted code, and measuring jobs whose checkout lacks a
 * setting that the repository needs, such as `lfs: true`. Pure.
 */
export function checkWorkflows(workflows: readonly Workflow[], settings: readonly string[] = []): AreaFinding[] {
  if (workflows.length === 0) return reportFiles(skip('no workflow files', 'ls .github/workflows'))
  return workflows.flatMap((workflow) => {
    const { path, problem, jobs } = workflow
    if (problem !== null)
      return reportFiles({ ...skip(`cannot be read: ${problem}`, `actionlint ${path}`), subject: path })
    const judge = (checks: readonly Check<JobFacts>[]): AreaFinding[] =>
      jobs.flatMap((job) => checks.flatMap((row) => row({ workflow, job, settings })))
    const found = [...judge(triggerChecks), ...judge(jobChecks)]
    return found.length > 0 ? found : reportFiles({ ...pass('no problems found'), subject: path })
  })
}

type JobFacts = { readonly workflow: Workflow; readonly job: WorkflowJob; readonly settings: readonly string[] }

/** An answer about a line of a workflow. */
function locate({ path }: Workflow, { line }: { readonly line: number }, answer: Answer): Answer {
  return { ...answer, subject: `${path}:${line}` }
}

const split =
  'Measure on pull_request without a token and publish from workflow_run; docs/security.md has both workflows.'

/** Events whose jobs have the token and the secrets of the default branch. */
const isPrivileged = /^(?:pull_request_target|workflow_run|issue_comment|issues|discussion)/u

/** Triggers under which untrusted code gets a token, a secret or a self-hosted machine. */
const triggerChecks: readonly Check<JobFacts>[] = [
  check('workflows.privileged-checkout', '', ({ workflow, job }) => {
    const event = workflow.triggers.find((name) => isPrivileged.test(name))
    const step = job.steps.find((item) => hasForeignCode(item, job))
    if (event === undefined || !step) return []
    const sentence = `${event} checks out the code of a pull request in a job with the token and the secrets of the default branch`
    return locate(workflow, step, fail(sentence, split))
  }),
  check('workflows.self-hosted-forks', '', ({ workflow, job }) => {
    if (!maySelfHost(job) || isClosedToForks(job)) return []
    if (!workflow.triggers.includes('pull_request')) {
      if (!workflow.triggers.includes('pull_request_target')) return []
      if (job.steps.some((step) => hasForeignCode(step, job))) return []
      const sentence = 'pull_request_target runs jobs on this machine for anyone, without approval'
      return locate(workflow, job, warn(sentence, split))
    }
    const text = collectText(job)
    const hasSecrets = job.inheritsSecrets || /\bsecrets(?:\.(?!GITHUB_TOKEN\b)\w|\[)/u.test(text)
    const [gives] = [
      ...(hasSecrets ? ['secrets'] : []),
      ...(mayWrite(resolvePermissions(workflow, job)) ? ['a token that may write'] : []),
      ...(/\bgithub\.token\b|\bsecrets\.GITHUB_TOKEN\b/u.test(text) ? ['a token'] : []),
    ]
    if (gives !== undefined) {
      const sentence = `pull_request runs on a self-hosted machine with ${gives}, and forks are not excluded`
      const mend = `permissions: { contents: read } and no token or secrets here, or if: github.event.pull_request.head.repo.id == github.event.repository.id. ${split}`
      return locate(workflow, job, fail(sentence, mend))
    }
    const sentence = 'anyone who opens a pull request can run code on a self-hosted machine and edit this file'
    const mend =
      'Settings → Actions → General: require approval for all outside collaborators; use an ephemeral runner (config.sh --ephemeral).'
    return locate(workflow, job, warn(sentence, mend))
  }),
]

const measuring: readonly string[] = ['check', 'record', 'bisect']

const jobChecks: readonly Check<JobFacts>[] = [
  check('workflows.persist-credentials', '', ({ workflow, job }) => {
    const kept = job.steps.filter((step) => isCheckout(step) && step.with['persist-credentials'] !== 'false')
    const worse = maySelfHost(job) || canRunForks(workflow) ? fail : warn
    const sentence = 'the checkout leaves its token in the clone, where every later program of the job can read it'
    return kept.map((step) => locate(workflow, step, worse(sentence, 'with: { persist-credentials: false }')))
  }),
  // Permissions that a mode needs and the workflow does not grant.
  check('workflows.mode-permissions', '', ({ workflow, job }) => {
    const permissions = resolvePermissions(workflow, job)
    const steps = job.steps.filter((step) => isOurs(step) && (step.with['token'] ?? '') !== '')
    if (permissions === null || permissions === 'write-all') return []
    const isGranted = (needed: string): boolean => {
      const [area = '', level = ''] = needed.split(': ')
      const given = permissions === 'read-all' ? 'read' : permissions[area]
      return given === 'write' || given === level
    }
    return steps.flatMap((step) =>
      listStepModes(step.with['mode'], workflow.triggers).flatMap((mode) => {
        const wanted = listNeededPermissions(mode, workflow.triggers)
        const missing = wanted.filter((needed) => !isGranted(needed))
        if (missing.length === 0) return []
        return locate(
          workflow,
          step,
          fail(`mode ${mode} lacks ${missing.join(', ')}`, `permissions: { ${wanted.join(', ')} }`),
        )
      }),
    )
  }),
  // Without its content, a file of Git LFS or a submodule stops the measurement.
  check('workflows.content', '', ({ workflow, job, settings }) => {
    const modes = job.steps.filter(isOurs).flatMap((step) => listStepModes(step.with['mode'], workflow.triggers))
    const first = job.steps.find((step) => isCheckout(step))
    const lacking = settings.filter((setting) => !first?.with[setting.split(': ')[0] ?? ''])
    if (!modes.some((mode) => measuring.includes(mode)) || !first || lacking.length === 0) return []
    const sentence = 'the checkout lacks content of Git LFS or of submodules'
    return locate(workflow, first, fail(sentence, `with: { ${lacking.join(', ')} }`))
  }),
]

function isOurs({ uses }: WorkflowStep): boolean {
  return uses !== null && /(?:^|\/)warpgauge(?:@|$)/u.test(uses)
}
