import type { KernelRecord, KernelTable, KernelTotal } from '../../record/kernels.ts'
import { mostTableKernels, mostTableText } from '../../record/limits.ts'
import { formatCounted, formatValue } from '../core/numbers.ts'
import { sumValues } from '../core/statistics.ts'
import type { ToolReading } from '../trial/tool-reading.ts'

/** Launches and time of a kernel in one run, over all grids and devices. */
export type KernelUse = {
  readonly launches: number
  readonly seconds: number
  /** Its grids and blocks, the first of many. */
  readonly shapes: string
}

/** The row with the sum of the kernels that a table has no room for. */
export const furtherKernels = '(further kernels)'

/** The row with the sum of the kernels that tuning or compilation launches in other numbers in each run. */
export const varyingKernels = '(varies between runs of the same commit)'

/** More shapes of one kernel are counted, with a checksum. */
const namedShapes = 4

/**
 * Adds up a record by kernel. An allocation of half of a GPU (`gpuBytes`; null: unknown) or more is a pool that an
 * allocator reserves, so the peak is null.
 */
export function summarizeKernels(record: KernelRecord, gpuBytes: number | null): KernelTable {
  const { kernels, busySeconds: _busy, windowSeconds: _window, largestBytes, ...sums } = record
  const rows = [...Map.groupBy(kernels, ({ name }) => name)].map(([name, group]) => toRow(name, group))
  const peakBytes = isReserved({ largestBytes }, gpuBytes) ? null : sums.peakBytes
  return { ...sums, peakBytes, kernels: limitRows(rows).toSorted(compareNames) }
}

/**
 * Whether the largest allocation is a pool of an allocator, which says nothing about use; false if `gpuBytes` is
 * unknown.
 */
export function isReserved({ largestBytes }: Pick<KernelRecord, 'largestBytes'>, gpuBytes: number | null): boolean {
  return gpuBytes !== null && largestBytes >= gpuBytes / 2
}

type TableRow = KernelTable['kernels'][number]

function toRow(name: string, group: readonly KernelTotal[]): TableRow {
  const launches = group.reduce((sum, one) => sum + one.launches, 0)
  const seconds = group.reduce((sum, one) => sum + one.seconds, 0)
  const shapes = [...new Set(group.map(({ grid, block }) => `${grid.join('×')} of ${block.join('×')}`))].toSorted()
  const rest = shapes.slice(namedShapes)
  const more = rest.length > 0 ? [`${rest.length} more (${hashText(rest.join())})`] : []
  return [name, launches, roundToNanoseconds(seconds), [...shapes.slice(0, namedShapes), ...more].join(', ')]
}

/** Averages recorded runs of one commit; what they have in common is that of the last one. Null: there is none. */
export function averageRecords(records: readonly KernelRecord[]): KernelRecord | null {
  const last = records.at(-1)
  const average = (values: readonly number[]): number => sumValues(values) / records.length
  const averageUse = (uses: readonly Pick<KernelTotal, 'launches' | 'seconds'>[]) => ({
    launches: Math.round(average(uses.map(({ launches }) => launches))),
    seconds: average(uses.map(({ seconds }) => seconds)),
  })
  const all = records.flatMap(({ kernels }) => kernels)
  const groups = Map.groupBy(all, ({ name, grid, block, device }) => JSON.stringify([name, grid, block, device]))
  const kernels = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((one) => ({ ...one, ...averageUse(group) })),
  )
  return last ? { ...last, ...averageUse(records), kernels } : null
}

/** Lists kernels that are launched in other numbers by other runs of one commit. */
export function listVarying(records: readonly KernelRecord[]): string[] {
  const tables = records.map((record) => new Map(summarizeKernels(record, null).kernels.map((row) => [row[0], row[1]])))
  const names = new Set(tables.flatMap((table) => [...table.keys()]))
  return [...names].filter((name) => new Set(tables.map((table) => table.get(name) ?? 0)).size > 1)
}

/** Adds up the rows of varying kernels. */
export function groupVarying(table: KernelTable, varying: ReadonlySet<string>): KernelTable {
  if (varying.size === 0) return table
  const { own = [], rest = [] } = Object.groupBy(table.kernels, ([name]) => (varying.has(name) ? 'rest' : 'own'))
  const [, ...sums] = addUp(rest)
  return { ...table, kernels: [...own, [varyingKernels, ...sums]] }
}

/** FNV-1a of 32 bits. */
function hashText(text: string): string {
  const hash = [...text].reduce((sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5)
  return (hash >>> 0).toString(16)
}

/** Sums of floating-point numbers differ by their last digits. */
function roundToNanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9) / 1e9
}

/** Keeps the rows of the longest kernels, and adds up the others. */
function limitRows(rows: readonly TableRow[]): TableRow[] {
  const longest = rows.toSorted((one, other) => other[2] - one[2] || compareNames(one, other))
  let text = 0
  const end = longest.findIndex(([name], index) => (text += name.length) > mostTableText || index >= mostTableKernels)
  if (end === -1) return longest
  return [...longest.slice(0, end), addUp(longest.slice(end))]
}

function addUp(rows: readonly TableRow[]): TableRow {
  const [launches, seconds] = [1, 2].map((index) => rows.reduce((sum, row) => sum + Number(row[index]), 0))
  return [furtherKernels, launches ?? 0, roundToNanoseconds(seconds ?? 0), '']
}

function compareNames([one]: TableRow, [other]: TableRow): number {
  return one < other ? -1 : Number(one > other)
}

/** The figure that readers of profiles give for each kernel. */
export const kernelTimeName = 'kernel_time'

/** Builds the table of a profile: what its reader found of each kernel. Null: it has no kernel. */
export function tabulateProfile({ benchmarks }: Pick<ToolReading, 'benchmarks'>): KernelTable | null {
  const uses = benchmarks
    .filter((one) => one.status === 'measured')
    .filter(({ metric }) => metric.name === kernelTimeName)
  const counted = uses.filter(({ launches: own }) => own !== undefined)
  const rows = [...Map.groupBy(counted, ({ name }) => name)].map(([name, group]): TableRow => {
    const seconds = group.flatMap(({ samples }) => samples).reduce((sum, value) => sum + value, 0)
    return [name, group.reduce((sum, { launches: own }) => sum + (own ?? 0), 0), roundToNanoseconds(seconds), '']
  })
  if (rows.length === 0) return null
  const [, launches, seconds] = addUp(rows)
  const left = uses.length - counted.length
  const failed = benchmarks.filter(({ status }) => status === 'failed').length
  return {
    processes: 1,
    unfinished: 0,
    cupti: 0,
    kernels: limitRows(rows).toSorted(compareNames),
    launches,
    seconds,
    toDevice: null,
    toHost: null,
    peakBytes: null,
    modules: 0,
    code: null,
    problems: [
      ...(left > 0 ? [`no number of launches: ${formatCounted(left, 'kernel')}`] : []),
      ...(failed > 0 ? [`no usable time: ${formatCounted(failed, 'kernel')}`] : []),
    ],
  }
}

/** Groups two tables by kernel. A name for which the other table has no room is part of its sum. */
export function matchTables(
  base: KernelTable,
  head: KernelTable,
): readonly [Map<string, KernelUse>, Map<string, KernelUse>] {
  return [toUses(base, head), toUses(head, base)]
}

function toUses({ kernels }: KernelTable, other: KernelTable): Map<string, KernelUse> {
  const known = new Set(other.kernels.map(([name]) => name))
  const isOpen = known.has(furtherKernels)
  const { own = [], rest = [] } = Object.groupBy(kernels, ([name]) =>
    name === furtherKernels || (isOpen && !known.has(name)) ? 'rest' : 'own',
  )
  const all = rest.length > 0 ? [...own, addUp(rest)] : own
  return new Map(all.map(([name, launches, seconds, shapes]) => [name, { launches, seconds, shapes }]))
}

/** Why a table does not hold all that a run executed, as sentences; empty: it does. */
export function listKernelGaps({
  unfinished,
  processes,
  problems,
  launches,
}: Pick<KernelTable, 'unfinished' | 'processes' | 'problems' | 'launches'>): string[] {
  if (problems.length > 0) return [...problems]
  if (launches === 0) return ['no kernel was launched while it was recorded']
  return unfinished > 0
    ? [`${unfinished} of ${processes} processes ended without a last flush, so their launches are "at least"`]
    : []
}

/** Describes a table in one line. */
export function describeKernelTable(table: KernelTable): string {
  const { kernels, launches, seconds, peakBytes, code, cupti } = table
  const peak = peakBytes === null ? 'reserved by the allocator' : formatValue(peakBytes, 'B')
  const gaps = listKernelGaps(table)
  return [
    `${formatCounted(launches, 'launch')} of ${formatCounted(kernels.length, 'kernel')} in ${formatValue(seconds, 's')}`,
    `peak of allocated memory ${peak}`,
    `machine code ${code ?? 'unknown'}`,
    `CUPTI ${cupti === 0 ? 'unknown' : cupti}`,
    ...(gaps.length > 0 ? [`not comparable: ${gaps.join('; ')}`] : []),
  ].join(', ')
}
