import { type JsonNode, parseJsonLines } from '../json-node.ts'
import { createJsonReader, createTextReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  inferDirection,
  joinRepetitions,
  type Reading,
  type ReadingKey,
  rejectZero,
  toAxes,
  toBaseUnit,
} from '../readings.ts'
import type { Metric } from '../../domain/core/metric.ts'

/** Fields that describe the load; they are part of the identity. */
const loadFields =
  'backend endpoint_type label tag dataset_name request_rate burstiness max_concurrency num_prompts random_input_len random_output_len random_range_ratio sharegpt_output_len'.split(
    ' ',
  )
/** Counts of the load, which `readServing` checks, and measurements of the load itself. */
const loadCounts =
  /^(?:completed|failed|concurrency|num_\w+|total_(?:input|output|generated)\w*|max_concurrent_requests|best_of)$/

/**
 * The result of `vllm bench serve` (`--save-result`, `--append-result`, `vllm bench sweep`) and of `python -m
 * sglang.bench_serving`: one JSON object, a list, or one object per line. Lines with the same load are repetitions. A run with a failed request is failed. With
 * details, the times to first token are samples; the other lists per request are not read, their statistics are.
 */
export const benchServe = createTextReader({
  wants: 'the JSON of vllm bench serve --save-result or of sglang.bench_serving',
  canRead: (head) =>
    /^\s*[[{]/.test(head) &&
    /"completed"\s*:\s*\d/.test(head) &&
    /"request_throughput"\s*:\s*[\d.N]/.test(head) &&
    /"total_input\w*"\s*:/.test(head),
  parse: (text, path) => {
    const values = parseJsonLines(text, path)
    const runs = values.flatMap((one) =>
      Array.isArray(one.value) ? one.readSomeItems('The run measured nothing') : [one],
    )
    const tools = runs.map((run) => (run.get('model_id').isAbsent ? 'SGLang bench_serving' : 'vllm bench serve'))
    return {
      tool: [...new Set(tools)].join(', '),
      ...collectReadings(joinRepetitions(runs.flatMap((run) => readServing(run)))),
    }
  },
})

function readServing(run: JsonNode): Reading[] {
  const named = ['model_id', 'model', 'backend'].map((field) => run.get(field)).find((node) => !node.isAbsent)
  if (!named) throw run.get('model_id').createError('the name of the model')
  const load = loadFields.map((field) => [field, run.get(field)] as const).filter(([, { isAbsent }]) => !isAbsent)
  const key = { name: named.readName(), axes: toAxes(load) }
  const fault = findFailedRequests(run)
  if (fault !== null) return [createFailedReading(key, fault)]
  return run.readEntries().flatMap(([field, node]) => readServingFigure(key, { run, field, node }))
}

function findFailedRequests(run: JsonNode): string | null {
  const completed = run.get('completed').readAmount()
  const errors =
    run
      .get('errors')
      .optional?.readItems()
      .filter(({ value }) => value !== '' && value !== null) ?? []
  const failed = Math.max(run.get('failed').readOptionalAmount() ?? 0, errors.length)
  const asked = run.get('num_prompts').readOptionalAmount() ?? completed + failed
  if (failed === 0 && completed >= asked && completed > 0) return null
  const first = errors[0]?.readOptionalText() ?? null
  return `${Math.max(failed, asked - completed)} of ${asked} requests failed${first === null ? '' : `, the first: ${first}`}`
}

type ServingField = { readonly run: JsonNode; readonly field: string; readonly node: JsonNode }

/** Reads a field such as `p99_ttft_ms`, `output_throughput` or `duration`. The deviation belongs to the other figures. */
function readServingFigure(key: ReadingKey, { run, field, node }: ServingField): Reading[] {
  if (typeof node.value !== 'number' || loadFields.includes(field) || loadCounts.test(field)) return []
  const [, statistic, quantity = ''] = /^(mean|median|std|max|min|p[\d.]+)_(\w+)_ms$/.exec(field) ?? []
  if (statistic === undefined) return [readServingRate(key, field, node)]
  return statistic === 'std' ? [] : [readServingTime(key, { run, node, statistic, quantity })]
}

type ServingTime = Omit<ServingField, 'field'> & { readonly statistic: string; readonly quantity: string }

function readServingTime(key: ReadingKey, { run, node, statistic, quantity }: ServingTime): Reading {
  const isMedian = statistic === 'median'
  const metric: Metric = { name: isMedian ? quantity : `${quantity}_${statistic}`, unit: 's', betterWhen: 'lower' }
  const raw = isMedian ? (run.get(`${quantity}s`).optional?.readItems() ?? []) : []
  if (raw.length > 0 && raw.every(({ value }) => typeof value === 'number'))
    return rejectZero(
      createSampledReading(
        key,
        metric,
        raw.map((one) => one.readNumber()),
      ),
    )
  const deviation = run.get(`std_${quantity}_ms`).readOptionalAmount()
  const spread = { standardDeviation: deviation === null ? null : deviation / 1e3 }
  return rejectZero(createAggregateReading(key, metric, node.readAmount() / 1e3, { spread }))
}

function readServingRate(key: ReadingKey, field: string, node: JsonNode): Reading {
  if (field === 'duration')
    return rejectZero(createAggregateReading(key, { name: field, unit: 's', betterWhen: 'lower' }, node.readAmount()))
  const isRate = /_throughput(?:_\w+)?$|_goodput$|_per_s$|^rtfx$/.test(field)
  if (!isRate) return createSkippedReading({ name: field }, 'not judged: its direction is unknown')
  if (node.readAmount() === 0) return createSkippedReading({ name: field }, 'a rate of 0 is not a measurement')
  const unit = field === 'rtfx' ? '' : field.startsWith('request_') ? 'requests/s' : 'tokens/s'
  return createAggregateReading(key, { name: field, unit, betterWhen: 'higher' }, node.readAmount())
}

/** Times of a request. Other times are those of the load, such as `audio_duration`. */
const requestTimes = /latency|^time_to_|^http_req_|^decode_duration$|^network_rtt$|^video_inference_time$/
const rates = /throughput|goodput|^rtfx$/

/**
 * The summary of AIPerf (`profile_export_aiperf.json`) and of GenAI-Perf (`*_genai_perf.json`): each metric with its
 * unit and statistics. Figures of the load, of tokens and of the telemetry are not judged. A cancelled or incomplete
 * run, or one with a failed request, is failed.
 */
export const aiperf = createJsonReader({
  wants: 'profile_export_aiperf.json of AIPerf or profile_export_genai_perf.json of GenAI-Perf',
  canRead: (head) =>
    /^\s*\{/.test(head) &&
    /"request_(?:throughput|latency|count)"\s*:\s*\{\s*"(?:unit|avg)"/.test(head) &&
    !/"(?:timeslices|metrics)"\s*:/.test(head),
  parse: (root) => {
    const version = root.get('aiperf_version').readOptionalText()
    const isAiperf = !root.get('schema_version').isAbsent || !root.get('was_cancelled').isAbsent
    const key = { name: 'requests', axes: toAxes(readAiperfLoad(root.get('input_config'))) }
    const fault = findAiperfFault(root)
    const readings = root
      .readEntries()
      .flatMap(([tag, node]) => (node.get('unit').isAbsent ? [] : readAiperfMetric(key, tag, node)))
    if (readings.length === 0) throw root.createError('metrics with a unit and statistics')
    return {
      tool: isAiperf ? ['AIPerf', version].filter((part) => part !== null).join(' ') : 'GenAI-Perf',
      ...collectReadings(fault === null ? readings : [createFailedReading(key, fault)]),
    }
  },
})

/** Finds the model and the load in the forms of the versions of both tools. */
function readAiperfLoad(config: JsonNode): [string, JsonNode][] {
  const [endpoint, load, stimulus] = [
    config.get('endpoint'),
    config.get('loadgen'),
    config.get('perf_analyzer').get('stimulus'),
  ]
  const phases = config.get('phases').optional?.readItems() ?? []
  const phase = phases.at(-1) ?? config.get('phases')
  const models = config.get('models')
  const fields = [
    [
      'model',
      [endpoint.get('model_names'), config.get('model_names'), models.get('items'), models, config.get('model')],
    ],
    ['concurrency', [phase, load, stimulus, config].map((node) => node.get('concurrency'))],
    ['request_rate', [phase.get('rate'), ...[load, stimulus, config].map((node) => node.get('request_rate'))]],
  ] as const
  return fields.flatMap(([name, nodes]): [string, JsonNode][] => {
    const found = nodes.find(({ isAbsent }) => !isAbsent)
    return found ? [[name, unpackSingle(found)]] : []
  })
}

/** A list of one model is that model. */
function unpackSingle(node: JsonNode): JsonNode {
  const [first, ...others] = Array.isArray(node.value) ? node.readItems() : []
  if (!first || others.length > 0) return node
  return first.get('name').isAbsent ? first : first.get('name')
}

function findAiperfFault(root: JsonNode): string | null {
  if (root.get('was_cancelled').value === true) return 'the run was cancelled'
  if (root.get('is_complete').value === false)
    return `the run is not complete: ${root.get('incomplete_reason').readOptionalText() ?? 'no reason given'}`
  const summary = root.get('error_summary').optional?.readItems() ?? []
  const counted = summary.reduce((sum, one) => sum + (one.get('count').readOptionalAmount() ?? 1), 0)
  const failed = Math.max(root.get('error_request_count').get('avg').readOptionalAmount() ?? 0, counted)
  const first = summary[0]?.get('error_details').get('message').readOptionalText() ?? null
  return failed === 0 ? null : `${failed} requests failed${first === null ? '' : `, the first: ${first}`}`
}

function readAiperfMetric(key: ReadingKey, tag: string, node: JsonNode): Reading[] {
  const { unit, factor } = toBaseUnit(node.get('unit').readText())
  const betterWhen = rates.test(tag) ? 'higher' : unit === 's' && requestTimes.test(tag) ? inferDirection(unit) : null
  if (betterWhen === null)
    return [createSkippedReading({ name: tag }, 'not judged: it describes the load, or its direction is unknown')]
  const deviation = node.get('std').readOptionalAmount()
  const spread = {
    standardDeviation: deviation === null ? null : deviation * factor,
    count: node.get('count').readOptionalAmount(),
  }
  const statistics = node
    .readEntries()
    .filter(([name, { value }]) => /^(?:avg|min|max|p[\d.]+)$/.test(name) && value !== null)
  return statistics.map(([statistic, { value }]) => {
    const metric: Metric = { name: statistics.length === 1 ? tag : `${tag}_${statistic}`, unit, betterWhen }
    const subject = { name: metric.name }
    if (typeof value !== 'number' || !Number.isFinite(value))
      return createSkippedReading(subject, `${String(value)} is not a finite number`)
    if (unit === 's' && value <= 0) return createSkippedReading(subject, `a time of ${value} is not a measurement`)
    return createAggregateReading(key, metric, value * factor, { spread })
  })
}
