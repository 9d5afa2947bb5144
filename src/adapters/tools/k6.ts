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

/** The entries of a map, or of a list of items with a name. */
function createNamed<Form extends z.ZodType>(getForm: (name: string) => Form) {
  const item = field.choose((raw) =>
    field
      .group({ name: field.name })
      .transform(({ name }, context) => [name, field.readInto(context, getForm(name), raw, [])] as const),
  )
  return field.choose((value) =>
    Array.isArray(value) ? field.list(item) : field.index(getForm).transform((found) => [...found]),
  )
}

const finite: z.ZodType<number | null> = z.number()
const notRead: z.ZodType<number | null> = field.nothing

/** Rows of the values of a metric, by its name. Of some, every value but 0 is a failure. */
function createValues(name: string, isTime: boolean, seconds: number | null): z.ZodType<Row[]> {
  const [base = ''] = /^[^{]*/.exec(name) ?? []
  if (base === 'checks')
    return field
      .group({
        fails: field.maybeAmount,
        passes: field.maybeAmount,
        total: field.maybeAmount,
        matches: field.maybeAmount,
      })
      .transform(({ fails, passes, total, matches }) => {
        // The machine-readable summary counts those that passed.
        const failed = fails ?? (total === null || matches === null ? null : total - matches)
        if (failed === null) return [{ name, failed: 'the file does not say how many checks failed' }]
        if (failed === 0 && (passes ?? matches) === 0) return [{ name, failed: 'no check ran' }]
        return failed > 0 ? [{ name, failed: `${failed} checks failed` }] : []
      })
  if (base === 'http_req_failed')
    return field
      .choose((values) =>
        field.has(values, 'rate') ? field.group({ rate: field.amount }) : field.group({ value: field.amount }),
      )
      .transform((one) => {
        const share = 'rate' in one ? one.rate : one.value
        return share > 0 ? [{ name, failed: `${(100 * share).toFixed(3)} % of the requests failed` }] : []
      })
  if (base === 'dropped_iterations')
    return field.group({ count: field.amount }).transform(({ count }) => {
      const skipped = `${count} iterations did not start: the load was lower than asked`
      return count > 0 ? [{ name, skipped }] : []
    })
  // The machine-readable summary has the count and, elsewhere, the duration.
  if (base === 'http_reqs' || base === 'iterations')
    return seconds
      ? field.group({ count: field.amount }).transform(({ count }) => [{ name, metric: rate, value: count / seconds }])
      : field.group({ rate: field.amount }).transform((one) => [{ name, metric: rate, value: one.rate }])
  if (!isTime && !ownTimes.test(base))
    return z
      .unknown()
      .transform(() => [{ name, skipped: 'not judged: it describes the load, or its direction is unknown' }])
  return field
    .index((statistic) => (statistics.test(statistic) ? finite : notRead))
    .transform((values) =>
      [...values].flatMap(([statistic, value]) => {
        if (statistic === 'thresholds') return []
        if (value === null) return { name, skipped: `${statistic} is not judged: it is no time` }
        const metric: Metric = { name: `time_${statistic.replaceAll(/[()]/g, '')}`, unit: 's', betterWhen: 'lower' }
        return { name, metric, value: value / 1e3, zero: 'skips' }
      }),
    )
}

const thresholdFields = field.group({ thresholds: field.parameters })

/** Rows of a metric. In `handleSummary` a threshold is `{ok}`; in `--summary-export` true says that it failed. */
function createMetric(name: string, seconds: number | null) {
  return field.anything.transform((metric, context): Row[] => {
    const { type, contains } = field.isMap(metric) ? metric : {}
    const { thresholds } = field.readInto(context, thresholdFields, metric, [])
    const failed = [...(thresholds ?? [])].filter(
      ([, state]) => state !== false && !(field.isMap(state) && state['ok'] === true),
    )
    const values = createValues(name, type === 'trend' && contains === 'time', seconds)
    const [given, path] = field.has(metric, 'values') ? [metric['values'], ['values']] : [metric, []]
    const rows = field.readInto(context, values, given, path)
    if (context.issues.length > 0) return []
    return [...failed.map(([condition]) => ({ name, failed: `the threshold ${condition} failed` })), ...rows]
  })
}

/** Rows of each failed check of a group and of the groups in it. */
const group: z.ZodType<Row[]> = z
  .lazy(() =>
    field.group({
      checks: createNamed(() => check).nullish(),
      results: createNamed(() => check).nullish(),
      groups: createNamed(() => group).nullish(),
    }),
  )
  .transform(({ checks, results, groups }) =>
    [...(checks ?? []), ...(results ?? []), ...(groups ?? [])].flatMap(([, rows]) => rows),
  )
const check = field
  .group({ path: field.maybeText, name: field.maybeText, fails: field.amount, passes: field.amount })
  .transform(({ path, name, fails, passes }, context): Row[] => {
    const own = path ?? name ?? field.refuse(context, undefined, 'a name', { path: ['name'] })
    if (fails + passes === 0) return [{ name: own, failed: 'the check never ran' }]
    return fails > 0 ? [{ name: own, failed: `the check failed ${fails} of ${fails + passes} times` }] : []
  })

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
  schema: field.choose((root) => {
    const config = field.isMap(root) && field.isMap(root['config']) ? root['config'] : {}
    const seconds = field.toAmount(config['duration'])
    const metrics = createNamed((name) => createMetric(name, seconds)).transform((found, context) => {
      if (found.length === 0) field.refuse(context, {}, 'at least one metric')
      return found.flatMap(([, rows]) => rows)
    })
    const results = { metrics, checks: group.nullish() }
    return field.has(root, 'results')
      ? field
          .group({ results: field.group(results), root_group: group.nullish() })
          .transform((one) => ({ ...one.results, root_group: one.root_group }))
      : field.group({ ...results, root_group: group.nullish() })
  }),
  toReadings: ({ metrics, root_group: checks, checks: more }) => ({
    tool: 'k6',
    rows: [...metrics, ...(checks ?? []), ...(more ?? [])],
  }),
})
