import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { UserError } from '../domain/errors.ts'
import { presets } from '../datasets/presets.ts'
import { writeSyntheticFasta } from '../datasets/write-synthetic-fasta.ts'
import type { ExitCode } from './program.ts'
import { print, say } from './terminal.ts'

type DatasetOptions = {
  readonly preset: keyof typeof presets
  readonly seed: string
  readonly out: string
  readonly files: string
  readonly gc: string
  readonly sequences?: string
}

/** `warpgauge dataset`: writes a synthetic dataset that has the same bytes everywhere. */
export function addDataset(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('dataset')
    .description('Write a synthetic FASTA dataset; the same preset and seed give the same bytes everywhere')
    .addOption(new Option('--preset <name>', 'size').choices(Object.keys(presets)).makeOptionMandatory())
    .requiredOption('--out <dir>', 'directory to write into')
    .option('--seed <n>', 'seed of the random bases', '1')
    .option('--files <n>', 'number of files', '1')
    .option('--gc <share>', 'share of G and C, between 0 and 1', '0.5')
    .option('--sequences <n>', 'number of sequences instead of the preset’s')
    .action(async (options: DatasetOptions) => {
      const { minLength, maxLength, sequences } = presets[options.preset]
      const { identity, files } = await writeSyntheticFasta({
        preset: options.preset,
        sequences: options.sequences === undefined ? sequences : wholeNumber('--sequences', options.sequences, 1, 1e9),
        minLength,
        maxLength,
        gc: share('--gc', options.gc),
        seed: wholeNumber('--seed', options.seed, 0, 2 ** 32 - 1),
        files: wholeNumber('--files', options.files, 1, 1000),
        directory: resolve(options.out),
      })
      print(JSON.stringify({ ...identity, files }, null, 2))
      say(`${identity.sequences} sequences, ${identity.bytes} bytes in ${resolve(options.out)}`)
      exit(0)
    })
}

function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new UserError(`${option} ${text} is not a whole number from ${min} to ${max}`, `Give ${option} such a number.`)
}

function share(option: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value < 1) return value
  throw new UserError(`${option} ${text} is not between 0 and 1`, 'Give a share such as 0.41.')
}
