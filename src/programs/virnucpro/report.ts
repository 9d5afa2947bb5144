import { z } from 'zod'
import * as field from '../../adapters/fields.ts'
import { createTextReader } from '../../adapters/reader.ts'
import type { ReadingKey, Row } from '../../adapters/readings.ts'
import { UserError } from '../../domain/core/errors.ts'
import { createStageMetric, type Metric, wallTime } from '../../domain/core/metric.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'

const sequenceRate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const utilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }
const peakMemory: Metric = { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }
const memoryGrowth: Metric = { name: 'memory_growth', unit: 'B', betterWhen: 'lower' }
const reservedMemory: Metric = { name: 'gpu_memory_reserved', unit: 'B', betterWhen: 'lower' }
/** The suites divide by powers of 1024 and print MB and GB. */
const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30]

const maybe = field.amount.nullish()
const repeatAmounts = <Name extends string>(...names: Name[]) => field.repeat(maybe, ...names)

/** A kind of report: its keys, its fields, and its figures. */
type Form = { readonly keys: readonly string[]; read(root: unknown, path: string): Row[] }

function createForm<Data>(
  keys: readonly string[],
  schema: z.ZodType<Data>,
  toRows: (data: Data, path: string) => Row[],
): Form {
  return { keys, read: (root, path) => toRows(field.read(schema, root, path), path) }
}

/** Kinds of reports in the order of detection: kinds with more specific keys come first. */
const forms: readonly Form[] = [
  createForm(
    ['metadata', 'performance', 'status'],
    field.group({
      performance: field.group({
        gpu_scaling: field.index(maybe).nullish(),
        stage_throughput: createStages('time', 'seq_per_sec', 'gpu_util').nullish(),
        total_time: maybe,
        memory_usage: field.group(repeatAmounts('peak')),
      }),
    }),
    ({ performance: { gpu_scaling: scaling, stage_throughput: stages, ...whole } }, path) => [
      ...[...(scaling ?? [])].flatMap(([gpus, seconds]) => {
        // As a key of JSON it is a text.
        const place = field.joinPath('performance.gpu_scaling', [gpus])
        if (!/^[1-9]\d{0,3}$/.test(gpus)) throw field.createError(path, place, gpus, 'a number of GPUs')
        const key = { name: 'gpu_scaling', axes: { gpus: Number(gpus) } }
        return listFigures(key, [[seconds, wallTime]])
      }),
      ...[...(stages ?? [])].flatMap(([stage, own]) =>
        listStageFigures(stage, [own.time, own.seq_per_sec, own.gpu_util]),
      ),
      ...listFigures({ name: 'total' }, [
        [whole.total_time, wallTime],
        [whole.memory_usage.peak, peakMemory, gibibyte],
      ]),
    ],
  ),
  createForm(
    ['test_name', 'duration', 'dataset', 'performance'],
    field.group({
      test_name: field.name,
      system: field.group(repeatAmounts('num_gpus')),
      duration: field.group(repeatAmounts('seconds')),
      dataset: field.group(repeatAmounts('total_sequences')),
    }),
    (
      { test_name: name, system: { num_gpus: gpus }, duration: { seconds }, dataset: { total_sequences: sequences } },
      path,
    ) => {
      const key = { name, axes: typeof gpus === 'number' ? { gpus } : {} }
      const whole = typeof sequences === 'number' ? field.read(field.amount, seconds, path, 'duration.seconds') : 0
      return listFigures(key, [
        [seconds, wallTime],
        [whole > 0 ? (sequences ?? 0) / whole : null, sequenceRate],
      ])
    },
  ),
  createForm(
    ['memory_increase_mb', 'baseline_memory_mb'],
    field.group({
      test_name: field.name.nullish(),
      // It may be zero, or negative when memory was freed.
      memory_increase_mb: field.anything,
      ...repeatAmounts('peak_allocated_mb', 'duration_seconds', 'reserved_mb'),
    }),
    ({ test_name: name, memory_increase_mb: growth, ...one }, path) => {
      const key = { name: name ?? 'memory_stability' }
      const readGrowth = () => field.read(z.number(), growth, path, 'memory_increase_mb')
      const failed = 'the test measured its own process instead of the pipeline; peak memory is 0'
      return [
        ...listFigures(key, [[one.duration_seconds, wallTime]]),
        one.peak_allocated_mb
          ? { ...key, metric: memoryGrowth, value: readGrowth() * mebibyte, zero: 'counts' }
          : { ...key, failed },
        ...listFigures(key, [
          [one.peak_allocated_mb, peakMemory, mebibyte],
          [one.reserved_mb, reservedMemory, mebibyte],
        ]),
      ]
    },
  ),
  createForm(
    ['overall_peak_gb', 'per_stage_stats'],
    field.group({
      overall_peak_gb: maybe,
      per_stage_stats: field.index(field.group(repeatAmounts('peak_memory_gb'))),
    }),
    ({ overall_peak_gb: peak, per_stage_stats: stages }) => [
      ...listFigures({ name: 'memory_per_stage' }, [[peak, peakMemory, gibibyte]]),
      ...[...stages].flatMap(([name, own]) => listFigures({ name }, [[own.peak_memory_gb, peakMemory, gibibyte]])),
    ],
  ),
  createForm(
    ['batch_size', 'allocated_gb', 'reserved_gb'],
    field.group({
      batch_size: field.amount,
      oom_detected: field.anything,
      exit_code: field.maybePrinted,
      ...repeatAmounts('peak_memory_gb', 'reserved_gb'),
    }),
    ({ batch_size: batchSize, oom_detected: isFull, exit_code: code, ...one }) => {
      const key = { name: 'memory_large_batches', axes: { batchSize } }
      if (isFull === true) return [{ ...key, failed: 'ran out of memory' }]
      if (code !== null && code !== '0') return [{ ...key, failed: `exit code ${code}` }]
      return listFigures(key, [
        [one.peak_memory_gb, peakMemory, gibibyte],
        [one.reserved_gb, reservedMemory, gibibyte],
      ])
    },
  ),
  // Its advice is not taken over: the report of the suite gives it from the figures.
  createForm(
    ['standard_mode', 'persistent_mode'],
    field.group({
      standard_mode: field.group(repeatAmounts('duration_seconds', 'peak_memory_gb')),
      persistent_mode: field.group(repeatAmounts('duration_seconds', 'peak_memory_gb')),
    }),
    (root) =>
      (['standard', 'persistent'] as const).flatMap((variant) => {
        const { duration_seconds: seconds, peak_memory_gb: peak } = root[`${variant}_mode`]
        return listFigures({ name: 'persistent_models_memory', axes: { variant } }, [
          [seconds, wallTime],
          [peak, peakMemory, gibibyte],
        ])
      }),
  ),
  // A variant that failed or timed out is a failed row, not a missing one.
  createForm(
    ['elapsed_seconds', 'status', 'name'],
    field.list(
      field.group({
        name: field.name,
        status: field.name,
        ...repeatAmounts('elapsed_seconds', 'avg_gpu_utilization', 'peak_memory_gb'),
      }),
    ),
    (variants) =>
      variants.flatMap(({ name: variant, status, ...one }) => {
        const key = { name: 'optimization_impact', axes: { variant } }
        if (status !== 'SUCCESS') return [{ ...key, failed: `ended as ${status}` }]
        return listFigures(key, [
          [one.elapsed_seconds, wallTime],
          [one.avg_gpu_utilization, utilization],
          [one.peak_memory_gb, peakMemory, gibibyte],
        ])
      }),
  ),
  createForm(
    ['num_gpus', 'time_seconds'],
    field.index(field.group({ num_gpus: field.amount, time_seconds: maybe })),
    (root) =>
      [...root.values()].flatMap(({ num_gpus: gpus, time_seconds: seconds }) =>
        listFigures({ name: 'gpu_scaling', axes: { gpus } }, [[seconds, wallTime]]),
      ),
  ),
  createForm(
    ['stage_name', 'sequences_per_second'],
    createStages('total_time', 'sequences_per_second', 'gpu_util_avg', 'memory_peak_gb'),
    (root) =>
      [...root].flatMap(([stage, own]) => [
        ...listStageFigures(stage, [own.total_time, own.sequences_per_second, own.gpu_util_avg]),
        ...listFigures({ name: stage }, [[own.memory_peak_gb, peakMemory, gibibyte]]),
      ]),
  ),
]

const facts = field.group({
  status: field.group({ failures: field.listOptional(field.name) }),
  metadata: field.group(repeatAmounts('num_sequences')),
  dataset: field.group(repeatAmounts('total_sequences', 'min_length', 'max_length')),
  system: field.group({
    gpu_names: field.listOptional(field.name),
    ...field.repeat(field.maybePrinted, 'cuda_version', 'pytorch_version'),
  }),
})

/**
 * JSON reports of `virnucpro benchmark` and its suites. Reads only measured figures; verdicts, speed-ups and projections
 * are not taken over. All figures are single runs.
 */
export const virnucproReport = createTextReader({
  wants: 'a JSON report of virnucpro benchmark',
  detect: (head) => /^\s*[[{]/.test(head) && forms.some(({ keys }) => hasKeys(head, keys)),
  toReadings: (text, path) => {
    const tool = 'virnucpro benchmark'
    const root = field.parseJson(text, path)
    const rows = forms.find(({ keys }) => hasKeys(text, keys))?.read(root, path) ?? []
    if (rows.length === 0)
      throw new UserError(`${path} is not a report with a measured figure`, `Pass an unedited report of ${tool}`)
    return { tool, rows, ...readFacts(field.read(facts, root, path)) }
  },
})

/** Facts of the machine and of the dataset. */
function readFacts({ status, metadata, dataset, system }: z.output<typeof facts>) {
  const sequences = (dataset.total_sequences ?? metadata.num_sequences) || null
  const { min_length: min = null, max_length: max = null } = dataset
  return {
    pipeline: sequences === null ? null : { ...silentPipeline, counts: { ...silentPipeline.counts, sequences } },
    context: {
      ...Object.fromEntries(system.gpu_names.map((model, index) => [`gpu ${index}`, model])),
      sequenceLengths: min === null || max === null ? null : `${min} to ${max} bp`,
      cuda: system.cuda_version?.slice(0, 40) ?? null,
      pytorch: system.pytorch_version?.slice(0, 40) ?? null,
    },
    problems: status.failures.map((failure) => `the report lists a failure: ${failure}`),
  }
}

function hasKeys(text: string, keys: readonly string[]): boolean {
  return keys.every((key) => text.includes(`"${key}"`))
}

type Amount = readonly [value: number | null | undefined, metric: Metric, factor?: number]

/** Rows of the amounts that the report has. A time, size or rate of 0 was not measured. */
function listFigures(key: ReadingKey, all: readonly Amount[]): Row[] {
  return all.flatMap(([value, metric, factor = 1]): Row[] => {
    if (value === undefined || value === null) return []
    if (value > 0) return [{ ...key, metric, value: value * factor }]
    return [{ ...key, failed: `${metric.name} is 0 in the report, so it was not measured` }]
  })
}

/** Amounts of each stage. */
function createStages<Key extends string>(...names: Key[]) {
  const stage = field.group(repeatAmounts(...names))
  return field.index((name) =>
    field.toLine(name) === null ? stage.transform((_, context) => field.refuse(context, name, 'a name')) : stage,
  )
}

function listStageFigures(stage: string, [time, rate, used]: readonly Amount[0][]): Row[] {
  return listFigures({ name: field.toLine(stage) ?? '' }, [
    [time, createStageMetric(stage)],
    [rate, sequenceRate],
    [used, utilization],
  ])
}
