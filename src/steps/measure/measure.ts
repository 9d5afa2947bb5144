import {
  chooseNextTrial,
  countMaxTrials,
  countPlannedTrials,
  type NextTrial,
  type ScheduleRules,
} from '../../domain/plan/schedule.ts'
import type { RunRecord } from '../../record/run.ts'
import { describeInterimResult } from '../../domain/verdict/judged-comparison.ts'
import { maxRestoredName, maxRestoredNames } from '../../record/limits.ts'
import { isContaminated } from '../../domain/trial/trial.ts'
import { decodePath } from '../../domain/core/tree-state.ts'
import type { DiskSpace } from '../../io/machine/system-devices.ts'
import type { RunSize } from '../../ports/progress.ts'
import type { MeasurePorts, TrialInputs, Workplace } from './environment.ts'
import type { RunFolder } from './run-folder.ts'
import { runLongTrial } from '../trial/long-run.ts'
import type { TreeGuard } from '../trees/tree-guard.ts'
import { createHash } from 'node:crypto'
import { formatManifest, type PreparedDataset } from '../../domain/core/dataset.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { GpuIdentity } from '../../domain/telemetry/gpu.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { GpuMonitor } from '../../ports/gpu-monitor.ts'

type MeasureRequest = {
  /** The initial record: new, or from an interrupted run. */
  readonly record: RunRecord
  readonly rules: ScheduleRules
  readonly prepared: TrialInputs
  readonly guard: TreeGuard
  readonly conditions: ConditionsGuard
  readonly workplace: Workplace
  readonly runFolder: RunFolder
  readonly signal: AbortSignal
}

type MeasureTrialsPorts = MeasurePorts & { readonly disks: DiskSpace }

/**
 * Runs trials until the plan is complete or the run is cancelled. Saves the record after each trial, so a killed run
 * loses at most one.
 */
export async function measure(request: MeasureRequest, ports: MeasureTrialsPorts): Promise<RunRecord> {
  const { progress } = ports
  let record = request.record
  progress.onStart(describeSize(record))
  try {
    while (!request.signal.aborted) {
      const next = chooseNextTrial(record.plan, record.trials, request.rules)
      if (!next) break
      record = await measureOne(next, record, request, ports)
      await request.runFolder.save(record)
      const sentence = progress.onStanding && describeInterimResult(record.plan, record.trials, request.rules.known)
      if (sentence) progress.onStanding?.(sentence)
    }
  } finally {
    progress.onEnd()
  }
  await request.guard.requireAllUntouched()
  // A cancelled run asks no tool; what resumes it compares the settings.
  if (!request.signal.aborted) await request.conditions.requireSameGpus()
  record = finishRecord(record, request, ports.clock.now())
  await request.runFolder.save(record)
  return record
}

function describeSize({ plan, trials }: RunRecord): RunSize {
  const totalTrials = countMaxTrials(plan)
  const isMaximum = totalTrials > countPlannedTrials(plan)
  const doneTrials = trials.filter((trial) => !isContaminated(trial) && !trial.isRecorded).length
  return { totalTrials, isMaximum, doneTrials, cases: plan.cases.length }
}

async function measureOne(
  next: NextTrial,
  record: RunRecord,
  request: MeasureRequest,
  ports: MeasureTrialsPorts,
): Promise<RunRecord> {
  ports.progress.onTrialStart(next)
  const { prepared, workplace, signal, runFolder } = request
  const caseNumber = record.plan.cases.indexOf(next.planned)
  const directory = await runFolder.makeTrialDirectory(next, caseNumber)
  const { revision: label } = next.planned
  const commit = record.revisions.find((revision) => revision.label === label)?.commit ?? ''
  await request.guard.requireUntouched(label)
  await request.conditions.requireSameData()
  const run = { runFolder: runFolder.path, runId: record.runId, earlier: record.trials }
  const trial = await runLongTrial({ next, commit, prepared, workplace, directory, signal, ...run }, ports).catch(
    (error: unknown) => {
      // The run was cancelled while the output of the trial was read.
      if (signal.aborted && error === signal.reason) return null
      throw error
    },
  )
  if (trial) ports.progress.onTrialEnd(trial)
  const restored = await request.guard.acceptTrial(label)
  if (trial === null) return record
  if (trial.failure) await refuseFullDisk([runFolder.path, workplace.workDirectory], ports.disks)
  // On resume, a trial that was cut short by the cancellation would count as a pipeline failure.
  if (trial.failure?.kind === 'cancelled') return record
  const first = restored.slice(0, maxRestoredNames).map((path) => decodePath(path).slice(0, maxRestoredName))
  const changes = restored.length > 0 && { restoredFiles: { count: restored.length, first } }
  return { ...record, trials: [...record.trials, { ...trial, ...changes }] }
}

function finishRecord(record: RunRecord, request: MeasureRequest, now: Date): RunRecord {
  const finishedAt = now.toISOString()
  if (!request.signal.aborted || chooseNextTrial(record.plan, record.trials, request.rules) === null)
    return { ...record, status: 'finished', statusDetail: null, finishedAt }
  const { totalTrials, isMaximum, doneTrials } = describeSize(record)
  const statusDetail = `the run was cancelled after ${doneTrials} of ${isMaximum ? 'at most ' : ''}${totalTrials} trials`
  return { ...record, status: 'interrupted', statusDetail, finishedAt }
}

/** Checks conditions that must stay equal over all trials of a run. Throws an EnvironmentError on a change. */
type ConditionsGuard = Awaited<ReturnType<typeof guardConditions>>

/** Notes the present state. A dataset can be in the head's tree, where every trial of the head can write. */
export async function guardConditions(
  datasets: Iterable<PreparedDataset>,
  gpus: readonly GpuIdentity[],
  {
    inspector,
    monitor,
  }: {
    readonly inspector: Pick<FileInspector, 'readStamp' | 'restrictTo' | 'resolveRealPath'>
    /** Null: no GPU monitor. */
    readonly monitor: Pick<GpuMonitor, 'identify'> | null
  },
) {
  const stampDataset = async ({ files }: PreparedDataset): Promise<string> =>
    (await Promise.all(files.map((path) => inspector.readStamp(path)))).join(' ')
  const guarded: { readonly dataset: PreparedDataset; stamp: string }[] = []
  for (const dataset of datasets) guarded.push({ dataset, stamp: await stampDataset(dataset) })
  return {
    /** Before each trial: the datasets have the same content as when they were prepared. */
    async requireSameData() {
      for (const entry of guarded) {
        await requireSameFiles(entry.dataset)
        const stamp = await stampDataset(entry.dataset)
        if (stamp === entry.stamp) continue
        await requireSameBytes(entry.dataset, inspector)
        entry.stamp = stamp
      }
    },
    /** After the last trial: the GPU settings are unchanged. */
    async requireSameGpus() {
      const changed = listChangedSettings(gpus, (await monitor?.identify()) ?? [])
      if (changed.length > 0)
        throw new EnvironmentError(
          `GPU settings changed during the run: ${changed.join('; ')}`,
          'A trial or another program changed them, so earlier and later trials are not comparable. Restore them, and measure again',
        )
    },
  }
}

/** A directory must not gain or lose files. */
async function requireSameFiles({ identity, files, list }: PreparedDataset): Promise<void> {
  if (!list) return
  const now = await list()
  const [known, found] = [new Set(files), new Set(now)]
  const changed = [...now.filter((path) => !known.has(path)), ...files.filter((path) => !found.has(path))]
  if (changed.length > 0) throw createChangeError(identity.name, changed)
}

/** Compares content only; name, owner and mode may change. */
async function requireSameBytes(
  { identity, files, names }: PreparedDataset,
  inspector: Pick<FileInspector, 'restrictTo' | 'resolveRealPath'>,
): Promise<void> {
  const hash = createHash('sha256')
  const hashes: string[] = []
  for (const path of files) {
    const own = names ? createHash('sha256') : hash
    const real = await inspector.resolveRealPath(path)
    for await (const chunk of inspector.restrictTo([real]).streamBytes(real)) own.update(chunk)
    if (names) hashes.push(own.digest('hex'))
  }
  if (names) hash.update(formatManifest(names, hashes))
  if (hash.digest('hex') !== identity.sha256) throw createChangeError(identity.name, files)
}

function createChangeError(name: string, files: readonly string[]): EnvironmentError {
  const shown = files.length > 10 ? [...files.slice(0, 10), `and ${files.length - 10} more`] : files
  return new EnvironmentError(
    `files of dataset ${name} changed during the run: ${shown.join(', ')}`,
    'A trial or another program wrote to them, so the trials had different inputs. Find the writer, and measure again',
  )
}

/** `GPU 0: power limit 700 W, now 300 W`. Ignores settings that were unreadable before or after; a lost GPU is an event of its trial. */
function listChangedSettings(before: readonly GpuIdentity[], after: readonly GpuIdentity[]): string[] {
  return before.flatMap(({ uuid, index, settings: old }) => {
    const now = after.find((gpu) => gpu.uuid === uuid)?.settings
    if (!now) return []
    const pairs = [
      ['power limit', old.powerLimitWatts, now.powerLimitWatts, ' W'],
      ['ECC', old.isEccOn, now.isEccOn, ''],
      ['MIG', old.isMigOn, now.isMigOn, ''],
      ['locked SM clock', old.lockedSmClockMhz ?? 'none', now.lockedSmClockMhz ?? 'none', ' MHz'],
    ] as const
    return pairs
      .filter(([, was, is]) => was !== null && is !== null && was !== is)
      .map(([name, was, is, unit]) => `GPU ${index}: ${name} ${formatValue(was, unit)}, now ${formatValue(is, unit)}`)
  })
}

function formatValue(value: number | boolean | string | null, unit: string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? `${value}${unit}` : String(value)
}

/** With less free space, hardly any program can write its output. */
const minFreeBytes = 2 ** 20

/**
 * Call after a failed trial: on a full disk every pipeline fails.
 *
 * @throws EnvironmentError that names the directory; a file system without size information counts as not full
 */
export async function refuseFullDisk(directories: readonly string[], disks: DiskSpace): Promise<void> {
  for (const directory of directories) {
    const space = await disks.readFreeSpace(directory)
    if (space === null || space.totalBytes === 0 || space.freeBytes >= minFreeBytes) continue
    throw new EnvironmentError(
      `the disk of ${directory} is full (${space.freeBytes} bytes free), so the failed trial is not counted`,
      'Free space there, then continue with --resume (input resume): completed trials are kept.',
    )
  }
}
