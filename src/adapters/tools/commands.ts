import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createJsonReader } from '../reader.ts'
import { type Row, time, toAxes, toBaseUnit } from '../readings.ts'

const peakMemory: Metric = { name: 'peak_memory', unit: 'B', betterWhen: 'lower' }

const hyperfineRun = field
  .group({
    command: field.name,
    parameters: field.parameters,
    exit_codes: field.listOptional(field.anything),
    times: field.numbers.nullish(),
    median: field.figure,
    ...field.repeat(field.amount, 'user', 'system'),
    // One value per run, since hyperfine 1.19.
    memory_usage_byte: field.listOptional(field.amount),
  })
  .transform((run, context) => {
    const { times, exit_codes: codes } = run
    if (times && codes.length > 0 && codes.length !== times.length)
      field.refuse(context, times, `${codes.length} values, one for each exit code`, { path: ['times'] })
    return run
  })

/**
 * hyperfine, `--export-json`. A run that failed under `--ignore-failure` did not do its work, so it is reported as
 * failed.
 */
export const hyperfine = createJsonReader({
  wants: 'the file of hyperfine --export-json',
  detect: (head) => /^\s*\{\s*"results"/.test(head) && head.includes('"command"'),
  schema: field.group({ results: field.list(hyperfineRun, 'hyperfine measured no command') }),
  toReadings: ({ results }) => ({ tool: 'hyperfine', rows: results.flatMap(readRun) }),
})

function readRun({ times, exit_codes: codes, ...run }: z.output<typeof hyperfineRun>): Row[] {
  const key = { name: run.command, axes: toAxes(run.parameters) }
  const [code = null, ...others] = codes.filter((one) => one !== 0)
  if (codes.some((one) => one !== 0)) {
    const how = typeof code === 'number' ? `exit code ${code}` : 'a signal'
    return [{ ...key, failed: `${others.length + 1} of ${codes.length} runs failed, the first with ${how}` }]
  }
  return [
    { ...key, metric: time, ...(times ? { samples: times } : { value: run.median }) },
    // The mean of the runs.
    { ...key, metric: cpuTime, value: run.user + run.system, zero: 'skips' },
    ...(run.memory_usage_byte.length > 0
      ? [{ ...key, metric: peakMemory, samples: run.memory_usage_byte, zero: 'skips' } as const]
      : []),
  ]
}

const plainRow = field
  .group({
    unit: field.shortText,
    name: field.name,
    axes: field.parameters,
    metric: field.shortText.nullish(),
    betterWhen: z.enum(['lower', 'higher'], 'lower or higher').nullish(),
    samples: field.numbers.nullish(),
    value: z.number().nullish(),
  })
  .transform(({ value, samples, ...one }, context): Row => {
    const hasValue = !field.isAbsent(value)
    if (hasValue === Boolean(samples)) {
      const path = [hasValue ? 'samples' : 'value']
      field.refuse(context, hasValue ? samples : undefined, 'one of value and samples', { path })
    }
    const { unit, factor } = toBaseUnit(one.unit)
    const metricName = one.metric ?? 'value'
    // Never guesses: a wrong direction would report a regression as an improvement.
    const betterWhen = one.betterWhen ?? (metricName === time.name && unit === time.unit ? time.betterWhen : null)
    if (betterWhen === null)
      return field.refuse(context, undefined, '', {
        path: ['betterWhen'],
        problem: 'is missing, so the direction is unknown',
        hint: 'Add "betterWhen": "lower" or "higher", or set the adapter customSmallerIsBetter or customBiggerIsBetter',
      })
    const key = { name: one.name, axes: toAxes(one.axes), metric: { name: metricName, unit, betterWhen }, factor }
    return samples ? { ...key, samples } : { ...key, value: Number(value) }
  })

/**
 * The plain format: `{"name", "unit", "value" | "samples", "betterWhen", "metric"?, "axes"?}`, one object or a list.
 * A unit shows no direction (free memory is better when higher), so only the metric `time` needs no `betterWhen`.
 */
export const plainBenchmark = createJsonReader({
  wants: 'JSON of {name, unit, value or samples, betterWhen}, one or a list',
  detect: (head) =>
    /^\s*(?:\[\s*)?\{\s*"(?:name|unit|value|samples|betterWhen|metric|axes)"\s*:/.test(head) &&
    /"unit"/.test(head) &&
    /"(?:value|samples)"/.test(head) &&
    !/"(?:event|ph|benchmarks)"/.test(head),
  schema: field.choose((root) =>
    Array.isArray(root) ? field.list(plainRow, 'The tool measured nothing') : plainRow.transform((one) => [one]),
  ),
  toReadings: (rows) => ({ rows }),
})

const customRow = field.group({
  unit: field.shortText,
  name: field.name,
  value: z.number(),
})

function createCustomReader(betterWhen: 'lower' | 'higher') {
  return createJsonReader({
    wants: 'a JSON list of {name, unit, value}',
    schema: field.list(customRow, 'The tool measured nothing'),
    toReadings: (all) => ({
      rows: all.map(({ name, value, unit: printed }) => {
        const { unit, factor } = toBaseUnit(printed)
        return { name, metric: { name: 'value', unit, betterWhen }, value, factor }
      }),
    }),
  })
}

/**
 * The `customSmallerIsBetter` format of github-action-benchmark: a list of `{name, unit, value}`. The
 * content does not show the direction, so the format is never detected automatically.
 */
export const customSmallerIsBetter = createCustomReader('lower')

/** The same list with higher values being better. */
export const customBiggerIsBetter = createCustomReader('higher')

/** The built-in measures of Bencher with their units. Users name others freely, so their direction is unknown. */
const measures = new Map<string, { readonly metric: Metric; readonly factor?: number }>([
  ['latency', { metric: time, factor: 1e-9 }],
  ['throughput', { metric: { name: 'throughput', unit: '1/s', betterWhen: 'higher' } }],
  ['build-time', { metric: { name: 'build_time', unit: 's', betterWhen: 'lower' } }],
  ['file-size', { metric: { name: 'file_size', unit: 'B', betterWhen: 'lower' } }],
])

const text = String.raw`"(?:[^"\\]|\\.)*"\s*:\s*`
const bound = String.raw`"(?:value|lower_value|upper_value)"\s*:\s*(?:-?\d[\d.eE+-]*|null)\s*`
const metricFormat = new RegExp(String.raw`^\s*\{\s*${text}\{\s*${text}\{\s*${bound}(?:,\s*${bound}){0,2}\}`)

/** Bencher Metric Format: `{benchmark: {measure: {value, lower_value?, upper_value?}}}`. */
export const bencher = createJsonReader({
  wants: 'JSON in the Bencher Metric Format',
  detect: (head) => metricFormat.test(head),
  schema: field.index(field.index(field.group({ value: field.figure }))),
  toReadings: (root, path) => {
    const rows = [...root].flatMap(([name, own]) =>
      [...own].map(([slug, { value }]): Row => {
        const measure = measures.get(slug.toLowerCase().replaceAll(/[ _]/g, '-'))
        if (!measure) return { name, skipped: `${slug} is not judged: its direction is unknown` }
        return { name, ...measure, value }
      }),
    )
    if (rows.some((row) => !('skipped' in row))) return { rows }
    throw new UserError(
      `${path} has none of the measures ${[...measures.keys()].join(', ')}`,
      'The direction of other measures is unknown; print them in the format plain',
    )
  },
})
