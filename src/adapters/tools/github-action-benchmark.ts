import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { baseUnit } from './base-unit.ts'
import { at, nameOf, numberOf, optional, parsePlace, someItemsOf, textOf, type Place } from '../json-place.ts'
import { textReader, type OutputReader } from '../output-reader.ts'
import { aggregated, orNoTime, withoutTwins } from '../readings.ts'

/** The `customSmallerIsBetter` form of github-action-benchmark: a list of `{name, unit, value, range?, extra?}`. */
export const customSmallerIsBetter = customReader('lower')

/** The same list, where more is better. */
export const customBiggerIsBetter = customReader('higher')

/** The content does not tell its direction, so that it is never recognised by itself. */
function customReader(betterWhen: 'lower' | 'higher'): OutputReader {
  return textReader({
    wants: 'a JSON list of {name, unit, value}',
    parse: (text, path) => {
      const items = someItemsOf(parsePlace(text, path), 'The tool measured nothing')
      return { ...emptyReading, benchmarks: withoutTwins(items.map((item) => readItem(item, betterWhen))) }
    },
  })
}

function readItem(place: Place, betterWhen: 'lower' | 'higher'): BenchmarkReading {
  const { unit, factor } = baseUnit(textOf(at(place, 'unit')))
  const range = optional(at(place, 'range'), rangeOf)
  const deviation = range === null ? Number.NaN : Number(/^(?:±|\+\/-)\s*(\d[\d.e+-]*)$/.exec(range)?.[1])
  const spread = { standardDeviation: Number.isFinite(deviation) ? deviation * factor : null, text: range }
  const extra = optional(at(place, 'extra'), (text) => String(text.value).slice(0, 500))
  const metric = { name: 'value', unit, betterWhen }
  const notes = extra === null ? [] : [extra]
  return orNoTime(
    aggregated({ name: nameOf(at(place, 'name')) }, metric, numberOf(at(place, 'value')) * factor, { spread, notes }),
  )
}

/** A text such as `± 3%`, or a bare number that means the same as `± number`. */
function rangeOf(place: Place): string {
  return typeof place.value === 'number' ? `± ${numberOf(place)}` : textOf(place)
}
