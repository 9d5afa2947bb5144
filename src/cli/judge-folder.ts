import { join, resolve } from 'node:path'
import type { Config } from '../config/schema.ts'
import { UserError } from '../domain/errors.ts'
import type { Report } from '../domain/report.ts'
import type { RunRecord } from '../domain/run-record.ts'
import { diskFileStore } from '../io/disk-file-store.ts'
import { judgeRun, type LoadedBaseline } from '../steps/judge-run.ts'
import { loadBaselines } from '../steps/load-baselines.ts'
import { rulesFrom } from '../steps/load-rules.ts'
import { readRunRecord } from '../steps/resume.ts'
import { baselineCopies, configCopy } from '../steps/run-folder.ts'
import { onlySuites } from './only-suites.ts'

export type JudgeFolderOptions = {
  readonly configFile: string | null
  /** Null: the baselines that the run was compared with. */
  readonly baselines: string | null
}

const maxConfigBytes = 256 * 1024
const maxBaselineBytes = 16 * 1024 * 1024

/** Judges a run folder from its raw samples, by the config and baselines that lie in it or by others. */
export async function judgeFolder(folder: string, options: JudgeFolderOptions): Promise<Report> {
  const { record, config } = await openFolder(folder, options.configFile)
  const baselines = await baselinesFor(folder, config, record, options.baselines)
  return judgeRun({ record, config, baselines, obstacles: [] })
}

/** The record of a run folder with the config it is to be judged by. */
export async function openFolder(
  folder: string,
  configFile: string | null,
): Promise<{ record: RunRecord; config: Config }> {
  const record = await readRunRecord(folder, diskFileStore)
  const path = configFile ? resolve(configFile) : join(folder, configCopy)
  const text = await diskFileStore.readText(path, maxConfigBytes)
  if (text === null)
    throw new UserError(`there is no config at ${path}`, 'Name the config that this run was measured by with --config.')
  const { config, yardstick } = rulesFrom(text, record.yardstick.path, record.yardstick)
  const suites = new Set([...record.plan.cases, ...record.plan.notTested].map((item) => item.key.suite))
  return { record: { ...record, yardstick }, config: onlySuites(config, [...suites]) }
}

async function baselinesFor(
  folder: string,
  config: Config,
  { testbed }: RunRecord,
  directory: string | null,
): Promise<LoadedBaseline[]> {
  return await loadBaselines(config, testbed.id, async (path) => {
    const copy = join(folder, baselineCopies, path.slice(path.lastIndexOf('/') + 1))
    const chosen = directory === null ? copy : join(resolve(directory), ...path.split('/').slice(-2))
    return await diskFileStore.readText(chosen, maxBaselineBytes)
  })
}
