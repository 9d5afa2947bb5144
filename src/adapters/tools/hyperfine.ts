import type { MeasuredReading } from '../../domain/trial/benchmark-reading.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toAxes } from './axes.ts'
import {
  readAmount,
  getField,
  readEntries,
  isAbsent,
  readItems,
  readName,
  readNumbers,
  readOptional,
  readOptionalAmount,
  parseJsonNode,
  readSomeItems,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  createAggregateReading,
  createFailedReading,
  rejectZero,
  rejectZeroTime,
  createSampledReading,
  time,
  collectReadings,
  type ReadingKey,
  type Reading,
} from '../readings.ts'

const peakMemory: Metric = { name: 'peak_memory', unit: 'B', betterWhen: 'lower' }

/**
 * hyperfine, `--export-json`. A run that failed under `--ignore-failure` did not do its work, so it is reported as
 * failed.
 */
export const hyperfine = createTextReader({
  wants: 'the file of hyperfine --export-json',
  canRead: (head) => /^\s*\{\s*"results"/.test(head) && head.includes('"command"'),
  parse: (text, path) => {
    const results = readSomeItems(getField(parseJsonNode(text, path), 'results'), 'hyperfine measured no command')
    return { ...emptyReading, tool: 'hyperfine', ...collectReadings(results.flatMap(readResult)) }
  },
})

function readResult(node: JsonNode): Reading[] {
  const key = {
    name: readName(getField(node, 'command')),
    axes: readOptional(getField(node, 'parameters'), (map) => toAxes(readEntries(map))) ?? {},
  }
  const codes = readOptional(getField(node, 'exit_codes'), readItems) ?? []
  const bad = codes.filter(({ value }) => value !== 0)
  if (bad.length > 0)
    return [
      createFailedReading(
        key,
        `${bad.length} of ${codes.length} runs failed, the first with ${describeExit(bad[0]?.value)}`,
      ),
    ]
  const runs = isAbsent(getField(node, 'times')) ? null : readNumbers(getField(node, 'times'))
  if (runs && codes.length > 0 && codes.length !== runs.length)
    throw createValueError(getField(node, 'times'), `${codes.length} values, one for each exit code`)
  const timed = runs ? createSampledReading(key, time, runs) : readSummary(key, node)
  return [rejectZeroTime(timed), readCpuTime(key, node, runs?.length ?? null), ...readMemory(key, node)]
}

function readSummary(key: ReadingKey, node: JsonNode): MeasuredReading {
  const readStatistic = (name: string): number | null => readOptionalAmount(getField(node, name))
  const spread = { standardDeviation: readStatistic('stddev'), low: readStatistic('min'), high: readStatistic('max') }
  return createAggregateReading(key, time, readAmount(getField(node, 'median')), {
    spread,
    notes: ['the median of the runs'],
  })
}

function readCpuTime(key: ReadingKey, node: JsonNode, count: number | null): Reading {
  const value = readAmount(getField(node, 'user')) + readAmount(getField(node, 'system'))
  const notes = ['user and system time, mean of the runs']
  return rejectZero(createAggregateReading(key, cpuTime, value, { spread: { count }, notes }))
}

/** Reads peak memory: one value per run, since hyperfine 1.19. */
function readMemory(key: ReadingKey, node: JsonNode): Reading[] {
  const bytes = readOptional(getField(node, 'memory_usage_byte'), readItems) ?? []
  return bytes.length > 0 ? [rejectZero(createSampledReading(key, peakMemory, bytes.map(readAmount)))] : []
}

function describeExit(code: unknown): string {
  return typeof code === 'number' ? `exit code ${code}` : 'a signal'
}
