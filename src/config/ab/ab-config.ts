import { stringify } from 'yaml'
import type { z } from 'zod'
import { splitShellWords, startIn } from '../../domain/core/command.ts'
import type { configSchema } from '../schema/schema.ts'
import { escapeUnknownPlaceholders } from '../validation/placeholders.ts'

/** A comparison of `warpgauge ab`. */
export type AbRequest = {
  readonly command: readonly string[]
  /** The command that `command` is compared with, in the same commit; null: the same command at the merge base. */
  readonly otherCommand: readonly string[] | null
  /** Commands that prepare each checkout before it is measured; empty: none. */
  readonly setup: readonly (readonly string[])[]
  /** Metrics that decide; empty: chosen automatically. */
  readonly metrics: readonly string[]
  /** Number of GPUs; 0: a program without GPUs. */
  readonly gpus: number
  readonly warmups: number
  /** Runs of each side; null: as many as the decision needs. */
  readonly runs: number | null
  /** Names of environment variables that the command inherits. */
  readonly passEnv: readonly string[]
  /** Texts that standard output must contain, as proof of the work. */
  readonly proofs: readonly string[]
  /** Where all commands start, relative to the root of the repository; empty: the root. */
  readonly directory: string
}

/** File name that stands for the config of `warpgauge ab` in records; no such file exists. */
export const abConfigName = 'warpgauge-ab.yml'

/** Runs of each side before the first decision, and at most. */
export const adaptiveRuns = { least: 3, most: 20 } as const
/** Minutes of measuring beyond the least runs. */
const moreMinutes = 10

/** Builds the config that measures the same as `warpgauge ab`: the suite `revision` with one revision. */
export function buildAbConfig(request: AbRequest): z.input<typeof configSchema> {
  const { otherCommand, setup, metrics, gpus, runs, passEnv, proofs, directory } = request
  const place = (argv: readonly string[]) => startIn(directory, argv)
  // A word such as {print} of awk belongs to the command.
  const placeCommand = (argv: readonly string[]) => place(argv).map(escapeUnknownPlaceholders)
  const label = otherCommand === null ? 'base' : 'command-a'
  const budget = runs === null ? { gpuMinutes: moreMinutes * Math.max(1, gpus) } : {}
  return {
    version: 1,
    pipeline: {
      name: chooseName(request),
      command: placeCommand(request.command),
      ...(setup.length > 0 && { setup: setup.map(place) }),
      ...(passEnv.length > 0 && { passEnv: [...passEnv] }),
      ...(proofs.length > 0 && { proof: { stdout: [...proofs] } }),
      devices: gpus === 0 ? 'cpu' : 'gpu',
    },
    revisions: {
      [label]: otherCommand === null ? { ref: 'merge-base' } : { ref: 'HEAD', command: placeCommand(otherCommand) },
    },
    suites: { revision: { against: [label], gpus: Math.max(1, gpus) } },
    run: {
      warmups: request.warmups,
      repeats: runs ?? adaptiveRuns.least,
      maxRepeats: runs ?? adaptiveRuns.most,
      ...budget,
    },
    ...(metrics.length > 0 && { comparison: { gate: [...metrics] } }),
  }
}

/** Formats the config as the YAML text of a config file. */
export function formatAbConfig(request: AbRequest): string {
  return stringify(buildAbConfig(request), { lineWidth: 118 })
}

/** Splits a command text into arguments; a text with shell syntax becomes a call of sh. */
export function parseCommandText(text: string): string[] {
  const words = splitShellWords(text)
  const isPlain = words !== null && words.length > 0 && !/^\w+=/.test(words[0] ?? '')
  return isPlain ? words : ['sh', '-c', text]
}

const interpreters = /^(?:python[\d.]*|node|bash|sh|uv|poetry|env|time|nice|torchrun|accelerate|cargo|go|npx|run)$/

/** Names the benchmark after the program or script, without directories and extension. */
function chooseName({ command }: AbRequest): string {
  const words = command
    .flatMap((word) => word.split(/\s+/))
    .filter((word) => !word.startsWith('-'))
    .map((word) => word.split('/').at(-1) ?? '')
  const word = words.find((item) => !interpreters.test(item)) ?? words[0] ?? ''
  const name = word
    .replace(/\.\w{1,4}$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+/g, '')
    .slice(0, 40)
  return name === '' ? 'command' : name
}
