import { Command, CommanderError } from 'commander'
import { ExplainedError, isOfMachine, machineHint } from '../domain/core/errors.ts'
import { toolVersion } from '../wiring/tool-version.ts'
import type { ExitCode } from './exit-code.ts'
import { commands } from './index.ts'
import { endQuietlyOnClosedPipe, say } from './terminal.ts'

/**
 * Runs one command line and returns the exit code; `monitor` and `kernels` return that of their command. This is the
 * only place where the CLI catches errors. Machine output goes to stdout, everything else to stderr.
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) endQuietlyOnClosedPipe(stream)
  let exitCode = 0
  const program = new Command('warpgauge')
    .description('Measures GPU programs, compares revisions and reports regressions')
    .version(toolVersion)
    .exitOverride()
    .showHelpAfterError('(see warpgauge COMMAND --help)')
    .showSuggestionAfterError()
  for (const add of Object.values(commands)) add(program, (code) => (exitCode = code))
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof ExplainedError) say(`error: ${error.message}\n  → ${error.hint}`)
  else if (isOfMachine(error)) say(`error: ${error.message}\n  → ${machineHint}`)
  else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say(
      `internal error: ${text}\n  → This is a bug in warpgauge. Please report it with the command line and this text.`,
    )
  }
  return 2
}
