import { relative, resolve } from 'node:path'
import { UserError } from '../domain/core/errors.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { restrictSuites } from '../judging/plan/restrict-config.ts'
import { parseRules, type Rules } from '../steps/baselines/load-committed.ts'

const maxConfigBytes = 256 * 1024

/**
 * Reads a config of this working tree; absent suites: all.
 *
 * @throws UserError when there is none, or it is invalid
 */
export async function readLocalRules(file: string, suites?: readonly string[]): Promise<Rules> {
  const text = await diskFileStore.readText(resolve(file), maxConfigBytes)
  if (text === null) throw new UserError(`there is no config at ${file}`, 'Name another one with --config.')
  const rules = parseRules(text, relative(process.cwd(), resolve(file)), { origin: 'local', commit: null })
  return suites ? { ...rules, config: restrictSuites(rules.config, suites) } : rules
}
