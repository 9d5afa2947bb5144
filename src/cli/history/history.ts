import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { AddOptions, RangeOptions } from './record-history.ts'
import type { ChangesOptions, DashboardOptions, ShowOptions } from './show-history.ts'
import type { ExitCode } from '../exit-code.ts'

/**
 * `warpgauge history …`: one record per commit of the default branch, in a directory or a checkout of the data
 * branch.
 */
export function addHistory(program: Command, exit: (code: ExitCode) => void): void {
  const history = program.command('history').description('Add to, show or judge the history of the default branch')
  withDirectory(
    history
      .command('add')
      .description('Append a run folder to the history, unless it is already recorded')
      .argument('<dir>', 'run folder'),
  )
    .option('--order <n>', 'position of the commit in the history (default: counted in this clone)', parseInteger)
    .action(async (folder: string, options: AddOptions) => {
      const { addToHistory } = await import('./record-history.ts')
      await addToHistory(resolve(folder), options)
      exit(0)
    })
  addRange(history, exit)
  withSelection(withDirectory(history.command('show').description('Show the runs of each metric'))).action(
    async (options: ShowOptions) => {
      const { showHistory } = await import('./show-history.ts')
      await showHistory(options)
      exit(0)
    },
  )
  withSelection(
    withDirectory(
      history
        .command('changes')
        .description(
          'Report change points, slow drift and limits at risk. Exit code 1: a confirmed regression or slow drift persists',
        ),
    ),
  )
    .option('--config <file>', 'config with tracking, minEffect and requirements')
    .option('--anchor <rev...>', 'commits to measure slow drift from (default: from the config)')
    .action(async (options: ChangesOptions) => {
      const { printHistoryChanges } = await import('./show-history.ts')
      exit(await printHistoryChanges(options))
    })
  addDashboard(history, exit)
}

function addRange(history: Command, exit: (code: ExitCode) => void): void {
  withDirectory(
    history
      .command('run')
      .description(
        'Measure the commits A..B along the branch that the history lacks; run it again to continue. Exit code 2: not every commit is recorded',
      )
      .argument('<range>', 'A..B, the commits of B after A'),
  )
    .option('--config <file>', 'config of this working tree, used for every commit', '.github/warpgauge.yml')
    .option('--suite <name...>', 'only these suites')
    .option('--every <n>', 'only every n-th commit, counted back from B', parseCount, 1)
    .option('--out <dir>', 'directory of the run folders', '.warpgauge/history')
    .option('--verbose', 'print debug messages')
    .action(async (range: string, options: RangeOptions) => {
      const { runHistory } = await import('./record-history.ts')
      exit(await runHistory(range, options))
    })
}

function addDashboard(history: Command, exit: (code: ExitCode) => void): void {
  withDirectory(
    history
      .command('dashboard')
      .description('Write the history as one HTML file, for example for GitHub Pages')
      .requiredOption('--html <file>', 'file to write'),
  )
    .option('--testbed <id>', 'only this testbed')
    .option('--metric <pattern>', 'only these metrics: a name, or a prefix followed by *', '*')
    .option('--runs <n>', 'number of newest runs to use', parseInteger, 400)
    .option('--config <file>', 'config with tracking, minEffect and requirements')
    .option('--anchor <rev...>', 'commits to measure slow drift from (default: from the config)')
    .option('--baselines <dir>', 'directory of committed baselines to draw next to the runs of their testbed')
    .action(async (options: DashboardOptions) => {
      const { writeHistoryDashboard } = await import('./show-history.ts')
      await writeHistoryDashboard(options)
      exit(0)
    })
}

function withDirectory(command: Command): Command {
  return command.option('--dir <dir>', 'directory of the history, such as a checkout of the data branch', '.')
}

function withSelection(command: Command): Command {
  return command
    .option('--testbed <id>', 'only this testbed')
    .option('--metric <pattern>', 'only these metrics: a name, or a prefix followed by *', '*')
    .option('--runs <n>', 'number of newest runs to use', parseInteger, 400)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('give a whole number above 0')
  return Number(text)
}

function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('give a whole number')
  return Number(text)
}
