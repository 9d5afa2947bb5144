import { join, resolve } from 'node:path'
import { parseBaseline, parseNoise } from '../../config/records/parse-records.ts'
import { formatAxes } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatCounted, formatShare } from '../../domain/core/numbers.ts'
import { summarize } from '../../domain/core/statistics.ts'
import { describeKernelTable } from '../../domain/kernels/kernel-table.ts'
import { estimateNoiseFloor } from '../../domain/noise/noise.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { noiseFile } from '../../judging/baselines/baselines.ts'
import type { Baseline } from '../../record/baseline.ts'
import type { NoiseRecord } from '../../record/noise.ts'
import { maxBaselineBytes } from '../local-inputs.ts'
import { print, say } from '../terminal.ts'

/** The directory of the baselines. */
type Store = { readonly dir: string }

/** Prints the path, number of cases and provenance of each file. */
export async function listStore({ dir }: Store): Promise<void> {
  for (const { path, record, provenance } of await readStore(dir))
    print(`${path}  ${formatCounted(record.cases.length, 'case')}  ${provenance}`)
}

/** Prints the samples and the noise of one testbed. */
export async function showTestbed(testbed: string, { dir }: Store): Promise<void> {
  const files = (await readStore(dir)).filter(({ record }) => record.testbed.id === testbed)
  if (files.length === 0)
    throw new UserError(
      `there is no baseline of testbed ${testbed} in ${dir}`,
      'See the names with `warpgauge baseline list`.',
    )
  for (const { path, provenance, reason, lines } of files) {
    print(`${path}  ${provenance}${reason === undefined ? '' : `  (${reason})`}`)
    for (const line of lines()) print(line)
  }
}

/**
 * Validates every file and prints their number; throws a UserError for a file that is invalid or that no run is compared
 * with, and for a directory without a baseline.
 */
export async function checkStore({ dir }: Store): Promise<void> {
  const files = await readStore(dir)
  const noise = files.filter(({ reason }) => reason === undefined).length
  if (files.length === noise)
    throw new UserError(`${dir} holds no baseline`, 'Pass the directory of the baselines with --dir.')
  for (const { path, record } of files) {
    const expected = join(dir, record.testbed.id, 'suite' in record ? `${record.suite}.json` : noiseFile)
    if (path !== expected)
      throw new UserError(`${path} belongs to ${expected}, so no run finds it`, 'Move or remove it.')
    const metrics = 'suite' in record ? record.cases.flatMap((item) => item.metrics) : null
    if (metrics && (metrics.length === 0 || metrics.some(({ samples }) => samples.length === 0)))
      throw new UserError(`${path} lacks samples`, 'Create it again: warpgauge baseline refresh RUN_FOLDER.')
  }
  say(`${formatFileCount(files.length - noise, 'baseline')} and ${formatFileCount(noise, 'noise')} are valid`)
}

function formatFileCount(count: number, kind: string): string {
  return `${count} ${kind} file${count === 1 ? '' : 's'}`
}

/** A file of the store. */
type StoredFile = {
  readonly path: string
  readonly record: Baseline | NoiseRecord
  readonly provenance: string
  /** Why the samples were stored; absent for noise. */
  readonly reason?: string
  /** What it holds, one line per metric. */
  readonly lines: () => string[]
}

/** Reads and validates a directory, baselines first; throws a UserError that names the first invalid file. */
async function readStore(directory: string): Promise<StoredFile[]> {
  const baselines: StoredFile[] = []
  const noise: StoredFile[] = []
  for (const testbed of await diskFileStore.list(resolve(directory))) {
    for (const file of await diskFileStore.list(resolve(directory, testbed))) {
      if (!file.endsWith('.json')) continue
      const path = join(directory, testbed, file)
      const text = await diskFileStore.readText(resolve(path), maxBaselineBytes)
      if (text === null) continue
      if (file === noiseFile) {
        const record = parseNoise(text, path)
        noise.push({ path, record, provenance: formatNoiseProvenance(record), lines: () => formatNoiseLines(record) })
        continue
      }
      const record = parseBaseline(text, path)
      const { commit, recordedAt, runId, reason } = record.provenance
      const provenance = `${commit.slice(0, 7)}  ${recordedAt.slice(0, 10)}  run ${runId}`
      baselines.push({ path, record, provenance, reason, lines: () => formatBaselineLines(record) })
    }
  }
  return [...baselines, ...noise]
}

function formatBaselineLines({ cases }: Baseline): string[] {
  return cases.flatMap(({ benchmark, axes, metrics, kernels }) => [
    ...metrics.map(({ name, unit, samples, anchor }) => {
      const { count, median, min, max } = summarize(samples)
      // A refresh is also compared with the anchor.
      const since = anchor
        ? `  anchor ${anchor.median.toPrecision(4)} ${unit} of ${anchor.commit.slice(0, 7)}, ${anchor.recordedAt.slice(0, 10)}`
        : ''
      return `  ${benchmark} ${formatAxes(axes)}  ${name}  ${median.toPrecision(4)} ${unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${since}`
    }),
    ...(kernels ? [`  ${benchmark} ${formatAxes(axes)}  kernels  ${describeKernelTable(kernels)}`] : []),
  ])
}

/** Formats the number of sessions and the newest one. */
function formatNoiseProvenance({ cases }: NoiseRecord): string {
  const sessions = cases.flatMap((item) => item.metrics.flatMap((metric) => metric.sessions))
  const newest = sessions.toSorted((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt))[0]
  const runs = new Set(sessions.map((session) => session.runId)).size
  const last = newest ? `, the last ${newest.recordedAt.slice(0, 10)}  run ${newest.runId}` : ''
  return `${runs} session${runs === 1 ? '' : 's'}${last}`
}

/** Formats metrics with known noise. */
function formatNoiseLines({ cases }: NoiseRecord): string[] {
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
