/** A piece of text with its role. The page shows every text as text, never as markup. */
export type PageSpan =
  | { readonly style: 'ours' | 'prose'; readonly text: string }
  | { readonly style: 'code'; readonly text: string; readonly maxLength: number }
  /** A command to copy and run. */
  | { readonly style: 'command'; readonly text: string }
  | { readonly style: 'link'; readonly text: string; readonly url: string }
  | { readonly style: 'status'; readonly text: string; readonly icon: string; readonly tone: PageTone }

/** Severity of a statement. */
export type PageTone = 'good' | 'bad' | 'unsure' | 'quiet'

/** A sequence of text pieces. */
export type PageText = readonly PageSpan[]

/** Content of a page: views in reading order. */
export type Page = {
  readonly title: string
  /** Footer: the tool and the source of the page. */
  readonly madeBy: string
  readonly headline: PageText
  readonly tone: PageTone
  readonly views: readonly PageView[]
  /** Raw data that the page offers for download. */
  readonly downloads: readonly PageDownload[]
}

/** One view of a page; `id` is its anchor. */
export type PageView = { readonly id: string; readonly title: string; readonly blocks: readonly PageBlock[] }

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

/** A table; every row has one text per column. */
export type PageTable = {
  readonly columns: readonly { readonly title: PageText; readonly isNumeric: boolean }[]
  readonly rows: readonly (readonly PageText[])[]
}

/** One block of a view. */
export type PageBlock =
  | { readonly kind: 'text'; readonly text: PageText }
  | { readonly kind: 'list'; readonly title: PageText | null; readonly rows: readonly PageText[] }
  | {
      readonly kind: 'table'
      readonly title: PageText | null
      readonly isFolded: boolean
      readonly table: PageTable
      readonly notes: readonly PageText[]
    }
  | StripBlock
  | IntervalsBlock
  | CurvesBlock
  | HeatBlock
  | TimelineBlock

/** All samples of a few groups next to each other, with their difference. */
export type StripBlock = {
  readonly kind: 'strip'
  readonly title: string
  readonly unit: string
  readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[]
  /** Verdict and reason. */
  readonly caption: PageText
  /** Relative effect of the last group against the first, with its interval; null when unknown. */
  readonly effect: IntervalRow | null
}

/** One value with an interval. */
export type IntervalRow = {
  readonly name: string
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly tone: PageTone
  readonly note: string
}

/** A list of values with intervals, with a reference line for "no change". */
export type IntervalsBlock = {
  readonly kind: 'intervals'
  readonly title: string
  readonly unit: string
  readonly reference: { readonly value: number; readonly label: string } | null
  readonly rows: readonly IntervalRow[]
}

/** A point with its interval, in the units of the axes. */
export type CurvePoint = {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
  /** Note in the table next to the chart. */
  readonly note?: string
}

/** One series of a chart. */
export type Curve = {
  readonly name: string
  /**
   * `dots`: measured. `line`: measured in sequence. `dashes`: computed. `steps`: a level that holds until the next
   * point.
   */
  readonly style: 'dots' | 'line' | 'dashes' | 'steps'
  readonly points: readonly CurvePoint[]
}

/** A labeled vertical line. */
export type CurveMark = { readonly x: number; readonly label: string; readonly tone: PageTone }

/** Curves over one axis, and the table of their points. */
export type CurvesBlock = {
  readonly kind: 'curves'
  readonly title: string
  readonly x: PageAxis
  readonly y: PageAxis
  readonly curves: readonly Curve[]
  readonly marks: readonly CurveMark[]
  readonly notes: readonly PageText[]
}

/** An axis. */
export type PageAxis = {
  readonly label: string
  readonly unit: string
  /** Starts at 0, because a truncated length misleads. */
  readonly isFromZero: boolean
  /** Has ticks only at integers. */
  readonly isWhole?: true
  /** Labels of the integers from 0, such as commits; absent: plain numbers. */
  readonly words?: readonly string[]
}

/** A metric over two parameters, as a colored table. */
export type HeatBlock = {
  readonly kind: 'heat'
  readonly title: string
  readonly unit: string
  readonly betterWhen: 'lower' | 'higher'
  readonly x: { readonly name: string; readonly values: readonly string[] }
  readonly y: { readonly name: string; readonly values: readonly string[] }
  /** By row and column; null: not measured. */
  readonly cells: readonly (readonly (number | null)[])[]
  readonly notes: readonly PageText[]
}

/** Stages and GPU telemetry of several runs. */
export type TimelineBlock = { readonly kind: 'timeline'; readonly runs: readonly TimelineRun[] }

/** Timeline of one run. */
export type TimelineRun = {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly startMs: number
  readonly endMs: number
  readonly stages: readonly { readonly name: string; readonly startMs: number; readonly endMs: number }[]
  readonly events: readonly { readonly timeMs: number; readonly label: string }[]
  /** Id of the HTML part with the packed samples; null when there are none. */
  readonly part: string | null
  /** Reasons for missing samples, or remarks on them. */
  readonly notes: readonly string[]
  /** Means over the run by GPU, as a table equivalent of the chart. */
  readonly summary: PageTable | null
}
