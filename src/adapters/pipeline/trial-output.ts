import { silentFigures } from '../../domain/trial/pipeline-figures.ts'
import { silentPipeline, type PipelineReading } from '../../domain/trial/pipeline-reading.ts'
import type { BatchEvents } from './batch-events.ts'
import { sumDataLoader, sumPacking } from './shard-totals.ts'
import { readMemoryAtFailure } from './memory-at-failure.ts'
import { findOutOfMemoryLines } from './out-of-memory-lines.ts'
import { readPipelineLogFigures } from './pipeline-log-figures.ts'
import { workerLogs } from './worker-logs.ts'
import type { PipelineFigures, OutOfMemorySigns, TrialMemory } from '../../record/pipeline.ts'

/** One output of a trial; `text` is null when it could not be read completely. */
export type TrialOutput = { readonly where: string; readonly text: string | null }

/** All outputs of a trial. */
export type TrialOutputs = {
  readonly stdout: TrialOutput
  readonly stderr: TrialOutput
  /** Log files named in the config. */
  readonly logs: readonly TrialOutput[]
  readonly events: BatchEvents | null
}

const workerLine = / - Worker \d+ - \S+ - [A-Z]+ - /

/** Reads all figures except stage times from the streams and files of a trial. */
export async function readOutputFigures(outputs: TrialOutputs): Promise<PipelineFigures> {
  const { stdout, events } = outputs
  const workers = await readWorkers(outputs)
  const shards = events?.shards ?? []
  const all = [stdout, outputs.stderr, ...outputs.logs]
  return {
    ...silentFigures,
    counts: stdout.text === null ? silentFigures.counts : readPipelineLogFigures(stdout.text).counts,
    workers: workers.workers,
    packing: sumPacking(shards) ?? workers.packing,
    dataLoader: sumDataLoader(shards) ?? workers.dataLoader,
    warnings: workers.warnings,
    shards,
    allocator: [
      ...(events?.allocator ?? []),
      ...all.flatMap(({ text }) => readMemoryAtFailure(text ?? '')).slice(0, 1),
    ],
    outOfMemory: collectSigns(all, events?.reductions ?? null),
  }
}

/** Returns the memory series reported by the pipeline. */
export function getEventMemory(events: BatchEvents | null): Pick<TrialMemory, 'series' | 'visits'> {
  return { series: events?.memory ?? [], visits: events?.visits ?? [] }
}

/** Reads the log files of the workers where the config names them, otherwise their copy on standard error. */
async function readWorkers({ stdout, stderr, logs }: TrialOutputs): Promise<PipelineReading> {
  const own = logs.filter(({ text }) => text !== null && workerLine.test(text))
  const sources = own.length > 0 ? own : [stderr].filter(({ text }) => text !== null && workerLine.test(text))
  if (sources.length === 0) return silentPipeline
  // The main log may contain the token budget. It has no worker lines, so nothing counts twice.
  const files = [...sources, ...(stdout.text === null || workerLine.test(stdout.text) ? [] : [stdout])]
  const reading = await workerLogs
    .read(
      files
        .filter(({ text }) => text?.trim())
        .map(({ where, text }) => ({ path: where, readBytes: () => encodeText(text ?? '') })),
    )
    .catch(() => null)
  return reading?.pipeline ?? silentPipeline
}

async function* encodeText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

function collectSigns(outputs: readonly TrialOutput[], counted: number | null): OutOfMemorySigns {
  const found = outputs.flatMap(({ text, where }) => (text === null ? [] : [findOutOfMemoryLines(text, where)]))
  const reductions = found.reduce((sum, one) => sum + one.reductions, 0)
  return {
    lines: found.flatMap(({ lines }) => lines).slice(0, 5),
    count: found.reduce((sum, { count }) => sum + count, 0) + ((counted ?? 0) > 0 ? 1 : 0),
    reductions: Math.max(reductions, counted ?? 0),
    unread: outputs.flatMap(({ text, where }) => (text === null ? [where] : [])),
  }
}
