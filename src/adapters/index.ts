import { batchSizeProfile } from './batch-size-profile.ts'
import { chromeTrace } from './chrome-trace.ts'
import { events } from './events.ts'
import { customBiggerIsBetter, customSmallerIsBetter } from './github-action-benchmark.ts'
import { googleBenchmark } from './google-benchmark.ts'
import { gpuMetrics } from './gpu-metrics.ts'
import { hyperfine } from './hyperfine.ts'
import { nvbench } from './nvbench.ts'
import type { OutputReader } from './output-reader.ts'
import { pipelineLog } from './pipeline-log.ts'
import { eventsReader, pipelineLogReader, pipelineStateReader } from './pipeline-readers.ts'
import { pipelineState } from './pipeline-state.ts'
import { plainBenchmark } from './plain-benchmark.ts'
import { pytestBenchmark } from './pytest-benchmark.ts'
import { shardManifest } from './shard-manifest.ts'
import type { TelemetryAdapter } from './telemetry-adapter.ts'
import { torchBenchmark } from './torch-benchmark.ts'
import { virnucproCompare } from './virnucpro-compare.ts'
import { virnucproReport } from './virnucpro-report.ts'
import { workerLogs } from './worker-logs.ts'

/** Every format in which a pipeline can report its stages, by its name in the config. */
export const adapters = {
  'pipeline-log': pipelineLog,
  'pipeline-state': pipelineState,
  events,
} satisfies Record<string, TelemetryAdapter>

export type AdapterName = keyof typeof adapters

/** Every format that a tool's output can be read in, by its name in a manifest or a command suite. */
export const readers = {
  'pipeline-log': pipelineLogReader,
  'pipeline-state': pipelineStateReader,
  events: eventsReader,
  'worker-logs': workerLogs,
  'shard-manifest': shardManifest,
  'gpu-metrics': gpuMetrics,
  'batch-size-profile': batchSizeProfile,
  'virnucpro-report': virnucproReport,
  'virnucpro-compare': virnucproCompare,
  'pytest-benchmark': pytestBenchmark,
  'google-benchmark': googleBenchmark,
  hyperfine,
  nvbench,
  'torch-benchmark': torchBenchmark,
  'chrome-trace': chromeTrace,
  customSmallerIsBetter,
  customBiggerIsBetter,
  plain: plainBenchmark,
} satisfies Record<string, OutputReader>

/** A reader, or `auto`: by the content of each file. */
export type ReaderName = keyof typeof readers | 'auto'
