import type { z } from 'zod'
import { formatShortJson, UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createTextReader, type Output } from '../reader.ts'
import type { ReadingKey, Row } from '../readings.ts'

const summaryTitle = 'MLPerf Results Summary'

/**
 * MLPerf: `:::MLLOG` lines of training (the time of the run and of its intervals, tracked statistics), those of LoadGen
 * (`mlperf_log_detail.txt`), and `mlperf_log_summary.txt`. A run that is aborted, `INVALID` or has errors is failed.
 */
export const mlperf = createTextReader({
  wants: 'the log of an MLPerf training run, or mlperf_log_summary.txt of LoadGen',
  isLog: true,
  detect: (head) => head.includes(summaryTitle) || /^.{0,200}:::MLL(?:OG \{"| [\d.]+ \w+: \{")/m.test(head),
  toReadings: (text, path) => (text.includes(summaryTitle) ? readSummary(text, path) : readLog(text, path)),
})

/** Reads the sections of a summary: results, statistics and, as context, parameters. Its last line counts the errors. */
function readSummary(text: string, path: string): Output {
  if (text.indexOf(summaryTitle) < text.lastIndexOf(summaryTitle))
    throw new UserError(`${path} holds the summaries of several runs`, 'Pass the summary of one run')
  const errors = /^(?:No|(\d+)) errors? encountered/im.exec(text)
  if (!errors) throw new UserError(`${path} ends before the number of errors`, 'Pass the complete summary of LoadGen')
  const [measured = '', parameters = ''] = text.split('Test Parameters Used')
  const context = Object.fromEntries(listPairs(parameters).map(({ label, value }) => [label, value]))
  const pairs = listPairs(measured)
  const find = (label: string): string => pairs.find((pair) => pair.label === label)?.value ?? ''
  const key = { name: find('SUT name') || 'system under test', axes: { scenario: find('Scenario') } }
  const tool = 'MLPerf LoadGen'
  if (find('Mode').startsWith('Accuracy'))
    return { tool, context, rows: [{ ...key, skipped: 'the mode AccuracyOnly measures no performance' }] }
  const faults = [
    ...(find('Result is') === 'VALID' ? [] : [`the result is ${find('Result is') || 'missing'}`]),
    ...pairs.flatMap(({ label, value }) =>
      label.endsWith('satisfied') && /^no$/i.test(value) ? [`not satisfied: ${label}`] : [],
    ),
    ...(errors[1] === undefined ? [] : [`${errors[1]} errors, see the detailed log`]),
  ]
  // LoadGen prints the tokens per second of language models twice.
  const once = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()]
  const figures = once.flatMap(({ list, label, value }) => {
    const isAmbiguous = once.some((other) => other.label === label && other.list !== list)
    return readResult(key, label, value, isAmbiguous ? list : '')
  })
  if (figures.length === 0) throw new UserError(`${path} has no figure`, 'Run LoadGen in the mode PerformanceOnly')
  return { tool, context, rows: faults.length > 0 ? [{ ...key, failed: faults.join('; ') }] : figures }
}

/** Lists the labels and values of a section; `list` is the line above them, as in `TTFT Early Stopping Result:`. */
function listPairs(text: string): { readonly list: string; readonly label: string; readonly value: string }[] {
  let list = ''
  return text.split('\n').flatMap((line) => {
    list = line.startsWith('=') ? '' : (/^(\w[^:]*):(?:$|\s+")/.exec(line)?.[1] ?? list)
    const [, label = '', value] = /^[ *]*([^\s:*][^:]*?)\s*:+[ :\t]*(\S.*)$/.exec(line) ?? []
    return value === undefined ? [] : [{ list, label, value: value.trim() }]
  })
}

/** Reads `Max latency (ns)`, `Samples per second` and `result_mean_latency_ns`. `list` tells equal labels apart. */
function readResult(key: ReadingKey, label: string, value: string, list = ''): Row[] {
  const name = `${list} ${label.replace(/^result_/, '')}`
    .trim()
    .replace(/\s*\(ns\)$|_ns$/, '')
    .replaceAll(/[^\w.]+/g, '_')
    .toLowerCase()
  const isTime = /(?:\(ns\)|_ns)$|^Early stopping .*estimate$/.test(label) && !/^target|^min_duration/.test(label)
  const isRate =
    /(?:per[_ ]sec(?:ond)?\b|^[QT]PS |_(?:qps|throughput|with_loadgen_overhead|without_loadgen_overhead)$)/.test(label)
  const amount = value === '' ? Number.NaN : Number(value)
  const isNumber = /^[-+\d.e]+$|^-?(?:nan|inf)$/i.test(value)
  if (!isNumber)
    return isTime || isRate ? [{ ...key, failed: `${name} is ${formatShortJson(value)}, not a number` }] : []
  if (!Number.isFinite(amount)) return [{ ...key, skipped: `${name} is ${value}, not a finite number` }]
  if (isTime) return [{ ...key, metric: { name, unit: 's', betterWhen: 'lower' }, value: amount / 1e9, zero: 'skips' }]
  if (!isRate || /scheduled/i.test(label))
    return [{ name, skipped: 'not judged: it describes the load, or its direction is unknown' }]
  return [{ ...key, metric: { name, unit: '1/s', betterWhen: 'higher' }, value: amount }]
}

const logEvent = field.group({
  key: field.name,
  time_ms: field.amount,
  value: field.anything,
  metadata: field.group({ status: field.maybeText, is_error: field.anything }),
})
type LogEvent = z.output<typeof logEvent>

/**
 * Reads a log of training, which has a `run_start`, or of LoadGen, which has results. Several processes can write into
 * one line. Only the last event can be cut off by the end of the job.
 */
function readLog(text: string, path: string): Output {
  const parts = text.split(/:::MLL(?:OG (?=\{)| (?=[\d.]+ \w+: \{))/).slice(1)
  const events = parts.flatMap((part, index): LogEvent[] => {
    const [line = ''] = part.split('\n')
    const place = `${path} event ${index + 1}`
    try {
      const value = field.parseJson(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1), place)
      // Training 0.6 writes `:::MLL SECONDS KEY: {"value": …}`.
      const [, seconds, key] = /^([\d.]+) (\w+): /.exec(line) ?? []
      const old = key === undefined ? {} : { key, time_ms: Number(seconds) * 1e3 }
      return [field.read(logEvent, field.isMap(value) ? { ...value, ...old } : value, place)]
    } catch (error) {
      if (index === parts.length - 1 || !(error instanceof UserError)) throw error
      return []
    }
  })
  const broken = parts.length - events.length
  const isRun = events.some(({ key }) => /^run_st(?:art|op)$/.test(key))
  const problems = broken > 0 ? [`${broken} lines of the log are damaged and do not count`] : []
  return { ...(isRun ? readRun(events) : readDetail(events, path)), problems }
}

/** Finds the last text of a key. */
function findText(events: readonly LogEvent[], key: string): string | null {
  return field.toLine(events.findLast((event) => event.key === key)?.value)
}

function readRun(events: readonly LogEvent[]): Output {
  const key = { name: findText(events, 'submission_benchmark') ?? 'training' }
  const stops = events.filter((event) => event.key === 'run_stop')
  const bad = stops.map(({ metadata }) => metadata.status ?? 'unknown').find((status) => status !== 'success')
  const stems = new Set(events.flatMap((event) => /^(.+)_st(?:art|op)$/.exec(event.key)?.[1] ?? []))
  const facts = events.flatMap(({ key: name, value }) => {
    const isFact = /^(?:submission_|global_batch_size$|seed$|opt_name$)/.test(name)
    return isFact && (typeof value === 'string' || typeof value === 'number') ? [[name, String(value)] as const] : []
  })
  const intervals = [...stems].map((stem) => readIntervals(key, stem, events))
  return {
    tool: 'MLPerf training',
    context: Object.fromEntries(facts),
    isJoined: intervals.some((row) => 'samples' in row && row.metric.name === 'run_time' && row.samples.length > 1),
    rows: [
      ...(bad === undefined ? [] : [{ ...key, failed: `the run ended with the status ${bad}` }]),
      ...intervals,
      ...readStatistics(key, events),
    ],
  }
}

/** Intervals need alternating starts and ends: ranks write the same event, and a job can end in between. */
function readIntervals(key: ReadingKey, stem: string, all: readonly LogEvent[]): Row {
  const own = all.filter((event) => event.key === `${stem}_start` || event.key === `${stem}_stop`)
  const alternates =
    own.length % 2 === 0 && own.every((event, index) => event.key.endsWith(index % 2 === 0 ? 'start' : 'stop'))
  const name = `${stem}_time`
  if (!alternates) {
    const reason = `${stem}_start and ${stem}_stop do not alternate: the log is cut off, or of several processes`
    return stem === 'run' ? { ...key, failed: reason } : { ...key, skipped: `${name} is not known: ${reason}` }
  }
  const samples = own.flatMap(({ time_ms: end }, index) =>
    index % 2 === 1 ? [(end - (own[index - 1]?.time_ms ?? 0)) / 1e3] : [],
  )
  if (stem !== 'run' && samples.some((seconds) => seconds <= 0))
    return { ...key, skipped: `${name} of ${Math.min(...samples)} s is not a measurement` }
  return { ...key, metric: { name, unit: 's', betterWhen: 'lower' }, samples, zero: 'skips' }
}

/** Throughputs of `tracked_stats` are samples; the quality and other values have no known direction. */
function readStatistics(key: ReadingKey, events: readonly LogEvent[]): Row[] {
  const tracked = events.filter((event) => event.key === 'tracked_stats' || event.key === 'throughput')
  const values = tracked.flatMap(({ key: own, value }) => Object.entries(field.isMap(value) ? value : { [own]: value }))
  const figures = [...Map.groupBy(values, ([name]) => name)].map(([name, group]): Row => {
    if (!/throughput|per_sec/.test(name)) return { name, skipped: 'not judged: its direction is unknown' }
    const metric: Metric = { name, unit: 'samples/s', betterWhen: 'higher' }
    return { ...key, metric, samples: group.map(([, value]) => field.figure.parse(value)) }
  })
  const skipped = 'not judged: its direction depends on the benchmark'
  const hasQuality = events.some((event) => event.key === 'eval_accuracy')
  return [...figures, ...(hasQuality ? [{ name: 'eval_accuracy', skipped }] : [])]
}

/** LoadGen writes its validity, then its statistics and, since version 4, the number of errors. */
function readDetail(events: readonly LogEvent[], path: string): Output {
  const find = (key: string) => findText(events, key) ?? ''
  const validity = find('result_validity')
  const isWhole = events.some(({ key }) => key === 'num_errors' || key === 'result_99.90_percentile_latency_ns')
  if (validity === '' || !isWhole)
    throw new UserError(
      `${path} has no run_start, and no complete result of LoadGen`,
      'Pass the complete log of one run',
    )
  const key = {
    name: find('sut_name') || 'system under test',
    axes: { scenario: find('effective_scenario') || 'unknown' },
  }
  const errors = events.filter(({ metadata }) => metadata.is_error === true).length
  const reason = find('result_invalid_reason')
  const failed = `the result is ${validity}, with ${errors} errors${reason === '' ? '' : `: ${reason}`}`
  const results = events.flatMap(({ key: name, value }) =>
    name.startsWith('result_') && typeof value === 'number' ? readResult(key, name, String(value)) : [],
  )
  const isFailed = validity !== 'VALID' || errors > 0
  return { tool: 'MLPerf LoadGen', rows: isFailed ? [{ ...key, failed }] : results }
}
