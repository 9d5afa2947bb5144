import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { formatCanonicalJson } from '../../domain/core/json.ts'
import { handleUserError } from '../../domain/core/errors.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import { parseCachedTrials } from '../../config/records/parse-records.ts'

const maxCacheBytes = 16 * 1024 * 1024

/** The parts of the config that affect a sample and are not in the record. */
type CachedConfig = Pick<Config, 'pipeline' | 'revisions' | 'run'>

type CacheSource = { readonly record: RunRecord; readonly config: CachedConfig }

/** Adds samples of earlier runs for cacheable cases from the first cache that has them: v1.0 is measured once. */
export async function reuseCachedTrials(
  record: RunRecord,
  config: CachedConfig,
  caches: readonly string[],
  files: FileStore,
): Promise<RunRecord> {
  const found = await Promise.all(
    listCacheableCases(record).map(async (planned) => {
      for (const cache of caches) {
        const trials = await readCached(planned, { record, config }, cache, files)
        if (trials.length > 0) return trials
      }
      return []
    }),
  )
  return { ...record, trials: [...record.trials, ...found.flat()] }
}

/** Stores the samples of cacheable cases if all of them count. */
export async function keepTrials(
  record: RunRecord,
  config: CachedConfig,
  cacheDirectory: string,
  files: FileStore,
): Promise<void> {
  for (const planned of listCacheableCases(record)) {
    const trials = record.trials.filter(
      (trial) => trial.caseId === planned.id && trial.cachedFromRun === null && !trial.isRecorded,
    )
    const isWhole =
      trials.length === planned.warmups + planned.repeats &&
      trials.every((trial) => trial.failure === null && trial.contamination.length === 0)
    if (!isWhole) continue
    // Their reference tables are not cached, so their findings do not apply later.
    const kept = trials.map((trial) => ({ ...trial, resultTables: undefined, cachedFromRun: record.runId }))
    const key = computeKey(planned, { record, config })
    const text = `${key}\n${JSON.stringify(kept)}`
    await files.writeText(join(cacheDirectory, buildCachePath(key)), `${hash('sha256', text)}\n${text}\n`)
  }
}

function listCacheableCases(record: RunRecord): PlannedCase[] {
  const started = new Set(record.trials.map((trial) => trial.caseId))
  return record.plan.cases.filter(
    (planned) => planned.samplesFrom === 'cached' && (record.finishedAt !== null || !started.has(planned.id)),
  )
}

/** All samples, or none when they do not match the plan exactly. */
async function readCached(
  planned: PlannedCase,
  source: CacheSource,
  cacheDirectory: string,
  files: FileStore,
): Promise<readonly Trial[]> {
  const { warmups, repeats, revision } = planned
  const key = computeKey(planned, source)
  const read = async (): Promise<readonly Trial[]> => {
    const text = await files.readForeignText(cacheDirectory, buildCachePath(key), maxCacheBytes)
    const [sha256, written, samples = ''] = text?.split('\n') ?? []
    const isOwn = written === key && sha256 === hash('sha256', `${written}\n${samples}`)
    return isOwn ? parseCachedTrials(samples, planned.id) : []
  }
  // An unreadable cache only costs time: the case is measured again.
  const trials = await read().catch(handleUserError(() => []))
  const commit = source.record.revisions.find(({ label }) => label === revision)?.commit
  const isComplete =
    trials.length === warmups + repeats &&
    trials.every((trial, index) => trial.commit === commit && trial.index === index) &&
    trials.filter(({ isWarmup }) => isWarmup).length === warmups
  return isComplete ? trials : []
}

/**
 * Everything that must match: commit, data, host, command, devices, model files, and everything that affects the
 * process or its proof of work. Samples with other variables would distort the comparison.
 */
function computeKey(planned: PlannedCase, { record, config }: CacheSource): string {
  const { env, passEnv, exitCodes, proof, setup, throughput } = config.pipeline
  return formatCanonicalJson([
    planned.id,
    record.revisions.find((revision) => revision.label === planned.revision)?.commit,
    record.datasets.find((dataset) => dataset.name === planned.dataset)?.sha256,
    record.commands[planned.revision],
    record.identity[planned.revision],
    record.testbed,
    planned.gpus,
    planned.sampleIntervalMs,
    [env, passEnv, exitCodes, proof, config.revisions[planned.revision]?.setup ?? setup],
    ...(throughput ? [throughput] : []),
    // A sandbox and the record of each run's kernels take time of their own.
    [record.isolation?.mode ?? null, config.run.kernels === 'all'],
    // Samples of versions before did not say which errors they printed.
    'reportedErrors',
  ])
}

/** Relative to the cache directory. */
function buildCachePath(key: string): string {
  return join('trials', `${hash('sha256', key).slice(0, 24)}.json`)
}
