import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { createStageMetric, wallTime, type Metric } from '../../domain/core/metric.ts'
import {
  readAmount,
  getField,
  readEntries,
  isAbsent,
  readItems,
  readName,
  readOptional,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createAggregateReading, createFailedReading, type ReadingKey } from '../readings.ts'

type Report = { readonly benchmarks: readonly BenchmarkReading[]; readonly problems?: readonly string[] }

/** One kind of report, identified by its keys. */
type ReportForm = { readonly keys: readonly string[]; read(root: JsonNode): Report }

const sequenceRate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const utilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }
const peakMemory: Metric = { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }
const memoryGrowth: Metric = { name: 'memory_growth', unit: 'B', betterWhen: 'lower' }
const reservedMemory: Metric = { name: 'gpu_memory_reserved', unit: 'B', betterWhen: 'lower' }
/** The suites divide by powers of 1024 and print MB and GB. */
const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30]

/** Kinds of reports in the order of detection: kinds with more specific keys come first. */
export const reportForms: readonly ReportForm[] = [
  { keys: ['metadata', 'performance', 'status'], read: readBenchmarkReport },
  { keys: ['test_name', 'duration', 'dataset', 'performance'], read: readEndToEnd },
  { keys: ['memory_increase_mb', 'baseline_memory_mb'], read: readStability },
  { keys: ['overall_peak_gb', 'per_stage_stats'], read: readStagePeaks },
  { keys: ['batch_size', 'allocated_gb', 'reserved_gb'], read: readLargeBatches },
  { keys: ['standard_mode', 'persistent_mode'], read: readPersistentModels },
  { keys: ['elapsed_seconds', 'status', 'name'], read: readVariants },
  { keys: ['num_gpus', 'time_seconds'], read: readScaling },
  { keys: ['stage_name', 'sequences_per_second'], read: readStages },
]

/** Reads a figure. A time, size or rate of 0 was not measured. */
function readFigure(key: ReadingKey, metric: Metric, node: JsonNode, factor = 1): BenchmarkReading[] {
  if (isAbsent(node)) return []
  const value = readAmount(node) * factor
  if (value > 0) return [createAggregateReading(key, metric, value, { spread: { count: 1 } })]
  return [createFailedReading(key, `${metric.name} is 0 in the report, so it was not measured`)]
}

/** Reads a memory growth in MiB; it may be zero, or negative when memory was freed. */
function readGrowth(key: ReadingKey, node: JsonNode): BenchmarkReading[] {
  if (typeof node.value !== 'number' || !Number.isFinite(node.value)) throw createValueError(node, 'a finite number')
  return [createAggregateReading(key, memoryGrowth, node.value * mebibyte, { spread: { count: 1 } })]
}

function readBenchmarkReport(root: JsonNode): Report {
  const performance = getField(root, 'performance')
  const scaling = readOptional(getField(performance, 'gpu_scaling'), readEntries) ?? []
  const stages = readOptional(getField(performance, 'stage_throughput'), readEntries) ?? []
  const memory = getField(performance, 'memory_usage')
  const failures = readOptional(getField(getField(root, 'status'), 'failures'), readItems) ?? []
  return {
    benchmarks: [
      ...scaling.flatMap(([gpus, node]) =>
        readFigure({ name: 'gpu_scaling', axes: { gpus: parseGpuCount(gpus, node) } }, wallTime, node),
      ),
      ...stages.flatMap(([stage, node]) => readStageFigures(stage, node, ['time', 'seq_per_sec', 'gpu_util'])),
      ...readFigure({ name: 'total' }, wallTime, getField(performance, 'total_time')),
      ...readFigure({ name: 'total' }, peakMemory, getOptionalField(memory, 'peak'), gibibyte),
    ],
    problems: failures.map((node) => `the report lists a failure: ${readName(node)}`),
  }
}

function readStageFigures(
  stage: string,
  node: JsonNode,
  [timed, rate, used]: readonly [string, string, string],
): BenchmarkReading[] {
  const key = { name: readName({ ...node, value: stage }) }
  return [
    ...readFigure(key, createStageMetric(stage), getField(node, timed)),
    ...readFigure(key, sequenceRate, getField(node, rate)),
    ...readFigure(key, utilization, getField(node, used)),
  ]
}

function readEndToEnd(root: JsonNode): Report {
  const system = getField(root, 'system')
  const gpus = readOptional(getField(system, 'num_gpus'), readAmount)
  const key = { name: readName(getField(root, 'test_name')), axes: gpus === null ? {} : { gpus } }
  const seconds = getField(getField(root, 'duration'), 'seconds')
  const sequences = readOptional(getField(getField(root, 'dataset'), 'total_sequences'), readAmount)
  const rate =
    sequences === null || readAmount(seconds) === 0
      ? []
      : readFigure(key, sequenceRate, { ...seconds, value: sequences / readAmount(seconds) })
  return { benchmarks: [...readFigure(key, wallTime, seconds), ...rate] }
}

function readStability(root: JsonNode): Report {
  const key = { name: readOptional(getField(root, 'test_name'), readName) ?? 'memory_stability' }
  const peak = readFigure(key, peakMemory, getField(root, 'peak_allocated_mb'), mebibyte)
  const reserved = readFigure(key, reservedMemory, getField(root, 'reserved_mb'), mebibyte)
  const isBlind = peak.every(({ status }) => status === 'failed')
  const grown = isBlind
    ? [createFailedReading(key, 'the test measured its own process instead of the pipeline; peak memory is 0')]
    : readGrowth(key, getField(root, 'memory_increase_mb'))
  return {
    benchmarks: [...readFigure(key, wallTime, getField(root, 'duration_seconds')), ...grown, ...peak, ...reserved],
  }
}

function readStagePeaks(root: JsonNode): Report {
  const stages = readEntries(getField(root, 'per_stage_stats'))
  const peaks = stages.flatMap(([stage, node]) =>
    readFigure({ name: stage }, peakMemory, getOptionalField(node, 'peak_memory_gb'), gibibyte),
  )
  return {
    benchmarks: [
      ...readFigure({ name: 'memory_per_stage' }, peakMemory, getField(root, 'overall_peak_gb'), gibibyte),
      ...peaks,
    ],
  }
}

function readLargeBatches(root: JsonNode): Report {
  const key = { name: 'memory_large_batches', axes: { batchSize: readAmount(getField(root, 'batch_size')) } }
  if (getField(root, 'oom_detected').value === true)
    return { benchmarks: [createFailedReading(key, 'ran out of memory')] }
  const code = getField(root, 'exit_code')
  if (!isAbsent(code) && code.value !== 0)
    return { benchmarks: [createFailedReading(key, `exit code ${String(code.value)}`)] }
  return {
    benchmarks: [
      ...readFigure(key, peakMemory, getField(root, 'peak_memory_gb'), gibibyte),
      ...readFigure(key, reservedMemory, getField(root, 'reserved_gb'), gibibyte),
    ],
  }
}

/** `persistent_models_memory.json`: time and peak memory of both modes; its advice is not taken over. */
function readPersistentModels(root: JsonNode): Report {
  const modes = [
    ['standard', getField(root, 'standard_mode')],
    ['persistent', getField(root, 'persistent_mode')],
  ] as const
  const benchmarks = modes.flatMap(([variant, node]) => {
    const key = { name: 'persistent_models_memory', axes: { variant } }
    return [
      ...readFigure(key, wallTime, getField(node, 'duration_seconds')),
      ...readFigure(key, peakMemory, getField(node, 'peak_memory_gb'), gibibyte),
    ]
  })
  return { benchmarks }
}

/** A variant that failed or timed out is a failed reading, not a missing row. */
function readVariants(root: JsonNode): Report {
  const benchmarks = readItems(root).flatMap((node) => {
    const key = { name: 'optimization_impact', axes: { variant: readName(getField(node, 'name')) } }
    const status = readName(getField(node, 'status'))
    if (status !== 'SUCCESS') return [createFailedReading(key, `ended as ${status}`)]
    return [
      ...readFigure(key, wallTime, getField(node, 'elapsed_seconds')),
      ...readFigure(key, utilization, getField(node, 'avg_gpu_utilization')),
      ...readFigure(key, peakMemory, getField(node, 'peak_memory_gb'), gibibyte),
    ]
  })
  return { benchmarks }
}

function readScaling(root: JsonNode): Report {
  const benchmarks = readEntries(root).flatMap(([, node]) =>
    readFigure(
      { name: 'gpu_scaling', axes: { gpus: readAmount(getField(node, 'num_gpus')) } },
      wallTime,
      getField(node, 'time_seconds'),
    ),
  )
  return { benchmarks }
}

function readStages(root: JsonNode): Report {
  const benchmarks = readEntries(root).flatMap(([stage, node]) => [
    ...readStageFigures(stage, node, ['total_time', 'sequences_per_second', 'gpu_util_avg']),
    ...readFigure({ name: stage }, peakMemory, getField(node, 'memory_peak_gb'), gibibyte),
  ])
  return { benchmarks }
}

function getOptionalField(node: JsonNode, key: string): JsonNode {
  return isAbsent(node) ? { ...node, value: null } : getField(node, key)
}

/** Parses a number of GPUs; as a key of JSON it is a text. */
function parseGpuCount(text: string, node: JsonNode): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw createValueError({ ...node, value: text }, 'a number of GPUs')
}
