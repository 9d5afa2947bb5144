import { UserError } from '../domain/errors.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { PullRequest } from '../ports/github.ts'
import { renderFinding } from '../reporters/command-answer.ts'
import { commentMarker, deliveriesOf } from '../reporters/deliveries.ts'
import { checkNameFor } from '../steps/check-name.ts'
import { deliver } from '../steps/deliver.ts'
import { withAcceptance } from '../steps/find-acceptance.ts'
import { judgeRun } from '../steps/judge-run.ts'
import { measuredOrigin } from '../steps/measured-origin.ts'
import { likelyCommitted, loadCommittedOf } from '../steps/load-committed.ts'
import type { Rules } from '../steps/load-rules.ts'
import { refuseContradictions } from '../steps/refuse-contradictions.ts'
import { joinStated } from '../steps/join-stated.ts'
import { readRuns } from '../steps/read-runs.ts'
import { commentedPull, tellAsker } from '../steps/tell-asker.ts'
import { commandTemplate } from '../steps/trial-command.ts'
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
  const origin = await measuredOrigin(measuredBy, request.context.pullRequest, ports.gitHub)
  const { pull, baseCommit } = origin
  const stated = await readRuns(request.runFolders, ports.files)
  const likely = likelyCommitted(stated.map(({ record: own }) => own))
  const { commanded } = request.context
  const trusted = await readTrustedSide(
    { path: request.configPath, headCommit, baseCommit, commanded, likely },
    ports.gitHub,
  )
  const { rules } = trusted
  for (const run of stated) requireHead(run.record, headCommit)
  const obstacles = [...new Set(stated.flatMap((run) => obstaclesOf(run.record, trusted)))]
  const ruled = stated.map(({ folder, record: own }) => ({ folder, record: underRules(own, trusted, pull) }))
  const { record, runFolder } = await joinStated(ruled, rules.config, request, ports.files)
  if (obstacles.length === 0) refuseContradictions(record, rules.config)
  const committed = await loadCommittedOf(record, rules.config, (path) =>
    ports.gitHub.readAt(rules.yardstick.commit ?? headCommit, path),
  )
  const judged = judgeRun({ record, config: rules.config, ...committed, obstacles })
  const mayBeAccepted = { pullRequest: pull?.number ?? null, queuedPull: origin.queuedPull, headCommit }
  const report = await withAcceptance(judged, mayBeAccepted, rules.config, ports.acceptances ?? null)
  const pullRequest = commentedPull(request.context, pull?.number ?? null)
  const addressee = { name, headCommit, pullRequest, runUrl: measuredBy.url }
  const receipts = await deliver(deliveriesOf(report, addressee, true), announcement.identity, ports)
  const url = receipts.find(({ kind }) => kind === 'check-run')?.url ?? null
  const found = { marker: commentMarker(checkNameFor(request.configPath)), line: renderFinding(report.sentence, url) }
  await tellAsker(request.context, found, ports.acceptances?.comments ?? null, ports.logger)
  return { report, receipts, runFolder }
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
  const commands = Object.fromEntries(revisions.map(({ label }) => [label, commandTemplate(config, label)]))
  return {
    ...record,
    yardstick,
    revisions,
    commands,
    variables: config.pipeline.env,
    pullRequest: pull?.number ?? null,
  }
}

function obstaclesOf(stated: RunRecord, { rules, revisions }: TrustedSide): string[] {
  return [...otherRules(stated, rules), ...otherCommits(stated.revisions, revisions)]
}

function otherRules(record: RunRecord, { yardstick }: Rules): string[] {
  if (record.yardstick.sha256 === yardstick.sha256) return []
  return ['it was measured under another config than the base has']
}
