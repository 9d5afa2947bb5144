import { parseCommandText, type AbRequest } from '../../config/ab/ab-config.ts'
import {
  EnvironmentError,
  ExplainedError,
  NoDeviceError,
  UnansweredError,
  UserError,
} from '../../domain/core/errors.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { isDriverFailing } from '../../domain/testbed/unread-gpus.ts'
import { findPathInTree } from '../../io/git/clone-facts.ts'
import { chooseMonitor } from '../../io/gpu/choose-monitor.ts'
import { createDeviceInventory } from '../../io/machine/system-devices.ts'
import { identifyTestbed } from '../../steps/measure/identify-testbed.ts'
import { say } from '../terminal.ts'
import { parseWholeNumber } from '../option-numbers.ts'

/** Options of `warpgauge ab` as given. */
export type AbOptions = {
  readonly base?: string
  readonly command?: readonly string[]
  readonly setup?: readonly string[]
  readonly metric?: readonly string[]
  readonly gpus?: string
  readonly warmup?: string
  readonly runs?: string
  readonly passEnv?: readonly string[]
  readonly proof?: readonly string[]
  readonly json?: boolean
  readonly html?: string
  readonly out?: string
  /** True: print to stdout. */
  readonly exportConfig?: string | true
  readonly verbose?: boolean
}

/** Minimum runs of each side for a decision. */
const fewestRuns = 3

/** Builds the comparison from the arguments; asks the machine for GPUs unless `--gpus` is given. */
export async function parseAbRequest(
  argv: readonly string[],
  options: AbOptions,
  environment: EnvironmentVariables,
): Promise<AbRequest> {
  return {
    ...chooseCommands(argv, options),
    setup: (options.setup ?? []).map(parseCommandText),
    metrics: options.metric ?? [],
    gpus: options.gpus === undefined ? await countGpus(environment) : parseWholeNumber('--gpus', options.gpus, 0, 1024),
    warmups: parseWholeNumber('--warmup', options.warmup ?? '1', 0, 20),
    runs: options.runs === undefined ? null : parseWholeNumber('--runs', options.runs, fewestRuns, 1000),
    passEnv: options.passEnv ?? [],
    proofs: options.proof ?? [],
    directory: await findPathInTree(process.cwd(), environment),
  }
}

function chooseCommands(argv: readonly string[], { command: texts = [], base }: AbOptions) {
  if (texts.length === 0) {
    if (argv.length > 0) return { command: argv, otherCommand: null }
    throw new UserError('no command given', 'Write it after --, such as `warpgauge ab -- python train.py`.')
  }
  const [reference = '', head = ''] = texts
  if (texts.length !== 2 || argv.length > 0)
    throw new UserError(
      `--command compares exactly two commands, and got ${texts.length}${argv.length > 0 ? ' and one after --' : ''}`,
      "Write --command 'A' --command 'B', and nothing after --.",
    )
  if (texts.some((text) => text.trim() === ''))
    throw new UserError('--command is empty', "Write a command, such as --command 'python train.py'.")
  if (base !== undefined)
    throw new UserError(
      '--base has no meaning with --command',
      'Two commands run at the same commit: leave out --base.',
    )
  return { command: parseCommandText(head), otherCommand: parseCommandText(reference) }
}

/** One GPU for a machine on which a run would find one. */
async function countGpus(environment: EnvironmentVariables): Promise<number> {
  try {
    await using monitor = await chooseMonitor({ wanted: 'auto', environment })
    const { kind, reason } = monitor
    if (kind === 'none' && reason && isDriverFailing(reason)) throw new UnansweredError(reason, '')
    await identifyTestbed('gpu', createDeviceInventory(environment), { monitor, environment })
    return 1
  } catch (error) {
    if (error instanceof NoDeviceError) {
      if (error.message.includes('_VISIBLE_DEVICES')) say(`measuring without GPUs: ${error.message}`)
      return 0
    }
    if (!(error instanceof UnansweredError)) throw replaceConfigKeys(error)
    throw new UnansweredError(error.message, 'Give the number of GPUs with --gpus.', { cause: error })
  }
}

/** Config keys and options of `run`, and what a user of `warpgauge ab` writes instead. */
const names: readonly (readonly [RegExp, string])[] = [
  [/pipeline\.setup/g, '--setup'],
  [/set pipeline\.devices to cpu/g, 'pass --gpus 0'],
  [/pipeline\.passEnv|passEnv/g, '--pass-env'],
  [/the first item of pipeline\.command or its launcher|pipeline\.command/g, 'the command'],
  [/, then continue with --resume \(input resume\): completed trials are kept/g, ' and start again'],
  [/Move data out of the config and refer to files/g, 'Name a directory or a list file instead of so many arguments.'],
  [/Start it again; --resume \(input resume\) continues a run\./g, 'Start it again.'],
]

/** Returns an error whose hint names options of `warpgauge ab`, because its user has no config; others unchanged. */
export function replaceConfigKeys(error: unknown): unknown {
  if (!(error instanceof ExplainedError)) return error
  const hint = names.reduce((text, [key, name]) => text.replaceAll(key, name), error.hint)
  const Own = error instanceof UserError ? UserError : EnvironmentError
  return new Own(error.message, hint, { cause: error })
}
