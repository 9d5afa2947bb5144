import { Option, type Command } from 'commander'
import { deviceKinds, trustModels } from '../../domain/init/choices.ts'
import { shippedExamples } from '../../domain/init/shipped-examples.ts'
import type { ExitCode } from '../exit-code.ts'
import type { InitOptions } from './init-options.ts'

/** `warpgauge init`: writes config and workflows. Its module is loaded on demand. */
export function addInit(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('init')
    .description('Write a config and workflows for this repository; existing files are never changed')
    .argument('[command...]', 'command to measure, after --; without it, what the repository shows')
    .option('--yes', 'ask nothing and use the defaults found in the repository (as without a terminal)')
    .addOption(
      new Option('--devices <kind>', 'what the program computes on (default: by its code)').choices(deviceKinds),
    )
    .option('--labels <a,b>', 'labels of the measuring runner (default self-hosted,gpu; without GPUs ubuntu-latest)')
    .addOption(
      new Option('--trust-model <who>', 'whose code may run on that runner (default trusted)').choices(trustModels),
    )
    .option('--dir <directory>', 'the repository, or a directory in it', '.')
    .option('--config <file>', 'path of the config from the root of the repository (default .github/warpgauge.yml)')
    .option('--action <owner/name@ref>', 'action for the workflows (default: the origin of this warpgauge, at v0)')
    .addOption(
      new Option(
        '--example <name>',
        'write the config of warpgauge for this project, with every suite and limit',
      ).choices(shippedExamples.map(({ name }) => name)),
    )
    .option('--dry-run', 'print the files without writing them')
    .addHelpText('after', helpText)
    .action(async (command: string[], options: Omit<InitOptions, 'command'>) => {
      const { initializeRepository } = await import('./init-repository.ts')
      exit(await initializeRepository({ ...options, command }))
    })
}

const helpText = `
Examples:
  warpgauge init                                       ask for what the repository does not show
  warpgauge init --yes                                 take what the repository shows
  warpgauge init --yes -- python3 train.py --epochs 1  measure this command
`
