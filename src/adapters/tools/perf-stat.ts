import { formatShortJson, UserError } from '../../domain/core/errors.ts'
import type { Axes } from '../../domain/core/case.ts'
import * as field from '../fields.ts'
import { createTextReader } from '../reader.ts'
import { type Row, toBaseUnit } from '../readings.ts'

/** Events that cost time or energy; fewer are better for the same work. */
const costs =
  /^(?:(?:ref-|bus-)?cycles|cpu-cycles|instructions|stalled-cycles-\w+|.*[-_.]miss(?:es)?|(?:page-|minor-|major-)?faults|context-switches|cs|cpu-migrations|migrations|(?:alignment|emulation)-faults)$/i

/** A row: an event of the program, or of one processor, thread or group. */
type Event = {
  readonly event: string
  readonly axes: Axes
  /** `<not counted>` and `<not supported>` are texts. */
  readonly value: string
  readonly unit: string
  /** End of the interval in seconds; NaN without `-I`. */
  readonly interval: number
}

/**
 * `perf stat -j` and `-x SEPARATOR`, with `-o` or from stderr; the numbers of the text for people depend on the locale.
 * Times and events that cost time are figures; the direction of other events, and of the metrics that perf derives, is
 * unknown. Events that were not counted or are not supported are skipped. The intervals of `-I` are summed.
 */
export const perfStat = createTextReader({
  wants: 'the output of perf stat -j or -x,',
  isLog: true,
  detect: (head) => {
    // Without `-o`, the program can write into the same stream before perf does.
    const lines = head.split('\n')
    const some = [...lines.slice(0, 200), ...lines.slice(-200)]
    return sectionTitle.test(head) || some.some((line) => objectStart.test(line) || parseColumns(line) !== null)
  },
  toReadings: (text, path) => {
    const { events, others } = parseRows(text, path)
    if (events.some(({ interval }, index) => interval < (events[index - 1]?.interval ?? 0)))
      throw new UserError(`${path} holds the intervals of several runs`, 'Pass the output of one run')
    if (events.length === 0)
      throw new UserError(`${path} has no row of perf stat -j or -x`, 'Run perf stat with -j, without --metric-only')
    const more = `${others.length} lines are not rows of perf stat, the first is ${formatShortJson(others[0])}`
    const isJoined = areRunsJoined(events, text)
    const problems = others.length > 0 ? [more] : []
    return { tool: 'perf stat', rows: readEvents(events), joins: 'samples', isJoined, problems }
  },
})

const objectStart = /^\{.*"counter-value" ?: ?"/
const sectionTitle = /^ Performance counter stats for /m

function parseRows(text: string, path: string): { readonly events: Event[]; readonly others: string[] } {
  const [lines, events, others]: [string[], Event[], string[]] = [text.split('\n'), [], []]
  for (const [index, line] of lines.entries()) {
    const row = line.startsWith('{') ? parseObject(line, `${path} line ${index + 1}`) : parseColumns(line)
    const isOther = !row && line.trim() !== '' && !notEvents.test(line)
    // The sum of intervals would lack those that are cut off.
    if (index === lines.length - 1 && (isOther || row?.interval))
      throw new UserError(`${path} ends inside line ${index + 1}`, 'Pass the complete output')
    if (row) events.push(row)
    else if (isOther) others.push(line)
  }
  return { events, others }
}

/** The first line, and rows of a further derived metric, which have no event. */
const notEvents =
  /^# started on |^\{"?(?:metric-|interval|\}|[\w-]+" : "[^"]*", "(?:aggregate-number|metric))|([,;|\t])\1{3}/

const places = ['cpu', 'core', 'cluster', 'cache', 'die', 'socket', 'node', 'thread', 'cgroup'] as const

const counterFields = field
  .group({
    event: field.name,
    ...field.repeat(field.anything, 'counter-value', 'interval', ...places),
    unit: field.maybeText,
  })
  .transform((one, context): Event => {
    const value = String(one['counter-value'])
    if (!/^(?:-?\d+(?:\.\d+)?|<not \w+>)$/.test(value))
      field.refuse(context, one['counter-value'], 'a number or <not counted>', { path: ['counter-value'] })
    const found = places.flatMap((place) => {
      const own = one[place]
      return typeof own === 'string' || typeof own === 'number' ? [[place, own] as const] : []
    })
    return {
      event: one.event,
      axes: Object.fromEntries(found),
      value,
      unit: one.unit ?? '',
      interval: Number(one.interval),
    }
  })
/** Null for a row of a further derived metric, which has no event. Some versions write a comma before the last brace. */
const counter = field.choose((raw) => (field.has(raw, 'counter-value') ? counterFields : field.nothing))
const parseObject = (line: string, file: string) =>
  field.read(counter, field.parseJson(line.replace(/,\s*\}\s*$/, '}'), file), file)

const amount = String.raw`(?<value>-?\d+(?:\.\d+)?|<not counted>|<not supported>)`
const place = String.raw`(?<place>[^\d<\s][^,;|\t]*)`

/** `[interval,][place,[count,]]value,unit,event,[error%,]runtime,counted[,metric,unit]`; null for any other line. */
function parseColumns(line: string): Event | null {
  const [, separator = ''] = /(?:[\d>])([,;|:\t])/.exec(line) ?? []
  const s = separator === '|' ? String.raw`\|` : separator
  if (s === '') return null
  const head = String.raw`^(?:\s*(?<interval>\d+\.\d{6,9})${s})?(?:${place}${s}(?:\d+${s})?)?`
  // A separator is a part of an event only between slashes: `cpu/event=0x3c,umask=0x0/`.
  const event = s === ':' ? String.raw`\D.*?` : String.raw`(?!\d)(?:[^/${s}]|/[^/]*/)+?`
  const tail = String.raw`${s}(?<unit>[A-Za-z]*)${s}(?<event>${event})(?:${s}[\d.]+%)?${s}\d+${s}\d+[.]\d\d(?:${s}.*)?$`
  const groups = new RegExp(head + amount + tail).exec(line)?.groups
  if (!groups) return null
  return {
    event: groups['event'] ?? '',
    axes: groups['place'] === undefined ? {} : { place: groups['place'] },
    value: groups['value'] ?? '',
    unit: groups['unit'] ?? '',
    interval: Number(groups['interval']),
  }
}

function groupEvents(events: readonly Event[]): Event[][] {
  return [...Map.groupBy(events, ({ event, axes }) => JSON.stringify([event, axes])).values()]
}

/** Whether rows of one event are several runs: metrics (`-M`) share events, so one run can also have an event twice. */
function areRunsJoined(events: readonly Event[], text: string): boolean {
  const repeated = groupEvents(events.filter(({ interval }) => !interval)).map(({ length }) => length > 1)
  const starts = text.match(/^# started on /gm)?.length ?? 0
  return repeated.includes(true) && (!repeated.includes(false) || starts > 1)
}

function readEvents(events: readonly Event[]): Row[] {
  const groups = groupEvents(events)
  const intervals = Map.groupBy(groups, ([one]) => JSON.stringify(one?.axes))
  return groups.flatMap((group): Row[] => {
    const [first] = group
    if (!first) return []
    const most = Math.max(...(intervals.get(JSON.stringify(first.axes)) ?? []).map((one) => one.length))
    if (first.interval && group.length < most) {
      const failed = `has ${group.length} of ${most} intervals: the output is cut off`
      return [{ name: first.event, axes: first.axes, failed }]
    }
    const missing = group.filter(({ value }) => value.startsWith('<'))
    const reason = missing[0]?.value.slice(1, -1)
    const part = group.length > 1 ? ` in ${missing.length} of ${group.length} rows` : ''
    if (reason !== undefined) return [{ name: first.event, axes: first.axes, skipped: `${reason}${part}` }]
    return first.interval ? [readEvent(first, group)] : group.map((one) => readEvent(one, [one]))
  })
}

/** Names of metrics by their unit; other events are counted. */
const names = new Map([
  ['s', 'duration'],
  ['J', 'energy'],
])
/** Events of the kernel, of which a program may have none. */
const rare = /faults$|switches$|migrations$|^cs$/

function readEvent({ event, axes, unit: printed }: Event, intervals: readonly Event[]): Row {
  const key = { name: event, axes }
  const [, inner = event] = /^(?:[\w-]+\/)?([^/:]+)/.exec(event) ?? []
  // The times of the tool itself are in ns, also in versions that print no unit.
  const { unit, factor } = toBaseUnit(/^(?:duration|user|system)_time$/.test(inner) ? 'ns' : printed)
  const name = names.get(unit) ?? (costs.test(inner) ? 'count' : null)
  if (name === null) return { ...key, skipped: 'not judged: its direction is unknown' }
  return {
    ...key,
    metric: { name, unit, betterWhen: 'lower' },
    value: intervals.reduce((sum, { value }) => sum + Number(value), 0),
    factor,
    zero: rare.test(inner) ? 'counts' : 'skips',
  }
}
