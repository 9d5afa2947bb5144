import { z } from 'zod'
import type { Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createJsonReader, createTextReader } from '../reader.ts'
import { inferDirection, type ReadingKey, type Row, toAxes, toBaseUnit } from '../readings.ts'

/** Fields that describe the load; they are part of the identity. */
const loadFields =
  'backend endpoint_type label tag dataset_name request_rate burstiness max_concurrency num_prompts random_input_len random_output_len random_range_ratio sharegpt_output_len'.split(
    ' ',
  )
/** Counts of the load, which `findFailedRequests` checks, and measurements of the load itself. */
const loadCounts =
  /^(?:completed|failed|concurrency|num_\w+|total_(?:input|output|generated)\w*|max_concurrent_requests|best_of)$/
const times = /^(mean|median|std|max|min|p[\d.]+)_(\w+)_ms$/
const figures = new RegExp(`${times.source}|^duration$|_throughput(?:_\\w+)?$|_goodput$|_per_s$|^rtfx$`)
const isFigure = ([one, value]: [string, unknown]) => typeof value === 'number' || figures.test(one)

const requests = field.group({
  completed: field.amount,
  ...field.repeat(field.maybeAmount, 'failed', 'num_prompts'),
  errors: field.listOptional(field.anything),
})
/** A run as rows, and the tool that wrote it. */
const servingRun = field.anything.transform((raw, context) => {
  const requested = field.readInto(context, requests, raw, [])
  const run: Fields = field.isMap(raw) ? raw : {}
  const named = ['model_id', 'model', 'backend'].find((one) => field.has(run, one)) ?? 'model_id'
  const name = field.readInto(context, field.name, run[named], [named])
  if (context.issues.length > 0) return z.NEVER
  const given = Object.entries(run).filter(([, value]) => !field.isAbsent(value))
  const load = loadFields.flatMap((one) => given.filter(([own]) => own === one))
  // SGLang states neither the requests nor the failed ones: only runs with as many results are the same load.
  const isCounted = field.has(run, 'failed') || field.has(run, 'num_prompts') || requested.errors.length > 0
  const key = { name, axes: toAxes(isCounted ? load : [...load, ['completed', requested.completed]]) }
  const tool = field.has(run, 'model_id') ? 'vllm bench serve' : 'SGLang bench_serving'
  const others = given.filter(([one]) => !loadFields.includes(one))
  const texts = others.filter((one) => typeof one[1] === 'string' && !isFigure(one))
  const labels = new Map(texts.filter(([one]) => one !== named && one !== 'date'))
  const failed = findFailedRequests(requested)
  if (failed !== null) return { tool, labels, rows: [{ ...key, failed }] }
  const measured = others.filter((one) => isFigure(one) && !loadCounts.test(one[0]))
  return { tool, labels, rows: measured.flatMap(([one, value]) => readServingFigure(key, one, value, run)) }
})
const servingRuns = field.choose((root) =>
  Array.isArray(root) ? field.list(servingRun, 'The run measured nothing') : servingRun.transform((one) => [one]),
)

/**
 * The result of `vllm bench serve` (`--save-result`, `--append-result`, `vllm bench sweep`) and of `python -m
 * sglang.bench_serving`: one JSON object, a list, or one object per line. Lines with the same load are repetitions. A
 * run with a failed request is failed. With details, the times to first token are samples; the other lists per request
 * are not read, their statistics are.
 */
export const benchServe = createTextReader({
  wants: 'the JSON of vllm bench serve --save-result or of sglang.bench_serving',
  detect: (head) =>
    /^\s*[[{]/.test(head) &&
    /"completed"\s*:\s*\d/.test(head) &&
    /"request_throughput"\s*:\s*[\d.N]/.test(head) &&
    /"total_input\w*"\s*:/.test(head),
  toReadings: (text, path) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const isOnePerLine = /^\s*\{.*\}\s*$/.test(lines[0] ?? '')
    const runs = (isOnePerLine ? lines : [text]).flatMap((part, index) =>
      field.read(servingRuns, field.parseJson(part, path), path, isOnePerLine ? `line ${index + 1}` : ''),
    )
    const tool = [...new Set(runs.map((run) => run.tool))].join(', ')
    // `--metadata` adds texts of any name. Runs that differ in one are not repetitions.
    const names = [...new Set(runs.flatMap(({ labels }) => [...labels.keys()]))]
    const differing = names.filter((name) => new Set(runs.map(({ labels }) => labels.get(name))).size > 1)
    const rows = runs.flatMap(({ labels, rows: own }) => {
      const axes = toAxes([...labels].filter(([name]) => differing.includes(name)))
      return own.map((row): Row => ({ ...row, axes: { ...row.axes, ...axes } }))
    })
    return { tool, rows, joins: 'runs' }
  },
})

function findFailedRequests({ completed, failed: reported, ...run }: z.output<typeof requests>): string | null {
  const errors = run.errors.filter((error) => error !== '' && error !== null)
  const failed = Math.max(reported ?? 0, errors.length)
  const asked = run.num_prompts ?? completed + failed
  if (failed === 0 && completed >= asked && completed > 0) return null
  const first = field.toLine(errors[0])
  return `${Math.max(failed, asked - completed)} of ${asked} requests failed${first === null ? '' : `, the first: ${first}`}`
}

type Fields = Readonly<Record<string, unknown>>

/** Reads a field such as `p99_ttft_ms`, `output_throughput` or `duration`. The deviation belongs to the other figures. */
function readServingFigure(key: ReadingKey, name: string, given: unknown, run: Fields): Row[] {
  const [, statistic, quantity = ''] = times.exec(name) ?? []
  const value = field.figure.parse(given)
  if (statistic === undefined) return [readServingRate(key, name, value)]
  if (statistic === 'std') return []
  const isMedian = statistic === 'median'
  const metric: Metric = { name: isMedian ? quantity : `${quantity}_${statistic}`, unit: 's', betterWhen: 'lower' }
  const raw = isMedian ? run[`${quantity}s`] : []
  if (Array.isArray(raw) && raw.length > 0 && raw.every((one) => typeof one === 'number'))
    return [{ ...key, metric, samples: raw, zero: 'skips' }]
  return [{ ...key, metric, value: typeof value === 'number' ? value / 1e3 : value, zero: 'skips' }]
}

function readServingRate(key: ReadingKey, name: string, value: field.Figure): Row {
  if (name === 'duration') return { ...key, metric: { name, unit: 's', betterWhen: 'lower' }, value, zero: 'skips' }
  if (!figures.test(name)) return { name, skipped: 'not judged: its direction is unknown' }
  const [, counted = 'token'] = /^(request|input_sequence)_/.exec(name) ?? []
  const unit = name === 'rtfx' ? '' : `${counted.replace('input_', '')}s/s`
  return { ...key, metric: { name, unit, betterWhen: 'higher' }, value, zero: 'skips' }
}

/** Times of a request. Other times are those of the load, such as `audio_duration`. */
const requestTimes = /latency|^time_to_|^http_req_|^decode_duration$|^network_rtt$|^video_inference_time$/
const rates = /throughput|goodput|^rtfx$/

const load = field.group(field.repeat(field.anything, 'concurrency', 'request_rate', 'rate'))
const aiperfSummary = field.group({
  ...field.repeat(field.maybeText, 'aiperf_version', 'incomplete_reason'),
  ...field.repeat(field.anything, 'schema_version', 'was_cancelled', 'is_complete'),
  error_summary: field.listOptional(
    field.group({ count: field.maybeAmount, error_details: field.group({ message: field.maybeText }) }),
  ),
  error_request_count: field.group({ avg: field.maybeAmount }),
  input_config: field.group({
    ...field.repeat(field.anything, 'model', 'model_names', 'models', 'concurrency', 'request_rate'),
    endpoint: field.group({ model_names: field.anything }),
    loadgen: load,
    perf_analyzer: field.group({ stimulus: load }),
    phases: field.listOptional(load),
  }),
})
/**
 * The summary of AIPerf (`profile_export_aiperf.json`) and of GenAI-Perf (`*_genai_perf.json`): each metric with its
 * unit and statistics. Figures of the load, of tokens and of the telemetry are not judged. A cancelled or incomplete
 * run, or one with a failed request, is failed.
 */
export const aiperf = createJsonReader({
  wants: 'profile_export_aiperf.json of AIPerf or profile_export_genai_perf.json of GenAI-Perf',
  detect: (head) =>
    /^\s*\{/.test(head) &&
    /"request_(?:throughput|latency|count)"\s*:\s*\{\s*"(?:unit|avg)"/.test(head) &&
    !/"(?:timeslices|metrics)"\s*:/.test(head),
  schema: field.anything.transform((root, context) => ({
    run: field.readInto(context, aiperfSummary, root, []),
    metrics: Object.entries(root ?? {}).filter(([, metric]) => field.has(metric, 'unit')),
  })),
  toReadings: ({ run, metrics }, path) => {
    const isAiperf = field.has(run, 'schema_version') || field.has(run, 'was_cancelled')
    const key = { name: 'requests', axes: toAxes(readAiperfLoad(run.input_config)) }
    const failed = findAiperfFault(run)
    const rows = metrics.flatMap(([tag, metric]) => readAiperfMetric(key, tag, metric))
    if (rows.length === 0) throw field.createError(path, '', run, 'metrics with a unit and statistics')
    const tool = isAiperf ? ['AIPerf', run.aiperf_version] : 'GenAI-Perf'
    return { tool, rows: failed === null ? rows : [{ ...key, failed }] }
  },
})

type AiperfSummary = z.output<typeof aiperfSummary>

/** Finds the model and the load in the forms of the versions of both tools. */
function readAiperfLoad({ endpoint, models, phases, ...config }: AiperfSummary['input_config']): [string, unknown][] {
  const { loadgen, perf_analyzer: analyzer } = config
  const phase = phases.at(-1)
  const listed = field.isMap(models) ? models['items'] : undefined
  const found = {
    model: [endpoint.model_names, config.model_names, listed, models, config.model],
    concurrency: [phase, loadgen, analyzer.stimulus, config].map((part) => part?.concurrency),
    request_rate: [phase?.rate, loadgen.request_rate, analyzer.stimulus.request_rate, config.request_rate],
  }
  return Object.entries(found).flatMap(([name, values]) => {
    const value = values.find((one) => !field.isAbsent(one))
    if (value === undefined) return []
    // A list of one model is that model.
    const [first = value] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : []
    return [[name, first !== value && field.has(first, 'name') ? first['name'] : first] as [string, unknown]]
  })
}

function findAiperfFault(run: AiperfSummary): string | null {
  if (run.was_cancelled === true) return 'the run was cancelled'
  if (run.is_complete === false) return `the run is not complete: ${run.incomplete_reason ?? 'no reason given'}`
  const counted = run.error_summary.reduce((sum, { count }) => sum + (count ?? 1), 0)
  const failed = Math.max(run.error_request_count.avg ?? 0, counted)
  const first = run.error_summary[0]?.error_details.message ?? null
  return failed === 0 ? null : `${failed} requests failed${first === null ? '' : `, the first: ${first}`}`
}

function readAiperfMetric(key: ReadingKey, tag: string, metric: Fields): Row[] {
  const { unit, factor } = toBaseUnit(String(metric['unit']))
  const betterWhen = rates.test(tag) ? 'higher' : unit === 's' && requestTimes.test(tag) ? inferDirection(unit) : null
  if (betterWhen === null)
    return [{ name: tag, skipped: 'not judged: it describes the load, or its direction is unknown' }]
  const statistics = Object.entries(metric).filter(
    ([name, value]) => /^(?:avg|min|max|p[\d.]+)$/.test(name) && value !== null,
  )
  return statistics.map(([statistic, value]) => {
    const name = statistics.length === 1 ? tag : `${tag}_${statistic}`
    if (typeof value !== 'number' || !Number.isFinite(value))
      return { name, skipped: `${String(value)} is not a finite number` }
    return { ...key, metric: { name, unit, betterWhen }, value, factor, zero: 'skips' }
  })
}
