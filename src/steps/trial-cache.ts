import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseCachedTrials } from '../config/run-record-schema.ts'
import type { Config } from '../config/schema.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import { UserError } from '../domain/errors.ts'
import type { PlannedCase } from '../domain/plan.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { Trial } from '../domain/trial.ts'
import type { FileStore } from '../ports/file-store.ts'

const maxCacheBytes = 16 * 1024 * 1024

/** What of the config a sample depends on and a record does not hold. */
type CachedConfig = Pick<Config, 'pipeline' | 'revisions'>

type Source = { readonly record: RunRecord; readonly config: CachedConfig }

/** Adds samples of earlier runs for cases that allow it, so that v1.0 need not run again for hours. */
export async function reuseCachedTrials(
  record: RunRecord,
  config: CachedConfig,
  cacheDirectory: string,
  files: FileStore,
): Promise<RunRecord> {
  const found = await Promise.all(
    cacheable(record).map((planned) => readCached(planned, { record, config }, cacheDirectory, files)),
  )
  return { ...record, trials: [...record.trials, ...found.flat()] }
}

/** Keeps the samples of cacheable cases that this run took and that all count. */
export async function keepTrials(
  record: RunRecord,
  config: CachedConfig,
  cacheDirectory: string,
  files: FileStore,
): Promise<void> {
  for (const planned of cacheable(record)) {
    const trials = record.trials.filter((trial) => trial.caseId === planned.id && trial.cachedFromRun === null)
    const isWhole =
      trials.length === planned.warmups + planned.repeats &&
      trials.every((trial) => trial.failure === null && trial.contamination.length === 0)
    if (!isWhole) continue
    // The tables that they were held against stay behind, so what was found of them says nothing later.
    const kept = trials.map((trial) => ({ ...trial, resultTables: undefined, cachedFromRun: record.runId }))
    await files.writeText(pathOf(planned, { record, config }, cacheDirectory), `${JSON.stringify(kept)}\n`)
  }
}

function cacheable(record: RunRecord): PlannedCase[] {
  const started = new Set(record.trials.map((trial) => trial.caseId))
  return record.plan.cases.filter(
    (planned) => planned.samplesFrom === 'cached' && (record.finishedAt !== null || !started.has(planned.id)),
  )
}

async function readCached(
  planned: PlannedCase,
  source: Source,
  cacheDirectory: string,
  files: FileStore,
): Promise<Trial[]> {
  try {
    const text = await files.readText(pathOf(planned, source, cacheDirectory), maxCacheBytes)
    return text === null ? [] : parseCachedTrials(text, planned.id)
  } catch (error) {
    // A cache that cannot be read costs time, never a verdict: the case is measured afresh.
    if (error instanceof UserError) return []
    throw error
  }
}

/**
 * The name holds everything that must agree: commit, data, host, command, devices, model files (I-194), and what prepares
 * a process and says whether it did its work: samples under other variables would make the head seem faster or slower.
 */
function pathOf(planned: PlannedCase, { record, config }: Source, cacheDirectory: string): string {
  const { env, passEnv, exitCodes, proof, setup } = config.pipeline
  const key = [
    planned.id,
    record.revisions.find((revision) => revision.label === planned.revision)?.commit,
    record.datasets.find((dataset) => dataset.name === planned.dataset)?.sha256,
    record.commands[planned.revision],
    record.identity[planned.revision],
    record.testbed,
    planned.gpus,
    planned.sampleIntervalMs,
    [env, passEnv, exitCodes, proof, config.revisions[planned.revision]?.setup ?? setup],
  ]
  const hash = createHash('sha256').update(canonicalJson(key)).digest('hex').slice(0, 24)
  return join(cacheDirectory, 'trials', `${hash}.json`)
}
