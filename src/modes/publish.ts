import { UserError } from '../domain/errors.ts'
import type { MeasuredBy, RunContext } from '../domain/run-context.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { GitHub, PullRequest } from '../ports/github.ts'
import { deliveriesOf } from '../reporters/deliveries.ts'
import { checkNameFor } from '../steps/check-name.ts'
import { deliver, type DeliverPorts } from '../steps/deliver.ts'
import { judgeRun } from '../steps/judge-run.ts'
import { loadBaselines } from '../steps/load-baselines.ts'
import { loadRules, type Rules } from '../steps/load-rules.ts'
import { readRunRecord } from '../steps/resume.ts'
import { underCheck } from '../steps/under-check.ts'
import type { ModeResult } from '../domain/mode-result.ts'

export type PublishRequest = {
  readonly context: RunContext
  readonly configPath: string
  /** What another job measured. Hostile input: a pull request may have written every byte of it. */
  readonly runFolder: string
  readonly signal: AbortSignal
}

export type PublishPorts = DeliverPorts & { readonly gitHub: GitHub; readonly files: FileStore }

/**
 * Says what another job measured. Who is addressed comes from the event, the rules come from the base, and the verdict
 * is made anew from the raw samples; the folder contributes samples and nothing else.
 */
export async function publish(request: PublishRequest, ports: PublishPorts): Promise<ModeResult> {
  const measuredBy = requireMeasuredBy(request.context)
  const name = checkNameFor(request.configPath)
  const headCommit = measuredBy.headCommit
  const announcement = {
    name,
    headCommit,
    identity: { externalId: `${name}:${request.context.runKey}`, detailsUrl: measuredBy.url },
  }
  return await underCheck(announcement, request.signal, ports, async () => {
    const pull = await pullRequestOf(measuredBy, ports.gitHub)
    const rules = await trustedRules(request.configPath, headCommit, pull, ports.gitHub)
    const stated = await readRunRecord(request.runFolder, ports.files)
    requireHead(stated, headCommit)
    const record = underRules(stated, rules, pull)
    const baselines = await loadBaselines(rules.config, record.testbed.id, (path) =>
      ports.gitHub.readAt(rules.yardstick.commit ?? headCommit, path),
    )
    const report = judgeRun({ record, config: rules.config, baselines, obstacles: otherRules(stated, rules) })
    const addressee = { name, headCommit, pullRequest: pull?.number ?? null, runUrl: measuredBy.url }
    const receipts = await deliver(deliveriesOf(report, addressee, true), announcement.identity, ports)
    return { report, receipts, runFolder: request.runFolder }
  })
}

function requireMeasuredBy({ measuredBy, event }: RunContext): MeasuredBy {
  if (measuredBy) return measuredBy
  throw new UserError(
    `publish works on the event workflow_run, this is ${event}`,
    'See examples/workflows for the pair of workflows that measures and publishes.',
  )
}

async function pullRequestOf(measuredBy: MeasuredBy, gitHub: GitHub): Promise<PullRequest | null> {
  if (!measuredBy.event.startsWith('pull_request')) return null
  const pull = await gitHub.findPullRequest(measuredBy.headCommit, measuredBy.headRepositoryId)
  if (pull) return pull
  throw new UserError(
    `no open pull request has the head ${measuredBy.headCommit}`,
    'It was closed or got new commits since; the run of its newest commit will be published instead.',
  )
}

async function trustedRules(
  path: string,
  headCommit: string,
  pull: PullRequest | null,
  gitHub: GitHub,
): Promise<Rules> {
  const trustedCommit = pull ? await gitHub.mergeBase(pull.baseCommit, headCommit) : headCommit
  return await loadRules({ path, trustedCommit, headCommit, read: (commit, file) => gitHub.readAt(commit, file) })
}

function requireHead(record: RunRecord, headCommit: string): void {
  const stated = record.revisions.find((revision) => revision.label === 'head')?.commit
  if (stated === headCommit) return
  throw new UserError(
    `the run folder is of commit ${stated ?? 'unknown'}, the event of ${headCommit}`,
    'Publish the artifact of the run that started this workflow, and no other.',
  )
}

/** Replaces everything in the record that decides and that the measuring job could have made up. */
function underRules(record: RunRecord, { config, yardstick }: Rules, pull: PullRequest | null): RunRecord {
  const labels = ['head', ...Object.keys(config.revisions)]
  const commands = Object.fromEntries(
    labels.map((label) => [label, config.revisions[label]?.command ?? config.pipeline.command]),
  )
  return { ...record, yardstick, commands, pullRequest: pull?.number ?? null }
}

function otherRules(record: RunRecord, { yardstick }: Rules): string[] {
  if (record.yardstick.sha256 === yardstick.sha256) return []
  return ['it was measured under another config than the base has']
}
