import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { UserError } from '../domain/core/errors.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { restrictSuites } from '../judging/plan/restrict-config.ts'
import { parseRules, type Rules } from '../steps/baselines/load-committed.ts'
import { runRecordFile } from '../steps/measure/run-folder.ts'

/** Limits of files that may come from others. */
export const maxConfigBytes = 256 * 1024
export const maxBaselineBytes = 16 * 1024 * 1024

type RulesOptions = {
  /** Absent: all suites of the config. */
  readonly suites?: readonly string[] | undefined
  /** Where the path in reports starts; absent: the current directory. */
  readonly workspace?: string
  /** Replaces the text of the file; absent: it is read. */
  readonly text?: string | undefined
  /** What to do when there is no config. */
  readonly hint?: string
}

/**
 * Reads and validates a config file of this machine.
 *
 * @throws UserError when there is none, or it is invalid
 */
export async function readLocalRules(file: string, options: RulesOptions = {}): Promise<Rules> {
  const { suites, workspace = process.cwd(), hint = 'Name another one with --config.' } = options
  const text = options.text ?? (await diskFileStore.readText(resolve(file), maxConfigBytes))
  if (text === null) throw new UserError(`there is no config at ${file}`, hint)
  const rules = parseRules(text, relative(workspace, resolve(file)), { origin: 'local', commit: null })
  return suites ? { ...rules, config: restrictSuites(rules.config, suites) } : rules
}

/** Throws a UserError if the folder holds a run already, for example when --resume was forgotten. */
export function refuseUsedFolder(folder: string, hint = 'Add --resume to continue it, or name another directory.') {
  if (existsSync(resolve(folder, runRecordFile))) throw new UserError(`${folder} holds a run already`, hint)
}
