import type { JsonNode } from '../json-node.ts'
import { createJsonReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSkippedReading,
  type Reading,
} from '../readings.ts'
import type { Metric } from '../../domain/core/metric.ts'

/** Trends in ms that k6 itself measures. `--summary-export` does not say what a metric contains. */
const ownTimes =
  /^(?:http_req_(?:duration|blocked|connecting|tls_handshaking|sending|waiting|receiving|looking_up)|iteration_duration|group_duration|grpc_req_duration|ws_(?:connecting|ping|session_duration)|browser_(?:http_req_duration|web_vital_(?:fcp|fid|inp|lcp|ttfb)))$/
/** Counters of which k6 computes the rate, which is better when higher. */
const ownRates = new Set(['http_reqs', 'iterations'])
const statistics = /^(?:avg|min|med|max|p\(?[\d.]+\)?)$/

/**
 * The summary of k6: `--summary-export`, also with `--new-machine-readable-summary`, and the data of `handleSummary`.
 * Trends of time and the rates of requests and iterations are figures; a failed request, check or threshold is failed.
 * What other metrics mean is not in the file, so they are not judged. `vus` describes the load.
 */
export const k6 = createJsonReader({
  wants: 'the file of k6 run --summary-export, or JSON.stringify(data) of handleSummary',
  canRead: (head) =>
    /^\s*\{/.test(head) &&
    (/"(?:root_group|testRunDurationMs|k6_version)"\s*:/.test(head) ||
      (/"metrics"\s*:\s*\{/.test(head) &&
        /"(?:vus_max|iteration_duration|http_req_duration|data_sent)"\s*:\s*\{/.test(head))),
  parse: (root) => {
    const results = root.get('results').isAbsent ? root : root.get('results')
    const metrics = listNamed(results.get('metrics'))
    if (metrics.length === 0) throw results.get('metrics').createError('at least one metric')
    const seconds = root.get('config').get('duration').readOptionalAmount()
    const readings = metrics.flatMap(([name, node]) => [
      ...readThresholds(name, node),
      ...readMetric(name, node, seconds),
    ])
    const checks = [root.get('root_group'), results.get('checks')].flatMap((group) => listFailedChecks(group))
    return { tool: 'k6', ...collectReadings([...readings, ...checks]) }
  },
})

/** Lists the items of a map, or of a list of items with a name. */
function listNamed(node: JsonNode): [string, JsonNode][] {
  if (!Array.isArray(node.value)) return node.readEntries()
  return node.readItems().map((item) => [item.get('name').readName(), item])
}

/** In `handleSummary` a threshold is `{ok}`; in `--summary-export` true says that it failed. */
function readThresholds(name: string, node: JsonNode): Reading[] {
  const given = node.get('thresholds').optional?.readEntries() ?? []
  const failed = given.filter(([, one]) => one.value === true || one.get('ok').value === false)
  return failed.map(([condition]) => createFailedReading({ name }, `the threshold ${condition} failed`))
}

function readMetric(name: string, node: JsonNode, seconds: number | null): Reading[] {
  const values = node.get('values').isAbsent ? node : node.get('values')
  const [base = ''] = /^[^{]*/.exec(name) ?? []
  const fault = Object.hasOwn(faults, base) ? faults[base] : undefined
  if (fault) {
    const problem = fault(values)
    return problem === null ? [] : [createFailedReading({ name }, problem)]
  }
  if (base === 'dropped_iterations') return readDropped(name, values.get('count').readAmount())
  if (ownRates.has(base)) return [readRate(name, values, seconds)]
  const isTime = ownTimes.test(base) || (node.get('type').value === 'trend' && node.get('contains').value === 'time')
  if (!isTime) return [createSkippedReading({ name }, 'not judged: it describes the load, or its direction is unknown')]
  return values.readEntries().flatMap(([statistic, value]) => readStatistic(name, statistic, value))
}

function readDropped(name: string, dropped: number): Reading[] {
  const reason = `${dropped} iterations did not start: the load was lower than asked`
  return dropped > 0 ? [createSkippedReading({ name }, reason)] : []
}

/** Reads a rate per second. The machine-readable summary has the count and, elsewhere, the duration. */
function readRate(name: string, values: JsonNode, seconds: number | null): Reading {
  const rate = seconds ? values.get('count').readAmount() / seconds : values.get('rate').readAmount()
  return createAggregateReading({ name }, { name: 'rate', unit: '1/s', betterWhen: 'higher' }, rate)
}

/** Metrics of which every value but 0 is a failure. */
const faults: Readonly<Record<string, ((values: JsonNode) => string | null) | undefined>> = {
  checks: (values) => {
    const fails = values.get('fails').readOptionalAmount() ?? subtractMatches(values)
    if (fails === null) return 'the file does not say how many checks failed'
    return fails > 0 ? `${fails} checks failed` : null
  },
  http_req_failed: (values) => {
    const share = values.get(values.get('rate').isAbsent ? 'value' : 'rate').readAmount()
    return share > 0 ? `${(100 * share).toFixed(3)} % of the requests failed` : null
  },
}

/** Failed checks of the machine-readable summary, which counts those that passed; null if it lacks a number. */
function subtractMatches(values: JsonNode): number | null {
  const [total, matches] = ['total', 'matches'].map((key) => values.get(key).readOptionalAmount())
  return typeof total === 'number' && typeof matches === 'number' ? total - matches : null
}

function readStatistic(metricName: string, statistic: string, value: JsonNode): Reading[] {
  if (statistic === 'thresholds') return []
  if (!statistics.test(statistic))
    return [createSkippedReading({ name: metricName }, `${statistic} is not judged: it is no time`)]
  const name = `time_${statistic.replaceAll(/[()]/g, '')}`
  const amount = value.readNumber()
  if (amount <= 0)
    return [createSkippedReading({ name: `${metricName} ${name}` }, `a time of ${amount} is not a measurement`)]
  const metric: Metric = { name, unit: 's', betterWhen: 'lower' }
  return [createAggregateReading({ name: metricName }, metric, amount / 1e3)]
}

/** Names each failed check of a group and of the groups in it. */
function listFailedChecks(group: JsonNode): Reading[] {
  if (group.isAbsent) return []
  const list = (key: string): JsonNode[] =>
    group.get(key).isAbsent ? [] : listNamed(group.get(key)).map(([, one]) => one)
  const failed = [...list('checks'), ...list('results')].flatMap((check) => {
    const [fails, passes] = [check.get('fails').readAmount(), check.get('passes').readAmount()]
    const name = check.get('path').optional?.readName() ?? check.get('name').readName()
    return fails > 0 ? [createFailedReading({ name }, `the check failed ${fails} of ${fails + passes} times`)] : []
  })
  return [...failed, ...list('groups').flatMap((one) => listFailedChecks(one))]
}
