import { join, resolve } from 'node:path'
import { isCalibration } from '../domain/noise/calibration.ts'
import { UserError } from '../domain/core/errors.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { reportCalibration } from '../judging/verdict/calibration.ts'
import { judgeRun } from '../judging/verdict/judge-run.ts'
import { loadCommittedReference, parseRules } from '../steps/baselines/load-committed.ts'
import { readCopy, readRunRecord, readUnreadable, configCopy } from '../steps/measure/run-folder.ts'
import { restrictSuites } from '../judging/plan/restrict-config.ts'
import { maxBaselineBytes, maxConfigBytes } from './local-inputs.ts'

/** Config and baselines to judge by. */
export type JudgeFolderOptions = {
  /** Null: the config in the run folder. */
  readonly configFile: string | null
  /** Null: the baselines that the run was compared with. */
  readonly baselines: string | null
}

/**
 * Judges a run folder from its raw samples, by the config and baselines in it or by others. Reads files, writes none.
 * Returns the report with what it was judged by.
 */
export async function judgeFolder(folder: string, options: JudgeFolderOptions) {
  const { record, config, isOtherConfig } = await openFolder(folder, options.configFile)
  const committed = await loadCommittedReference(record, config, async (path) => {
    const ofTestbed = path.split('/').slice(-2)
    if (options.baselines !== null)
      return await diskFileStore.readText(join(resolve(options.baselines), ...ofTestbed), maxBaselineBytes)
    // A merged run can have several testbeds, so its copies are in one folder per testbed.
    const places = [ofTestbed, ofTestbed.slice(-1)].map((names) => join(...names))
    const copy = await readCopy(places, record, folder, diskFileStore)
    const problem = readUnreadable(copy)
    if (problem !== null) throw new UserError(problem, 'Restore the file, and measure again')
    return copy
  })
  // A truncated config may still be valid, with fewer limits than at measurement.
  const isSuspect = isOtherConfig && options.configFile === null
  const report = isCalibration(record.plan)
    ? reportCalibration({ record, config, noise: committed.noise.noise })
    : judgeRun({ record, config, ...committed, obstacles: isSuspect ? [changedConfig] : [] })
  return { report, record, config, baselines: committed.baselines.flatMap(({ baseline }) => baseline ?? []) }
}

/** Why a run folder cannot be judged by the config in it. */
export const changedConfig = `${configCopy} in the run folder is not the config of the measurement: it was changed or truncated since (name a config with --config to judge by that one)`

/**
 * Reads the record of a run folder and the config to judge it by (null: its own copy), limited to the suites of the
 * run. `isOtherConfig`: it was not measured by this one.
 */
export async function openFolder(folder: string, configFile: string | null) {
  const record = await readRunRecord(folder, diskFileStore)
  const text =
    configFile === null
      ? await diskFileStore.readForeignText(folder, configCopy, maxConfigBytes)
      : await diskFileStore.readText(resolve(configFile), maxConfigBytes)
  if (text === null)
    throw new UserError(
      `there is no config at ${configFile ?? join(folder, configCopy)}`,
      'Name the config that this run was measured by with --config.',
    )
  const { config, yardstick } = parseRules(text, record.yardstick.path, record.yardstick)
  const suites = new Set([...record.plan.cases, ...record.plan.notTested].map((item) => item.key.suite))
  const isOtherConfig = yardstick.sha256 !== record.yardstick.sha256
  return { record: { ...record, yardstick }, config: restrictSuites(config, [...suites]), isOtherConfig }
}
