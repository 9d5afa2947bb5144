import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toBaseUnit } from './base-unit.ts'
import {
  getField,
  readName,
  readNumber,
  readOptional,
  parseJsonNode,
  readSomeItems,
  readText,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader, type OutputReader } from '../output-reader.ts'
import { createAggregateReading, rejectZeroTime, failDuplicates } from '../readings.ts'

/** The `customSmallerIsBetter` format of github-action-benchmark: a list of `{name, unit, value, range?, extra?}`. */
export const customSmallerIsBetter = createCustomReader('lower')

/** The same list with higher values being better. */
export const customBiggerIsBetter = createCustomReader('higher')

/** Creates a reader. The content does not show the direction, so the format is never detected automatically. */
function createCustomReader(betterWhen: 'lower' | 'higher'): OutputReader {
  return createTextReader({
    wants: 'a JSON list of {name, unit, value}',
    parse: (text, path) => {
      const items = readSomeItems(parseJsonNode(text, path), 'The tool measured nothing')
      return { ...emptyReading, benchmarks: failDuplicates(items.map((item) => readItem(item, betterWhen))) }
    },
  })
}

function readItem(node: JsonNode, betterWhen: 'lower' | 'higher'): BenchmarkReading {
  const { unit, factor } = toBaseUnit(readText(getField(node, 'unit')))
  const range = readOptional(getField(node, 'range'), readRange)
  const deviation = range === null ? Number.NaN : Number(/^(?:±|\+\/-)\s*(\d[\d.e+-]*)$/.exec(range)?.[1])
  const spread = { standardDeviation: Number.isFinite(deviation) ? deviation * factor : null, text: range }
  const extra = readOptional(getField(node, 'extra'), (text) => String(text.value).slice(0, 500))
  const metric = { name: 'value', unit, betterWhen }
  const notes = extra === null ? [] : [extra]
  return rejectZeroTime(
    createAggregateReading(
      { name: readName(getField(node, 'name')) },
      metric,
      readNumber(getField(node, 'value')) * factor,
      { spread, notes },
    ),
  )
}

/** Reads a text such as `± 3%`; a bare number means `± number`. */
function readRange(node: JsonNode): string {
  return typeof node.value === 'number' ? `± ${node.value}` : String(node.value).slice(0, 500)
}
