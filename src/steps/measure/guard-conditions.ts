import { createHash } from 'node:crypto'
import { formatManifest, type PreparedDataset } from '../../domain/core/dataset.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { GpuIdentity } from '../../domain/telemetry/gpu.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { GpuMonitor } from '../../ports/gpu-monitor.ts'

/** Checks conditions that must stay equal over all trials of a run. Throws an EnvironmentError on a change. */
export type ConditionsGuard = {
  /** Before each trial: the datasets have the same content as when they were prepared. */
  readonly requireSameData: () => Promise<void>
  /** After the last trial: the GPU settings are unchanged. */
  readonly requireSameGpus: () => Promise<void>
}

type GuardPorts = {
  readonly inspector: Pick<FileInspector, 'readStamp' | 'restrictTo' | 'resolveRealPath'>
  /** Null: no GPU monitor. */
  readonly monitor: Pick<GpuMonitor, 'identify'> | null
}

type GuardedData = { readonly dataset: PreparedDataset; stamp: string }

/** A dataset can be in the head's tree, where the setup created it and every trial of the head can write. */
export async function guardConditions(
  datasets: Iterable<PreparedDataset>,
  gpus: readonly GpuIdentity[],
  { inspector, monitor }: GuardPorts,
): Promise<ConditionsGuard> {
  const stampDataset = async ({ files }: PreparedDataset): Promise<string> =>
    (await Promise.all(files.map((path) => inspector.readStamp(path)))).join(' ')
  const guarded: GuardedData[] = []
  for (const dataset of datasets) guarded.push({ dataset, stamp: await stampDataset(dataset) })
  return {
    async requireSameData() {
      for (const entry of guarded) {
        await requireSameFiles(entry.dataset)
        const stamp = await stampDataset(entry.dataset)
        if (stamp === entry.stamp) continue
        await requireSameBytes(entry.dataset, inspector)
        entry.stamp = stamp
      }
    },
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

/** `GPU 0: power limit 700 W, now 300 W`. Ignores settings that were unreadable before or after. */
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
