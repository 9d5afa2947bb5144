import type { RunContext } from '../domain/run-context.ts'
import type { GitHub } from '../ports/github.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import { deliveriesOf } from '../reporters/deliveries.ts'
import { reportFormats } from '../reporters/index.ts'
import { checkNameFor } from '../steps/check-name.ts'
import { deliver, type DeliverPorts } from '../steps/deliver.ts'
import { findCommits } from '../steps/find-commits.ts'
import { judgeRun } from '../steps/judge-run.ts'
import { loadBaselines } from '../steps/load-baselines.ts'
import { loadRules, type Rules } from '../steps/load-rules.ts'
import { measureRun, type MeasureRunPorts, type MeasureRunRequest } from '../steps/measure-run.ts'
import { refuseStrangers } from '../steps/refuse-strangers.ts'
import { forgetEarlierRun } from '../steps/run-folder.ts'
import type { KnownCommits } from '../steps/resolve-revisions.ts'
import { underCheck } from '../steps/under-check.ts'
import { copyBaselines, writeReports } from '../steps/write-reports.ts'
import type { ModeResult } from '../domain/mode-result.ts'

export type CheckRequest = Omit<MeasureRunRequest, 'rules' | 'commits'> & {
  readonly context: RunContext
  /** Path of the config inside the repository. */
  readonly configPath: string
  /** Rules that a person brought along; null: read from the repository's trusted side. */
  readonly ownRules: Rules | null
  readonly mayMeasureForks: boolean
}

export type CheckPorts = MeasureRunPorts & DeliverPorts & { readonly gitHub: GitHub | null }

/** Measures the head, judges it and says so. */
export async function check(request: CheckRequest, ports: CheckPorts): Promise<ModeResult> {
  if (!request.isResume) await forgetEarlierRun(request.runFolder, ports.files)
  refuseStrangers(request.context, { mayMeasureForks: request.mayMeasureForks, hasToken: ports.gitHub !== null })
  const commits = await findCommits(request.context, ports.git)
  const announcement = announcementFor(request, commits)
  return await underCheck(announcement, request.signal, ports, async () => {
    const rules = request.ownRules ?? (await repositoryRules(request, commits, ports.git))
    const record = await measureRun({ ...request, rules, commits }, ports)
    const baselines = await loadBaselines(rules.config, record.testbed.id, (path) =>
      readTrusted(path, rules.yardstick.commit ?? commits.mergeBase, request.context, ports),
    )
    await copyBaselines(baselines, request.runFolder, ports.files)
    const report = judgeRun({ record, config: rules.config, baselines, obstacles: [] })
    await writeReports(
      report,
      request.runFolder,
      { 'report.json': reportFormats.json, 'report.md': reportFormats.markdown },
      ports.files,
    )
    const addressee = { ...announcement, pullRequest: request.context.pullRequest, runUrl: request.context.runUrl }
    const receipts = await deliver(deliveriesOf(report, addressee, ports.gitHub !== null), announcement.identity, ports)
    return { report, receipts, runFolder: request.runFolder }
  })
}

function announcementFor({ configPath, context }: CheckRequest, { head }: KnownCommits) {
  const name = checkNameFor(configPath)
  return {
    name,
    headCommit: head.commit,
    identity: { externalId: `${name}:${context.runKey}`, detailsUrl: context.runUrl },
  }
}

async function repositoryRules(
  { context, configPath }: CheckRequest,
  commits: KnownCommits,
  git: GitRepository,
): Promise<Rules> {
  const trustedCommit = context.trust === 'trusted' ? commits.head.commit : commits.mergeBase
  return await loadRules({
    path: configPath,
    trustedCommit,
    headCommit: commits.head.commit,
    read: (commit, path) => git.readAt(commit, path),
  })
}

/** A person's own run without a base reads the baselines of the working tree; everything else those of a commit. */
async function readTrusted(
  path: string,
  commit: string | null,
  { workspace }: RunContext,
  { git, files }: CheckPorts,
): Promise<string | null> {
  if (commit !== null) return await git.readAt(commit, path)
  return await files.readText(`${workspace}/${path}`, 16 * 1024 * 1024)
}
