import { UserError } from '../domain/errors.ts'
import type { MeasuredBy } from '../domain/run-context.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { GitHub, PullRequest } from '../ports/github.ts'
import { deliveriesOf } from '../reporters/deliveries.ts'
import { deliver } from '../steps/deliver.ts'
import { judgeRun } from '../steps/judge-run.ts'
import { loadBaselines } from '../steps/load-baselines.ts'
import type { Rules } from '../steps/load-rules.ts'
import { refuseContradictions } from '../steps/refuse-contradictions.ts'
import { readRunRecord } from '../steps/resume.ts'
import { otherCommits, readTrustedSide, type TrustedSide } from '../steps/trusted-side.ts'
import type { ModeResult } from '../domain/mode-result.ts'
import type { AnnouncedPublish, PublishPorts } from './publish-under-check.ts'

/**
 * Says what another job measured. Who is addressed comes from the event, the rules come from the base, and the verdict
 * is made anew from the raw samples; the folder contributes samples and nothing else.
 */
export async function publish(request: AnnouncedPublish, ports: PublishPorts): Promise<ModeResult> {
  const { measuredBy, announcement } = request
  const { name, headCommit } = announcement
  const pull = await pullRequestOf(measuredBy, ports.gitHub)
  const trusted = await readTrustedSide({ path: request.configPath, headCommit, pull }, ports.gitHub)
  const { rules } = trusted
  const stated = await readRunRecord(request.runFolder, ports.files)
  requireHead(stated, headCommit)
  const record = underRules(stated, trusted, pull)
  const obstacles = [...otherRules(stated, rules), ...otherCommits(stated.revisions, trusted.revisions)]
  if (obstacles.length === 0) refuseContradictions(record, rules.config)
  const baselines = await loadBaselines(rules.config, record.testbed.id, (path) =>
    ports.gitHub.readAt(rules.yardstick.commit ?? headCommit, path),
  )
  const report = judgeRun({ record, config: rules.config, baselines, obstacles })
  const addressee = { name, headCommit, pullRequest: pull?.number ?? null, runUrl: measuredBy.url }
  const receipts = await deliver(deliveriesOf(report, addressee, true), announcement.identity, ports)
  return { report, receipts, runFolder: request.runFolder }
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

function requireHead(record: RunRecord, headCommit: string): void {
  const stated = record.revisions.find((revision) => revision.label === 'head')?.commit
  if (stated === headCommit) return
  throw new UserError(
    `the run folder is of commit ${stated ?? 'unknown'}, the event of ${headCommit}`,
    'Publish the artifact of the run that started this workflow, and no other.',
  )
}

/** Replaces everything in the record that decides and that the measuring job could have made up. */
function underRules(record: RunRecord, { rules, revisions }: TrustedSide, pull: PullRequest | null): RunRecord {
  const { config, yardstick } = rules
  const labels = ['head', ...Object.keys(config.revisions)]
  const commands = Object.fromEntries(
    labels.map((label) => [label, config.revisions[label]?.command ?? config.pipeline.command]),
  )
  return { ...record, yardstick, revisions, commands, pullRequest: pull?.number ?? null }
}

function otherRules(record: RunRecord, { yardstick }: Rules): string[] {
  if (record.yardstick.sha256 === yardstick.sha256) return []
  return ['it was measured under another config than the base has']
}
