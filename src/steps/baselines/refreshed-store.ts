import type { Baseline } from '../../domain/baselines/baseline.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatBaseline } from '../../domain/baselines/make-baseline.ts'
import { mergeBaselines, withoutRetiredCases } from '../../domain/baselines/merge-baseline.ts'
import { formatNoise } from '../../domain/noise/noise.ts'
import type { FileChanges } from '../../ports/commit-writer.ts'
import { buildFreshBaselines, collectPlannedIds, type RefreshRun } from './fresh-baselines.ts'
import type { ReadTrusted } from './load-baselines.ts'
import { noiseFile, mergeVersions, addRunNoise } from '../../judging/baselines/baselines.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'

/** The baseline store: the committed files, and those proposed by other refreshes. */
export type StoreState = {
  /** Directory of the baselines in the repository. */
  readonly directory: string
  readonly readBase: ReadTrusted
  /** Files that the branch changed since the merge base. */
  readonly pending: readonly string[]
  readonly readBranch: ReadTrusted
  readonly readAncestor: ReadTrusted
  /** File names of a testbed on the base. */
  readonly filesOf: (testbedId: string) => Promise<readonly string[]>
}

export type RefreshScope = {
  /** Null: only testbeds are removed. */
  readonly run: RefreshRun | null
  /** Ids of testbeds that no longer exist. */
  readonly prune: readonly string[]
}

/** Every file that must differ from the base, with its text; null: removed. */
export async function computeStoreChanges(ask: RefreshScope, store: StoreState): Promise<FileChanges> {
  const changes = new Map<string, string | null>()
  for (const path of store.pending) changes.set(path, await mergePending(path, store))
  if (ask.run !== null) await addRun(ask.run, changes, store)
  for (const id of ask.prune) await removeTestbed(id, ask.run, changes, store)
  return Object.fromEntries(changes)
}

async function mergePending(path: string, { readBase, readBranch, readAncestor }: StoreState): Promise<string | null> {
  const [one, other] = [await readBase(path), await readBranch(path)]
  if (one === other) return one
  return mergeVersions({ path, one, other, ancestor: await readAncestor(path) })
}

type FileTexts = Map<string, string | null>

async function addRun(run: RefreshRun, changes: FileTexts, store: StoreState): Promise<void> {
  const folder = `${store.directory}/${run.record.testbed.id}`
  const readCurrent = async (path: string): Promise<string | null> =>
    changes.has(path) ? (changes.get(path) ?? null) : await store.readBase(path)
  const baselines = await buildFreshBaselines(run, store.readBase)
  for (const fresh of baselines) {
    const path = `${folder}/${fresh.suite}.json`
    changes.set(path, formatMerged(fresh, await readCurrent(path), { path, run }))
  }
  const path = `${folder}/${noiseFile}`
  const before = await readCurrent(path)
  const noise = addRunNoise(before === null ? null : parseNoise(before, path), run.record)
  if (noise !== null) changes.set(path, formatNoise(noise))
  if (baselines.length === 0 && noise === null)
    throw new UserError('the run has no measured case', 'Check what failed, and measure again.')
}

function formatMerged(
  fresh: Baseline,
  before: string | null,
  { path, run }: { path: string; run: RefreshRun },
): string {
  const merged = before === null ? fresh : mergeBaselines(parseBaseline(before, path), fresh)
  return formatBaseline(withoutRetiredCases(merged, collectPlannedIds(run), fresh.provenance.recordedAt))
}

async function removeTestbed(id: string, run: RefreshRun | null, changes: FileTexts, store: StoreState): Promise<void> {
  if (!/^[a-z0-9][a-z0-9.-]{0,79}$/u.test(id))
    throw new UserError(
      `${JSON.stringify(id)} is not the id of a testbed`,
      'List the testbeds with `warpgauge baseline list`.',
    )
  if (run?.record.testbed.id === id)
    throw new UserError(`${id} is the testbed that was just measured`, 'Prune only testbeds that no longer exist.')
  const folder = `${store.directory}/${id}`
  const names = await store.filesOf(id)
  const pending = store.pending.filter((path) => path.startsWith(`${folder}/`))
  if (names.length === 0 && pending.length === 0)
    throw new UserError(`${store.directory} has no testbed ${id}`, 'List the testbeds with `warpgauge baseline list`.')
  for (const path of [...names.map((name) => `${folder}/${name}`), ...pending]) changes.set(path, null)
}
