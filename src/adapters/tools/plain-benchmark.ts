import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toAxes } from './axes.ts'
import { toBaseUnit } from './base-unit.ts'
import {
  getField,
  readEntries,
  isAbsent,
  readName,
  readNumber,
  readNumbers,
  readOptional,
  parseJsonNode,
  readSomeItems,
  readText,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import { createAggregateReading, rejectZeroTime, createSampledReading, failDuplicates, time } from '../readings.ts'

/**
 * The plain format: `{"name", "unit", "value" | "samples", "betterWhen", "metric"?, "axes"?}`, one object or a list.
 * A unit shows no direction (free memory is better when higher), so only the metric `time` needs no `betterWhen`.
 */
export const plainBenchmark = createTextReader({
  wants: 'JSON of {name, unit, value or samples, betterWhen}, one or a list',
  canRead: (head) =>
    /^\s*(?:\[\s*)?\{/.test(head) &&
    /"unit"/.test(head) &&
    /"(?:value|samples)"/.test(head) &&
    !/"(?:event|ph|benchmarks)"/.test(head),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const items = Array.isArray(root.value) ? readSomeItems(root, 'The tool measured nothing') : [root]
    return { ...emptyReading, benchmarks: failDuplicates(items.map(readItem)) }
  },
})

function readItem(node: JsonNode): BenchmarkReading {
  const { unit, factor } = toBaseUnit(readText(getField(node, 'unit')))
  const key = {
    name: readName(getField(node, 'name')),
    axes: readOptional(getField(node, 'axes'), (map) => toAxes(readEntries(map))) ?? {},
  }
  const name = readOptional(getField(node, 'metric'), readText) ?? 'value'
  const metric = { name, unit, betterWhen: readDirection(node, name === time.name && unit === time.unit) }
  const [value, samples] = [getField(node, 'value'), getField(node, 'samples')]
  if (isAbsent(value) === isAbsent(samples))
    throw createValueError(isAbsent(value) ? value : samples, 'one of value and samples')
  if (isAbsent(samples)) return rejectZeroTime(createAggregateReading(key, metric, readNumber(value) * factor))
  return rejectZeroTime(
    createSampledReading(
      key,
      metric,
      readNumbers(samples).map((sample) => sample * factor),
    ),
  )
}

/** Reads the direction. Never guesses: a wrong direction would report a regression as an improvement. */
function readDirection(node: JsonNode, isTime: boolean): 'lower' | 'higher' {
  const direction = getField(node, 'betterWhen')
  if (direction.value === 'lower' || direction.value === 'higher') return direction.value
  if (!isAbsent(direction)) throw createValueError(direction, 'lower or higher')
  if (isTime) return time.betterWhen
  const hint = 'Add "betterWhen": "lower" or "higher", or set the adapter customSmallerIsBetter or customBiggerIsBetter'
  throw new UserError(`${node.file}: ${direction.path} is missing, so the direction is unknown`, hint)
}
