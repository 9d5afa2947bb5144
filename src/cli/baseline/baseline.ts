import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ExitCode } from '../exit-code.ts'
import type { RefreshOptions } from './refresh-baselines.ts'
import type { Store } from './show-store.ts'

/** `warpgauge baseline …`: manages the committed baselines. */
export function addBaseline(program: Command, exit: (code: ExitCode) => void): void {
  const baseline = program.command('baseline').description('List, show, refresh or check the committed baselines')
  withStore(baseline.command('list').description('List every file of the store with its provenance')).action(
    async (options: Store) => {
      const { listStore } = await import('./show-store.ts')
      await listStore(options)
      exit(0)
    },
  )
  withStore(
    baseline.command('show').description('Show the samples and the noise of one testbed').argument('<testbed>'),
  ).action(async (testbed: string, options: Store) => {
    const { showTestbed } = await import('./show-store.ts')
    await showTestbed(testbed, options)
    exit(0)
  })
  withStore(baseline.command('check').description('Validate every file of the store')).action(
    async (options: Store) => {
      const { checkStore } = await import('./show-store.ts')
      await checkStore(options)
      exit(0)
    },
  )
  withStore(
    baseline
      .command('refresh')
      .description('Write the samples and the noise of a run folder to the store')
      .argument('<dir>', 'run folder'),
  )
    .requiredOption('--reason <text>', 'reason, stored with the samples')
    .option('--accept-regressions', 'accept regressions as the new baseline')
    .action(async (folder: string, options: RefreshOptions) => {
      const { refreshBaselines } = await import('./refresh-baselines.ts')
      await refreshBaselines(resolve(folder), options)
      exit(0)
    })
}

function withStore(command: Command): Command {
  return command.option('--dir <dir>', 'directory of baselines', 'baselines')
}
