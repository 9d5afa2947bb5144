import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { stageTime, wallTime, type Metric } from '../../domain/core/metric.ts'
import { amountOf, at, entriesOf, isAbsent, itemsOf, nameOf, optional, wrong, type Place } from '../json-place.ts'
import { aggregated, failed, type ReadingKey } from '../readings.ts'

type Report = { readonly benchmarks: readonly BenchmarkReading[]; readonly problems?: readonly string[] }

/** One kind of report, known by keys that only it has. */
type ReportForm = { readonly keys: readonly string[]; read(root: Place): Report }

const sequenceRate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const utilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }
const peakMemory: Metric = { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }
const memoryGrowth: Metric = { name: 'memory_growth', unit: 'B', betterWhen: 'lower' }
const reservedMemory: Metric = { name: 'gpu_memory_reserved', unit: 'B', betterWhen: 'lower' }
/** The suites divide by 1024 and write MB and GB. */
const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30]

export const reportForms: readonly ReportForm[] = [
  { keys: ['metadata', 'performance', 'status'], read: readBenchmarkReport },
  { keys: ['test_name', 'duration', 'dataset', 'performance'], read: readEndToEnd },
  { keys: ['memory_increase_mb', 'baseline_memory_mb'], read: readStability },
  { keys: ['overall_peak_gb', 'per_stage_stats'], read: readStagePeaks },
  { keys: ['batch_size', 'allocated_gb', 'reserved_gb'], read: readLargeBatches },
  { keys: ['elapsed_seconds', 'status', 'name'], read: readVariants },
  { keys: ['num_gpus', 'time_seconds'], read: readScaling },
  { keys: ['stage_name', 'sequences_per_second'], read: readStages },
]

/** Nothing takes no time, no memory or no sequences: a zero was never measured (W18, W19). */
function figure(key: ReadingKey, metric: Metric, place: Place, factor = 1): BenchmarkReading[] {
  if (isAbsent(place)) return []
  const value = amountOf(place) * factor
  if (value > 0) return [aggregated(key, metric, value, { spread: { count: 1 } })]
  return [failed(key, `${metric.name} is 0 in the report, which means that it was not measured`)]
}

/** Sizes of a leak may be zero, and negative when memory was given back. */
function growth(key: ReadingKey, place: Place): BenchmarkReading[] {
  if (typeof place.value !== 'number' || !Number.isFinite(place.value)) throw wrong(place, 'a finite number')
  return [aggregated(key, memoryGrowth, place.value * mebibyte, { spread: { count: 1 } })]
}

function readBenchmarkReport(root: Place): Report {
  const performance = at(root, 'performance')
  const scaling = optional(at(performance, 'gpu_scaling'), entriesOf) ?? []
  const stages = optional(at(performance, 'stage_throughput'), entriesOf) ?? []
  const memory = at(performance, 'memory_usage')
  const failures = optional(at(at(root, 'status'), 'failures'), itemsOf) ?? []
  return {
    benchmarks: [
      ...scaling.flatMap(([gpus, place]) =>
        figure({ name: 'gpu_scaling', axes: { gpus: gpuCount(gpus, place) } }, wallTime, place),
      ),
      ...stages.flatMap(([stage, place]) => stageFigures(stage, place, ['time', 'seq_per_sec', 'gpu_util'])),
      ...figure({ name: 'total' }, wallTime, at(performance, 'total_time')),
      ...figure({ name: 'total' }, peakMemory, optionalField(memory, 'peak'), gibibyte),
    ],
    problems: failures.map((place) => `the report lists a failure: ${nameOf(place)}`),
  }
}

function stageFigures(
  stage: string,
  place: Place,
  [timed, rate, used]: readonly [string, string, string],
): BenchmarkReading[] {
  const key = { name: nameOf({ ...place, value: stage }) }
  return [
    ...figure(key, stageTime(stage), at(place, timed)),
    ...figure(key, sequenceRate, at(place, rate)),
    ...figure(key, utilization, at(place, used)),
  ]
}

function readEndToEnd(root: Place): Report {
  const system = at(root, 'system')
  const gpus = optional(at(system, 'num_gpus'), amountOf)
  const key = { name: nameOf(at(root, 'test_name')), axes: gpus === null ? {} : { gpus } }
  const seconds = at(at(root, 'duration'), 'seconds')
  const sequences = optional(at(at(root, 'dataset'), 'total_sequences'), amountOf)
  const rate =
    sequences === null || amountOf(seconds) === 0
      ? []
      : figure(key, sequenceRate, { ...seconds, value: sequences / amountOf(seconds) })
  return { benchmarks: [...figure(key, wallTime, seconds), ...rate] }
}

function readStability(root: Place): Report {
  const key = { name: optional(at(root, 'test_name'), nameOf) ?? 'memory_stability' }
  const peak = figure(key, peakMemory, at(root, 'peak_allocated_mb'), mebibyte)
  const reserved = figure(key, reservedMemory, at(root, 'reserved_mb'), mebibyte)
  const isBlind = peak.every(({ status }) => status === 'failed')
  const grown = isBlind
    ? [failed(key, 'the test measured its own process, not the pipeline: peak memory is 0')]
    : growth(key, at(root, 'memory_increase_mb'))
  return { benchmarks: [...figure(key, wallTime, at(root, 'duration_seconds')), ...grown, ...peak, ...reserved] }
}

function readStagePeaks(root: Place): Report {
  const stages = entriesOf(at(root, 'per_stage_stats'))
  const peaks = stages.flatMap(([stage, place]) =>
    figure({ name: stage }, peakMemory, optionalField(place, 'peak_memory_gb'), gibibyte),
  )
  return {
    benchmarks: [...figure({ name: 'memory_per_stage' }, peakMemory, at(root, 'overall_peak_gb'), gibibyte), ...peaks],
  }
}

function readLargeBatches(root: Place): Report {
  const key = { name: 'memory_large_batches', axes: { batchSize: amountOf(at(root, 'batch_size')) } }
  if (at(root, 'oom_detected').value === true) return { benchmarks: [failed(key, 'ran out of memory')] }
  const code = at(root, 'exit_code')
  if (!isAbsent(code) && code.value !== 0) return { benchmarks: [failed(key, `exit code ${String(code.value)}`)] }
  return {
    benchmarks: [
      ...figure(key, peakMemory, at(root, 'peak_memory_gb'), gibibyte),
      ...figure(key, reservedMemory, at(root, 'reserved_gb'), gibibyte),
    ],
  }
}

/** A variant that failed or timed out is a result of its own, never a missing row (W61). */
function readVariants(root: Place): Report {
  const benchmarks = itemsOf(root).flatMap((place) => {
    const key = { name: 'optimization_impact', axes: { variant: nameOf(at(place, 'name')) } }
    const status = nameOf(at(place, 'status'))
    if (status !== 'SUCCESS') return [failed(key, `ended as ${status}`)]
    return [
      ...figure(key, wallTime, at(place, 'elapsed_seconds')),
      ...figure(key, utilization, at(place, 'avg_gpu_utilization')),
      ...figure(key, peakMemory, at(place, 'peak_memory_gb'), gibibyte),
    ]
  })
  return { benchmarks }
}

function readScaling(root: Place): Report {
  const benchmarks = entriesOf(root).flatMap(([, place]) =>
    figure(
      { name: 'gpu_scaling', axes: { gpus: amountOf(at(place, 'num_gpus')) } },
      wallTime,
      at(place, 'time_seconds'),
    ),
  )
  return { benchmarks }
}

function readStages(root: Place): Report {
  const benchmarks = entriesOf(root).flatMap(([stage, place]) => [
    ...stageFigures(stage, place, ['total_time', 'sequences_per_second', 'gpu_util_avg']),
    ...figure({ name: stage }, peakMemory, at(place, 'memory_peak_gb'), gibibyte),
  ])
  return { benchmarks }
}

function optionalField(place: Place, key: string): Place {
  return isAbsent(place) ? { ...place, value: null } : at(place, key)
}

/** Counts of GPUs become texts as keys of JSON (W60). */
function gpuCount(text: string, place: Place): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw wrong({ ...place, value: text }, 'a number of GPUs')
}
