import { z } from 'zod'
import * as field from '../fields.ts'
import { createJsonReader } from '../reader.ts'
import { type ReadingKey, type Row, time, toAxes } from '../readings.ts'

const statistics = {
  samples: field.listOptional(field.figure),
  ...field.repeat(field.maybeFigure, 'median', 'p50', 'mean'),
}
const task = field.group({ name: field.name, ...statistics })
const group = field.group({ fullName: field.name, benchmarks: field.list(task) })
const files = field
  .group({
    files: field.list(field.group({ groups: field.list(group) }), 'vitest found no benchmark; check its filter'),
  })
  .transform((root) =>
    root.files.flatMap(({ groups }) =>
      groups.flatMap(({ fullName, benchmarks }): Row[] =>
        benchmarks.map((one) => ({ name: `${fullName} > ${one.name}`, ...readTask(one) })),
      ),
    ),
  )

const stored = z.literal(true).transform(() => ({ skipped: 'a stored result is not a measurement' }))
const newTask = field.group({
  name: field.name,
  fromStore: stored.or(field.nothing),
  latency: field.group(statistics),
})
const testFile = field.group({
  ...field.repeat(field.maybeText, 'name', 'status', 'message'),
  assertionResults: field.listOptional(
    field.group({
      fullName: field.name,
      status: field.maybeText,
      failureMessages: field.listOptional(field.anything),
      benchmarks: field.listOptional(field.group({ name: field.name, tasks: field.list(newTask) })),
    }),
  ),
})
const report = field
  .group({ testResults: field.list(testFile) })
  .transform(({ testResults }) => testResults.flatMap(readTestFile))

/**
 * `vitest bench --outputJson`, or `--reporter=json` since version 5. Times are in ms. vitest leaves the samples out,
 * unless an older version or a setting keeps them; then the median is read, or the mean of versions without a median.
 * `hz` and `throughput` are the same time as a rate.
 */
export const vitest = createJsonReader({
  wants: 'the file of vitest bench --outputJson, or --reporter=json --outputFile',
  detect: (head) =>
    /^\s*\{\s*"files"\s*:\s*\[\s*\{\s*"filepath"\s*:/.test(head) ||
    (/^\s*\{\s*"numTotalTestSuites"/.test(head) && head.includes('"benchmarks"')),
  schema: field.choose((root) => (field.has(root, 'testResults') ? report : files)),
  toReadings: (rows, path) => {
    if (rows.length === 0) throw field.createError(path, 'files', [], 'files with at least one benchmark')
    return { tool: 'vitest', rows }
  },
})

/** Names have the name of the file, and not its folder, which differs between checkouts. */
function readTestFile({ name: path, status, message, assertionResults: tests }: z.output<typeof testFile>): Row[] {
  const file = path?.split(/[/\\]/).at(-1) ?? 'vitest'
  const rows = tests.flatMap(({ fullName, status: outcome, failureMessages: [reason], benchmarks }): Row[] => {
    const name = `${file} > ${fullName}`
    if (outcome === 'failed') return [{ name, failed: field.toLine(reason) ?? 'the test failed' }]
    if (outcome !== 'passed') return [{ name, skipped: `the test is ${outcome}` }]
    return benchmarks.flatMap((one) =>
      one.tasks.map((own) => ({
        name: `${file} > ${one.name} > ${own.name}`,
        ...(own.fromStore ?? readTask(own.latency)),
      })),
    )
  })
  const isNamed = rows.some((row) => 'failed' in row)
  return status === 'failed' && !isNamed ? [...rows, { name: file, failed: message ?? 'the file failed' }] : rows
}

function readTask({ samples, median, p50, mean }: Omit<z.output<typeof task>, 'name'>) {
  if (samples.length > 0) return { metric: time, factor: 1e-3, samples }
  const value = median ?? p50 ?? mean
  if (value === null) return { failed: 'vitest has no figure of it, so it failed' }
  return { metric: time, factor: 1e-3, value }
}

const run = field.group({
  args: field.parameters,
  error: field.anything,
  stats: field.group({
    samples: field.listOptional(field.figure),
    p50: field.maybeFigure,
    avg: field.figure,
    ...field.repeat(field.anything, 'gc', 'heap', 'counters'),
  }),
})

/**
 * mitata, `run({ format: 'json' })`. Times are in ns. Arguments are axes; without `samples: true` only the median is
 * known. The heap, pauses of the garbage collector and hardware counters are named and not judged.
 */
export const mitata = createJsonReader({
  wants: "what mitata prints with run({ format: 'json' })",
  detect: (head) => /^\s*\{\s*"layout"\s*:\s*\[/.test(head) && head.includes('"benchmarks"'),
  schema: field.group({
    layout: field.list(field.group({ name: field.maybeText })),
    context: field.group({ runtime: field.maybeText }),
    benchmarks: field.list(
      field.group({ group: field.anything, alias: field.name, runs: field.list(run) }),
      'mitata ran no benchmark; check its filter',
    ),
  }),
  toReadings: ({ layout, context, benchmarks }) => ({
    tool: 'mitata',
    context,
    rows: benchmarks.flatMap(({ group: place, alias, runs }): Row[] => {
      const title = typeof place === 'number' ? (layout[place]?.name ?? null) : null
      const name = title === null ? alias : `${title} > ${alias}`
      if (runs.length === 0) return [{ name, failed: 'mitata has no run of it' }]
      return runs.flatMap((one) => readMitata({ name, axes: toAxes(one.args) }, one))
    }),
  }),
})

function readMitata(key: ReadingKey, { error, stats }: z.output<typeof run>): Row[] {
  const message = field.toLine(field.isMap(error) ? error['message'] : error)
  if (!field.isAbsent(error)) return [{ ...key, failed: message ?? 'the benchmark threw an error' }]
  const { samples, p50, avg } = stats
  const timed = samples.length > 0 ? { samples } : { value: p50 ?? avg }
  const others = (['gc', 'heap', 'counters'] as const).filter((name) => field.has(stats, name))
  return [
    { ...key, metric: time, factor: 1e-9, ...timed },
    ...others.map((name) => ({ ...key, skipped: `${name} of mitata is not judged` })),
  ]
}
