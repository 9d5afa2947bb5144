import { UserError } from '../../domain/core/errors.ts'
import type { ToolReading } from '../../domain/trial/tool-reading.ts'
import { type JsonNode, parseJsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  type Reading,
  type ReadingKey,
  rejectZero,
} from '../readings.ts'

const summaryTitle = 'MLPerf Results Summary'

/**
 * MLPerf: `:::MLLOG` lines of training (the time of the run and of its intervals, tracked statistics), those of LoadGen
 * (`mlperf_log_detail.txt`), and `mlperf_log_summary.txt`. A run that is aborted, `INVALID` or has errors is failed.
 */
export const mlperf = createTextReader({
  wants: 'the log of an MLPerf training run, or mlperf_log_summary.txt of LoadGen',
  isLog: true,
  canRead: (head) => head.includes(summaryTitle) || /^.{0,200}:::MLLOG \{"/m.test(head),
  parse: (text, path) => (text.includes(summaryTitle) ? readSummary(text, path) : readLog(text, path)),
})

type Part = Pick<ToolReading, 'tool' | 'benchmarks' | 'context' | 'problems'>

/** Reads the sections of a summary: results, statistics and, as context, parameters. Its last line counts the errors. */
function readSummary(text: string, path: string): Part {
  const errors = /^(?:No|(\d+)) errors? encountered/im.exec(text)
  if (!errors) throw new UserError(`${path} ends before the number of errors`, 'Pass the complete summary of LoadGen')
  const [measured = '', parameters = ''] = text.split('Test Parameters Used')
  const context = Object.fromEntries(listPairs(parameters))
  const pairs = listPairs(measured)
  const find = (label: string): string => pairs.find(([name]) => name === label)?.[1] ?? ''
  const key = { name: find('SUT name') || 'system under test', axes: { scenario: find('Scenario') } }
  const tool = 'MLPerf LoadGen'
  if (find('Mode').startsWith('Accuracy'))
    return {
      tool,
      context,
      ...collectReadings([createSkippedReading(key, 'the mode AccuracyOnly measures no performance')]),
    }
  const faults = [
    ...(find('Result is') === 'VALID' ? [] : [`the result is ${find('Result is') || 'missing'}`]),
    ...pairs.flatMap(([name, state]) =>
      name.endsWith('satisfied') && /^no$/i.test(state) ? [`not satisfied: ${name}`] : [],
    ),
    ...(errors[1] === undefined ? [] : [`${errors[1]} errors, see the detailed log`]),
  ]
  // LoadGen prints the tokens per second of language models in two sections.
  const once = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]))
  const figures = [...once.values()].flatMap(([label, value]) => readResult(key, label, value))
  if (figures.length === 0) throw new UserError(`${path} has no figure`, 'Run LoadGen in the mode PerformanceOnly')
  return {
    tool,
    context,
    ...collectReadings(faults.length > 0 ? [createFailedReading(key, faults.join('; '))] : figures),
  }
}

function listPairs(text: string): [string, string][] {
  return [...text.matchAll(/^[ *]*([^\s:*][^:\n]*?)\s*:+[ :\t]*(\S[^\n]*)$/gm)].map(([, label = '', value = '']) => [
    label,
    value.trim(),
  ])
}

/** Reads `Max latency (ns)`, `Samples per second` and `result_mean_latency_ns`. */
function readResult(key: ReadingKey, label: string, value: string): Reading[] {
  const amount = value === '' ? Number.NaN : Number(value)
  if (!/^[-+\d.e]+$|^-?(?:nan|inf)$/i.test(value)) return []
  const name = label
    .replace(/^result_/, '')
    .replace(/\s*\(ns\)$|_ns$/, '')
    .replaceAll(/[^\w.]+/g, '_')
    .toLowerCase()
  const isTime = /(?:\(ns\)|_ns)$|^Early stopping .*estimate$/.test(label) && !/^target|^min_duration/.test(label)
  const isRate = /(?:per[_ ]sec(?:ond)?\b|^QPS |_(?:qps|with_loadgen_overhead|without_loadgen_overhead)$)/.test(label)
  if (!Number.isFinite(amount)) return [createSkippedReading(key, `${name} is ${value}, not a finite number`)]
  if (isTime) return [rejectZero(createAggregateReading(key, { name, unit: 's', betterWhen: 'lower' }, amount / 1e9))]
  if (!isRate || /scheduled/i.test(label))
    return [createSkippedReading({ name }, 'not judged: it describes the load, or its direction is unknown')]
  return [createAggregateReading(key, { name, unit: '1/s', betterWhen: 'higher' }, amount)]
}

/** One event of a log. */
type LogEvent = { readonly key: string; readonly timeMs: number; readonly node: JsonNode }

/** Reads a log of training, which has a `run_start`, or of LoadGen, which has results. */
function readLog(text: string, path: string): Part {
  const { events, broken } = parseEvents(text, path)
  const problems = broken > 0 ? [`${broken} lines of the log are damaged and do not count`] : []
  const isRun = events.some(({ key }) => /^run_st(?:art|op)$/.test(key))
  const part = isRun ? readRun(events) : readDetail(events, path)
  return { ...part, problems: [...problems, ...part.problems] }
}

/** Several processes can write into one line. Only the last event can be cut off by the end of the job. */
function parseEvents(text: string, path: string): { events: LogEvent[]; broken: number } {
  const parts = text.split(/:::MLLOG (?=\{)/).slice(1)
  const events = parts.flatMap((part, index) => {
    const [line = ''] = part.split('\n')
    try {
      const node = parseJsonNode(line.slice(0, line.lastIndexOf('}') + 1), `${path} event ${index + 1}`)
      return [{ key: node.get('key').readName(), timeMs: node.get('time_ms').readAmount(), node }]
    } catch (error) {
      if (index === parts.length - 1 || !(error instanceof UserError)) throw error
      return []
    }
  })
  return { events, broken: parts.length - events.length }
}

function readRun(events: readonly LogEvent[]): Part {
  const find = (name: string): JsonNode | undefined => events.findLast(({ key }) => key === name)?.node.get('value')
  const key = { name: find('submission_benchmark')?.readOptionalText() ?? 'training' }
  const stops = events.filter((event) => event.key === 'run_stop')
  const statuses = stops.map(({ node }) => node.get('metadata').get('status').readOptionalText() ?? 'unknown')
  const bad = statuses.find((status) => status !== 'success')
  const stems = new Set(events.flatMap((event) => /^(.+)_st(?:art|op)$/.exec(event.key)?.[1] ?? []))
  const readings = [
    ...(bad === undefined ? [] : [createFailedReading(key, `the run ended with the status ${bad}`)]),
    ...[...stems].map((stem) => readIntervals(key, stem, events)),
    ...readStatistics(key, events),
  ]
  const facts = events.flatMap(({ key: name, node }) => {
    const { value } = node.get('value')
    const isFact = /^(?:submission_|global_batch_size$|seed$|opt_name$)/.test(name)
    return isFact && (typeof value === 'string' || typeof value === 'number') ? [[name, String(value)]] : []
  })
  return { tool: 'MLPerf training', context: Object.fromEntries(facts), ...collectReadings(readings) }
}

/** Intervals need alternating starts and ends: ranks write the same event, and a job can end in between. */
function readIntervals(key: ReadingKey, stem: string, all: readonly LogEvent[]): Reading {
  const own = all.filter((event) => event.key === `${stem}_start` || event.key === `${stem}_stop`)
  const alternates =
    own.length % 2 === 0 && own.every((event, index) => event.key.endsWith(index % 2 === 0 ? 'start' : 'stop'))
  const name = `${stem}_time`
  if (!alternates) {
    const reason = `${stem}_start and ${stem}_stop do not alternate: the log is cut off, or of several processes`
    return stem === 'run'
      ? createFailedReading(key, reason)
      : createSkippedReading(key, `${name} is not known: ${reason}`)
  }
  const samples = own.flatMap(({ timeMs }, index) =>
    index % 2 === 1 ? [(timeMs - (own[index - 1]?.timeMs ?? 0)) / 1e3] : [],
  )
  if (stem !== 'run' && samples.some((seconds) => seconds <= 0))
    return createSkippedReading(key, `${name} of ${Math.min(...samples)} s is not a measurement`)
  return rejectZero(createSampledReading(key, { name, unit: 's', betterWhen: 'lower' }, samples))
}

/** Throughputs of `tracked_stats` are samples; the quality and other values have no known direction. */
function readStatistics(key: ReadingKey, events: readonly LogEvent[]): Reading[] {
  const tracked = events.filter((event) => event.key === 'tracked_stats' || event.key === 'throughput')
  const values = tracked.flatMap(({ key: name, node }) => {
    const own = node.get('value')
    return typeof own.value === 'number' ? [[name, own] as const] : own.readEntries()
  })
  const groups = Map.groupBy(values, ([name]) => name)
  const figures = [...groups].map(([name, group]) => {
    if (!/throughput|per_sec/.test(name)) return createSkippedReading({ name }, 'not judged: its direction is unknown')
    const metric = { name, unit: 'samples/s', betterWhen: 'higher' } as const
    return createSampledReading(
      key,
      metric,
      group.map(([, node]) => node.readAmount()),
    )
  })
  const quality = events.filter((event) => event.key === 'eval_accuracy').length
  const left =
    quality > 0
      ? [createSkippedReading({ name: 'eval_accuracy' }, 'not judged: its direction depends on the benchmark')]
      : []
  return [...figures, ...left]
}

/** LoadGen writes its validity, then its statistics and, since version 4, the number of errors. */
function readDetail(events: readonly LogEvent[], path: string): Part {
  const find = (name: string): JsonNode | undefined => events.findLast(({ key }) => key === name)?.node.get('value')
  const findText = (name: string): string => find(name)?.readOptionalText() ?? ''
  const validity = findText('result_validity')
  const isWhole = (find('num_errors') ?? find('result_99.90_percentile_latency_ns')) !== undefined
  if (validity === '' || !isWhole)
    throw new UserError(
      `${path} has no run_start, and no complete result of LoadGen`,
      'Pass the complete log of one run',
    )
  const key = {
    name: findText('sut_name') || 'system under test',
    axes: { scenario: findText('effective_scenario') || 'unknown' },
  }
  const errors = events.filter(({ node }) => node.get('metadata').get('is_error').value === true).length
  const reason = findText('result_invalid_reason')
  const fault = `the result is ${validity}, with ${errors} errors${reason === '' ? '' : `: ${reason}`}`
  const results = events.flatMap(({ key: name, node }) => {
    const { value } = node.get('value')
    return name.startsWith('result_') && typeof value === 'number' ? readResult(key, name, String(value)) : []
  })
  const isFailed = validity !== 'VALID' || errors > 0
  return {
    tool: 'MLPerf LoadGen',
    context: {},
    ...collectReadings(isFailed ? [createFailedReading(key, fault)] : results),
  }
}
