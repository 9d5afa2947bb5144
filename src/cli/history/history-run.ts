import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { findCause, UserError } from '../../domain/core/errors.ts'
import { cancelOnSignals } from '../../io/process/own-process.ts'
import { openGitCommitLog } from '../../io/git/clone-facts.ts'
import { restrictSuites } from '../../judging/plan/restrict-config.ts'
import { parseRules, type Rules } from '../../steps/baselines/load-rules.ts'
import { readHistoryRecords } from '../../wiring/history-records.ts'
import { measureRangeLocally } from '../../wiring/local-range.ts'
import type { ExitCode } from '../exit-code.ts'
import { createTerminalProgress } from '../live-progress.ts'
import { say, createTerminalLogger } from '../terminal.ts'
import { addRecord } from './history-add.ts'

/** Options of `warpgauge history run`. */
export type RangeOptions = {
  readonly dir: string
  readonly config: string
  readonly suite?: readonly string[]
  readonly every: number
  readonly out: string
  readonly verbose?: boolean
}

/** Measures a range of commits into a history. Exit code 2: not every commit is recorded. */
export async function runHistory(range: string, options: RangeOptions): Promise<ExitCode> {
  const { signal, release } = cancelOnSignals()
  const logger = createTerminalLogger(options.verbose ?? false)
  try {
    const log = await openGitCommitLog(process.cwd())
    const result = await measureRangeLocally({
      range,
      every: options.every,
      workspace: process.cwd(),
      rules: await readRules(options),
      folder: resolve(options.out),
      records: existsSync(options.dir)
        ? await readHistoryRecords(resolve(options.dir), { ...logger, warning: () => {} })
        : [],
      addRecord: (record) => addRecord(record, options.dir, log),
      logger,
      progress: createTerminalProgress(),
      signal,
    })
    const { recorded, skipped, failed, interruption } = result
    const unmeasured = failed === 0 ? '' : `, ${failed} could not be measured`
    say(`${recorded} recorded, ${skipped} already recorded${unmeasured}`)
    if (interruption !== null) say(`${interruption}; run the same command again to continue`)
    return failed > 0 || interruption !== null ? 2 : 0
  } catch (error) {
    throw findCause(error, signal)
  } finally {
    release()
  }
}

async function readRules({ config: file, suite }: RangeOptions): Promise<Rules> {
  const workspace = process.cwd()
  const path = relative(workspace, resolve(workspace, file))
  const text = await readFile(resolve(file), 'utf8').catch((error: unknown) => {
    throw new UserError(`there is no config at ${file}`, 'Name another one with --config.', { cause: error })
  })
  const rules = parseRules(text, path, { origin: 'local', commit: null })
  return suite ? { ...rules, config: restrictSuites(rules.config, suite) } : rules
}
