import { fail, warn, type Found } from './finding.ts'
import {
  bringsForeignCode,
  keepsForksOut,
  maySelfHost,
  mayWrite,
  permissionsOf,
  usesSecrets,
  usesToken,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from './workflow.ts'

const split =
  'Measure on pull_request without a token and publish from workflow_run; docs/security.md has both workflows.'

/** Events under which the code of a stranger meets a token, a secret or a machine of one's own. Pure. */
export function checkTriggers(workflow: Workflow): Found[] {
  return workflow.jobs.flatMap((job) => [
    ...pullRequestTarget(workflow, job),
    ...comments(workflow, job),
    ...workflowRun(workflow, job),
    ...selfHostedForks(workflow, job),
  ])
}

function pullRequestTarget(workflow: Workflow, job: WorkflowJob): Found[] {
  if (!workflow.triggers.includes('pull_request_target')) return []
  const check = 'workflows.pull-request-target'
  const step = job.steps.find((item) => bringsForeignCode(item, job))
  const where = place(workflow, step ?? job)
  const host = maySelfHost(job) ? ', on a machine of your own,' : ''
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
  return [warn(check, where, 'pull_request_target starts this machine for anybody, without approval', split)]
}

function comments(workflow: Workflow, job: WorkflowJob): Found[] {
  const events = workflow.triggers.filter((event) => /^(?:issue_comment|issues|discussion)/u.test(event))
  const step = job.steps.find((item) => bringsForeignCode(item, job))
  if (events.length === 0 || !step) return []
  const sentence = `${events[0]} checks out the head of a pull request in a job of the default branch, with its token and secrets`
  const mend = 'Let the comment start a workflow_dispatch that names the commit; docs/commands.md has both workflows.'
  return [fail('workflows.comment-checkout', place(workflow, step), sentence, mend)]
}

function workflowRun(workflow: Workflow, job: WorkflowJob): Found[] {
  if (!workflow.triggers.includes('workflow_run')) return []
  const checkout = job.steps.find((item) => bringsForeignCode(item, job))
  const check = 'workflows.workflow-run'
  if (checkout) {
    const sentence = 'workflow_run checks out the commit that started it, in a job with a token that forks do not get'
    return [
      fail(
        check,
        place(workflow, checkout),
        sentence,
        'Check out nothing here; the run folder is all that publish needs.',
      ),
    ]
  }
  const download = job.steps.findIndex(isDownload)
  const runner = download < 0 ? undefined : job.steps.slice(download).find(executes)
  if (!runner) return []
  const sentence =
    'workflow_run downloads an artifact of a pull request and then runs a program: what lies in the artifact may be what runs'
  return [
    warn(
      check,
      place(workflow, runner),
      sentence,
      'Hand the folder to mode: publish, or only read it, never run what is in it.',
    ),
  ]
}

function isDownload({ uses, run }: WorkflowStep): boolean {
  return /download-artifact/u.test(uses ?? '') || /\bgh\s+run\s+download\b|\/actions\/artifacts\//u.test(run ?? '')
}

function executes({ run }: WorkflowStep): boolean {
  return /(?:^|[\s;&|(])(?:\.{1,2}\/|bash|sh|source|python3?|node|npm|npx|pnpm|yarn|make|pip|cargo|go)\b|chmod\s+\+x/mu.test(
    run ?? '',
  )
}

function selfHostedForks(workflow: Workflow, job: WorkflowJob): Found[] {
  if (!workflow.triggers.includes('pull_request') || !maySelfHost(job) || keepsForksOut(job)) return []
  const check = 'workflows.self-hosted-forks'
  const where = place(workflow, job)
  const gives = [
    ...(usesSecrets(job) ? ['secrets'] : []),
    ...(mayWrite(permissionsOf(workflow, job)) ? ['a token that may write'] : []),
    ...(usesToken(job) ? ['a token'] : []),
  ]
  if (gives.length > 0) {
    const sentence = `pull_request runs on a machine of your own with ${gives[0]}, and nothing keeps forks out`
    const mend = `permissions: { contents: read } and no token or secrets here, or if: github.event.pull_request.head.repo.id == github.event.repository.id. ${split}`
    return [fail(check, where, sentence, mend)]
  }
  const sentence = 'anybody who opens a pull request can run code on a machine of your own, and edit this file for it'
  const mend =
    'Settings → Actions → General: require approval for all outside collaborators; use a runner for one job (config.sh --ephemeral).'
  return [warn(check, where, sentence, mend)]
}

/** File and line. */
export function place({ path }: Workflow, { line }: { readonly line: number }): string {
  return `${path}:${line}`
}
