import { formatValue, UserError } from '../../domain/core/errors.ts'
import type { Axes } from '../../domain/core/case.ts'
import { parseJsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createSkippedReading,
  joinRepetitions,
  type Reading,
  type ReadingKey,
  rejectZero,
  toBaseUnit,
} from '../readings.ts'

/** Events that cost time or energy; fewer are better for the same work. */
const costs =
  /^(?:(?:ref-|bus-)?cycles|cpu-cycles|instructions|stalled-cycles-\w+|.*[-_.]miss(?:es)?|(?:page-|minor-|major-)?faults|context-switches|cs|cpu-migrations|migrations|(?:alignment|emulation)-faults)$/i

/** A row: an event of the program, or of one processor, thread or group. */
type Row = {
  readonly event: string
  readonly axes: Axes
  /** `<not counted>` and `<not supported>` are texts. */
  readonly value: string
  readonly unit: string
  /** Share of the time in which the event was counted, in percent; below 100 the value is scaled. */
  readonly counted: number
  /** Of the mean of `-r`, in percent. */
  readonly error: number | null
  readonly isInterval: boolean
}

/**
 * `perf stat -j` or `perf stat -x SEPARATOR`, with `-o` or from stderr. Times and events that cost time are figures; the
 * direction of other events, and of the metrics that perf derives, is unknown. Events that were not counted or are not
 * supported are skipped. The intervals of `-I` are summed.
 */
export const perfStat = createTextReader({
  wants: 'the output of perf stat -j or perf stat -x,',
  isLog: true,
  canRead: (head) => {
    const [first = ''] = head.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('# started on '))
    return /^\{.*"counter-value" ?: ?"/.test(first) || parseColumns(first) !== null
  },
  parse: (text, path) => {
    const lines = text.split('\n')
    const rows: Row[] = []
    const others: string[] = []
    for (const [index, line] of lines.entries()) {
      const row = line.startsWith('{') ? parseObject(line, `${path} line ${index + 1}`) : parseColumns(line)
      if (row) rows.push(row)
      else if (line.trim() !== '' && !notEvents.test(line)) {
        if (index === lines.length - 1)
          throw new UserError(`${path} ends inside line ${index + 1}`, 'Pass the complete output')
        others.push(line)
      }
    }
    if (rows.length === 0)
      throw new UserError(`${path} has no row of perf stat`, 'Run perf stat with -j or -x, and without --metric-only')
    const { benchmarks, problems } = collectReadings(readEvents(rows))
    const more =
      others.length > 0
        ? [`${others.length} lines are not rows of perf stat, the first is ${formatValue(others[0])}`]
        : []
    return { tool: 'perf stat', benchmarks, problems: [...problems, ...more] }
  },
})

/** The first line, and rows of a further derived metric, which have no event. */
const notEvents =
  /^# started on |^\{"?(?:metric-|interval|\}|[\w-]+" : "[^"]*", "(?:aggregate-number|metric))|([,;|\t])\1{3}/

const places = ['cpu', 'core', 'cluster', 'cache', 'die', 'socket', 'node', 'thread', 'cgroup']

/** Null for a row of a further derived metric, which has no event. Some versions write a comma before the last brace. */
function parseObject(line: string, file: string): Row | null {
  const node = parseJsonNode(line.replace(/,\s*\}\s*$/, '}'), file)
  const counted = node.get('counter-value')
  if (counted.isAbsent) return null
  if (!/^(?:-?\d+(?:\.\d+)?|<not \w+>)$/.test(String(counted.value)))
    throw counted.createError('a number or <not counted>')
  const found = places.flatMap((place) => {
    const { value } = node.get(place)
    return typeof value === 'string' || typeof value === 'number' ? [[place, value] as const] : []
  })
  return {
    event: node.get('event').readName(),
    axes: Object.fromEntries(found),
    value: String(counted.value),
    unit: node.get('unit').readOptionalText() ?? '',
    counted: node.get('pcnt-running').readOptionalAmount() ?? 100,
    error: node.get('variance').readOptionalAmount(),
    isInterval: !node.get('interval').isAbsent,
  }
}

const value = String.raw`(?<value>-?\d+(?:\.\d+)?|<not counted>|<not supported>)`
const place = String.raw`(?<place>[^\d<\s][^,;|\t]*)`

/** `[interval,][place,[count,]]value,unit,event,[error%,]runtime,counted[,metric,unit]`; null for any other line. */
function parseColumns(line: string): Row | null {
  const [, separator = ''] = /(?:[\d>])([,;|:\t])/.exec(line) ?? []
  const s = separator === '|' ? String.raw`\|` : separator
  if (s === '') return null
  const head = String.raw`^(?:\s*(?<interval>\d+\.\d{6,9})${s})?(?:${place}${s}(?:\d+${s})?)?`
  const tail = String.raw`${s}(?<unit>[A-Za-z]*)${s}(?<event>\D.*?)(?:${s}(?<error>[\d.]+)%)?${s}\d+${s}(?<counted>\d+[.]\d\d)(?:${s}.*)?$`
  const groups = new RegExp(head + value + tail).exec(line)?.groups
  if (!groups) return null
  return {
    event: groups['event'] ?? '',
    axes: groups['place'] === undefined ? {} : { [describePlace(groups['place'])]: groups['place'] },
    value: groups['value'] ?? '',
    unit: groups['unit'] ?? '',
    counted: Number(groups['counted']),
    error: groups['error'] === undefined ? null : Number(groups['error']),
    isInterval: groups['interval'] !== undefined,
  }
}

function describePlace(text: string): string {
  const kinds = [
    [/^CPU\d/, 'cpu'],
    [/^S\d+-D\d+-C\d+/, 'core'],
    [/^S\d+-D\d+/, 'die'],
    [/^S\d/, 'socket'],
    [/^N\d/, 'node'],
  ] as const
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'thread'
}

function readEvents(rows: readonly Row[]): Reading[] {
  const groups = Map.groupBy(rows, ({ event, axes }) => JSON.stringify([event, axes]))
  const readings = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const missing = group.filter((row) => row.value.startsWith('<'))
    const reason = missing[0]?.value.slice(1, -1)
    const part = group.length > 1 ? ` in ${missing.length} of ${group.length} rows` : ''
    if (reason !== undefined) return [createSkippedReading({ name: first.event, axes: first.axes }, `${reason}${part}`)]
    return first.isInterval ? [readEvent(first, group)] : group.map((row) => readEvent(row, [row]))
  })
  return joinRepetitions(readings)
}

/** Names of metrics by their unit; other events are counted. */
const names = new Map([
  ['s', 'duration'],
  ['J', 'energy'],
])

/** Reads an event; `rows` are its intervals. */
function readEvent({ event, axes, unit: printed, counted, error }: Row, rows: readonly Row[]): Reading {
  const key: ReadingKey = { name: event, axes }
  const [, inner = event] = /^(?:[\w-]+\/)?([^/:]+)/.exec(event) ?? []
  // The times of the tool itself are in ns, also in versions that print no unit.
  const named = /^(?:duration|user|system)_time$/.test(inner) ? 'ns' : printed
  const { unit, factor } = named === 'Joules' ? { unit: 'J', factor: 1 } : toBaseUnit(named)
  if (unit !== 's' && unit !== 'J' && !costs.test(inner))
    return createSkippedReading(key, 'not judged: its direction is unknown')
  const name = names.get(unit) ?? 'count'
  const amount = rows.reduce((sum, row) => sum + Number(row.value), 0)
  const notes = [
    ...(rows.length > 1 ? [`the sum of ${rows.length} intervals`] : []),
    ...(counted < 100 ? [`scaled: counted ${counted} % of the time`] : []),
  ]
  const spread = { text: error === null ? null : `± ${error} % (standard error of the mean)` }
  return rejectZero(
    createAggregateReading(key, { name, unit, betterWhen: 'lower' }, amount * factor, { spread, notes }),
  )
}
