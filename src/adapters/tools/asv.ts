import type { Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import {
  getField,
  isAbsent,
  parseJsonNode,
  readEntries,
  readItems,
  readName,
  readNumber,
  readNumbers,
  readOptional,
  readText,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  collectReadings,
  rejectZeroTime,
  time,
  type Reading,
} from '../readings.ts'

const maxCombinations = 10_000

/**
 * A result file of airspeed velocity, `asv run` (results/MACHINE/COMMIT-ENVIRONMENT.json, version 2). With
 * `--record-samples` the samples are read, else the median. asv compares every kind as lower is better, also `track_`.
 */
export const asv = createTextReader({
  wants: 'a result file of asv run, such as results/MACHINE/COMMIT-existing.json',
  canRead: (head) => head.includes('"commit_hash"') && head.includes('"env_name"') && head.includes('"result_columns"'),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const columns = readItems(getField(root, 'result_columns')).map(readText)
    const entries = readEntries(getField(root, 'results'))
    if (entries.length === 0) throw createValueError(getField(root, 'results'), 'at least one benchmark')
    const readings = entries.flatMap(([name, row]) => readBenchmark(name, row, columns))
    return { ...emptyReading, tool: 'asv', ...collectReadings(readings) }
  },
})

function readBenchmark(name: string, row: JsonNode, columns: readonly string[]): Reading[] {
  const cells = readItems(row)
  const findCell = (column: string): JsonNode | undefined => cells[columns.indexOf(column)]
  const [result, params, samples] = [findCell('result'), findCell('params'), findCell('samples')]
  if (!result || isAbsent(result)) return [createFailedReading({ name }, 'asv reports no result')]
  const combinations = listCombinations(params)
  const values = readItems(result)
  if (values.length !== combinations.length)
    throw createValueError(result, `${combinations.length} values, one for each combination of parameters`)
  const sampled = samples && !isAbsent(samples) ? readItems(samples) : []
  return combinations.map((axes, index) => readPoint({ name, axes }, values[index], sampled[index]))
}

type Key = { readonly name: string; readonly axes: Axes }

function readPoint(key: Key, value: JsonNode | undefined, samples: JsonNode | undefined): Reading {
  // As in asv: NaN is a benchmark that was skipped or not selected, null one that failed.
  if (Number.isNaN(value?.value)) return createSkippedReading(key, 'skipped in asv')
  if (!value || isAbsent(value)) return createFailedReading(key, 'asv reports no result')
  const metric = chooseMetric(key.name)
  const raw = samples && readOptional(samples, readNumbers)
  if (raw) return rejectZeroTime(createSampledReading(key, metric, raw))
  return rejectZeroTime(createAggregateReading(key, metric, readNumber(value), { notes: ['the median of asv'] }))
}

/** The prefix of the function or method name decides the kind, as in asv. */
function chooseMetric(name: string): Metric {
  const method = name.split('.').at(-1) ?? ''
  if (/^(?:time|timeraw)_?|^Time/.test(method)) return time
  if (/^(?:peakmem|mem)_?|^(?:Peak)?Mem/.test(method)) return { name: 'memory', unit: 'B', betterWhen: 'lower' }
  return { name: 'value', unit: '', betterWhen: 'lower' }
}

/** Lists the combinations of parameters in asv's order: the last one changes fastest. Values are Python literals. */
function listCombinations(params: JsonNode | undefined): Axes[] {
  const lists = params && !isAbsent(params) ? readItems(params).map((list) => readItems(list).map(readName)) : []
  const count = lists.reduce((product, list) => product * list.length, 1)
  if (params && count > maxCombinations) throw createValueError(params, `at most ${maxCombinations} combinations`)
  return lists.reduce<Axes[]>(
    (all, list, index) =>
      all.flatMap((axes) => list.map((text) => ({ ...axes, [`param${index + 1}`]: readLiteral(text) }))),
    [{}],
  )
}

function readLiteral(text: string): string | number {
  const quoted = /^(['"])(.*)\1$/.exec(text)
  if (quoted) return quoted[2] ?? ''
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
