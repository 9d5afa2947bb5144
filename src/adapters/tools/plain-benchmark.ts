import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { axesOf } from './axes-of.ts'
import { baseUnit, usualDirection } from './base-unit.ts'
import {
  at,
  entriesOf,
  isAbsent,
  nameOf,
  numberOf,
  numbersOf,
  optional,
  parsePlace,
  someItemsOf,
  textOf,
  wrong,
  type Place,
} from '../json-place.ts'
import { textReader } from '../output-reader.ts'
import { aggregated, orNoTime, sampled, withoutTwins } from '../readings.ts'

/**
 * The plain form: `{"name", "unit", "value" | "samples", "betterWhen"?, "metric"?, "axes"?}`, one of them or a list.
 * `betterWhen` may be left out for times and sizes (lower) and for rates such as `seq/s` (higher).
 */
export const plainBenchmark = textReader({
  wants: 'JSON of {name, unit, value or samples, betterWhen}, one or a list',
  recognises: (head) =>
    /^\s*(?:\[\s*)?\{/.test(head) &&
    /"unit"/.test(head) &&
    /"(?:value|samples)"/.test(head) &&
    !/"(?:event|ph|benchmarks)"/.test(head),
  parse: (text, path) => {
    const root = parsePlace(text, path)
    const items = Array.isArray(root.value) ? someItemsOf(root, 'The tool measured nothing') : [root]
    return { ...emptyReading, benchmarks: withoutTwins(items.map(readItem)) }
  },
})

function readItem(place: Place): BenchmarkReading {
  const { unit, factor } = baseUnit(textOf(at(place, 'unit')))
  const key = {
    name: nameOf(at(place, 'name')),
    axes: optional(at(place, 'axes'), (map) => axesOf(entriesOf(map))) ?? {},
  }
  const metric = { name: optional(at(place, 'metric'), textOf) ?? 'value', unit, betterWhen: directionOf(place, unit) }
  const [value, samples] = [at(place, 'value'), at(place, 'samples')]
  if (isAbsent(value) === isAbsent(samples)) throw wrong(isAbsent(value) ? value : samples, 'one of value and samples')
  if (isAbsent(samples)) return orNoTime(aggregated(key, metric, numberOf(value) * factor))
  return orNoTime(
    sampled(
      key,
      metric,
      numbersOf(samples).map((sample) => sample * factor),
    ),
  )
}

/** Never guessed: a wrong direction would call a regression an improvement. */
function directionOf(place: Place, unit: string): 'lower' | 'higher' {
  const told = at(place, 'betterWhen')
  if (told.value === 'lower' || told.value === 'higher') return told.value
  if (!isAbsent(told)) throw wrong(told, 'lower or higher')
  const usual = usualDirection(unit)
  if (usual !== null) return usual
  const message = `${place.file}: ${told.path} is missing, and the unit ${JSON.stringify(unit)} does not tell the direction`
  throw new UserError(message, 'Add "betterWhen": "lower" or "higher"')
}
