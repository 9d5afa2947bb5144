import type { KernelRecord, KernelTable } from '../../record/kernels.ts'
import { formatCount, formatCounted, formatPercent, formatTransition } from '../core/numbers.ts'
import type { PlannedComparison } from '../plan/plan.ts'
import type { Trial } from '../trial/trial.ts'
import type { Decision } from '../verdict/comparison.ts'
import type { Cell, Section } from '../verdict/report.ts'
import {
  compareKernels,
  isSameShape,
  isWaiting,
  plateauShare,
  selectChanged,
  shortenKernel,
  type KernelComparison,
  type KernelRow,
} from './compare-kernels.ts'
import { describeGapChange, formatChange } from './gap-change.ts'
import { measureMoreLaunches, type LaunchChange } from './launch-change.ts'
import {
  averageRecords,
  groupVarying,
  listKernelGaps,
  listVarying,
  summarizeKernels,
  varyingKernels,
  type KernelUse,
} from './kernel-table.ts'

const shownKernels = 8
const sharedDevice =
  'Several processes used a GPU at once: the time of a kernel includes waiting for the others, so that only launches and grids are compared.'
const tunedKernels =
  'Kernels whose launches vary between runs of the same commit, as tuning and compilation do, are one row: their launches decide nothing.'
const waitingKernels =
  'Kernels that exchange data between GPUs come last: their time includes waiting for the other GPUs.'
const columns = ['Kernel', 'Launches', 'Time', 'Share of the change']

/** What a table is compared with: a run of the same session, or a committed baseline. */
type Reference = 'base' | 'baseline'

/**
 * Builds one table per comparison with a recorded side: what the GPUs executed, before and after. A side that was not
 * recorded, or not completely, has no table and is named with the reason. `gpuBytes`: memory of the smallest GPU; null:
 * unknown. `findBusy`: the decision on GPU busy time.
 */
export function buildKernelSections(
  comparisons: readonly PlannedComparison[],
  trials: readonly Trial[],
  gpuBytes: number | null,
  findBusy: (comparison: PlannedComparison) => Decision | null = () => null,
): Section[] {
  return comparisons.flatMap((comparison) => {
    const [before, after] = findComparedTables(comparison, trials, gpuBytes)
    if (!before && !after) return []
    const [own, other] = [selectRepeats(trials, comparison.base), selectRepeats(trials, comparison.head)]
    const runs = [Math.max(1, own.length), Math.max(1, other.length)] as const
    const more = Math.min(...runs) > 1 ? measureMoreLaunches(own, other) : null
    const section = buildKernelSection(comparison.head, before, after, { ...plainTerms, runs, more })
    const gaps = section.rows.length > 0 ? describeGapChange(comparison, trials, findBusy(comparison)) : null
    return [gaps === null ? section : { ...section, notes: [...section.notes, gaps] }]
  })
}

/**
 * Finds the tables of both sides, in which the kernels that vary between runs of one commit are one row. Null: the side
 * has no table. `gpuBytes`: as in `buildKernelSections`.
 */
export function findComparedTables(
  { base, head }: Pick<PlannedComparison, 'base' | 'head'>,
  trials: readonly Trial[],
  gpuBytes: number | null,
): readonly [before: KernelTable | null, after: KernelTable | null] {
  const varying = new Set([base, head].flatMap((id) => listVarying(selectRepeats(trials, id))))
  const find = (id: string): KernelTable | null => {
    const table = findKernelTable(trials, id, gpuBytes)
    return table && groupVarying(table, varying)
  }
  return [find(base), find(head)]
}

type RecordedTrial = Pick<Trial, 'caseId' | 'kernels' | 'isRecorded' | 'isWarmup'>

/** Selects complete records of a case that show equal work; a warm-up may tune and compile. */
function selectRepeats(trials: readonly RecordedTrial[], caseId: string): KernelRecord[] {
  return trials
    .filter((trial) => trial.caseId === caseId && (trial.isRecorded || !trial.isWarmup))
    .flatMap(({ kernels }) => (kernels && listKernelGaps(kernels).length === 0 ? [kernels] : []))
}

/**
 * Finds what the recorded runs of a case executed: the mean of its complete ones, without the warm-up where there are others.
 * Null: none was recorded.
 */
export function findKernelTable(
  trials: readonly RecordedTrial[],
  caseId: string,
  gpuBytes: number | null,
): KernelTable | null {
  const records = trials.flatMap((trial) => (trial.caseId === caseId && trial.kernels ? [trial.kernels] : []))
  const record =
    averageRecords(selectRepeats(trials, caseId)) ??
    records.findLast((one) => listKernelGaps(one).length === 0) ??
    records.at(-1)
  return record ? summarizeKernels(record, gpuBytes) : null
}

/** A case with what its GPUs executed when the baseline was written, and now. */
export type StoredKernels = {
  /** Id of the case. */
  readonly title: string
  /** Null: the baseline has no table, or the run recorded none. */
  readonly stored: KernelTable | null
  readonly head: KernelTable | null
  /** Why the sides must not be compared, as sentences; empty: equal work on equal GPUs. */
  readonly differences: readonly string[]
  /** Other differences of the machines; launches do not depend on them. */
  readonly remarks: readonly string[]
  /** The case has a table against its merge base, which comes first. */
  readonly isAside: boolean
}

/** Builds one table per case whose kernels changed since the baseline, and one list of all other cases. */
export function buildBaselineKernelSections(suite: string, cases: readonly StoredKernels[]): Section[] {
  const recorded = cases.filter(({ stored, head }) => stored || head)
  const sections = recorded.map((one) => ({ title: one.title, section: buildBaselineSection(one) }))
  const { table = [], line = [] } = Object.groupBy(sections, ({ section }) =>
    section.rows.length > 0 ? 'table' : 'line',
  )
  const notes = line.map(({ title, section }) => `${title}: ${section.notes.join(' ')}`)
  const list = { id: `kernels-baseline-${suite}`, title: `Kernels since the baseline: ${suite}`, columns: [], rows: [] }
  return [...table.map(({ section }) => section), ...(notes.length > 0 ? [{ ...list, notes, isDetail: true }] : [])]
}

function buildBaselineSection({ title, stored, head, differences, remarks, isAside }: StoredKernels): Section {
  const missing = [
    ...(stored ? [] : ['the baseline has no table of kernels, its next refresh writes one']),
    ...(head ? [] : ['this run recorded no kernels']),
  ]
  const obstacles = differences.length > 0 ? differences : missing
  const section = buildKernelSection(title, stored, head, { ...plainTerms, reference: 'baseline', obstacles })
  if (section.rows.length === 0) return section
  const { isExplanation: _, ...plain } = section
  const remark = remarks.length > 0 ? [`The baseline is of another machine: ${remarks.join('; ')}.`] : []
  return { ...(isAside ? { ...plain, isDetail: true } : section), notes: [...section.notes, ...remark] }
}

/** Formats the title of the section of a case. */
export function formatKernelTitle(title: string, reference: Reference): string {
  return `Kernels${reference === 'baseline' ? ' since the baseline' : ''}: ${title}`
}

type SectionTerms = {
  readonly reference: Reference
  /** Why the sides must not be compared, as sentences. */
  readonly obstacles: readonly string[]
  /** Recorded runs of which each table is the mean. */
  readonly runs: readonly [base: number, head: number]
  /** More work of the head by launches alone; null: launches do not show it. */
  readonly more: LaunchChange | null
}

const plainTerms: SectionTerms = { reference: 'base', obstacles: [], runs: [1, 1], more: null }

/** Builds the table of two sides; `title` names the case, and null is a side that was not recorded. */
export function buildKernelSection(
  title: string,
  before: KernelTable | null,
  after: KernelTable | null,
  { reference, obstacles, runs, more }: SectionTerms = plainTerms,
): Section {
  const isStored = reference === 'baseline'
  const id = `kernels-${isStored ? 'baseline-' : ''}${title}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
  const frame = { id, title: formatKernelTitle(title, reference), columns }
  const explain = (side: string, table: KernelTable | null) => explainUnseen(side, table, isStored)
  const unseen = obstacles.length > 0 ? obstacles : [...explain(reference, before), ...explain('head', after)]
  if (!before || !after || unseen.length > 0)
    return { ...frame, rows: [], notes: [`Not compared: ${unseen.join('; ')}.`], isDetail: true }
  const compared = compareKernels(before, after, more && more.effect * before.seconds)
  const changed = selectChanged(compared)
  const shown = changed.slice(0, shownKernels)
  const describePart = (change: number) => (compared.isShared ? null : formatPart(change, compared.change))
  const rows = shown.map((row) => buildRow(row, describePart(row.change)))
  return {
    ...frame,
    rows: shown.length > 0 ? [...rows, buildRest(shown, compared, describePart)] : [],
    notes: [
      describeWork(compared, before, after, { reference, runs, more }),
      ...listLimits(compared, shown),
      ...describeTransfers(before, after),
      ...listDoubts(before, after),
    ],
    ...(changed.length === 0 ? { isDetail: true } : { isExplanation: true as const }),
  }
}

/** Lists what the times and launches of a table do not say. */
function listLimits({ isShared, rows }: KernelComparison, shown: readonly KernelRow[]): string[] {
  return [
    ...(isShared ? [sharedDevice] : []),
    ...(shown.some(isWaiting) ? [waitingKernels] : []),
    ...(rows.some(({ name }) => name === varyingKernels) ? [tunedKernels] : []),
  ]
}

/**
 * Why a record does not show all that a side executed; empty: it does. In a run, launches up to the last 0.1 s of a
 * process are enough; a baseline needs all. `table` null: no process used CUDA.
 */
export function explainUnseen(side: string, table: KernelTable | null, needsAll: boolean): string[] {
  if (table === null) return [`no process of the ${side} initialized CUDA while it was recorded`]
  const isOnlyCut = table.problems.length === 0 && table.launches > 0
  return isOnlyCut && !needsAll ? [] : listKernelGaps(table).map((gap) => `${side}: ${gap}`)
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
  return [formatCounted(rows.length - shown.length, 'other kernel'), null, formatChange(rest), describePart(rest)]
}

/** A share of a change says nothing when the parts cancel each other out. */
function formatPart(part: number, change: number): string | null {
  const share = part / change
  return Number.isFinite(share) && Math.abs(share) <= 10 ? formatPercent(share, 0) : null
}

/** How a row relates to the change of all kernels; in seconds where others cancel a part of it out. */
function describeContribution(part: number, change: number): string {
  if (part / change > 1.1 || part / change < 0)
    return `; that is ${formatChange(part)}, and ${formatChange(change - part)} in other kernels`
  const share = formatPart(part, change)
  return share === null ? '' : `; that is ${share} of the change of kernel time`
}

/** What changed in the work of the GPUs, in one sentence, and the sums. */
function describeWork(
  compared: KernelComparison,
  before: KernelTable,
  after: KernelTable,
  { reference, runs, more }: Pick<SectionTerms, 'reference' | 'runs' | 'more'>,
): string {
  const [first] = selectChanged(compared)
  const part = first && !compared.isShared ? describeContribution(first.change, compared.change) : ''
  const isSameData = transfers.every(([, key]) => before[key] === after[key])
  const increased = compared.rows.filter(
    (row) => row.name !== varyingKernels && (row.head?.launches ?? 0) > (row.base?.launches ?? 0),
  )
  const answer =
    more && compared.isByLaunches && increased.length > 1
      ? `${formatCount(increased.length)} kernels run more often and none less: ${formatPercent(more.effect)} more work at equal time per launch`
      : first && !compared.isSameWork
        ? `${first.name === varyingKernels ? describeVarying(first) : describeRow(first, reference, compared.isShared)}${part}`
        : describeEqual(compared, isSameData, reference)
  const launches = `${formatCount(before.launches)} → ${formatCount(after.launches)} launches`
  return `${answer}. ${formatTransition(before.seconds, after.seconds, 's')} in kernels, ${launches} (${describeRuns(runs)}).`
}

function describeRuns([base, head]: SectionTerms['runs']): string {
  if (base !== head) return `mean of ${base} and ${head} recorded runs`
  return `${base === 1 ? 'one recorded run' : `mean of ${base} recorded runs`} per side`
}

function describeEqual(
  { rows, isSameWork, isSameCalls, isSameCode, isShared }: KernelComparison,
  isSameData: boolean,
  reference: Reference,
): string {
  const isStored = reference === 'baseline'
  if (isSameWork)
    return `The GPU executes the same ${isSameData ? 'work' : 'kernels'}${isStored ? ' as in the baseline' : ''}: equal machine code and launches. A slower run comes from ${isSameData ? '' : 'copies, fills, '}the host, the data or the clock`
  if (isSameCalls && isSameCode === false)
    return `Only the machine code differs${isStored ? ' from the baseline' : ''}: launches and grids of all kernels are equal`
  return isShared
    ? 'The launches and grids of all kernels are equal'
    : `The launches of all ${rows.some(({ name }) => name === varyingKernels) ? 'other ' : ''}kernels are equal${describeReshaped(rows)}, and no time changed by more than equal runs do`
}

/** Kernels that take equal time with another grid or block. */
function describeReshaped(rows: readonly KernelRow[]): string {
  const [first, ...more] = rows.filter(({ base, head }) => base && head && !isSameShape(base, head))
  if (!first?.base || !first.head) return ''
  const [before, after] = [first.base, first.head].map(({ shapes }) => shapes.split(',')[0] ?? '')
  const others = more.length > 0 ? ` and ${formatCounted(more.length, 'other')}` : ''
  return `, ${shortenKernel(first.name)}${others} with another grid or block (${before} → ${after})`
}

function describeVarying({ base, head }: KernelRow): string {
  const seconds = formatTransition(base?.seconds ?? 0, head?.seconds ?? 0, 's')
  return `kernels that vary between runs of the same commit take ${seconds}`
}

function describeRow(row: KernelRow, reference: Reference, isShared: boolean): string {
  const { name, base, head } = row
  const since = reference === 'baseline' ? ' since the baseline' : ''
  const kernel = shortenKernel(name)
  if (!base) return `${kernel} is new${since}: ${formatCounted(head?.launches ?? 0, 'launch')}`
  if (!head) return `${kernel} is gone${since}: it had ${formatCounted(base.launches, 'launch')}`
  const more = head.launches - base.launches
  if (more === 0) return `${kernel} ${describeTime(row, base, head, since)}`
  const each = isShared ? '' : describeEach(base, head)
  return since === ''
    ? `${kernel} runs ${formatCount(base.launches)} → ${formatCount(head.launches)} times${each}`
    : `${more < 0 ? '-' : '+'}${formatCounted(Math.abs(more), 'launch')} of ${kernel}${since}${each}`
}

function describeTime(row: KernelRow, base: KernelUse, head: KernelUse, since: string): string {
  const shape = isSameShape(base, head) ? '' : `, now with ${head.shapes.split(',')[0] ?? ''}`
  const time = formatTransition(base.seconds, head.seconds, 's')
  return `${isWaiting(row) ? 'with its waiting ' : ''}takes ${time} for equal launches${since}${shape}`
}

/** A change of the time per launch beyond that of equal work, such as by another clock. */
function describeEach(base: KernelUse, head: KernelUse): string {
  const ratio = (head.seconds / head.launches) * (base.launches / base.seconds) - 1
  if (!Number.isFinite(ratio) || Math.abs(ratio) <= plateauShare) return ''
  return `, each ${formatPercent(Math.abs(ratio))} ${ratio > 0 ? 'longer' : 'shorter'}`
}

/** What is copied or filled, by its field of a table and its unit; equal on both sides, the data is the same. */
const transfers = [
  ['copied to the GPU', 'toDevice', 'B'],
  ['copied from the GPU', 'toHost', 'B'],
  ['copied on and between GPUs', 'onDevice', 'B'],
  ['copies', 'copies', ''],
  ['fills', 'fills', ''],
] as const

function describeTransfers(before: KernelTable, after: KernelTable): string[] {
  const texts = [...transfers, ['peak of allocated GPU memory', 'peakBytes', 'B'] as const].flatMap(
    ([what, key, unit]) => {
      const [one, other] = [before[key] ?? null, after[key] ?? null]
      return one === other || one === null || other === null ? [] : [`${what}: ${formatTransition(one, other, unit)}`]
    },
  )
  // A profile has neither a peak nor a hash of the machine code.
  const isReserved = [before, after].some(({ peakBytes, code }) => peakBytes === null && code !== null)
  const all = isReserved ? [...texts, 'peak of allocated GPU memory: reserved by the allocator, not compared'] : texts
  return all.length === 0 ? [] : [`${all.join('; ')}.`]
}

function listDoubts(before: KernelTable, after: KernelTable): string[] {
  return [['base', before] as const, ['head', after] as const].flatMap(([side, table]) =>
    table.unfinished > 0 ? listKernelGaps(table).map((gap) => `${side}: ${gap}.`) : [],
  )
}
