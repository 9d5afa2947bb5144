import type { KernelTable } from '../../record/kernels.ts'
import { listKernelGaps, matchTables, varyingKernels, type KernelUse } from './kernel-table.ts'

/** A kernel on both sides; null: it was not launched there. */
export type KernelRow = {
  readonly name: string
  /** Name in the head, if it has another one for the same work. */
  readonly headName: string
  readonly base: KernelUse | null
  readonly head: KernelUse | null
  /** Head minus base, in seconds. */
  readonly change: number
}

/** What differs between the work that the GPUs executed for two commits. */
export type KernelComparison = {
  /** Largest change of time first. */
  readonly rows: readonly KernelRow[]
  /** Change of the time of all kernels, in seconds, and of their launches. */
  readonly change: number
  readonly launches: number
  /** Null: a side has no identity of its code. */
  readonly isSameCode: boolean | null
  /** Equal launches and grids of all kernels. */
  readonly isSameCalls: boolean
  /** Same code and same calls, in records without gaps. */
  readonly isSameWork: boolean
  /** Whether several processes used one device at once, so that the time of a kernel includes waiting for the others. */
  readonly isShared: boolean
  /** Whether more launches of the same kernels explain at least half of the change, so that they come first. */
  readonly isByLaunches: boolean
}

/**
 * Two single records of equal work differ by up to this share of their time: within minutes a GPU moves between
 * plateaus 0.4 to 0.7 % apart without a change of clock.
 */
export const plateauShare = 0.01

/** Clocks rise during the first milliseconds of work: two single records of one kernel differed by 0.3 ms on an H100. */
const rampSeconds = 0.0005

const renamedTime = 0.05

/**
 * Compares two tables by the names of their kernels; one kernel that only changed its name is one row. `ofLaunches`: seconds
 * of more launches alone; null: launches do not show more work.
 */
export function compareKernels(
  base: KernelTable,
  head: KernelTable,
  ofLaunches: number | null = null,
): KernelComparison {
  const [before, after] = matchTables(base, head)
  const rows = [...before].map(([name, use]): KernelRow => {
    const other = after.get(name) ?? null
    after.delete(name)
    return toRow(name, name, use, other)
  })
  const added = [...after].map(([name, use]) => toRow(name, name, null, use))
  const isShared = [base, head].some(({ overlapping = 0 }) => overlapping > 0)
  const change = head.seconds - base.seconds
  const isByLaunches = ofLaunches !== null && ofLaunches >= Math.abs(change) / 2
  const all = joinRenamed(rows, added).toSorted(
    (one, other) =>
      Number(isWaiting(one)) - Number(isWaiting(other)) ||
      (isShared || isByLaunches ? Number(hasSameLaunches(one)) - Number(hasSameLaunches(other)) : 0) ||
      Math.abs(other.change) - Math.abs(one.change),
  )
  const isSameCalls = all.every(
    (row) => row.name !== varyingKernels && hasSameLaunches(row) && isSameShape(row.base, row.head),
  )
  const isKnown = [base, head].every(({ code, modules }) => code !== null && modules > 0)
  const isSameCode = isKnown ? base.code === head.code && base.modules === head.modules : null
  return {
    rows: all,
    change,
    launches: head.launches - base.launches,
    isSameCode,
    isSameCalls,
    isSameWork: isSameCode === true && isSameCalls && [base, head].every((table) => listKernelGaps(table).length === 0),
    isShared,
    isByLaunches,
  }
}

/** Kernels that exchange data between GPUs: NCCL, RCCL, NVSHMEM, and those of torch and vLLM. */
const exchange = /\b(?:nccl|rccl|nvshmem|cross_device_reduce|(?:one|two)_shot_all_reduce|multimem_(?:\w+_)?reduce)/iu

/** Whether the time of a kernel with equal launches is that of waiting for other GPUs, which follows from other kernels. */
export function isWaiting(row: KernelRow): boolean {
  return exchange.test(row.name) && hasSameLaunches(row) && isSameShape(row.base, row.head)
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

/** Numbers of launches that vary between runs of one commit say nothing. */
function hasSameLaunches({ name, base, head }: KernelRow): boolean {
  return base?.launches === head?.launches || name === varyingKernels
}

/** Whether grids and blocks are equal; an unknown side counts as equal. */
export function isSameShape(one: KernelUse | null, other: KernelUse | null): boolean {
  const isUnknown = one?.shapes === '' || other?.shapes === ''
  return one?.shapes === other?.shapes || isUnknown
}
