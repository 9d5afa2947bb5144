import { createUnavailableReading } from '../../domain/telemetry/gpu.ts'
import { formatShortJson, UserError } from '../../domain/core/errors.ts'
import { ImpossibleValues } from '../../domain/telemetry/impossible-values.ts'
import { parseAmount, parseReadingLine, readingFields } from '../../domain/telemetry/nvidia-smi-csv.ts'
import type { LoggedReading, ToolReading } from '../../domain/trial/tool-reading.ts'
import { createTextReader } from '../reader.ts'

const smiHeader = /^[a-z][\w.]*(?: \[[A-Za-z%]+\])?$/
const smiQuantity = /^(?:utilization\.gpu|memory\.used|power\.draw|temperature\.gpu|clocks\.)/
const smiUnits: readonly (readonly [names: RegExp, unit: string])[] = [
  [/^utilization\./, '%'],
  [/^memory\./, 'MiB'],
  [/^power\./, 'W'],
  [/^clocks\.(?:sm|mem)$/, 'MHz'],
]
const mostWarnings = 4
const leastStepBackMs = 5000
/** Fields by the names that the header prints. */
const printedNames = new Map([
  ['clocks.current.sm', 'clocks.sm'],
  ['clocks.current.memory', 'clocks.mem'],
  ['retired_pages.single_bit_ecc.count', 'retired_pages.sbe'],
  ['retired_pages.double_bit.count', 'retired_pages.dbe'],
  ['gpu_uuid', 'uuid'],
  ['gpu_bus_id', 'pci.bus_id'],
])
/** Fields that tell GPUs apart. */
const identities = ['index', 'uuid', 'pci.bus_id', 'serial', 'gpu_serial']

/**
 * The log of `nvidia-smi --query-gpu=… --format=csv -l 1`, with its header: without it nothing says what a column is.
 * The times have no zone and are read as UTC. GPUs without an index are numbered as they appear.
 */
export const nvidiaSmi = createTextReader({
  wants: 'the output of nvidia-smi --query-gpu=timestamp,index,… --format=csv, with its header',
  isLog: true,
  // Warnings of the driver can come first.
  detect: (head) =>
    head
      .trimStart()
      .split('\n', mostWarnings + 1)
      .map(splitCells)
      .some((cells) => cells.length > 1 && isSmiHeader(cells)),
  toReadings: (text, path) => {
    const { rows, broken, fields } = parseSmiRows(text, path)
    const [odd] = broken
    if (rows.length === 0)
      throw new UserError(
        `${path} has no complete row${odd === undefined ? '' : `, such as ${formatShortJson(odd)}`}`,
        'A row has a time such as 2026/01/31 14:00:00.123 and as many cells as the header; let the monitor run longer',
      )
    const problems = [...describeBroken(broken), ...describeStepBack(rows)]
    const ignored = fields.filter((name) => !readFields.has(name) && !identities.includes(name))
    problems.push(...describeIgnored(ignored))
    return finishLog('nvidia-smi', readSmiRows(rows, path, problems), problems)
  },
})

function describeIgnored(columns: readonly string[]): string[] {
  return columns.length > 0 ? [`columns without a quantity that is read: ${columns.join(', ')}`] : []
}

function describeBroken(lines: readonly string[]): string[] {
  const [first] = lines
  return first === undefined
    ? []
    : [`lines that are no complete rows: ${lines.length}, such as ${formatShortJson(first.trim())}`]
}

/** Rows are sorted by time, so a clock that was set back mixes them. */
function describeStepBack(rows: readonly SmiRow[]): string[] {
  const steps = rows.slice(1).map(({ timeMs }, index) => (rows[index]?.timeMs ?? timeMs) - timeMs)
  const longest = steps.reduce((one, other) => Math.max(one, other), 0)
  if (longest < leastStepBackMs) return []
  const seconds = Math.round(longest / 1000)
  return [
    `the times of the log go back by ${seconds} s after row ${steps.indexOf(longest) + 1}: a clock was set, or it holds several runs`,
  ]
}

/** Parses the rows below each header. The last line of a monitor that was killed can end inside a number. */
function parseSmiRows(text: string, path: string): { rows: SmiRow[]; broken: string[]; fields: readonly string[] } {
  const [rows, broken]: [SmiRow[], string[]] = [[], []]
  let fields: readonly string[] = []
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const cells = splitCells(line)
    if (line.trim() === '') continue
    if (isSmiHeader(cells)) {
      fields = cells.map((cell) => parseColumn(cell, path))
      if (!fields.includes('timestamp'))
        throw new UserError(`${path} has no column timestamp`, 'Add timestamp and index to --query-gpu')
    } else if (fields.length === 0) broken.push(line)
    else {
      const timeMs = parseStamp(cells[fields.indexOf('timestamp')] ?? '')
      const isWhole = cells.length === fields.length && !Number.isNaN(timeMs) && index < lines.length - 1
      if (isWhole) rows.push({ fields, cells, timeMs })
      else broken.push(line)
    }
  }
  if (fields.length === 0)
    throw new UserError(
      `${path} has no header, so its columns are unknown`,
      'Run nvidia-smi with --format=csv or csv,nounits, not noheader',
    )
  return { rows, broken, fields }
}

/** The field of a column such as `memory.used [MiB]`. @throws UserError for a quantity in another unit */
function parseColumn(cell: string, path: string): string {
  const [, printed = '', unit] = /^(\S+)(?: \[(.*)\])?$/.exec(cell) ?? []
  const name = printedNames.get(printed) ?? printed
  const expected = smiUnits.find(([names]) => names.test(name))?.[1]
  if (unit === undefined || expected === undefined || unit === expected) return name
  throw new UserError(`${path}: ${printed} is in ${unit}, not in ${expected}`, 'Pass the log as nvidia-smi wrote it')
}

/** Milliseconds since the epoch of `2026/01/31 14:00:00.123`, taken as UTC; else NaN. */
function parseStamp(stamp: string): number {
  const [, day = '', time = ''] = /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d(?:\.\d{3})?)$/.exec(stamp) ?? []
  return Date.parse(`${day.replaceAll('/', '-')}T${time}Z`)
}

type SmiRow = { readonly fields: readonly string[]; readonly cells: readonly string[]; readonly timeMs: number }

const readFields = new Set<string>(readingFields.flat())

function splitCells(line: string): string[] {
  return line.split(',').map((cell) => cell.trim())
}

function isSmiHeader(cells: readonly string[]): boolean {
  return cells.every((cell) => smiHeader.test(cell)) && cells.some((cell) => smiQuantity.test(cell))
}

function readSmiRows(rows: readonly SmiRow[], path: string, problems: string[]): LoggedReading[] {
  const identity = identities.find((name) => rows.every(({ fields }) => fields.includes(name)))
  const known: string[] = []
  if (identity === undefined) requireOneGpu(rows, path)
  const readings = rows.flatMap(({ fields, cells, timeMs }) => {
    const id = identity === undefined ? '' : (cells[fields.indexOf(identity)] ?? '')
    if (identity === 'index') return parseReadingLine(cells.join(','), fields, timeMs) ?? []
    if (!known.includes(id)) known.push(id)
    return parseReadingLine([known.indexOf(id), ...cells].join(','), ['index', ...fields], timeMs) ?? []
  })
  if (readings.length < rows.length) problems.push(`${rows.length - readings.length} rows have no index of a GPU`)
  if (identity === undefined) problems.push('no column tells GPUs apart; the rows are read as GPU 0')
  else if (identity !== 'index')
    problems.push(`GPUs are numbered as they appear: ${known.map((id, gpu) => `${gpu} is ${id}`).join(', ')}`)
  return readings.map((reading) => ({ ...reading, stage: null }))
}

/** @throws UserError when rows come in groups, as of several GPUs per sample */
function requireOneGpu(rows: readonly SmiRow[], path: string): void {
  const pauses = rows.slice(1).map(({ timeMs }, index) => timeMs - (rows[index]?.timeMs ?? 0))
  const longest = Math.max(0, ...pauses)
  const short = pauses.filter((pause) => pause < Math.min(50, longest / 10)).length
  if (short > 0 && short >= (rows.length - 1) / 3)
    throw new UserError(
      `${path} has several rows per sample, and no column tells GPUs apart`,
      'Add index to --query-gpu',
    )
}

/** Columns of `dcgmi dmon` by their short names, each with the quantity and its factor. */
const dcgmColumns = new Map<string, readonly [keyof LoggedReading, number]>([
  ['GPUTL', ['utilizationPercent', 1]],
  ['FBUSD', ['memoryUsedBytes', 2 ** 20]],
  ['FBTTL', ['memoryTotalBytes', 2 ** 20]],
  ['POWER', ['powerWatts', 1]],
  ['SMCLK', ['smClockMhz', 1]],
  ['MMCLK', ['memoryClockMhz', 1]],
  ['TMPTR', ['temperatureCelsius', 1]],
  ['SMACT', ['smUtilization', 1]],
  ['SMOCC', ['smOccupancy', 1]],
  ['TENSO', ['tensorActivity', 1]],
  ['DRAMA', ['dramBandwidthUtilization', 1]],
  ['PCIRX', ['pcieReceiveBytesPerSecond', 1]],
  ['PCITX', ['pcieSendBytesPerSecond', 1]],
  ['NVLRX', ['nvlinkReceiveBytesPerSecond', 1]],
  ['NVLTX', ['nvlinkSendBytesPerSecond', 1]],
])
const dcgmHeader = /^#\s*Entity(?:Id)?[\s,]+(\S.*)$/

/**
 * The table of `dcgmi dmon -e FIELDS`, separated by blanks or commas. It has no times, so its samples count as one second
 * apart, the default of the tool. Slices of a GPU (MIG) are not read.
 */
export const dcgm = createTextReader({
  wants: 'the output of dcgmi dmon -e FIELDS',
  isLog: true,
  detect: (head) => dcgmHeader.test(head.trimStart().split('\n')[0] ?? ''),
  toReadings: (text, path) => {
    const { readings, columns, broken, slices } = parseDcgmRows(text)
    if (readings.length === 0)
      throw new UserError(
        `${path} has no complete row of a GPU${broken[0] === undefined ? '' : `, such as ${formatShortJson(broken[0])}`}`,
        'Pass the output of dcgmi dmon -e 203,252,155',
      )
    const problems = [
      'the log has no times: its samples count as one second apart',
      ...describeBroken(broken),
      ...(slices > 0 ? [`${slices} rows of slices of a GPU (MIG) are not read`] : []),
      ...describeIgnored(columns.filter((name) => !dcgmColumns.has(name))),
    ]
    return finishLog('dcgmi dmon', readings, problems)
  },
})

function parseDcgmRows(text: string) {
  const samples = new Map<number, number>()
  const [readings, broken]: [LoggedReading[], string[]] = [[], []]
  let [columns, slices]: [readonly string[], number] = [[], 0]
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    columns = dcgmHeader.exec(line.trim())?.[1]?.split(/[\s,]+/) ?? columns
    // The units of the columns follow the word Id.
    if (/^\s*(?:#|$|Id\b)/i.test(line)) continue
    const row = index < lines.length - 1 ? parseDcgmRow(line) : null
    if (row?.isSlice) slices += 1
    else if (row?.cells.length !== columns.length) broken.push(line)
    else {
      const sample = samples.get(row.gpu) ?? 0
      samples.set(row.gpu, sample + 1)
      readings.push(readDcgmRow(row.gpu, sample * 1000, columns, row.cells))
    }
  }
  return { readings, columns, broken, slices }
}

function parseDcgmRow(line: string): { gpu: number; cells: string[]; isSlice: boolean } | null {
  const [, kind = 'GPU', id, rest = ''] = /^\s*(?:(GPU(?:-C?I)?)[\s,]+)?(\d+)[\s,]+(.*)$/.exec(line) ?? []
  return id === undefined ? null : { gpu: Number(id), cells: rest.trim().split(/[\s,]+/), isSlice: kind !== 'GPU' }
}

function readDcgmRow(gpu: number, timeMs: number, columns: readonly string[], cells: readonly string[]): LoggedReading {
  const found = columns.flatMap((name, index) => {
    const [quantity, factor = 1] = dcgmColumns.get(name) ?? []
    const amount = parseAmount(cells[index] ?? '')
    return quantity === undefined || amount === null ? [] : [[quantity, amount * factor] as const]
  })
  return { ...createUnavailableReading(gpu, timeMs), stage: null, ...Object.fromEntries(found) }
}

function finishLog(
  tool: string,
  readings: readonly LoggedReading[],
  problems: readonly string[],
): Partial<ToolReading> {
  const impossible = new ImpossibleValues()
  const gpuReadings = readings
    .map((reading) => impossible.drop(reading))
    .toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu)
  return { tool, gpuReadings, problems: [...problems, ...impossible.list()] }
}
