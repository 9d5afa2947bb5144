import { UserError } from '../../domain/core/errors.ts'
import { type Delimiter, splitLine } from '../../domain/tables/delimited-line.ts'
import { createTextReader } from '../reader.ts'
import { type Row, toBaseUnit } from '../readings.ts'

/** Columns that the configuration of Otava calls attributes, and the times. */
const attributes =
  /^(?:time|timestamp|date|commit|commit_?(?:hash|id|sha|time|date)|branch|version|tag|run_?id|build|host|test|suite)$/i
const times = /^(?:time|timestamp|date)$/i
const commits = /^commit(?:_?(?:hash|id|sha))?$/i

/**
 * A CSV file of Apache Otava (before: Hunter): one row per run with its time, attributes such as the commit, and one
 * column per metric. The rows of the newest commit, or the newest row, are the figures; earlier rows are the history of
 * other commits. The direction is in Otava's configuration, so the column has to show it: `latency_ms`, `throughput`.
 */
export const otava = createTextReader({
  wants: 'a CSV file of Apache Otava with the columns time and commit',
  detect: (head) => {
    const [first = '', second = ''] = head.split('\n')
    const columns = splitLine(first, findDelimiter(first)) ?? []
    const cells = splitLine(second, findDelimiter(first)) ?? []
    const at = columns.findIndex((name) => times.test(name.trim()))
    return at >= 0 && columns.some((name) => commits.test(name.trim())) && !Number.isNaN(parseTime(cells[at] ?? ''))
  },
  toReadings: (text, path) => {
    const { columns, rows } = readTable(text, path)
    const { newest, older } = selectNewest(columns, rows, path)
    const names = columns.filter((name) => !attributes.test(name))
    if (names.length === 0) throw new UserError(`${path} has no column of a metric`, 'Add one column per metric')
    const facts = columns.flatMap((name, index) =>
      attributes.test(name) ? [[commits.test(name) ? 'commit' : name, newest.at(-1)?.[index] ?? ''] as const] : [],
    )
    return {
      tool: 'Apache Otava',
      rows: names.map((name) => readColumn(name, columns.indexOf(name), newest)),
      context: Object.fromEntries(facts),
      problems: older > 0 ? [`${older} earlier rows are the history of other runs: only the newest is read`] : [],
    }
  },
})

function findDelimiter(header: string): Delimiter {
  return header.includes('\t') ? '\t' : header.includes(',') ? ',' : ';'
}

function readTable(text: string, path: string): { columns: string[]; rows: string[][] } {
  const [header = '', ...lines] = text.split('\n')
  const delimiter = findDelimiter(header)
  const columns = (splitLine(header, delimiter) ?? []).map((name) => name.trim())
  if (new Set(columns).size < columns.length)
    throw new UserError(`${path} names a column twice`, 'Give each metric its own name')
  const rows = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = splitLine(line, delimiter)
    if (cells?.length === columns.length) return [cells.map((cell) => cell.trim())]
    const what = `${path} line ${index + 2} has ${cells?.length ?? 'unclosed'} fields, not ${columns.length}`
    throw new UserError(what, 'Write the file again; it may have been cut off')
  })
  if (rows.length === 0) throw new UserError(`${path} has no row`, 'Run the benchmark first')
  return { columns, rows }
}

/** Selects the rows of the newest commit, or of the newest time without a commit. */
function selectNewest(columns: string[], rows: string[][], path: string): { newest: string[][]; older: number } {
  const at = columns.findIndex((name) => times.test(name))
  const stamps = rows.map((row) => parseTime(row[at] ?? ''))
  const odd = stamps.findIndex((stamp) => Number.isNaN(stamp))
  if (odd >= 0) {
    const what = at < 0 ? 'has no column time' : `line ${odd + 2} has the time ${rows[odd]?.[at]}`
    throw new UserError(`${path} ${what}`, 'Otava needs a column time with dates or seconds since the epoch')
  }
  const latest = Math.max(...stamps)
  const commit = columns.findIndex((name) => commits.test(name))
  const last = rows[stamps.lastIndexOf(latest)]
  const newest = rows.filter((row, index) => (commit < 0 ? stamps[index] === latest : row[commit] === last?.[commit]))
  return { newest, older: rows.length - newest.length }
}

/** Milliseconds since the epoch of `2024.01.31 3:00:00 +0100`, ISO 8601 or seconds since the epoch; else NaN. */
function parseTime(text: string): number {
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  if (!/^\d{4}[-./]\d\d?[-./]\d\d?/.test(text)) return Number.NaN
  const [, date = '', hour = '00', rest = ''] = /^(\S{8,10})(?:[ T](\d\d?)(.*))?$/.exec(text) ?? []
  const [year = '', month = '', day = ''] = date.split(/[-./]/)
  const clock = rest === '' ? ':00:00Z' : rest.replace(/\s+/, '')
  return Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}${clock}`)
}

/** Reads the rows of a column. A row without a value may be a run that failed, so the others do not count. */
function readColumn(name: string, index: number, rows: readonly string[][]): Row {
  const cells = rows.map((row) => row[index] ?? '')
  const samples = cells.map((cell) => (cell === '' ? Number.NaN : Number(cell)))
  const odd = samples.findIndex((value) => !Number.isFinite(value))
  if (odd >= 0) return { name, skipped: `${cells[odd] || 'an empty cell'} is not a number` }
  const { unit, factor, betterWhen } = describeColumn(name)
  if (betterWhen === null) return { name, skipped: 'not judged: its direction is in the configuration of Otava' }
  return { name, metric: { name: 'value', unit, betterWhen }, samples, factor, zero: 'skips' }
}

/**
 * Finds unit and direction in a name such as `p99_ms`, `wall time [s]`, `latency`, `tokens_per_s` or `throughput`. A size
 * shows no direction: it can be used or free memory, or that of a rate, nor does a rate of errors. `min` is a statistic.
 */
function describeColumn(name: string): { unit: string; factor: number; betterWhen: 'lower' | 'higher' | null } {
  const [, printed = ''] = /(?:^|[_\s([])((?:[A-Za-z]+(?:[_ ]per[_ ]|\/))?[A-Za-zµμ]+)[)\]]?$/.exec(name) ?? []
  const found = toBaseUnit(printed === 'min' ? '' : printed.replace(/[_ ]per[_ ]/, '/'))
  const isRate = /(?:^|[_ ])(?:throughput|bandwidth|qps|rps|tps)(?:[_ ]|$)/i.test(name) || found.unit.endsWith('/s')
  const isTime = /(?:^|[_ ])(?:latency|duration|elapsed)(?:[_ ]|$)/i.test(name) || found.unit === 's'
  const isLoss = /(?:^|[_ ])(?:err|fail|miss|drop|retr[iy]|timeout|reject|los[st]|stall|throttl)/i.test(name)
  const { unit, factor } = /^(?:s|B|.*\/s)$/.test(found.unit) ? found : { unit: '', factor: 1 }
  return { unit, factor, betterWhen: isRate === isTime || (isRate && isLoss) ? null : isRate ? 'higher' : 'lower' }
}
