import type { PlannedComparison } from '../plan/plan.ts'
import {
  compareKernels,
  selectChanged,
  shortenKernel,
  type KernelComparison,
  type KernelRow,
} from './compare-kernels.ts'
import { formatCount, formatPercent, formatTransition, formatValue } from '../core/numbers.ts'
import type { Trial } from '../trial/trial.ts'
import type { Cell, Section } from '../verdict/report.ts'
import type { KernelRecord } from '../../record/kernels.ts'

const shownKernels = 8
const sharedDevice =
  'Several processes shared a GPU: the time of a kernel includes waiting for the others, so that only launches and grids are compared.'
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
  const explained = shown.reduce((sum, { change }) => sum + change, 0)
  // Sums of floating-point numbers differ by their last digits.
  const rest = roundToNanoseconds(compared.change - explained)
  const describePart = (change: number) => (compared.isShared ? null : formatPart(change, compared.change))
  const rows = shown.map((row) => buildRow(row, describePart(row.change)))
  return {
    ...frame,
    rows: shown.length > 0 ? [...rows, buildRest(rest, compared, describePart(rest))] : [],
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

function buildRest(rest: number, compared: KernelComparison, part: string | null): Cell[] {
  const others = Math.max(0, compared.rows.length - Math.min(selectChanged(compared).length, shownKernels))
  return [
    `${formatCount(others)} other kernels`,
    null,
    `${rest < 0 ? '-' : '+'}${formatValue(Math.abs(rest), 's')}`,
    part,
  ]
}

function roundToNanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9) / 1e9
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
    const start = isSameData ? 'The GPU executes the same work' : 'The GPU executes the same kernels'
    return `${start}: equal machine code and launches. A slower run comes from the host, the data or the clock. ${time}.`
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
  const shapes = base.shapes.join() === head.shapes.join() ? '' : `, now with ${head.shapes[0] ?? 'another grid'}`
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
  return [['base', before] as const, ['head', after] as const].flatMap(([side, { unfinished, processes }]) =>
    unfinished === 0
      ? []
      : [
          `${side}: ${unfinished} of ${processes} processes ended without a last flush; their launches are at least these.`,
        ],
  )
}
