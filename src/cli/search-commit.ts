import { readLocalRules } from './read-rules.ts'
import type { Rules } from '../steps/baselines/load-committed.ts'
import { join, resolve } from 'node:path'
import type { BisectQuestion, BisectResult } from '../domain/bisect/bisect-result.ts'
import { findCause, UserError } from '../domain/core/errors.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { renderBisectMarkdown, renderBisectTerminal } from '../reporters/bisect.ts'
import { bisectLocally, buildBisectQuestion } from '../wiring/local-bisect.ts'
import type { HistoryRecord } from '../record/history.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { readHistoryRecords } from '../wiring/history-records.ts'
import { createTerminalProgress } from './live-progress.ts'
import type { ExitCode } from './exit-code.ts'
import { shortenPath } from './short-path.ts'
import { measureColumns, mayColor, print, say, createTerminalLogger } from './terminal.ts'

/** Formats of the result. */
export type BisectFormat = 'terminal' | 'markdown' | 'json'

/** Options of `warpgauge bisect`. */
export type BisectOptions = {
  readonly good?: string
  readonly bad?: string
  readonly suite?: string
  readonly case?: readonly string[]
  readonly metric?: string
  readonly config: string
  readonly history?: string
  readonly firstParent?: boolean
  readonly maxRepeats?: string
  readonly out?: string
  readonly resume?: boolean
  readonly format: BisectFormat
  readonly verbose?: boolean
}

/** Searches the commit and prints the result. */
export async function searchCommit(options: BisectOptions): Promise<ExitCode> {
  if (options.resume && !options.out)
    throw new UserError('--resume needs a bisect folder', 'Give its folder with --out DIR.')
  const { signal, release } = cancelOnSignals()
  const workspace = process.cwd()
  const runId = createRunId()
  const folder = resolve(workspace, options.out ?? join('.warpgauge', 'bisect', runId))
  try {
    const logger = createTerminalLogger(options.verbose ?? false)
    const rules = await readLocalRules(options.config)
    const records = options.history === undefined ? [] : await readHistoryRecords(resolve(options.history), logger)
    const result = await bisectLocally({
      environment: process.env,
      workspace,
      rules,
      question: await buildQuestion(options, rules, records),
      folder,
      records,
      maxRepeats: parseMaxRepeats(options.maxRepeats),
      isResume: options.resume ?? false,
      runId,
      logger,
      progress: createTerminalProgress(),
      signal,
    })
    await saveReports(result, folder)
    print(renderResult(result, options.format))
    say(`\nBisect folder: ${shortenPath(folder)}`)
    return chooseExitCode(result)
  } catch (error) {
    throw findCause(error, signal)
  } finally {
    release()
  }
}

async function buildQuestion(
  options: BisectOptions,
  rules: Rules,
  records: readonly HistoryRecord[],
): Promise<BisectQuestion> {
  const git = await openGitRepository(process.cwd(), { warn: say })
  const request = {
    good: options.good ?? null,
    bad: options.bad ?? null,
    suite: options.suite ?? null,
    cases: options.case ?? [],
    metric: options.metric ?? null,
    isFirstParent: options.firstParent ?? false,
  }
  return await buildBisectQuestion(request, { rules, records, resolve: (ref) => git.resolve(ref) })
}

function parseMaxRepeats(text: string | undefined): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (Number.isInteger(value) && value >= 2 && value <= 1000) return value
  throw new UserError(`--max-repeats is ${JSON.stringify(text)}`, 'Give a whole number from 2 to 1000.')
}

async function saveReports(result: BisectResult, folder: string): Promise<void> {
  await diskFileStore.writeText(join(folder, 'bisect-report.json'), renderResult(result, 'json'))
  await diskFileStore.writeText(join(folder, 'bisect-report.md'), renderResult(result, 'markdown'))
}

function renderResult(result: BisectResult, format: BisectFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`
    case 'markdown':
      return renderBisectMarkdown(result)
    case 'terminal':
      return renderBisectTerminal(result, { columns: measureColumns(process.stdout), color: mayColor(process.stdout) })
    default:
      return format satisfies never
  }
}

function chooseExitCode({ ending }: BisectResult): ExitCode {
  if (ending === 'found') return 0
  return ending === 'no-step' ? 2 : 1
}
