import { join, resolve } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { setOutputs } from '../action/outputs.ts'
import type { BisectQuestion, BisectResult } from '../domain/bisect/bisect-result.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createLineProgress } from '../io/files/line-progress.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { renderBisectMarkdown } from '../reporters/bisect.ts'
import { loadRules, parseRules, type Rules } from '../steps/baselines/load-committed.ts'
import { type ActionPorts, chooseLocalNames } from './action-ports.ts'
import { bisectLocally, buildBisectQuestion } from './local-bisect.ts'
import type { HistoryRecord } from '../record/history.ts'
import { guardStep } from './guard-step.ts'
import { readHistoryRecords } from './history-records.ts'

/** Wires the mode `bisect` to the clone and this machine. It runs code of many commits and writes nothing to GitHub. */
export async function bisectFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  refuseToken(inputs)
  requireTrusted(context)
  const { workspace } = context
  const { env, logger } = ports
  const runId = createRunId()
  const folder = inputs.runFolder ?? join(env['RUNNER_TEMP'] ?? '/tmp', 'warpgauge-bisect', runId)
  const { history } = inputs.bisect
  const records = history === null ? [] : await readHistoryRecords(resolve(workspace, history), logger)
  const { question, rules } = await loadQuestion(inputs, context, { env, records })
  const result = await bisectLocally({
    workspace,
    rules,
    question,
    folder,
    records,
    maxRepeats: null,
    isResume: inputs.resume,
    runId,
    environment: env,
    logger,
    progress: createLineProgress((line) => logger.info(line)),
    signal: ports.signal,
    localNames: chooseLocalNames(null),
    guard: (processes) => guardStep(processes, env, logger),
  })
  await reportResult(result, folder, ports)
  return { said: result.sentence }
}

async function reportResult(result: BisectResult, folder: string, { jobSummary, runner }: ActionPorts): Promise<void> {
  const text = renderBisectMarkdown(result)
  await diskFileStore.writeText(join(folder, 'bisect-report.json'), `${JSON.stringify(result, null, 2)}\n`)
  await diskFileStore.writeText(join(folder, 'bisect-report.md'), text)
  await jobSummary?.write(text)
  const { ending, culprit, sentence } = result
  setOutputs(runner, { bisect: ending, culprit: culprit?.commit ?? '', sentence, 'run-folder': folder })
}

/** The job runs code of many commits, also of pull requests, so it must not hold a token. */
function refuseToken({ token }: Inputs): void {
  if (token === null) return
  throw new UserError(
    'bisect runs code of many commits, so it must not get a token',
    'Remove `token`, and check out with `fetch-depth: 0`; another job can publish the result.',
  )
}

/** The config comes from the commit of the event, so that commit must be trusted. */
function requireTrusted({ trust, event }: RunContext): void {
  if (trust === 'trusted' && event !== 'workflow_run') return
  throw new UserError(
    `bisect works on workflow_dispatch, schedule and push, this is ${event}`,
    'Start it by workflow_dispatch; a comment command does that.',
  )
}

async function loadQuestion(
  inputs: Inputs,
  context: RunContext,
  { env, records }: { readonly env: EnvironmentVariables; readonly records: readonly HistoryRecord[] },
): Promise<{ readonly question: BisectQuestion; readonly rules: Rules }> {
  const git = await openGitRepository(context.workspace, { env, localNames: chooseLocalNames(null) })
  const head = await git.resolve(context.headCommit ?? 'HEAD')
  if (head === null)
    throw new UserError('the commit of the event is not in this clone', 'Check out with `fetch-depth: 0`.')
  // Rules come from the commit of the event: a commit of the range must not supply its own rules.
  const read = (commit: string, path: string) => git.readAt(commit, path)
  const rules = await loadRules({ path: inputs.config, trustedCommit: head, headCommit: head, read })
  const local = parseRules(rules.text, inputs.config, { origin: 'local', commit: null })
  const spec = { ...inputs.bisect, bad: inputs.bisect.bad ?? head }
  const sources = { rules: local, records, resolve: (ref: string) => git.resolve(ref) }
  return { question: await buildBisectQuestion(spec, sources), rules: local }
}
