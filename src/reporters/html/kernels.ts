import { formatCaseId } from '../../domain/core/case.ts'
import { chooseChartScale, formatCount, formatCounted, formatPercent, formatValue } from '../../domain/core/numbers.ts'
import {
  compareKernels,
  selectChanged,
  shortenKernel,
  type KernelComparison,
  type KernelRow,
} from '../../domain/kernels/compare-kernels.ts'
import {
  explainUnseen,
  findComparedTables,
  findKernelTable,
  formatKernelTitle,
} from '../../domain/kernels/kernel-sections.ts'
import { formatChange } from '../../domain/kernels/gap-change.ts'
import { createChart, createText, tabulate, type Block, type IntervalRow } from '../../domain/report/block.ts'
import { say, toCode } from '../../domain/report/content.ts'
import { getGpuBytes } from '../../domain/testbed/testbed.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { Baseline } from '../../record/baseline.ts'
import type { KernelTable } from '../../record/kernels.ts'
import { readingLimits } from '../../record/limits.ts'
import type { RunRecord } from '../../record/run.ts'
import { buildSection } from '../report/tables.ts'

const mostBars = 30
/** Longer tables are folded. */
const mostOpenRows = 40
/** Characters of the short name of a kernel in the page. */
const pageName = 110

type KernelPair = { readonly title: string; readonly before: KernelTable; readonly after: KernelTable }

/** Builds what the GPUs executed: for each comparison the change of each kernel as a chart, and all kernels as a table. */
export function buildKernelView(
  sections: readonly Section[],
  record: RunRecord,
  baselines: readonly Baseline[],
): Block[] {
  const pairs = listPairs(record, baselines)
  return sections.flatMap((section): Block[] => {
    const pair = pairs.find(({ title }) => title === section.title)
    return pair ? buildPair(section, pair) : [buildSection(section, false)]
  })
}

/** Lists what can be compared, by the title of its section. */
function listPairs(record: RunRecord, baselines: readonly Baseline[]): KernelPair[] {
  const { plan, trials, testbed } = record
  const find = (id: string) => findKernelTable(trials, id, getGpuBytes(testbed))
  const runs = plan.comparisons.map(
    (comparison) =>
      [
        formatKernelTitle(comparison.head, 'base'),
        ...findComparedTables(comparison, trials, getGpuBytes(testbed)),
      ] as const,
  )
  const stored = baselines.flatMap(({ suite, cases }) =>
    cases.map(({ kernels, ...one }) => {
      const id = formatCaseId({ suite, ...one })
      return [formatKernelTitle(id, 'baseline'), kernels ?? null, find(id)] as const
    }),
  )
  return [...runs, ...stored].flatMap(([title, before, after]) => {
    const isComplete = [before, after].every((table) => explainUnseen('', table, false).length === 0)
    return before && after && isComplete ? [{ title, before, after }] : []
  })
}

function buildPair({ title, notes }: Section, { before, after }: KernelPair): Block[] {
  const compared = compareKernels(before, after)
  const lead = notes.map((note) => say`${note}`)
  return [createText({ title: say`${title}`, lead }), ...buildChart(compared), ...buildTable(compared)]
}

/** Kernels that changed by more than equal runs do, and the sum of all others. */
function buildChart(compared: KernelComparison): Block[] {
  const changed = compared.isShared ? [] : selectChanged(compared).slice(0, mostBars)
  if (changed.length === 0) return []
  const rest = compared.change - changed.reduce((sum, { change }) => sum + change, 0)
  const { factor, unit } = chooseChartScale([...changed.map(({ change }) => change), rest], 's')
  const rows = changed.map((row): IntervalRow => {
    const tone = row.change > 0 ? 'bad' : 'good'
    return { name: `${formatKernel(row)}: ${describeLaunches(row)}`, ...placeBar(row.change * factor), tone }
  })
  const others = compared.rows.length - changed.length
  const last: IntervalRow = { name: formatCounted(others, 'other kernel'), ...placeBar(rest * factor), tone: 'quiet' }
  const all = others > 0 ? [...rows, last] : rows
  const reference = { value: 0, label: 'no change' }
  const title = 'Change of the time of each kernel'
  return [createChart({ kind: 'intervals', title, unit, reference, rows: all })]
}

/** Places a bar from zero to the value. */
function placeBar(value: number): Pick<IntervalRow, 'value' | 'low' | 'high' | 'note'> {
  return { value, low: Math.min(0, value), high: Math.max(0, value), note: '' }
}

function describeLaunches({ base, head }: KernelRow): string {
  const [before, after] = [base, head].map((use) => formatCount(use?.launches ?? 0))
  return before === after ? `${before} launches` : `${before} → ${after} launches`
}

function formatKernel({ name, headName }: KernelRow, length?: number): string {
  const names = headName === name ? [name] : [name, headName]
  return names.map((one) => shortenKernel(one, length)).join(' → ')
}

/** All kernels, which a reader can sort, and their complete names, which can take kilobytes. */
function buildTable(compared: KernelComparison): Block[] {
  const { change, isShared } = compared
  const rows = compared.rows.toSorted(
    (one, other) =>
      Math.abs(other.change) - Math.abs(one.change) || (other.head?.seconds ?? 0) - (one.head?.seconds ?? 0),
  )
  const frame = { noun: 'kernels', isFolded: rows.length > mostOpenRows }
  const sizes: Readonly<Record<string, (row: KernelRow) => number>> = {
    No: (row) => -rows.indexOf(row),
    'Launches before': ({ base }) => base?.launches ?? 0,
    'Launches after': ({ head }) => head?.launches ?? 0,
    'Time before': ({ base }) => base?.seconds ?? 0,
    'Time after': ({ head }) => head?.seconds ?? 0,
    Change: (row) => row.change,
  }
  const blocks = tabulate(
    rows,
    {
      '#No': (_, index) => String(index + 1),
      Kernel: (row) => toCode(formatKernel(row, pageName), pageName * 3),
      '#Launches before': ({ base }) => (base ? formatCount(base.launches) : '–'),
      '#Launches after': ({ head }) => (head ? formatCount(head.launches) : '–'),
      '#Time before': ({ base }) => formatValue(base?.seconds ?? null, 's'),
      '#Time after': ({ head }) => formatValue(head?.seconds ?? null, 's'),
      '#Change': (row) => formatContribution(row.change, isShared ? 0 : change),
      'Grids of blocks': ({ base, head }) => describeShapes(base?.shapes, head?.shapes),
    },
    { ...frame, title: say`All kernels` },
  )
  const names = rows.map(({ name, headName }, index) => ({
    index,
    name: headName === name ? name : `${name} → ${headName}`,
  }))
  return [
    ...blocks.map((block) => ({
      ...block,
      columns: block.columns.map((column) => {
        const size = sizes[column.title.map(({ text }) => text).join('')]
        return size ? { ...column, values: rows.map(size) } : column
      }),
    })),
    ...tabulate(
      names,
      { '#No': ({ index }) => String(index + 1), 'Complete name': ({ name }) => toCode(name, readingLimits.name) },
      { ...frame, title: say`Complete names of the kernels`, isFolded: true },
    ),
  ]
}

/** Formats a change with its share of the change of all kernels: `+16 ms (99 %)`. */
function formatContribution(seconds: number, all: number): string {
  const size = formatChange(seconds)
  return seconds === 0 ? '–' : all === 0 ? size : `${size} (${formatPercent(seconds / all, 0)})`
}

function describeShapes(before: string | undefined, after: string | undefined): string {
  return before === undefined || after === undefined || before === after
    ? (before ?? after ?? '')
    : `${before} → ${after}`
}
