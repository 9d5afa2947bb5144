import { asv } from './tools/asv.ts'
import { batchSizeProfile } from './tools/batch-size-profile.ts'
import { chromeTrace } from './trace/chrome-trace.ts'
import { events } from './pipeline/events.ts'
import { customBiggerIsBetter, customSmallerIsBetter } from './tools/github-action-benchmark.ts'
import { goBenchmark } from './tools/go-benchmark.ts'
import { googleBenchmark } from './tools/google-benchmark.ts'
import { gpuMetrics } from './smi/gpu-metrics.ts'
import { hyperfine } from './tools/hyperfine.ts'
import { lightning } from './training/lightning.ts'
import { nsys } from './trace/nsys.ts'
import { nvbench } from './tools/nvbench.ts'
import type { OutputReader } from './output-reader.ts'
import { pipelineLog } from './pipeline/pipeline-log.ts'
import { eventsReader, pipelineLogReader, pipelineStateReader } from './pipeline/pipeline-readers.ts'
import { lightningReader, transformersReader } from './training/training-readers.ts'
import { transformers } from './training/transformers.ts'
import { pipelineState } from './pipeline/pipeline-state.ts'
import { plainBenchmark } from './tools/plain-benchmark.ts'
import { pytestBenchmark } from './tools/pytest-benchmark.ts'
import { shardManifest } from './pipeline/shard-manifest.ts'
import type { TelemetryAdapter } from './pipeline/telemetry-adapter.ts'
import { torchBenchmark } from './tools/torch-benchmark.ts'
import { virnucproCompare } from './virnucpro/virnucpro-compare.ts'
import { virnucproReport } from './virnucpro/virnucpro-report.ts'
import { workerLogs } from './pipeline/worker-logs.ts'

/** Telemetry formats of pipelines, by their name in the config. */
export const adapters = {
  'pipeline-log': pipelineLog,
  'pipeline-state': pipelineState,
  events,
  lightning,
  transformers,
} satisfies Record<string, TelemetryAdapter>

/** Name of a telemetry format. */
export type AdapterName = keyof typeof adapters

/** Output formats of tools, by their name in a manifest or in the suite `command`. */
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
  'go-benchmark': goBenchmark,
  asv,
  hyperfine,
  nvbench,
  'torch-benchmark': torchBenchmark,
  'chrome-trace': chromeTrace,
  nsys,
  lightning: lightningReader,
  transformers: transformersReader,
  customSmallerIsBetter,
  customBiggerIsBetter,
  plain: plainBenchmark,
} satisfies Record<string, OutputReader>

/** Name of a reader; `auto` detects the format from the content of each file. */
export type ReaderName = keyof typeof readers | 'auto'
