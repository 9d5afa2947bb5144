import { formatNames } from '../core/errors.ts'
import { listStepModes, listNeededPermissions } from './check-token.ts'
import { check, fail, pass, skip, warn, type Answer, type AreaFinding, type Check } from './finding.ts'
import {
  canRunForks,
  collectText,
  hasForeignCode,
  isCheckout,
  isClosedToForks,
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
    const found = [...judge(triggerChecks), ...judge(jobChecks), ...checkPins(workflow)]
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

/** Triggers under which untrusted code gets a token, a secret or a self-hosted machine. */
const triggerChecks: readonly Check<JobFacts>[] = [
  check('workflows.pull-request-target', '', ({ workflow, job }) => {
    if (!workflow.triggers.includes('pull_request_target')) return []
    const step = job.steps.find((item) => hasForeignCode(item, job))
    const host = maySelfHost(job) ? ', on a self-hosted machine,' : ''
    const checkout = `pull_request_target checks out the head of the pull request${host} with a token that may write`
    if (step) return locate(workflow, step, fail(checkout, split))
    if (!maySelfHost(job)) return []
    return locate(
      workflow,
      job,
      warn('pull_request_target runs jobs on this machine for anyone, without approval', split),
    )
  }),
  check('workflows.comment-checkout', '', ({ workflow, job }) => {
    const event = workflow.triggers.find((name) => /^(?:issue_comment|issues|discussion)/u.test(name))
    const step = job.steps.find((item) => hasForeignCode(item, job))
    if (event === undefined || !step) return []
    const sentence = `${event} checks out the head of a pull request in a job of the default branch, with its token and secrets`
    const mend = 'Let the comment start a workflow_dispatch that names the commit; docs/commands.md has both workflows.'
    return locate(workflow, step, fail(sentence, mend))
  }),
  check('workflows.workflow-run', '', ({ workflow, job }) => {
    if (!workflow.triggers.includes('workflow_run')) return []
    const checkout = job.steps.find((item) => hasForeignCode(item, job))
    if (checkout) {
      const sentence = 'workflow_run checks out the triggering commit, in a job with a token that forks do not get'
      return locate(workflow, checkout, fail(sentence, 'Remove the checkout; publish only needs the run folder.'))
    }
    const download = job.steps.findIndex(
      ({ uses, run }) => /download-artifact/u.test(uses ?? '') || downloads.test(run ?? ''),
    )
    const runner = download < 0 ? undefined : job.steps.slice(download).find(({ run }) => executes.test(run ?? ''))
    if (!runner) return []
    const sentence =
      'workflow_run downloads an artifact of a pull request and then runs a program, which may come from the artifact'
    const mend = 'Pass the folder to mode: publish, or only read it; never run its files.'
    return locate(workflow, runner, warn(sentence, mend))
  }),
  check('workflows.self-hosted-forks', '', ({ workflow, job }) => {
    if (!workflow.triggers.includes('pull_request') || !maySelfHost(job) || isClosedToForks(job)) return []
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

const downloads = /\bgh\s+run\s+download\b|\/actions\/artifacts\//u
const executes =
  /(?:^|[\s;&|(])(?:\.{1,2}\/|bash|sh|source|python3?|node|npm|npx|pnpm|yarn|make|pip|cargo|go)\b|chmod\s+\+x/mu

/** Attacker-controlled text that GitHub inserts into a script before the shell parses it. */
const untrustedText =
  /\$\{\{[^}]*\bgithub\.(?:head_ref|event\.(?:pull_request\.(?:title|body|head\.(?:ref|label)|user\.login)|issue\.(?:title|body)|comment\.body|review\.body|review_comment\.body|head_commit\.message|commits|workflow_run\.(?:head_branch|display_title|head_commit)))/u

const measuring: readonly string[] = ['check', 'record', 'bisect']

const jobChecks: readonly Check<JobFacts>[] = [
  check('workflows.persist-credentials', '', ({ workflow, job }) => {
    const kept = job.steps.filter((step) => isCheckout(step) && step.with['persist-credentials'] !== 'false')
    const worse = maySelfHost(job) || canRunForks(workflow) ? fail : warn
    const sentence = 'the checkout leaves its token in the clone, where every later program of the job can read it'
    return kept.map((step) => locate(workflow, step, worse(sentence, 'with: { persist-credentials: false }')))
  }),
  check('workflows.permissions', '', ({ workflow, job }) => {
    if (resolvePermissions(workflow, job) !== null || !maySelfHost(job)) return []
    const sentence = `job ${job.id} does not set token permissions; the repository default may allow everything`
    return locate(workflow, job, warn(sentence, 'permissions: { contents: read }'))
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
  check('workflows.injection', '', ({ workflow, job }) =>
    job.steps.flatMap((step) => {
      const script = step.run ?? (step.uses?.startsWith('actions/github-script@') ? step.with['script'] : undefined)
      if (script === undefined || !untrustedText.test(script)) return []
      const sentence = 'a script contains text that anyone can write, so it can contain commands'
      const mend = 'Pass the text as env: { TEXT: ${{ … }} } and use "$TEXT" in the script.'
      return locate(workflow, step, fail(sentence, mend))
    }),
  ),
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

/** A tag can move to another commit. */
const checkPins = check('workflows.unpinned', '', ({ path, jobs }: Workflow) => {
  const used = jobs.flatMap(({ steps, calls }) => [calls, ...steps.map(({ uses }) => uses)])
  const all = [...new Set(used.filter((uses) => uses !== null).filter(isUnpinned))]
  if (all.length === 0) return []
  const mend = 'Pin a commit: uses: OWNER/NAME@<40 hexadecimal digits> # v1.2.3 (Dependabot updates it)'
  return { ...warn(`not pinned to a commit: ${formatNames(all)}`, mend), subject: path }
})

function isUnpinned(uses: string): boolean {
  if (uses.startsWith('./')) return false
  if (uses.startsWith('docker://')) return !/@sha256:[0-9a-f]{64}$/u.test(uses)
  return !/@(?:[0-9a-f]{40}|[0-9a-f]{64})$/iu.test(uses)
}
