import { join, resolve } from 'node:path'
import type { BisectResult } from '../domain/bisect/bisect-result.ts'
import { UserError } from '../domain/core/errors.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { renderBisectMarkdown, renderBisectTerminal } from '../reporters/bisect.ts'
import { bisectLocally } from '../wiring/local-bisect.ts'
import { readHistoryRecords } from '../wiring/history-records.ts'
import { createTerminalProgress } from './live-progress.ts'
import type { ExitCode } from './exit-code.ts'
import { readLocalRules } from './local-inputs.ts'
import { parseWholeNumber } from './option-numbers.ts'
import { createTerminalLogger, inspectTerminal, print, say, shortenPath, stopOnSignals } from './terminal.ts'

type BisectFormat = 'terminal' | 'markdown' | 'json'

/** Options of `warpgauge bisect`. */
type BisectOptions = {
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

/**
 * Measures commits until the search ends, prints the result and writes it to the bisect folder. Returns 0 for a
 * confirmed commit, 1 for several suspects or an unconfirmed one, 2 without a regression between the ends.
 */
export async function searchCommit(options: BisectOptions): Promise<ExitCode> {
  const { history, resume: isResume = false } = options
  if (isResume && !options.out) throw new UserError('--resume needs a bisect folder', 'Give its folder with --out DIR.')
  const workspace = process.cwd()
  const runId = createRunId()
  const folder = resolve(workspace, options.out ?? join('.warpgauge', 'bisect', runId))
  return await stopOnSignals(async (signal) => {
    const logger = createTerminalLogger(options.verbose)
    const rules = await readLocalRules(options.config)
    const records = history === undefined ? [] : await readHistoryRecords(resolve(history), logger)
    const spec = {
      good: options.good ?? null,
      bad: options.bad ?? null,
      suite: options.suite ?? null,
      cases: options.case ?? [],
      metric: options.metric ?? null,
      isFirstParent: options.firstParent ?? false,
    }
    const { maxRepeats: most } = options
    const maxRepeats = most === undefined ? null : parseWholeNumber('--max-repeats', most, 2, 1000)
    const own = { workspace, rules, spec, folder, records, maxRepeats, isResume, runId }
    const result = await bisectLocally({ ...own, logger, progress: createTerminalProgress(), signal })
    await diskFileStore.writeText(join(folder, 'bisect-report.json'), renderResult(result, 'json'))
    await diskFileStore.writeText(join(folder, 'bisect-report.md'), renderResult(result, 'markdown'))
    print(renderResult(result, options.format))
    say(`\nBisect folder: ${shortenPath(folder)}`)
    return result.ending === 'found' ? 0 : result.ending === 'no-step' ? 2 : 1
  })
}

function renderResult(result: BisectResult, format: BisectFormat): string {
  if (format === 'json') return `${JSON.stringify(result, null, 2)}\n`
  return format === 'markdown' ? renderBisectMarkdown(result) : renderBisectTerminal(result, inspectTerminal())
}
