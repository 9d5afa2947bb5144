import { join, resolve } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { setOutputs } from '../action/outputs.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createLineProgress } from '../io/files/line-progress.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { renderBisectMarkdown } from '../reporters/bisect.ts'
import { loadRulesAt, parseRules } from '../steps/baselines/load-committed.ts'
import { type ActionPorts, chooseLocalNames } from './action-ports.ts'
import { bisectLocally } from './local-bisect.ts'
import { guardStep } from './guard-step.ts'
import { readHistoryRecords } from './history-records.ts'

/** Wires the mode `bisect` to the clone and this machine. It runs code of many commits and writes nothing to GitHub. */
export async function bisectFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  refuseUntrusted(inputs, context)
  const { workspace } = context
  const { env, logger, runner, signal, writeSummary } = ports
  const runId = createRunId()
  const folder = resolve(workspace, inputs.runFolder ?? join(env['RUNNER_TEMP'] ?? '/tmp', 'warpgauge-bisect', runId))
  const { history } = inputs.bisect
  const records = history === null ? [] : await readHistoryRecords(resolve(workspace, history), logger)
  const localNames = chooseLocalNames(null)
  const git = await openGitRepository(workspace, { env, localNames })
  const head = await git.resolve(context.headCommit ?? 'HEAD')
  if (head === null)
    throw new UserError('the commit of the event is not in this clone', 'Check out with `fetch-depth: 0`.')
  // Rules come from the commit of the event: a commit of the range must not supply its own rules.
  const { text } = await loadRulesAt(head, inputs.config, git)
  const rules = parseRules(text, inputs.config, { origin: 'local', commit: null })
  const result = await bisectLocally({
    workspace,
    rules,
    spec: { ...inputs.bisect, bad: inputs.bisect.bad ?? head },
    folder,
    records,
    maxRepeats: null,
    isResume: inputs.resume,
    runId,
    environment: env,
    logger,
    progress: createLineProgress((line) => logger.info(line)),
    signal,
    localNames,
    guard: (processes) => guardStep(processes, env, logger),
  })
  const report = renderBisectMarkdown(result)
  await diskFileStore.writeText(join(folder, 'bisect-report.json'), `${JSON.stringify(result, null, 2)}\n`)
  await diskFileStore.writeText(join(folder, 'bisect-report.md'), report)
  await writeSummary?.(report)
  const { ending, culprit, sentence } = result
  setOutputs(runner, { bisect: ending, culprit: culprit?.commit ?? '', sentence, 'run-folder': folder })
  return { said: result.sentence }
}

/**
 * The job runs code of many commits, also of pull requests, so it must not hold a token. The config comes from the
 * commit of the event, so that commit must be trusted.
 */
function refuseUntrusted({ token }: Inputs, { trust, event }: RunContext): void {
  if (token !== null)
    throw new UserError(
      'bisect runs code of many commits, so it must not get a token',
      'Remove `token`, and check out with `fetch-depth: 0`; another job can publish the result.',
    )
  if (trust !== 'trusted' || event === 'workflow_run')
    throw new UserError(
      `bisect works on workflow_dispatch, schedule and push, this is ${event}`,
      'Start it by workflow_dispatch; a comment command does that.',
    )
}
