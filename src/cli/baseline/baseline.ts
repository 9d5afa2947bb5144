import { resolve } from 'node:path'
import type { Command } from 'commander'
import { UserError } from '../../domain/core/errors.ts'
import { readStore } from './baseline-store.ts'
import { formatBaselineLines, formatNoiseLines, formatNoiseProvenance, formatProvenance } from './baseline-text.ts'
import type { ExitCode } from '../exit-code.ts'
import { refreshBaselines, type RefreshOptions } from './refresh-baselines.ts'
import { print, say } from '../terminal.ts'

type Store = { readonly dir: string }

/** `warpgauge baseline …`: manages the committed baselines. */
export function addBaseline(program: Command, exit: (code: ExitCode) => void): void {
  const baseline = program.command('baseline').description('List, show, refresh or check the committed baselines')
  withStore(baseline.command('list').description('List every file of the store with its provenance')).action(
    async (options: Store) => {
      await listStore(options)
      exit(0)
    },
  )
  withStore(
    baseline.command('show').description('Show the samples and the noise of one testbed').argument('<testbed>'),
  ).action(async (testbed: string, options: Store) => {
    await showTestbed(testbed, options)
    exit(0)
  })
  withStore(baseline.command('check').description('Validate every file of the store')).action(
    async (options: Store) => {
      const { baselines, noise } = await readStore(options.dir)
      if (baselines.length + noise.length === 0)
        throw new UserError(`${options.dir} holds no baseline`, 'Pass the directory of the baselines with --dir.')
      say(`${formatFileCount(baselines.length, 'baseline')} and ${formatFileCount(noise.length, 'noise')} are valid`)
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
      await refreshBaselines(resolve(folder), options)
      exit(0)
    })
}

function withStore(command: Command): Command {
  return command.option('--dir <dir>', 'directory of baselines', 'baselines')
}

async function listStore({ dir }: Store): Promise<void> {
  const { baselines, noise } = await readStore(dir)
  for (const { path, baseline } of baselines)
    print(`${path}  ${baseline.cases.length} cases  ${formatProvenance(baseline)}`)
  for (const { path, noise: item } of noise)
    print(`${path}  ${item.cases.length} cases  ${formatNoiseProvenance(item)}`)
}

async function showTestbed(testbed: string, { dir }: Store): Promise<void> {
  const store = await readStore(dir)
  const baselines = store.baselines.filter(({ baseline }) => baseline.testbed.id === testbed)
  const noise = store.noise.filter((item) => item.noise.testbed.id === testbed)
  if (baselines.length + noise.length === 0)
    throw new UserError(
      `there is no baseline of testbed ${testbed} in ${dir}`,
      'See the names with `warpgauge baseline list`.',
    )
  for (const { path, baseline } of baselines) {
    print(`${path}  ${formatProvenance(baseline)}  (${baseline.provenance.reason})`)
    for (const line of formatBaselineLines(baseline)) print(line)
  }
  for (const { path, noise: item } of noise) {
    print(`${path}  ${formatNoiseProvenance(item)}`)
    for (const line of formatNoiseLines(item)) print(line)
  }
}

function formatFileCount(count: number, kind: string): string {
  return `${count} ${kind} file${count === 1 ? '' : 's'}`
}
