import { formatCount, formatCounted, formatPercent, formatValue } from '../domain/core/numbers.ts'
import { shortenKernel } from '../domain/kernels/compare-kernels.ts'
import { buildKernelSection } from '../domain/kernels/kernel-sections.ts'
import { summarizeKernels } from '../domain/kernels/kernel-table.ts'
import { createText, tabulate, type Block } from '../domain/report/block.ts'
import { say, toCode, type Content } from '../domain/report/content.ts'
import type { KernelRecord, KernelTable } from '../record/kernels.ts'
import { buildSection } from './report/tables.ts'

const shownKernels = 30
const nameLength = 200

/** Builds the blocks of one recorded run: sums, kernels by time, and what changed since `base`, if any. */
export function buildKernelBlocks(record: KernelRecord, base: KernelTable | null): Block[] {
  const { kernels, launches, seconds, processes, busySeconds, windowSeconds } = record
  const lead = [
    say`${formatValue(seconds, 's')} in kernels; GPU busy ${formatValue(busySeconds, 's')} of ${formatValue(windowSeconds, 's')} from the first to the last work; ${formatCounted(processes, 'process')}.`,
    say`Copied ${formatValue(record.toDevice, 'B')} to the GPU, ${formatValue(record.toHost, 'B')} back${record.onDevice === undefined ? '' : say` and ${formatValue(record.onDevice, 'B')} on it`}; peak of allocated memory ${formatValue(record.peakBytes, 'B')}; ${formatCounted(record.modules, 'module')} with machine code ${record.code}.`,
  ]
  const unfinished = `${record.unfinished} of ${processes} processes ended without a last flush; their launches are at least these`
  const problems = [...(record.unfinished > 0 ? [unfinished] : []), ...record.problems]
  const names = new Set(kernels.map(({ name }) => name))
  const title = say`${formatCounted(launches, 'launch')} of ${formatCounted(names.size, 'kernel')}`
  const frame = { title, lead, notes: listNotes(kernels.length, problems) }
  const table = tabulate(
    kernels.slice(0, shownKernels),
    {
      ...createColumns<KernelRecord['kernels'][number]>(seconds),
      grid: ({ grid }) => grid.join('×'),
      block: ({ block }) => block.join('×'),
      '#GPU': ({ device }) => String(device),
    },
    frame,
  )
  return [...compareWithBase(base, summarizeKernels(record, null)), ...(table.length > 0 ? table : [createText(frame)])]
}

/** Builds the blocks of the table of a profile: kernels by time, and what changed since `base`, if any. */
export function buildTableBlocks(table: KernelTable, base: KernelTable | null): Block[] {
  const { kernels, launches, seconds, problems } = table
  const longest = kernels.toSorted((one, other) => other[2] - one[2]).slice(0, shownKernels)
  const title = say`${formatCounted(launches, 'launch')} of ${formatCounted(kernels.length, 'kernel')}`
  const lead = [say`${formatValue(seconds, 's')} in kernels.`]
  const rows = longest.map(([name, own, time]): Kernel => ({ name, launches: own, seconds: time }))
  const frame = { title, lead, notes: listNotes(kernels.length, problems) }
  return [...compareWithBase(base, table), ...tabulate(rows, createColumns(seconds), frame)]
}

type Kernel = { readonly name: string; readonly launches: number; readonly seconds: number }

function createColumns<Row extends Kernel>(all: number) {
  return {
    kernel: ({ name }: Row) => toCode(shortenKernel(name), nameLength),
    '#launches': ({ launches }: Row) => formatCount(launches),
    '#time': ({ seconds }: Row) => formatValue(seconds, 's'),
    '#share': ({ seconds }: Row) => formatPercent(all > 0 ? seconds / all : 0),
  }
}

function listNotes(kernels: number, problems: readonly string[]): Content[] {
  const hidden = kernels - shownKernels
  const more = say`${formatCount(hidden)} more kernels: --json has all, with complete names.`
  return [...(hidden > 0 ? [more] : []), ...problems.map((text) => say`${text}.`)]
}

function compareWithBase(base: KernelTable | null, head: KernelTable): Block[] {
  return base ? [buildSection(buildKernelSection('compared with the base', base, head), false)] : []
}
