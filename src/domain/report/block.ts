import { chooseChartScale } from '../core/numbers.ts'
import { toContent, toOwnText, type Content, type Tone } from './content.ts'

/** What every block of a report has, whatever its destination. */
export type Frame = {
  /** Null: no heading. */
  readonly title: Content | null
  /** 0 is kept longest when space is limited. */
  readonly importance: number
  /** Closed by default, and the first to be left out. */
  readonly isFolded: boolean
  /** Paragraphs above the content. */
  readonly lead: readonly Content[]
  /** What the rows are, in the plural. */
  readonly noun: string
  /** Paragraphs below the content. */
  readonly notes: readonly Content[]
}

export type TextBlock = Frame & { readonly kind: 'text' }
export type ListBlock = Frame & { readonly kind: 'list'; readonly rows: readonly Content[] }
export type TableBlock = Frame & { readonly kind: 'table' } & Table
export type ChartBlock = Frame & { readonly kind: 'chart'; readonly chart: Chart }
export type TimelineBlock = Frame & { readonly kind: 'timeline'; readonly runs: readonly TimelineRun[] }

/** One block of a report: suites and reporters create blocks, and each destination renders them. */
export type Block = TextBlock | ListBlock | TableBlock | ChartBlock | TimelineBlock

/** A table column; numeric ones are right-aligned. By `values`, one per row, a page can sort. */
export type Column = { readonly title: Content; readonly isNumeric: boolean; readonly values?: readonly number[] }

/** A table; rows have one content per column and are in order of importance. */
export type Table = { readonly columns: readonly Column[]; readonly rows: readonly (readonly Content[])[] }

/** A chart. Its texts may be untrusted. Markdown and terminals draw only curves. */
export type Chart = CurvesChart | IntervalsChart | SamplesChart

/** Curves over one axis. */
export type CurvesChart = {
  readonly kind: 'curves'
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly curves: readonly Curve[]
  readonly marks: readonly CurveMark[]
  /** About curves that only a page draws. */
  readonly notes?: readonly Content[]
}

/** An axis. */
export type Axis = {
  readonly label: string
  readonly unit: string
  /** Starts at 0, because a truncated length misleads. */
  readonly isFromZero: boolean
  /** Has ticks only at integers. */
  readonly isWhole?: true
  /** Labels of the integers from 0, such as commits; absent: plain numbers. */
  readonly words?: readonly string[]
}

/** One series of a chart. */
export type Curve = {
  /** Trusted text. */
  readonly name: string
  /** `dots`: measured. `line`: measured in sequence. `dashes`: computed. `steps`: a level until the next point. */
  readonly style: 'dots' | 'line' | 'dashes' | 'steps'
  readonly points: readonly CurvePoint[]
}

/** A point with its interval, in the units of the axes. */
export type CurvePoint = {
  readonly x: number
  readonly y: number
  /** Ends of the interval; absent: none. */
  readonly low?: number
  readonly high?: number
  /** Note in the table next to the chart. */
  readonly note?: string
}

/** A labeled vertical line. */
export type CurveMark = { readonly x: number; readonly label: string; readonly tone: Tone }

/** Values with intervals, and a reference line such as "no change". */
export type IntervalsChart = {
  readonly kind: 'intervals'
  readonly title: string
  readonly unit: string
  /** Null: no line. */
  readonly reference: { readonly value: number; readonly label: string } | null
  readonly rows: readonly IntervalRow[]
}

/** One value with an interval. Null: unknown. */
export type IntervalRow = {
  readonly name: string
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly tone: Tone
  readonly note: string
}

/** All samples of a few groups next to each other. */
export type SamplesChart = {
  readonly kind: 'samples'
  readonly title: string
  readonly unit: string
  readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[]
  /** Relative effect of the last group against the first, in percent; null when unknown. */
  readonly effect: IntervalRow | null
}

/** Stages and GPU telemetry of one run. */
export type TimelineRun = {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly startMs: number
  readonly endMs: number
  readonly stages: readonly { readonly name: string; readonly startMs: number; readonly endMs: number }[]
  readonly events: readonly { readonly timeMs: number; readonly label: string }[]
  /** Id of the HTML part with the samples; null when there are none. */
  readonly part: string | null
  /** Reasons for missing samples, or remarks on them. */
  readonly notes: readonly string[]
  /** Means over the run by GPU, as a table equivalent of the chart. */
  readonly summary: Table | null
}

const plainFrame: Frame = { title: null, importance: 0, isFolded: false, lead: [], noun: 'rows', notes: [] }

/** Creates a block of paragraphs. */
export function createText(frame: Partial<Frame>): TextBlock {
  return { ...plainFrame, ...frame, kind: 'text' }
}

/** Creates a list; without rows a block of its paragraphs. */
export function createList(rows: readonly Content[], frame: Partial<Frame>): ListBlock | TextBlock {
  return rows.length === 0 ? createText(frame) : { ...plainFrame, ...frame, kind: 'list', rows }
}

/** Columns by title, which is trusted, with their cells; a leading `#` marks a numeric column, a string is untrusted. */
export type Columns<Item> = Readonly<Record<string, (item: Item, index: number) => Content | string>>

/** Creates a table with a row per item; no items: no block. */
export function tabulate<Item>(items: readonly Item[], columns: Columns<Item>, frame: Partial<Frame>): TableBlock[] {
  return items.length === 0 ? [] : [createTable(toTable(items, columns), frame)]
}

/** Creates the block of a table, even of an empty one. */
export function createTable(table: Table, frame: Partial<Frame>): TableBlock {
  return { ...plainFrame, ...frame, kind: 'table', ...table }
}

/** Creates the columns and rows of a table without a frame. */
export function toTable<Item>(items: readonly Item[], columns: Columns<Item>): Table {
  const cells = Object.values(columns)
  const rows = items.map((item, index) => cells.map((toCell) => toContent(toCell(item, index))))
  return { columns: Object.keys(columns).map(toColumn), rows }
}

/** Creates a column of a trusted title; a leading `#` marks a numeric one. */
export function toColumn(title: string): Column {
  return { title: toOwnText(title.replace(/^#/, '')), isNumeric: title.startsWith('#') }
}

/** Creates a block with a chart. */
export function createChart(chart: Chart, frame: Partial<Frame> = {}): ChartBlock {
  return { ...plainFrame, ...frame, kind: 'chart', chart }
}

/** Creates an axis in the unit that suits the largest value; `factor` converts values to it. */
export function createAxis(
  label: string,
  unit: string,
  values: readonly number[],
  isFromZero = false,
): { readonly axis: Axis; readonly factor: number } {
  const scale = chooseChartScale(values, unit)
  return { axis: { label, unit: scale.unit, isFromZero }, factor: scale.factor }
}

/**
 * Selects what text can draw: of each curve over whole numbers its values at the points of the first one. Curves that
 * lack one of them are left out.
 */
export function selectAlignedCurves({ curves }: CurvesChart): readonly Curve[] {
  const xs = curves[0]?.points.map(({ x }) => x) ?? []
  return curves.flatMap((curve) => {
    const points = xs.flatMap((x) => curve.points.find((point) => point.x === x) ?? [])
    const isWhole = curve.points.every(({ x }) => Number.isInteger(x))
    return isWhole && points.length === xs.length ? [{ ...curve, points }] : []
  })
}

/** Content of an HTML page: views in reading order. */
export type Page = {
  readonly title: string
  /** Footer: the tool and the source of the page. */
  readonly madeBy: string
  readonly headline: Content
  readonly tone: Tone
  readonly views: readonly PageView[]
  /** Raw data that the page offers for download. */
  readonly downloads: readonly PageDownload[]
}

/** One view of a page; `id` is its anchor. */
export type PageView = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] }

/** A downloadable file of the page. */
export type PageDownload = {
  /** Proposed file name. */
  readonly name: string
  readonly mediaType: string
  /** Id of the HTML part with its content, gzip in base64. */
  readonly part: string
  /** Size before compression. */
  readonly bytes: number
}
