import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { parseBaseline } from '../config/run-record-schema.ts'
import type { Baseline } from '../domain/baseline.ts'
import { UserError } from '../domain/errors.ts'
import { baselineText } from '../domain/make-baseline.ts'
import { summarize } from '../domain/statistics.ts'
import { axesText } from '../domain/case.ts'
import { diskFileStore } from '../io/disk-file-store.ts'
import { baselinesOfRun } from '../steps/baselines-of-run.ts'
import { judgeFolder, openFolder } from './judge-folder.ts'
import type { ExitCode } from './program.ts'
import { shortPath } from './short-path.ts'
import { print, say } from './terminal.ts'

const maxBaselineBytes = 16 * 1024 * 1024

type Store = { readonly dir: string }

/** `warpgauge baseline …`: the committed store. */
export function addBaseline(program: Command, exit: (code: ExitCode) => void): void {
  const baseline = program.command('baseline').description('List, show, refresh or check the committed baselines')
  withStore(baseline.command('list').description('Name every baseline with its provenance')).action(
    async (options: Store) => {
      for (const { path, baseline: item } of await readStore(options.dir))
        print(`${path}  ${item.cases.length} cases  ${provenanceText(item)}`)
      exit(0)
    },
  )
  withStore(baseline.command('show').description('Show the samples of one testbed').argument('<testbed>')).action(
    async (testbed: string, options: Store) => {
      await showTestbed(testbed, options)
      exit(0)
    },
  )
  withStore(baseline.command('check').description('Validate every file of the store')).action(
    async (options: Store) => {
      const store = await readStore(options.dir)
      say(`${store.length} baseline files are valid`)
      exit(0)
    },
  )
  withStore(
    baseline
      .command('refresh')
      .description('Write the samples of a run folder into the store')
      .argument('<dir>', 'run folder'),
  )
    .requiredOption('--reason <text>', 'why; kept with the samples')
    .option('--accept-regressions', 'bake in what got slower')
    .action(async (folder: string, options: Store & { reason: string; acceptRegressions?: boolean }) => {
      await refresh(resolve(folder), options)
      exit(0)
    })
}

function withStore(command: Command): Command {
  return command.option('--dir <dir>', 'directory of baselines', 'baselines')
}

async function readStore(directory: string): Promise<{ path: string; baseline: Baseline }[]> {
  const store: { path: string; baseline: Baseline }[] = []
  for (const testbed of await diskFileStore.list(resolve(directory))) {
    for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
      if (!file.endsWith('.json')) continue
      const path = join(directory, testbed, file)
      const text = await diskFileStore.readText(resolve(path), maxBaselineBytes)
      if (text !== null) store.push({ path, baseline: parseBaseline(text, path) })
    }
  }
  return store
}

async function showTestbed(testbed: string, { dir }: Store): Promise<void> {
  const found = (await readStore(dir)).filter(({ baseline }) => baseline.testbed.id === testbed)
  if (found.length === 0)
    throw new UserError(
      `there is no baseline of testbed ${testbed} in ${dir}`,
      'See the names with `warpgauge baseline list`.',
    )
  for (const { path, baseline } of found) {
    print(`${path}  ${provenanceText(baseline)}  (${baseline.provenance.reason})`)
    for (const item of baseline.cases) {
      for (const metric of item.metrics) {
        const { count, median, min, max } = summarize(metric.samples)
        print(
          `  ${item.benchmark} ${axesText(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})`,
        )
      }
    }
  }
}

async function refresh(
  folder: string,
  options: Store & { reason: string; acceptRegressions?: boolean },
): Promise<void> {
  const { record, config } = await openFolder(folder, null)
  if (record.status !== 'finished')
    throw new UserError(
      `the run in ${folder} is ${record.status}, not finished`,
      'Finish it with `warpgauge run --resume --out DIR` first.',
    )
  const report = await judgeFolder(folder, { configFile: null, baselines: options.dir })
  const worse = report.comparisons.filter((item) => item.verdict === 'regression' && item.isGate)
  if (worse.length > 0 && !options.acceptRegressions) {
    throw new UserError(
      `this run is slower than the baseline it would replace: ${report.sentence}`,
      'Mend it, or add --accept-regressions with a --reason that explains it.',
    )
  }
  const baselines = baselinesOfRun(record, config, options.reason)
  if (baselines.length === 0)
    throw new UserError(
      `the run in ${folder} has no measured case of a suite that uses baselines`,
      'Run the suite scaling or end-to-end first.',
    )
  for (const baseline of baselines) {
    const path = join(options.dir, baseline.testbed.id, `${baseline.suite}.json`)
    await diskFileStore.writeText(resolve(path), baselineText(baseline))
    say(`wrote ${shortPath(resolve(path))}: ${baseline.cases.length} cases`)
  }
}

function provenanceText({ provenance }: Baseline): string {
  return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`
}
