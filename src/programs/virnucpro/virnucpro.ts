import type { LogFigures, LogProgress, TrialOutput } from '../../adapters/pipeline/trial-output.ts'
import type { BatchRows } from '../../adapters/pipeline/batch-events.ts'
import type { OutputFile } from '../../adapters/reader.ts'
import { silentFigures } from '../../domain/trial/pipeline-reading.ts'
import { batchSizeProfile, virnucproCompare } from './commands.ts'
import {
  listFailedParts,
  pipelineLog,
  pipelineLogReader,
  readMemoryAtFailure,
  readPipelineLogFigures,
  readStageLines,
} from './pipeline-log.ts'
import { pipelineState, pipelineStateReader } from './pipeline-state.ts'
import { virnucproReport } from './report.ts'
import { shardManifest } from './shard-manifest.ts'
import { readQueue, readWorkerLines } from './worker-lines.ts'
import { readWorkerBatches, workerLogs } from './worker-logs.ts'

/**
 * VirNucPro, a classifier of viral sequences: adapters and readers of its files, and what its output says during and
 * after a run. Reads texts that the caller has read; figures that a text lacks are null or empty.
 */
export const virnucpro = {
  adapters: { 'pipeline-log': pipelineLog, 'pipeline-state': pipelineState },
  readers: {
    'pipeline-log': pipelineLogReader,
    'pipeline-state': pipelineStateReader,
    'worker-logs': workerLogs,
    'shard-manifest': shardManifest,
    'batch-size-profile': batchSizeProfile,
    'virnucpro-report': virnucproReport,
    'virnucpro-compare': virnucproCompare,
  },
  readLogs,
  readProgress,
  readBatches,
  // Names of the GPU monitor; workers name only their inference, which is that of ESM-2.
  stageAliases: {
    merge: ['Feature Merging'],
    esm2: ['Protein Feature Extraction'],
    inference: ['ESM-2 Feature Extraction'],
  },
  listFailedParts,
}

async function readLogs(stdout: TrialOutput, others: readonly TrialOutput[]): Promise<LogFigures> {
  const sources = selectWorkerLogs(others).filter(hasWorkerLine)
  // The main log may contain the token budget. It has no worker lines, so nothing counts twice.
  const files = [...sources, ...(sources.length === 0 || hasWorkerLine(stdout) ? [] : [stdout])]
    .filter(({ text }) => text?.trim())
    .map(({ where, text }): OutputFile => {
      const readBytes = async function* () {
        yield Buffer.from(text ?? '')
      }
      return { path: where, readBytes }
    })
  const reading = files.length === 0 ? null : await workerLogs.read(files).catch(() => null)
  const { workers, workerStage, packing, dataLoader, warnings } = reading?.pipeline ?? silentFigures
  const counts = stdout.text === null ? silentFigures.counts : readPipelineLogFigures(stdout.text).counts
  const allocator = [stdout, ...others].flatMap(({ text }) => readMemoryAtFailure(text ?? '')).slice(0, 1)
  const stage = workerStage === undefined ? {} : { workerStage }
  return { counts, workers, ...stage, packing, dataLoader, warnings, allocator }
}

function readBatches(stdout: TrialOutput, others: readonly TrialOutput[]): BatchRows {
  return readWorkerBatches([stdout, ...selectWorkerLogs(others)].map(({ text }) => text ?? '').join('\n'))
}

/** The log files of the workers where the config names them, otherwise their copy on standard error. */
function selectWorkerLogs([stderr, ...logs]: readonly TrialOutput[]): TrialOutput[] {
  const own = logs.filter(hasWorkerLine)
  return own.length > 0 || !stderr ? own : [stderr]
}

function hasWorkerLine({ text }: TrialOutput): boolean {
  return / - Worker \d+ - \S+ - [A-Z]+ - /.test(text ?? '')
}

function* readProgress(text: string): Generator<LogProgress> {
  for (const line of readStageLines(text)) if (line.kind === 'start') yield { kind: 'stage', stage: line.stage }
  for (const line of text.includes('Worker ') ? readWorkerLines(text) : []) {
    const worker = `worker ${line.worker}`
    if (line.kind === 'started') yield { kind: 'workers', count: line.workers }
    if (line.kind === 'progress') yield { kind: 'share', worker, done: line.done, total: line.total }
    const queue = line.kind === 'batch' ? readQueue(line) : null
    if (queue !== null) yield { kind: 'wait', isStarved: queue === 'starved' }
  }
}
