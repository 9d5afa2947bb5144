import { EnvironmentError, UserError } from '../../domain/core/errors.ts'

/** Config keys and options of `run`, and what a user of `warpgauge ab` writes instead. */
const names: readonly (readonly [RegExp, string])[] = [
  [/pipeline\.setup/g, '--setup'],
  [/pipeline\.passEnv|passEnv/g, '--pass-env'],
  [/the first item of pipeline\.command or its launcher|pipeline\.command/g, 'the command'],
  [/Start it again; --resume \(input resume\) continues a run\./g, 'Start it again.'],
]

/** Returns an error whose hint names options of `warpgauge ab`, because its user has no config; others unchanged. */
export function replaceConfigKeys(error: unknown): unknown {
  const options = { cause: error }
  if (error instanceof UserError) return new UserError(error.message, replaceKeys(error.hint), options)
  if (error instanceof EnvironmentError) return new EnvironmentError(error.message, replaceKeys(error.hint), options)
  return error
}

function replaceKeys(hint: string): string {
  return names.reduce((text, [key, name]) => text.replaceAll(key, name), hint)
}
