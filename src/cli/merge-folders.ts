import { basename, join, resolve } from 'node:path'
import type { Config } from '../config/schema/schema.ts'
import { UserError } from '../domain/core/errors.ts'
import type { RunToMerge } from '../domain/merge/merge-records.ts'
import { listTestbedParts } from '../domain/merge/parts-by-testbed.ts'
import { copyRegularFiles, diskFileStore } from '../io/files/disk-file-store.ts'
import { renderTerminal, reportFiles } from '../reporters/index.ts'
import { noiseFile } from '../judging/baselines/baselines.ts'
import { parseRules } from '../steps/baselines/load-committed.ts'
import { mergeRuns } from '../judging/plan/plan-run.ts'
import {
  readCopy,
  writeCopies,
  writeReports,
  readRunRecord,
  baselineCopies,
  configCopy,
  openRunFolder,
  previousRecordFile,
  runRecordFile,
} from '../steps/measure/run-folder.ts'
import { judgeFolder } from './judge-folder.ts'
import type { ExitCode } from './exit-code.ts'
import { maxConfigBytes, refuseUsedFolder } from './local-inputs.ts'
import { inspectTerminal, print, say, shortenPath } from './terminal.ts'

const ownFiles = [runRecordFile, previousRecordFile, 'report.json', 'report.md', configCopy, baselineCopies]

/** Merges run folders into a new one and prints its report. */
export async function mergeFolders(
  directories: readonly string[],
  { out }: { readonly out: string },
): Promise<ExitCode> {
  const target = resolve(out)
  refuseUsedFolder(out, 'Name another directory with --out.')
  await writeMerged(
    directories.map((directory) => resolve(directory)),
    target,
  )
  const { report } = await judgeFolder(target, { configFile: null, baselines: null })
  await writeReports(report, target, reportFiles, diskFileStore)
  print(renderTerminal(report, inspectTerminal()))
  say(`\nMerged ${directories.length} run folders into ${shortenPath(target)}`)
  return report.exitCode
}

/** Reads and validates all folders before it writes anything. */
async function writeMerged(folders: readonly string[], target: string): Promise<void> {
  const runs: RunToMerge[] = []
  for (const [index, folder] of folders.entries()) {
    const record = await readRunRecord(folder, diskFileStore)
    runs.push({ name: shortenPath(folder), prefix: `parts/${index + 1}/`, record })
  }
  const [[first = ''], [run]] = [folders, runs]
  const text = await diskFileStore.readForeignText(first, configCopy, maxConfigBytes)
  if (text === null || !run)
    throw new UserError(`there is no config at ${join(first, configCopy)}`, 'Give run folders as warpgauge left them.')
  const rules = parseRules(text, run.record.yardstick.path, run.record.yardstick)
  const record = mergeRuns(runs, rules.config)
  const baselines = await collectBaselines(folders, runs, rules.config)
  const folder = await openRunFolder(target, diskFileStore)
  await diskFileStore.writeText(join(target, configCopy), rules.text)
  const comparedWith = await writeCopies(baselines, target, diskFileStore)
  for (const [index, from] of folders.entries()) {
    const leftOut = await copyRegularFiles(from, join(target, 'parts', String(index + 1)), ownFiles)
    for (const path of leftOut)
      say(
        `warning: ${shortenPath(join(from, path))} was not copied: it is not a regular file, or its name is not UTF-8`,
      )
  }
  await folder.save({ ...record, comparedWith })
}

/**
 * Collects copies of the committed baselines by their path in the merged folder (`<testbed>/<suite>.json`). All jobs
 * must have the same ones.
 */
async function collectBaselines(
  folders: readonly string[],
  runs: readonly RunToMerge[],
  { suites }: Config,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const names = [...Object.keys(suites).map((suite) => `${suite}.json`), noiseFile]
  for (const [index, folder] of folders.entries()) {
    const run = runs[index]
    if (!run) continue
    const ids = listTestbedParts(run.record).map(({ testbed }) => testbed.id)
    for (const place of ids.flatMap((id) => names.map((name) => join(id, name)))) {
      // A folder that was not merged stores its copies without the testbed name.
      const text = await readCopy([place, basename(place)], run.record, folder, diskFileStore)
      if (text === null) continue
      if ((found.get(place) ?? text) !== text)
        throw new UserError(
          `${shortenPath(folder)} was compared with another ${place} than the others`,
          'Join runs that were judged by the baselines of one commit.',
        )
      found.set(place, text)
    }
  }
  return found
}
