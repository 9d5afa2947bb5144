import { z } from 'zod'
import type { Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createJsonReader } from '../reader.ts'
import type { Row } from '../readings.ts'

/** Trends in ms that k6 itself measures. `--summary-export` does not say what a metric contains. */
const ownTimes =
  /^(?:http_req_(?:duration|blocked|connecting|tls_handshaking|sending|waiting|receiving|looking_up)|iteration_duration|group_duration|grpc_req_duration|ws_(?:connecting|ping|session_duration)|browser_(?:http_req_duration|web_vital_(?:fcp|fid|inp|lcp|ttfb)))$/
const statistics = /^(?:avg|min|med|max|p\(?[\d.]+\)?)$/
const rate: Metric = { name: 'rate', unit: '1/s', betterWhen: 'higher' }

type Values = Readonly<Record<string, unknown>>
const mapping = z.transform((value): Values => (field.isMap(value) ? value : {}))

/** Lists the entries of a map, or of a list of items with a name. */
function listNamed(value: unknown): [name: string, one: Values][] {
  const entries = Array.isArray(value) ? value.map((one: unknown) => ['', one] as const) : Object.entries(value ?? {})
  return entries.map(([name, one]) => {
    const map = field.isMap(one) ? one : {}
    return [Array.isArray(value) ? (field.toLine(map['name']) ?? 'no name') : name, map]
  })
}

/** Metrics of which every value but 0 is a failure or a remark. */
const faults = new Map<string, (values: Values) => { failed: string } | { skipped: string } | null>([
  [
    'checks',
    ({ fails, total, matches }) => {
      // The machine-readable summary counts those that passed.
      const failed = field.toAmount(fails) ?? Number(total) - Number(matches)
      return failed === 0 ? null : { failed: `${failed} checks failed` }
    },
  ],
  [
    'http_req_failed',
    ({ value, rate: share = value }) =>
      share === 0 ? null : { failed: `${(100 * Number(share)).toFixed(3)} % of the requests failed` },
  ],
  [
    'dropped_iterations',
    ({ count }) =>
      count === 0 ? null : { skipped: `${String(count)} iterations did not start: the load was lower than asked` },
  ],
])

function readValues(name: string, values: Values, isTime: boolean, seconds: number | null): Row[] {
  const [base = ''] = name.split('{')
  const find = faults.get(base)
  if (find) {
    const fault = find(values)
    return fault ? [{ name, ...fault }] : []
  }
  if (base === 'http_reqs' || base === 'iterations') {
    // The machine-readable summary has the count and, elsewhere, the duration.
    const value = seconds ? Number(values['count']) / seconds : values['rate']
    return [{ name, metric: rate, value: field.figure.parse(value) }]
  }
  if (isTime || ownTimes.test(base)) return Object.entries(values).flatMap((one) => readTime(name, one))
  return [{ name, skipped: 'not judged: it describes the load, or its direction is unknown' }]
}

function readTime(name: string, [statistic, value]: readonly [string, unknown]): Row[] {
  if (statistic === 'thresholds') return []
  if (!statistics.test(statistic)) return [{ name, skipped: `${statistic} is not judged: it is no time` }]
  const metric: Metric = { name: `time_${statistic.replaceAll(/[()]/g, '')}`, unit: 's', betterWhen: 'lower' }
  return [{ name, metric, value: field.figure.parse(typeof value === 'number' ? value / 1e3 : value), zero: 'skips' }]
}

/** Reads a metric. In `handleSummary` a threshold is `{ok}`; in `--summary-export` true says that it failed. */
function readMetric(name: string, { type, contains, ...metric }: Values, seconds: number | null): Row[] {
  const thresholds = Object.entries(metric['thresholds'] ?? {})
  const failed = thresholds.filter(([, state]) => state === true || (field.isMap(state) && state['ok'] === false))
  const values = field.isMap(metric['values']) ? metric['values'] : metric
  return [
    ...failed.map(([condition]) => ({ name, failed: `the threshold ${condition} failed` })),
    ...readValues(name, values, type === 'trend' && contains === 'time', seconds),
  ]
}

/** Lists the failed checks of a group and of the groups in it. */
function listFailedChecks({ checks, results, groups }: Values): Row[] {
  const own = [...listNamed(checks), ...listNamed(results)].flatMap(([name, { path, fails, passes }]) => {
    const failed = `the check failed ${String(fails)} of ${Number(fails) + Number(passes)} times`
    return fails === 0 ? [] : [{ name: field.toLine(path) ?? name, failed }]
  })
  return [...own, ...listNamed(groups).flatMap(([, group]) => listFailedChecks(group))]
}

/**
 * The summary of k6: `--summary-export`, also with `--new-machine-readable-summary`, and the data of `handleSummary`.
 * Trends of time and the rates of requests and iterations are figures; a failed request, check or threshold is failed.
 * What other metrics mean is not in the file, so they are not judged. `vus` describes the load.
 */
export const k6 = createJsonReader({
  wants: 'the file of k6 run --summary-export, or JSON.stringify(data) of handleSummary',
  detect: (head) =>
    /^\s*\{/.test(head) &&
    (/"(?:root_group|testRunDurationMs|k6_version)"\s*:/.test(head) ||
      (/"metrics"\s*:\s*\{/.test(head) &&
        /"(?:vus_max|iteration_duration|http_req_duration|data_sent)"\s*:\s*\{/.test(head))),
  schema: field.group({
    metrics: field.anything,
    config: field.group({ duration: field.maybeAmount }),
    ...field.repeat(mapping, 'results', 'root_group', 'checks'),
  }),
  toReadings: ({ metrics: own, results, root_group: root, checks, config }, path) => {
    const metrics = listNamed(results['metrics'] ?? own)
    if (metrics.length === 0) throw field.createError(path, 'metrics', {}, 'at least one metric')
    const rows = metrics.flatMap(([name, metric]) => readMetric(name, metric, config.duration))
    const groups = [root, checks, mapping.parse(results['checks'])]
    return { tool: 'k6', rows: [...rows, ...groups.flatMap(listFailedChecks)] }
  },
})
