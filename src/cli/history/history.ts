import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { addToHistory, type AddOptions } from './history-add.ts'
import { printHistoryChanges, type ChangesOptions } from './history-changes.ts'
import { writeHistoryDashboard, type DashboardOptions } from './history-dashboard.ts'
import { showHistory, type ShowOptions } from './history-show.ts'
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
      .description('Append what a run folder measured; one that is there already is not added again')
      .argument('<dir>', 'run folder'),
  )
    .option('--order <n>', 'place of its commit in the history, instead of counting in this clone', parseInteger)
    .action(async (folder: string, options: AddOptions) => {
      await addToHistory(resolve(folder), options)
      exit(0)
    })
  withSelection(withDirectory(history.command('show').description('Show the runs of each metric'))).action(
    async (options: ShowOptions) => {
      await showHistory(options)
      exit(0)
    },
  )
  withSelection(
    withDirectory(
      history
        .command('changes')
        .description('Find what changed, what creeps and which limits are near. Exit code 1: a regression lasts'),
    ),
  )
    .option('--config <file>', 'config whose tracking, minEffect and requirements count')
    .option('--anchor <rev...>', 'fixed points that slow creep is measured from; instead of those of the config')
    .action(async (options: ChangesOptions) => {
      exit(await printHistoryChanges(options))
    })
  addDashboard(history, exit)
}

function addDashboard(history: Command, exit: (code: ExitCode) => void): void {
  withDirectory(
    history
      .command('dashboard')
      .description('Write the history as one HTML file, such as for GitHub Pages')
      .requiredOption('--html <file>', 'file to write'),
  )
    .option('--testbed <id>', 'only this testbed')
    .option('--metric <pattern>', 'only these metrics: a name, or the start of one with * behind it', '*')
    .option('--runs <n>', 'newest runs to look at', parseInteger, 400)
    .option('--config <file>', 'config whose tracking, minEffect and requirements count')
    .option('--anchor <rev...>', 'fixed points that slow creep is measured from; instead of those of the config')
    .option('--baselines <dir>', 'directory of committed baselines, drawn beside the runs of their testbed')
    .action(async (options: DashboardOptions) => {
      await writeHistoryDashboard(options)
      exit(0)
    })
}

function withDirectory(command: Command): Command {
  return command.option('--dir <dir>', 'directory of the history, such as a checkout of its branch', '.')
}

function withSelection(command: Command): Command {
  return command
    .option('--testbed <id>', 'only this testbed')
    .option('--metric <pattern>', 'only these metrics: a name, or the start of one with * behind it', '*')
    .option('--runs <n>', 'newest runs to look at', parseInteger, 400)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
}

function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('give a whole number')
  return Number(text)
}
