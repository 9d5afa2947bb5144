import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toAxes } from './axes.ts'
import { toBaseUnit, inferDirection } from './base-unit.ts'
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
import { createAggregateReading, rejectZeroTime, createSampledReading, failDuplicates } from '../readings.ts'

/**
 * The plain form: `{"name", "unit", "value" | "samples", "betterWhen"?, "metric"?, "axes"?}`, one of them or a list.
 * `betterWhen` may be left out for times and sizes (lower) and for rates such as `seq/s` (higher).
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

function readItem(place: JsonNode): BenchmarkReading {
  const { unit, factor } = toBaseUnit(readText(getField(place, 'unit')))
  const key = {
    name: readName(getField(place, 'name')),
    axes: readOptional(getField(place, 'axes'), (map) => toAxes(readEntries(map))) ?? {},
  }
  const metric = {
    name: readOptional(getField(place, 'metric'), readText) ?? 'value',
    unit,
    betterWhen: readDirection(place, unit),
  }
  const [value, samples] = [getField(place, 'value'), getField(place, 'samples')]
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

/** Never guessed: a wrong direction would call a regression an improvement. */
function readDirection(place: JsonNode, unit: string): 'lower' | 'higher' {
  const told = getField(place, 'betterWhen')
  if (told.value === 'lower' || told.value === 'higher') return told.value
  if (!isAbsent(told)) throw createValueError(told, 'lower or higher')
  const usual = inferDirection(unit)
  if (usual !== null) return usual
  const message = `${place.file}: ${told.path} is missing, and the unit ${JSON.stringify(unit)} has no known direction`
  throw new UserError(message, 'Add "betterWhen": "lower" or "higher"')
}
