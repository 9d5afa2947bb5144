import { fail, warn, type AreaFinding } from './finding.ts'
import {
  hasForeignCode,
  isClosedToForks,
  maySelfHost,
  mayWrite,
  resolvePermissions,
  hasSecrets,
  hasTokenReference,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from './workflow.ts'

const split =
  'Measure on pull_request without a token and publish from workflow_run; docs/security.md has both workflows.'

/** Finds triggers under which untrusted code gets a token, a secret or a self-hosted machine. Pure. */
export function checkTriggers(workflow: Workflow): AreaFinding[] {
  return workflow.jobs.flatMap((job) => [
    ...checkPullRequestTarget(workflow, job),
    ...checkComments(workflow, job),
    ...checkWorkflowRun(workflow, job),
    ...checkSelfHostedForks(workflow, job),
  ])
}

function checkPullRequestTarget(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  if (!workflow.triggers.includes('pull_request_target')) return []
  const check = 'workflows.pull-request-target'
  const step = job.steps.find((item) => hasForeignCode(item, job))
  const where = formatLocation(workflow, step ?? job)
  const host = maySelfHost(job) ? ', on a self-hosted machine,' : ''
  if (step)
    return [
      fail(
        check,
        where,
        `pull_request_target checks out the head of the pull request${host} with a token that may write`,
        split,
      ),
    ]
  if (!maySelfHost(job)) return []
  return [warn(check, where, 'pull_request_target runs jobs on this machine for anyone, without approval', split)]
}

function checkComments(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  const events = workflow.triggers.filter((event) => /^(?:issue_comment|issues|discussion)/u.test(event))
  const step = job.steps.find((item) => hasForeignCode(item, job))
  if (events.length === 0 || !step) return []
  const sentence = `${events[0]} checks out the head of a pull request in a job of the default branch, with its token and secrets`
  const mend = 'Let the comment start a workflow_dispatch that names the commit; docs/commands.md has both workflows.'
  return [fail('workflows.comment-checkout', formatLocation(workflow, step), sentence, mend)]
}

function checkWorkflowRun(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  if (!workflow.triggers.includes('workflow_run')) return []
  const checkout = job.steps.find((item) => hasForeignCode(item, job))
  const check = 'workflows.workflow-run'
  if (checkout) {
    const sentence = 'workflow_run checks out the triggering commit, in a job with a token that forks do not get'
    return [
      fail(
        check,
        formatLocation(workflow, checkout),
        sentence,
        'Remove the checkout; publish only needs the run folder.',
      ),
    ]
  }
  const download = job.steps.findIndex(isDownload)
  const runner = download < 0 ? undefined : job.steps.slice(download).find(doesExecute)
  if (!runner) return []
  const sentence =
    'workflow_run downloads an artifact of a pull request and then runs a program, which may come from the artifact'
  return [
    warn(
      check,
      formatLocation(workflow, runner),
      sentence,
      'Pass the folder to mode: publish, or only read it; never run its files.',
    ),
  ]
}

function isDownload({ uses, run }: WorkflowStep): boolean {
  return /download-artifact/u.test(uses ?? '') || /\bgh\s+run\s+download\b|\/actions\/artifacts\//u.test(run ?? '')
}

function doesExecute({ run }: WorkflowStep): boolean {
  return /(?:^|[\s;&|(])(?:\.{1,2}\/|bash|sh|source|python3?|node|npm|npx|pnpm|yarn|make|pip|cargo|go)\b|chmod\s+\+x/mu.test(
    run ?? '',
  )
}

function checkSelfHostedForks(workflow: Workflow, job: WorkflowJob): AreaFinding[] {
  if (!workflow.triggers.includes('pull_request') || !maySelfHost(job) || isClosedToForks(job)) return []
  const check = 'workflows.self-hosted-forks'
  const where = formatLocation(workflow, job)
  const gives = [
    ...(hasSecrets(job) ? ['secrets'] : []),
    ...(mayWrite(resolvePermissions(workflow, job)) ? ['a token that may write'] : []),
    ...(hasTokenReference(job) ? ['a token'] : []),
  ]
  if (gives.length > 0) {
    const sentence = `pull_request runs on a self-hosted machine with ${gives[0]}, and forks are not excluded`
    const mend = `permissions: { contents: read } and no token or secrets here, or if: github.event.pull_request.head.repo.id == github.event.repository.id. ${split}`
    return [fail(check, where, sentence, mend)]
  }
  const sentence = 'anyone who opens a pull request can run code on a self-hosted machine and edit this file'
  const mend =
    'Settings → Actions → General: require approval for all outside collaborators; use an ephemeral runner (config.sh --ephemeral).'
  return [warn(check, where, sentence, mend)]
}

/** `PATH:LINE`. */
export function formatLocation({ path }: Workflow, { line }: { readonly line: number }): string {
  return `${path}:${line}`
}
