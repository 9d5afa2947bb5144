import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import { type JsonNode, parseJsonNode } from '../../adapters/json-node.ts'
import { createTextReader } from '../../adapters/output-reader.ts'
import {
  createAggregateReading,
  createFailedReading,
  failDuplicates,
  type ReadingKey,
} from '../../adapters/readings.ts'
import { UserError } from '../../domain/core/errors.ts'
import { createStageMetric, type Metric, wallTime } from '../../domain/core/metric.ts'
import { silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import type { BenchmarkReading } from '../../domain/trial/tool-reading.ts'

const sequenceRate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const utilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }
const peakMemory: Metric = { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }
const memoryGrowth: Metric = { name: 'memory_growth', unit: 'B', betterWhen: 'lower' }
const reservedMemory: Metric = { name: 'gpu_memory_reserved', unit: 'B', betterWhen: 'lower' }
/** The suites divide by powers of 1024 and print MB and GB. */
const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30]

/** Kinds of reports by their keys, in the order of detection: kinds with more specific keys come first. */
const forms: readonly { readonly keys: readonly string[]; read(root: JsonNode): BenchmarkReading[] }[] = [
  {
    keys: ['metadata', 'performance', 'status'],
    read: (root) => {
      const performance = root.get('performance')
      const scaling = performance.get('gpu_scaling').optional?.readEntries() ?? []
      const stages = performance.get('stage_throughput').optional?.readEntries() ?? []
      return [
        ...scaling.flatMap(([gpus, node]) => {
          // As a key of JSON it is a text.
          if (!/^[1-9]\d{0,3}$/.test(gpus)) throw node.replaceValue(gpus).createError('a number of GPUs')
          const key = { name: 'gpu_scaling', axes: { gpus: Number(gpus) } }
          return node.isAbsent ? [] : [createFigure(key, wallTime, node.readAmount())]
        }),
        ...stages.flatMap(([stage, node]) => readStage(stage, node, ['time', 'seq_per_sec', 'gpu_util'])),
        ...readFigures({ name: 'total' }, performance, [['total_time', wallTime]]),
        ...readFigures({ name: 'total' }, performance.get('memory_usage'), [['peak', peakMemory, gibibyte]]),
      ]
    },
  },
  {
    keys: ['test_name', 'duration', 'dataset', 'performance'],
    read: (root) => {
      const gpus = root.get('system').get('num_gpus').optional?.readAmount()
      const key = { name: root.get('test_name').readName(), axes: gpus === undefined ? {} : { gpus } }
      const sequences = root.get('dataset').get('total_sequences').optional?.readAmount()
      const seconds = sequences === undefined ? 0 : root.get('duration').get('seconds').readAmount()
      const time = readFigures(key, root.get('duration'), [['seconds', wallTime]])
      return seconds === 0 ? time : [...time, createFigure(key, sequenceRate, (sequences ?? 0) / seconds)]
    },
  },
  {
    keys: ['memory_increase_mb', 'baseline_memory_mb'],
    read: (root) => {
      const key = { name: root.get('test_name').optional?.readName() ?? 'memory_stability' }
      const peak = readFigures(key, root, [['peak_allocated_mb', peakMemory, mebibyte]])
      const isBlind = peak.every(({ status }) => status === 'failed')
      // It may be zero, or negative when memory was freed.
      const growth = isBlind ? 0 : root.get('memory_increase_mb').readNumber() * mebibyte
      return [
        ...readFigures(key, root, [['duration_seconds', wallTime]]),
        isBlind
          ? createFailedReading(key, 'the test measured its own process instead of the pipeline; peak memory is 0')
          : createAggregateReading(key, memoryGrowth, growth, { spread: { count: 1 } }),
        ...peak,
        ...readFigures(key, root, [['reserved_mb', reservedMemory, mebibyte]]),
      ]
    },
  },
  {
    keys: ['overall_peak_gb', 'per_stage_stats'],
    read: (root) => [
      ...readFigures({ name: 'memory_per_stage' }, root, [['overall_peak_gb', peakMemory, gibibyte]]),
      ...root
        .get('per_stage_stats')
        .readEntries()
        .flatMap(([name, node]) => readFigures({ name }, node, [['peak_memory_gb', peakMemory, gibibyte]])),
    ],
  },
  {
    keys: ['batch_size', 'allocated_gb', 'reserved_gb'],
    read: (root) => {
      const key = { name: 'memory_large_batches', axes: { batchSize: root.get('batch_size').readAmount() } }
      if (root.get('oom_detected').value === true) return [createFailedReading(key, 'ran out of memory')]
      const code = root.get('exit_code').optional
      if (code && code.value !== 0) return [createFailedReading(key, `exit code ${String(code.value)}`)]
      return readFigures(key, root, [
        ['peak_memory_gb', peakMemory, gibibyte],
        ['reserved_gb', reservedMemory, gibibyte],
      ])
    },
  },
  // Its advice is not taken over: the report of the suite gives it from the figures.
  {
    keys: ['standard_mode', 'persistent_mode'],
    read: (root) =>
      ['standard', 'persistent'].flatMap((variant) =>
        readFigures({ name: 'persistent_models_memory', axes: { variant } }, root.get(`${variant}_mode`), [
          ['duration_seconds', wallTime],
          ['peak_memory_gb', peakMemory, gibibyte],
        ]),
      ),
  },
  {
    keys: ['elapsed_seconds', 'status', 'name'],
    read: (root) =>
      root.readItems().flatMap((node) => {
        const key = { name: 'optimization_impact', axes: { variant: node.get('name').readName() } }
        const status = node.get('status').readName()
        // A variant that failed or timed out is a failed reading, not a missing row.
        if (status !== 'SUCCESS') return [createFailedReading(key, `ended as ${status}`)]
        return readFigures(key, node, [
          ['elapsed_seconds', wallTime],
          ['avg_gpu_utilization', utilization],
          ['peak_memory_gb', peakMemory, gibibyte],
        ])
      }),
  },
  {
    keys: ['num_gpus', 'time_seconds'],
    read: (root) =>
      root.readEntries().flatMap(([, node]) => {
        const gpus = node.get('num_gpus').readAmount()
        return readFigures({ name: 'gpu_scaling', axes: { gpus } }, node, [['time_seconds', wallTime]])
      }),
  },
  {
    keys: ['stage_name', 'sequences_per_second'],
    read: (root) =>
      root
        .readEntries()
        .flatMap(([stage, node]) => [
          ...readStage(stage, node, ['total_time', 'sequences_per_second', 'gpu_util_avg']),
          ...readFigures({ name: stage }, node, [['memory_peak_gb', peakMemory, gibibyte]]),
        ]),
  },
]

/**
 * Reports of `virnucpro benchmark` and its suites: JSON files, and the tables of `scaling_report.md` and
 * `bottleneck_report.md`. Reads only measured figures; verdicts, speed-ups and projections are not taken over. All
 * figures are single runs.
 */
export const virnucproReport = createTextReader({
  wants: 'a JSON or markdown report of virnucpro benchmark',
  canRead: (head) => isTable(head) || (/^\s*[[{]/.test(head) && forms.some(({ keys }) => hasKeys(head, keys))),
  parse: (text, path) => {
    const tool = 'virnucpro benchmark'
    if (isTable(text)) return { tool, benchmarks: failDuplicates(readTables(text, path)) }
    const root = parseJsonNode(text, path)
    const benchmarks = forms.find(({ keys }) => hasKeys(text, keys))?.read(root) ?? []
    if (benchmarks.length === 0)
      throw new UserError(`${path} is not a report with a measured figure`, `Pass an unedited report of ${tool}`)
    const { value: status } = root.get('status')
    const failures = typeof status === 'object' ? (root.get('status').get('failures').optional?.readItems() ?? []) : []
    const problems = failures.map((node) => `the report lists a failure: ${node.readName()}`)
    const [dataset, metadata] = [root.get('dataset'), root.get('metadata')]
    const listed = dataset.get('total_sequences').optional ?? metadata.get('num_sequences').optional
    const counts = { ...silentPipeline.counts, sequences: listed?.readAmount() || null }
    return {
      tool,
      benchmarks: failDuplicates(benchmarks),
      pipeline: counts.sequences === null ? null : { ...silentPipeline, counts },
      context: readContext(root),
      problems,
    }
  },
})

/** Facts of the machine and of the dataset. */
function readContext(root: JsonNode): Record<string, string> {
  const [dataset, system] = [root.get('dataset'), root.get('system')]
  const [min, max] = ['min_length', 'max_length'].map((key) => dataset.get(key).optional?.readAmount())
  const models = system.get('gpu_names').optional?.readItems() ?? []
  const versions = ['cuda_version', 'pytorch_version'].flatMap((key) => {
    const version = system.get(key).optional
    return version ? [[key.replace('_version', ''), String(version.value).slice(0, 40)] as const] : []
  })
  return {
    ...Object.fromEntries(models.map((model, index) => [`gpu ${index}`, model.readName()])),
    ...(min !== undefined && max !== undefined && { sequenceLengths: `${min} to ${max} bp` }),
    ...Object.fromEntries(versions),
  }
}

function isTable(text: string): boolean {
  return /^\| (?:GPUs|Stage) \| Time \(s\) \|/m.test(text)
}

function hasKeys(text: string, keys: readonly string[]): boolean {
  return keys.every((key) => text.includes(`"${key}"`))
}

/** Creates a figure. A time, size or rate of 0 was not measured. */
function createFigure(key: ReadingKey, metric: Metric, value: number): BenchmarkReading {
  if (value > 0) return createAggregateReading(key, metric, value, { spread: { count: 1 } })
  return createFailedReading(key, `${metric.name} is 0 in the report, so it was not measured`)
}

type FigureField = readonly [field: string, metric: Metric, factor?: number]

function readFigures(key: ReadingKey, node: JsonNode, fields: readonly FigureField[]): BenchmarkReading[] {
  return fields.flatMap(([field, metric, factor = 1]) => {
    const amount = node.get(field).optional?.readAmount()
    return amount === undefined ? [] : [createFigure(key, metric, amount * factor)]
  })
}

function readStage(name: string, node: JsonNode, [timed, rate, used]: readonly [string, string, string]) {
  return readFigures({ name: node.replaceValue(name).readName() }, node, [
    [timed, createStageMetric(name)],
    [rate, sequenceRate],
    [used, utilization],
  ])
}

/**
 * Reads the rows of the two markdown tables that the suites write; a row that was not tested becomes a failed reading.
 */
function readTables(text: string, path: string): BenchmarkReading[] {
  const readings: BenchmarkReading[] = []
  let columns: readonly string[] = []
  for (const line of splitBoundedLines(text)) {
    const [, inner = ''] = /^\|(.*)\|\s*$/.exec(line) ?? []
    const cells = inner === '' ? [] : inner.split('|').map((cell) => cell.trim())
    if (cells[0] === 'GPUs' || cells[0] === 'Stage') columns = cells
    else if (cells.length === columns.length && cells.length > 0 && !/^[-: ]+$/.test(cells.join('')))
      readings.push(...readRow((name) => cells[columns.indexOf(name)], path))
  }
  if (readings.length > 0) return readings
  throw new UserError(`${path} has a table without rows`, 'The suite measured nothing; check its log')
}

function readRow(getCell: (column: string) => string | undefined, path: string): BenchmarkReading[] {
  const readCell = (column: string): number => {
    const cell = getCell(column) ?? ''
    const found = /^(\d[\d,]*(?:\.\d+)?)\s*(?:s|%|x)?$/.exec(cell)?.[1]
    if (found !== undefined) return Number(found.replaceAll(',', ''))
    const shown = JSON.stringify(cell.slice(0, 80))
    throw new UserError(`${path}: ${shown} in the column ${column} is not a number`, 'Pass the unedited report')
  }
  const stage = getCell('Stage')?.slice(0, 200)
  if (stage === undefined) {
    const key = { name: 'gpu_scaling', axes: { gpus: readCell('GPUs') } }
    if (/not tested/i.test(getCell('Status') ?? '')) return [createFailedReading(key, 'not tested')]
    return [createFigure(key, wallTime, readCell('Time (s)'))]
  }
  const columns = [
    [createStageMetric(stage), 'Time (s)'],
    [sequenceRate, 'Seq/s'],
    [utilization, 'GPU Util'],
  ] as const
  return columns
    .filter(([, name]) => name === 'Time (s)' || /\d/.test(getCell(name) ?? ''))
    .map(([metric, name]) => createFigure({ name: stage }, metric, readCell(name)))
}
