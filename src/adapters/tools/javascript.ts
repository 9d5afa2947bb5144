import type { JsonNode } from '../json-node.ts'
import { createJsonReader } from '../output-reader.ts'
import {
  collectReadings,
  createFailedReading,
  createSkippedReading,
  readAggregate,
  type Reading,
  type ReadingKey,
  readSamples,
  time,
  toAxes,
} from '../readings.ts'

/**
 * `vitest bench --outputJson`. Times are in ms. vitest leaves the samples out, unless an older version or a setting
 * keeps them; then the median is read, or the mean of versions without a median. `hz` is the same time as a rate.
 */
export const vitest = createJsonReader({
  wants: 'the file of vitest bench --outputJson',
  canRead: (head) => /^\s*\{\s*"files"\s*:\s*\[\s*\{\s*"filepath"\s*:/.test(head),
  parse: (root) => {
    const files = root.get('files').readSomeItems('vitest found no benchmark; check its filter')
    const readings = files.flatMap((file) => file.get('groups').readItems().flatMap(readGroup))
    if (readings.length === 0) throw root.get('files').createError('files with at least one benchmark')
    return { tool: 'vitest', ...collectReadings(readings) }
  },
})

function readGroup(group: JsonNode): Reading[] {
  const title = group.get('fullName').readName()
  return group
    .get('benchmarks')
    .readItems()
    .map((node) => readTask({ name: `${title} > ${node.get('name').readName()}` }, node))
}

function readTask(key: ReadingKey, node: JsonNode): Reading {
  const samples = node.get('samples').optional?.readItems() ?? []
  if (samples.length > 0) return readSamples(key, time, samples, { factor: 1e-3 })
  const median = node.get('median').optional
  const value = median ?? node.get('mean')
  if (value.isAbsent) return createFailedReading(key, 'vitest has no figure of it, so it failed')
  return readAggregate(key, time, value, {
    factor: 1e-3,
    spread: {
      standardDeviation: node.get('sd'),
      low: node.get('min'),
      high: node.get('max'),
      count: node.get('sampleCount'),
    },
    notes: [`the ${median ? 'median' : 'mean'} of the samples of one process`],
  })
}

/** Statistics of mitata next to the time. */
const extras = ['gc', 'heap', 'counters']

/**
 * mitata, `run({ format: 'json' })`. Times are in ns. Arguments are axes; without `samples: true` only the median is
 * known. The heap, pauses of the garbage collector and hardware counters are named and not judged.
 */
export const mitata = createJsonReader({
  wants: "what mitata prints with run({ format: 'json' })",
  canRead: (head) => /^\s*\{\s*"layout"\s*:\s*\[/.test(head) && head.includes('"benchmarks"'),
  parse: (root) => {
    const groups = root.get('layout').readItems()
    const items = root.get('benchmarks').readSomeItems('mitata ran no benchmark; check its filter')
    const runtime = root.get('context').get('runtime').readOptionalText()
    return {
      tool: 'mitata',
      ...collectReadings(items.flatMap((item) => readAlias(item, groups))),
      context: runtime === null ? {} : { runtime },
    }
  },
})

function readAlias(item: JsonNode, groups: readonly JsonNode[]): Reading[] {
  const place = item.get('group').value
  const group = typeof place === 'number' ? (groups[place]?.get('name').readOptionalText() ?? null) : null
  const alias = item.get('alias').readName()
  const name = group === null ? alias : `${group} > ${alias}`
  const runs = item.get('runs').readItems()
  if (runs.length === 0) return [createFailedReading({ name }, 'mitata has no run of it')]
  return runs.flatMap((run) => readRun({ name, axes: toAxes(run.get('args').optional?.readEntries() ?? []) }, run))
}

function readRun(key: ReadingKey, run: JsonNode): Reading[] {
  const error = run.get('error')
  if (!error.isAbsent) {
    const message = error.get('message').readOptionalText() ?? error.readOptionalText()
    return [createFailedReading(key, message ?? 'the benchmark threw an error')]
  }
  const stats = run.get('stats')
  const samples = stats.get('samples').optional?.readItems() ?? []
  const timed =
    samples.length > 0
      ? readSamples(key, time, samples, { factor: 1e-9 })
      : readAggregate(key, time, stats.get('p50').isAbsent ? stats.get('avg') : stats.get('p50'), {
          factor: 1e-9,
          spread: { low: stats.get('min'), high: stats.get('max') },
          notes: [`the ${stats.get('p50').isAbsent ? 'mean' : 'median'} of the samples of one process`],
        })
  const others = extras.filter((field) => !stats.get(field).isAbsent)
  return [timed, ...others.map((field) => createSkippedReading(key, `${field} of mitata is not judged`))]
}
