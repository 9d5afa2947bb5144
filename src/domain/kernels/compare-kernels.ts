import type { KernelRecord } from '../../record/kernels.ts'
import { formatCount, formatPercent, formatTransition, formatValue } from '../core/numbers.ts'
import type { PlannedComparison } from '../plan/plan.ts'
import type { Trial } from '../trial/trial.ts'
import type { Cell, Section } from '../verdict/report.ts'

/** Launches and time of a kernel on one side, over all grids and devices. */
type KernelUse = { readonly launches: number; readonly seconds: number; readonly shapes: readonly string[] }

/** A kernel on both sides; null: it was not launched there. */
type KernelRow = {
  readonly name: string
  /** Name in the head, if it has another one for the same work. */
  readonly headName: string
  readonly base: KernelUse | null
  readonly head: KernelUse | null
  /** Head minus base, in seconds. */
  readonly change: number
}

/** What differs between the work that the GPUs executed for two commits. */
type KernelComparison = {
  /** Largest change of time first. */
  readonly rows: readonly KernelRow[]
  /** Change of the time of all kernels, in seconds, and of their launches. */
  readonly change: number
  readonly launches: number
  readonly isSameCode: boolean
  readonly isSameWork: boolean
  /** Whether several processes used one device at once, so that the time of a kernel includes waiting for the others. */
  readonly isShared: boolean
}

/**
 * Two single records of equal work differ by up to this share of their time: within minutes a GPU moves between
 * plateaus 0.4 to 0.7 % apart without a change of clock.
 */
const plateauShare = 0.01

/** Clocks rise during the first milliseconds of work: two single records of one kernel differed by 0.3 ms on an H100. */
const rampSeconds = 0.0005

const renamedTime = 0.05

/** Compares the kernels of two records by name; one kernel that only changed its name is one row. */
export function compareKernels(base: KernelRecord, head: KernelRecord): KernelComparison {
  const [before, after] = [groupByName(base), groupByName(head)]
  const rows = [...before].map(([name, use]): KernelRow => {
    const other = after.get(name) ?? null
    after.delete(name)
    return toRow(name, name, use, other)
  })
  const added = [...after].map(([name, use]) => toRow(name, name, null, use))
  const isShared = [base, head].some(({ overlapping = 0 }) => overlapping > 0)
  const all = joinRenamed(rows, added).toSorted(
    (one, other) =>
      (isShared ? Number(hasSameLaunches(one)) - Number(hasSameLaunches(other)) : 0) ||
      Math.abs(other.change) - Math.abs(one.change),
  )
  const areEqual = all.every((row) => hasSameLaunches(row) && isSameShape(row.base, row.head))
  const isSameCode = base.code === head.code && base.modules === head.modules
  return {
    rows: all,
    change: head.seconds - base.seconds,
    launches: head.launches - base.launches,
    isSameCode,
    isSameWork: isSameCode && areEqual && isComplete(base) && isComplete(head),
    isShared,
  }
}

/** The part of a kernel in the time of all kernels below which a change of its time alone is not shown. */
const smallShare = 0.001

/** Selects the kernels that differ by more than two records of equal work do. */
export function selectChanged({ rows, isShared }: Pick<KernelComparison, 'rows' | 'isShared'>): KernelRow[] {
  const all = rows.reduce((sum, { base }) => sum + (base?.seconds ?? 0), 0)
  return rows.filter((row) => {
    const { base, change } = row
    if (!base || !hasSameLaunches(row)) return true
    if (isShared) return !isSameShape(base, row.head)
    const allowed = plateauShare * base.seconds + (isSameShape(base, row.head) ? rampSeconds : 0)
    return Math.abs(change) > Math.max(allowed, smallShare * all)
  })
}

/** Shortens a demangled name for a table: without namespaces and parameters, at most `length` characters. */
export function shortenKernel(name: string, length = 90): string {
  const plain = name
    .replaceAll('(anonymous namespace)::', '')
    .replaceAll(/\b(?:\w+::)+/g, '')
    .replace(/^void /, '')
  const parameters = findParameters(plain)
  const short = parameters > 0 ? plain.slice(0, parameters) : plain
  return short.length <= length ? short : `${short.slice(0, length - 1)}…`
}

/** The position of the parameter list: the first parenthesis outside of template arguments; -1: none. */
function findParameters(text: string): number {
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if (character === '<') depth += 1
    else if (character === '>') depth -= 1
    else if (character === '(' && depth === 0) return index
  }
  return -1
}

/** Whether all processes were recorded to their end and nothing is left out. */
function isComplete({ unfinished, problems, launches }: KernelRecord): boolean {
  return launches > 0 && unfinished === 0 && problems.length === 0
}

function groupByName({ kernels }: KernelRecord): Map<string, KernelUse> {
  const groups = Map.groupBy(kernels, ({ name }) => name)
  return new Map(
    [...groups].map(([name, group]) => [
      name,
      {
        launches: group.reduce((sum, { launches }) => sum + launches, 0),
        seconds: group.reduce((sum, { seconds }) => sum + seconds, 0),
        shapes: [...new Set(group.map(({ grid, block }) => `${grid.join('×')} of ${block.join('×')}`))].toSorted(),
      },
    ]),
  )
}

function toRow(name: string, headName: string, base: KernelUse | null, head: KernelUse | null): KernelRow {
  return { name, headName, base, head, change: (head?.seconds ?? 0) - (base?.seconds ?? 0) }
}

/** Compilers number their kernels: a lost and a new one with equal launches, shapes and time are the same work. */
function joinRenamed(rows: readonly KernelRow[], added: readonly KernelRow[]): KernelRow[] {
  const open = [...added]
  const joined = rows.map((row) => {
    if (row.head || !row.base) return row
    const { base } = row
    const index = open.findIndex(({ head }) => head && isSameUse(base, head))
    const [twin] = index === -1 ? [] : open.splice(index, 1)
    return twin ? toRow(row.name, twin.name, base, twin.head) : row
  })
  return [...joined, ...open]
}

function isSameUse(one: KernelUse, other: KernelUse): boolean {
  const isNear = Math.abs(one.seconds - other.seconds) <= renamedTime * Math.max(one.seconds, other.seconds)
  return one.launches === other.launches && isNear && isSameShape(one, other)
}

function hasSameLaunches({ base, head }: KernelRow): boolean {
  return base?.launches === head?.launches
}

function isSameShape(one: KernelUse | null, other: KernelUse | null): boolean {
  return one?.shapes.join() === other?.shapes.join()
}

const shownKernels = 8
const sharedDevice =
  'Several processes used a GPU at once: the time of a kernel includes waiting for the others, so that only launches and grids are compared.'
const columns = ['Kernel', 'Launches', 'Time', 'Share of the change']

/**
 * Builds one table per comparison with a recorded side: what the GPUs executed, before and after. A side that was not
 * recorded, or not completely, has no table and is named with the reason.
 */
export function buildKernelSections(comparisons: readonly PlannedComparison[], trials: readonly Trial[]): Section[] {
  const records = new Map(trials.flatMap(({ caseId, kernels }) => (kernels ? [[caseId, kernels] as const] : [])))
  return comparisons.flatMap(({ head, base }) => {
    const [before, after] = [records.get(base), records.get(head)]
    return before || after ? [buildKernelSection(head, before ?? null, after ?? null)] : []
  })
}

/** Builds the table of two records; `title` names the case, and null is a side that was not recorded. */
export function buildKernelSection(title: string, before: KernelRecord | null, after: KernelRecord | null): Section {
  const id = `kernels-${title}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
  const frame = { id, title: `Kernels: ${title}`, columns }
  const unseen = [...explainUnseen('base', before), ...explainUnseen('head', after)]
  if (!before || !after || unseen.length > 0)
    return { ...frame, rows: [], notes: [`Not compared: ${unseen.join('; ')}.`], isDetail: true }
  const compared = compareKernels(before, after)
  const changed = selectChanged(compared)
  const shown = changed.slice(0, shownKernels)
  const describePart = (change: number) => (compared.isShared ? null : formatPart(change, compared.change))
  const rows = shown.map((row) => buildRow(row, describePart(row.change)))
  return {
    ...frame,
    rows: shown.length > 0 ? [...rows, buildRest(shown, compared, describePart)] : [],
    notes: [
      describeWork(compared, before, after),
      ...(compared.isShared ? [sharedDevice] : []),
      ...describeTransfers(before, after),
      ...listDoubts(before, after),
    ],
    ...(changed.length === 0 ? { isDetail: true } : { isExplanation: true as const }),
  }
}

/** Why a record does not show all that a side executed; empty: it does, apart from the last 0.1 s of a process. */
function explainUnseen(side: string, record: KernelRecord | null): string[] {
  if (record === null) return [`no process of the ${side} initialized CUDA while it was recorded`]
  if (record.problems.length > 0) return record.problems.map((text) => `${side}: ${text}`)
  return record.launches > 0 ? [] : [`the ${side} launched no kernel while it was recorded`]
}

function buildRow(row: KernelRow, part: string | null): Cell[] {
  const { name, headName, base, head } = row
  const title = headName === name ? shortenKernel(name) : `${shortenKernel(name)} → ${shortenKernel(headName)}`
  const state = base ? (head ? '' : 'gone: ') : 'new: '
  return [
    `${state}${title}`,
    `${formatCount(base?.launches ?? 0)} → ${formatCount(head?.launches ?? 0)}`,
    formatTransition(base?.seconds ?? 0, head?.seconds ?? 0, 's'),
    part,
  ]
}

function buildRest(
  shown: readonly KernelRow[],
  { change, rows }: KernelComparison,
  describePart: (change: number) => string | null,
): Cell[] {
  const explained = shown.reduce((sum, row) => sum + row.change, 0)
  // Sums of floating-point numbers differ by their last digits.
  const rest = Math.round((change - explained) * 1e9) / 1e9
  return [
    `${formatCount(rows.length - shown.length)} other kernels`,
    null,
    `${rest < 0 ? '-' : '+'}${formatValue(Math.abs(rest), 's')}`,
    describePart(rest),
  ]
}

/** A share of a change says nothing when the parts cancel each other out. */
function formatPart(part: number, change: number): string | null {
  const share = part / change
  return Number.isFinite(share) && Math.abs(share) <= 10 ? formatPercent(share, 0) : null
}

/** The first sentence: what changed in the work of the GPUs. */
function describeWork(compared: KernelComparison, before: KernelRecord, after: KernelRecord): string {
  const time = `${formatTransition(before.seconds, after.seconds, 's')} in kernels, ${formatCount(before.launches)} → ${formatCount(after.launches)} launches (one recorded run per side, not judged)`
  if (compared.isSameWork) {
    const isSameData = before.toDevice === after.toDevice && before.toHost === after.toHost
    return `The GPU executes the same ${isSameData ? 'work' : 'kernels'}: equal machine code and launches. A slower run comes from the host, the data or the clock. ${time}.`
  }
  const [first] = selectChanged(compared)
  if (!first && compared.isShared) return `The launches and grids of all kernels are equal. ${time}.`
  if (!first) return `The launches of all kernels are equal, and no time changed by more than equal runs do. ${time}.`
  const share = compared.isShared ? null : formatPart(first.change, compared.change)
  const part = share === null ? '' : `; that is ${share} of the change of kernel time`
  return `${describeRow(first)}${part}. ${time}.`
}

function describeRow({ name, base, head }: KernelRow): string {
  const kernel = shortenKernel(name)
  if (!base) return `${kernel} is new: ${formatCount(head?.launches ?? 0)} launches`
  if (!head) return `${kernel} is gone: it had ${formatCount(base.launches)} launches`
  if (base.launches !== head.launches)
    return `${kernel} runs ${formatCount(base.launches)} → ${formatCount(head.launches)} times`
  const shapes = isSameShape(base, head) ? '' : `, now with ${head.shapes[0] ?? 'another grid'}`
  return `${kernel} takes ${formatTransition(base.seconds, head.seconds, 's')} for equal launches${shapes}`
}

function describeTransfers(before: KernelRecord, after: KernelRecord): string[] {
  const rows = [
    ['copied to the GPU', before.toDevice, after.toDevice],
    ['copied from the GPU', before.toHost, after.toHost],
    ['peak of allocated GPU memory', before.peakBytes, after.peakBytes],
  ] as const
  const texts = rows.flatMap(([what, one, other]) =>
    one === other ? [] : [`${what}: ${formatTransition(one, other, 'B')}`],
  )
  return texts.length === 0 ? [] : [`${texts.join('; ')}.`]
}

function listDoubts(before: KernelRecord, after: KernelRecord): string[] {
  const sides = [
    { side: 'base', ...before },
    { side: 'head', ...after },
  ].filter(({ unfinished }) => unfinished > 0)
  return sides.map(
    ({ side, unfinished, processes }) =>
      `${side}: ${unfinished} of ${processes} processes ended without a last flush; their launches are at least these.`,
  )
}
