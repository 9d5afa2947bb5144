import type { NoiseRecord } from '../../record/noise.ts'
import { UserError } from '../../domain/core/errors.ts'
import { print, say } from '../terminal.ts'
import { estimateNoiseFloor } from '../../domain/noise/noise.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { noiseFile } from '../../judging/baselines/baselines.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'
import { formatAxes } from '../../domain/core/case.ts'
import { formatShare } from '../../domain/core/numbers.ts'
import { summarize } from '../../domain/core/statistics.ts'
import type { BaselineMetric, Baseline } from '../../record/baseline.ts'
import { join, resolve } from 'node:path'

/** The directory of the baselines. */
export type Store = { readonly dir: string }

/** Prints every file with its provenance. */
export async function listStore({ dir }: Store): Promise<void> {
  const { baselines, noise } = await readStore(dir)
  for (const { path, baseline } of baselines)
    print(`${path}  ${baseline.cases.length} cases  ${formatProvenance(baseline)}`)
  for (const { path, noise: item } of noise)
    print(`${path}  ${item.cases.length} cases  ${formatNoiseProvenance(item)}`)
}

/** Prints the samples and the noise of one testbed. */
export async function showTestbed(testbed: string, { dir }: Store): Promise<void> {
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

/** Validates every file. */
export async function checkStore({ dir }: Store): Promise<void> {
  const { baselines, noise } = await readStore(dir)
  if (baselines.length + noise.length === 0)
    throw new UserError(`${dir} holds no baseline`, 'Pass the directory of the baselines with --dir.')
  say(`${formatFileCount(baselines.length, 'baseline')} and ${formatFileCount(noise.length, 'noise')} are valid`)
}

function formatFileCount(count: number, kind: string): string {
  return `${count} ${kind} file${count === 1 ? '' : 's'}`
}

const maxFileBytes = 16 * 1024 * 1024

/** A baseline with the path of its file. */
export type StoredBaseline = { readonly path: string; readonly baseline: Baseline }
/** A noise record with the path of its file. */
export type StoredNoise = { readonly path: string; readonly noise: NoiseRecord }

/** Files of a store by content. */
export type BaselineStore = { readonly baselines: readonly StoredBaseline[]; readonly noise: readonly StoredNoise[] }

/** Reads and validates a directory of baselines; throws a UserError that names the first invalid file. */
export async function readStore(directory: string): Promise<BaselineStore> {
  const baselines: StoredBaseline[] = []
  const noise: StoredNoise[] = []
  for (const testbed of await diskFileStore.list(resolve(directory))) {
    for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
      if (!file.endsWith('.json')) continue
      const path = join(directory, testbed, file)
      const text = await diskFileStore.readText(resolve(path), maxFileBytes)
      if (text === null) continue
      if (file === noiseFile) noise.push({ path, noise: parseNoise(text, path) })
      else baselines.push({ path, baseline: parseBaseline(text, path) })
    }
  }
  return { baselines, noise }
}

/** Reads the noise of one testbed and the path of its file. */
export async function readNoise(
  directory: string,
  testbedId: string,
): Promise<{ path: string; noise: NoiseRecord | null }> {
  const path = join(directory, testbedId, noiseFile)
  const text = await diskFileStore.readText(resolve(path), maxFileBytes)
  return { path, noise: text === null ? null : parseNoise(text, path) }
}

/** Formats commit, date and run of a baseline. */
export function formatProvenance({ provenance }: Baseline): string {
  return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`
}

/** Formats one line per metric. */
export function formatBaselineLines({ cases }: Baseline): string[] {
  return cases.flatMap((item) =>
    item.metrics.map((metric) => {
      const { count, median, min, max } = summarize(metric.samples)
      return `  ${item.benchmark} ${formatAxes(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${formatAnchor(metric)}`
    }),
  )
}

/** Formats the anchor that a refresh is also compared with. */
function formatAnchor({ anchor, unit }: BaselineMetric): string {
  if (!anchor) return ''
  const { median, commit, recordedAt } = anchor
  return `  anchor ${median.toPrecision(4)} ${unit} of ${commit.slice(0, 7)}, ${recordedAt.slice(0, 10)}`
}

/** Formats the number of sessions and the newest one. */
export function formatNoiseProvenance({ cases }: NoiseRecord): string {
  const sessions = cases.flatMap((item) => item.metrics.flatMap((metric) => metric.sessions))
  const newest = sessions.toSorted((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt))[0]
  const runs = new Set(sessions.map((session) => session.runId)).size
  const last = newest ? `, the last ${newest.recordedAt.slice(0, 10)}  run ${newest.runId}` : ''
  return `${runs} session${runs === 1 ? '' : 's'}${last}`
}

/** Formats one line per metric with known noise. */
export function formatNoiseLines({ cases }: NoiseRecord): string[] {
  return cases.flatMap((item) =>
    item.metrics.flatMap(({ name, sessions }) => {
      const floor = estimateNoiseFloor(sessions.map(({ samples }) => samples))
      if (!floor) return []
      const between =
        floor.sessionDeviation === null ? '' : `, ${formatShare(floor.sessionDeviation)} from session to session`
      const size = `${floor.runs} runs in ${floor.sessions} session${floor.sessions === 1 ? '' : 's'}`
      return `  ${item.suite}/${item.benchmark} ${formatAxes(item.axes)}  ${name}  CV ${formatShare(floor.cv)}, without outliers ${formatShare(floor.robustCv)}${between}  (${size})`
    }),
  )
}
