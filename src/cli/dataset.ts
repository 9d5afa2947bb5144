import { Option, type Command } from 'commander'
import { presets } from '../programs/fasta/presets.ts'
import type { ExitCode } from './exit-code.ts'
import type { DatasetOptions } from './write-dataset.ts'

/** `warpgauge dataset`: writes a synthetic dataset or a sample of a real one. The bytes depend only on the options. */
export function addDataset(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('dataset')
    .description('Write a synthetic FASTA dataset or a sample of a real one; the same seed gives the same bytes')
    .addOption(new Option('--preset <name>', 'generate sequences of this size').choices(Object.keys(presets)))
    .addOption(
      new Option('--from <fasta>', 'sample sequences from this file, plain or .gz').conflicts(syntheticOptions),
    )
    .requiredOption('--out <dir>', 'directory to write into')
    .option('--sequences <n>', 'number of sequences; required with --from (default: from the preset)')
    .option('--seed <n>', 'seed of the random generator', '1')
    .option('--files <n>', 'number of files', '1')
    .option('--gc <share>', 'share of G and C, between 0 and 1 (default: 0.5)')
    .option('--orf-share <share>', 'share of sequences with an open reading frame, 0 to 1 (default: random bases only)')
    .option('--orf-length <bases>', 'length of these frames (default: the complete sequence)')
    .option('--min-length <bases>', 'minimum length (default: from the preset)')
    .option('--max-length <bases>', 'maximum length (default: from the preset)')
    .action(async (options: DatasetOptions) => {
      const { writeDataset } = await import('./write-dataset.ts')
      await writeDataset(options)
      exit(0)
    })
}

const syntheticOptions = ['preset', 'gc', 'orfShare', 'orfLength', 'minLength', 'maxLength']
