import { Option, type Command } from 'commander'
import { trustModels } from '../../domain/init/choices.ts'
import type { ExitCode } from '../exit-code.ts'
import type { InitOptions } from './init-options.ts'

/** `warpgauge init`: writes config and workflows. Its module is loaded on demand. */
export function addInit(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('init')
    .description('Write a config and workflows for this repository; a file that exists is never changed')
    .option('--yes', 'ask nothing and take what was found (also without a terminal)')
    .option('--labels <a,b>', 'labels of the runner with the GPUs (default self-hosted,gpu)')
    .addOption(
      new Option('--trust-model <who>', 'whose code may reach that runner (default trusted)').choices(trustModels),
    )
    .option('--dir <directory>', 'the repository, or a part of it to look at', '.')
    .option('--config <file>', 'where the config goes, from the root of the repository (default .github/warpgauge.yml)')
    .option('--action <owner/name@ref>', 'what workflows use (default: where this warpgauge was cloned from, at v0)')
    .option('--dry-run', 'print what would be written, and write nothing')
    .action(async (options: InitOptions) => {
      const { initializeRepository: initialise } = await import('./init-repository.ts')
      exit(await initialise(options))
    })
}
