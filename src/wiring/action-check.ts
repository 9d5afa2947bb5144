import { join, resolve } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { type ActionPorts, chooseLocalNames } from './action-ports.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { connectGitHub, extendRetries } from './connect-github.ts'
import { createLineProgress } from '../io/files/line-progress.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { guardStep, listReachableSecrets } from './guard-step.ts'
import { createMeasuringPorts } from './measuring-ports.ts'
import { formatNames, UserError } from '../domain/core/errors.ts'
import { reportFiles } from '../reporters/index.ts'
import type { Report, ModeResult } from '../domain/verdict/report.ts'
import {
  describeSubject,
  formatRunName,
  type Announcement,
  runUnderCheck,
  runUnderLiveCheck,
} from '../steps/deliver/announce.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import { recheckReference } from '../steps/publish/trusted-inputs.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import { withAcceptance } from '../steps/commands/acceptance.ts'
import { chooseReference, findCommits } from '../steps/trees/find-commits.ts'
import type { MeasureRunPorts } from '../steps/measure/measure-run.ts'
import { refuseForkCode } from '../judging/plan/refuse-run.ts'
import { forgetEarlierRun, writeReports } from '../steps/measure/run-folder.ts'
import { concludeCheck } from '../modes/conclude-check.ts'
import { judgeHead, measureHead, type MeasuredHead, type RunRequest } from '../modes/run.ts'

/** Ports for measuring and reporting; without `gitHub` nothing is published. */
type CheckPorts = MeasureRunPorts & DeliverPorts

/** Measures the head on this machine, judges it, and reports in the run folder and, with a token, on GitHub. */
export async function checkFromAction(inputs: Inputs, context: RunContext, step: ActionPorts): Promise<ModeResult> {
  refuseTokenOfPart(inputs)
  extendRetries(step.signal, step.logger)
  const { token, config: configPath } = inputs
  const { workspace, repository } = context
  const { env, logger, signal } = step
  const measuring = await createMeasuringPorts({
    workspace,
    environment: env,
    token,
    localNames: chooseLocalNames(token),
    logger,
    progress: createLineProgress((line) => logger.info(line)),
    signal,
  })
  const { git, files } = measuring
  const runId = createRunId()
  // Absolute, because programs run in other directories and get its paths.
  const runFolder = resolve(workspace, inputs.runFolder ?? join(env['RUNNER_TEMP'] ?? '/tmp', 'warpgauge', runId))
  const { resume: isResume, selection } = inputs
  const request = { context, configPath, ownRules: null, runFolder, runId, isResume, selection, signal }
  const gitHub = token === null || repository === null ? null : connectGitHub(token, repository, step)
  const processes = guardStep(measuring.processes, env, logger)
  const ports = { ...measuring, processes, gitHub, ...step }
  if (!isResume) await forgetEarlierRun(runFolder, files)
  // Besides the token, what measured code can read.
  const secretsAtHand = listReachableSecrets(git, env)
  refuseForkCode(context, { mayMeasureForks: inputs.allowForks, hasToken: gitHub !== null, secretsAtHand })
  for (const secret of secretsAtHand) logger.warning(`${secret} is readable by the measured code.`)
  const found = await findCommits(context, git)
  const announcement: Announcement = {
    name: chooseCheckName(configPath, context),
    headCommit: found.checked,
    run: formatRunName(context),
    detailsUrl: context.runUrl,
    ...describeSubject(context.pullRequest, found),
  }
  return await runUnderCheck(announcement, request, ports, async () => {
    const reference = await chooseReference({ ...request, found }, git)
    const measured = await runUnderLiveCheck(announcement, ports, (progress) =>
      measureHead(request, reference, { ...ports, progress }),
    )
    const judged = await judgeMeasured(measured, request, ports)
    const { pullRequest, queuedPull = null } = context
    const head = { pullRequest, queuedPull, headCommit: announcement.headCommit }
    const report = await withAcceptance(judged, head, measured.rules.config, ports)
    await writeReports(report, runFolder, reportFiles, files)
    return await concludeCheck({ ...request, report, announcement }, ports)
  })
}

/** Judges the record. Asks GitHub again only when the check would allow the merge. */
async function judgeMeasured(measured: MeasuredHead, request: RunRequest, ports: CheckPorts): Promise<Report> {
  const judged = judgeHead(measured, request)
  if (judged.conclusion !== 'success' && judged.conclusion !== 'neutral') return judged
  const doubts = await recheckReference(measured.reference, request.context, ports)
  return doubts.length === 0 ? judged : judgeHead(measured, request, doubts)
}

/**
 * Refuses a token for a part of a run: several jobs would overwrite one check. A `publish` job merges their results.
 */
function refuseTokenOfPart({ selection, token }: Inputs): void {
  if (selection === null || token === null) return
  throw new UserError(
    `${formatNames(selection.only)} is a part of a run, so it must not get a token`,
    'Remove `token`; a job with `mode: publish` merges the run folders and writes one check (docs/matrix.md).',
  )
}
