/** A stretch of text with its meaning. The page shows every text as text, never as markup. */
export type PageSpan =
  | { readonly style: 'ours' | 'prose'; readonly text: string }
  | { readonly style: 'code'; readonly text: string; readonly maxLength: number }
  /** To be copied and run. */
  | { readonly style: 'command'; readonly text: string }
  | { readonly style: 'link'; readonly text: string; readonly url: string }
  | { readonly style: 'status'; readonly text: string; readonly icon: string; readonly tone: PageTone }

/** How a reader should take something. */
export type PageTone = 'good' | 'bad' | 'unsure' | 'quiet'

/** Text of several meanings, in a row. */
export type PageText = readonly PageSpan[]

/** What a page shows: views in the order in which they are read. */
export type Page = {
  readonly title: string
  /** Shown at the foot: who made the page from what. */
  readonly madeBy: string
  readonly headline: PageText
  readonly tone: PageTone
  readonly views: readonly PageView[]
  /** Raw data that the page gives away again. */
  readonly downloads: readonly PageDownload[]
}

/** One view of a page; `id` is its anchor. */
export type PageView = { readonly id: string; readonly title: string; readonly blocks: readonly PageBlock[] }

/** A file that the page gives away. */
export type PageDownload = {
  /** File name that is offered. */
  readonly name: string
  readonly mediaType: string
  /** Id of the part of the file that holds it, gzip in base64. */
  readonly part: string
  /** Before compression. */
  readonly bytes: number
}

/** A table; every row has a text for every column. */
export type PageTable = {
  readonly columns: readonly { readonly title: PageText; readonly isNumeric: boolean }[]
  readonly rows: readonly (readonly PageText[])[]
}

/** One thing below another in a view. */
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

/** Every sample of a few groups side by side, and what the difference is. */
export type StripBlock = {
  readonly kind: 'strip'
  readonly title: string
  readonly unit: string
  readonly groups: readonly { readonly name: string; readonly values: readonly number[] }[]
  /** Verdict and reason. */
  readonly caption: PageText
  /** Relative effect of the last group against the first, with its interval; null when nobody can tell. */
  readonly effect: IntervalRow | null
}

/** One value with an interval, `limit` where one was set. */
export type IntervalRow = {
  readonly name: string
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly tone: PageTone
  readonly note: string
}

/** Values with their intervals below each other, against a line that means "the same". */
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
  /** Shown in the table beside the chart. */
  readonly note?: string
}

/** One series of a chart. */
export type Curve = {
  readonly name: string
  /** `dots`: measured. `line`: measured in a row. `dashes`: computed. `steps`: a level that holds until the next. */
  readonly style: 'dots' | 'line' | 'dashes' | 'steps'
  readonly points: readonly CurvePoint[]
}

/** A vertical line with words. */
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

/** An axis and where it begins. */
export type PageAxis = {
  readonly label: string
  readonly unit: string
  /** Begins at 0: a length that is cut off tells a lie. */
  readonly isFromZero: boolean
  /** Has a mark at whole numbers alone. */
  readonly isWhole?: true
  /** Words for whole numbers from 0 on, such as commits; absent: plain numbers. */
  readonly words?: readonly string[]
}

/** A figure over two parameters, as a table in colours. */
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

/** Stages and GPU telemetry of one run after the other. */
export type TimelineBlock = { readonly kind: 'timeline'; readonly runs: readonly TimelineRun[] }

/** One run over time. */
export type TimelineRun = {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly startMs: number
  readonly endMs: number
  readonly stages: readonly { readonly name: string; readonly startMs: number; readonly endMs: number }[]
  readonly events: readonly { readonly timeMs: number; readonly label: string }[]
  /** Id of the part with the packed samples; null when there are none. */
  readonly part: string | null
  /** Why there are none, or what is to be known about them. */
  readonly notes: readonly string[]
  /** Means over the run, by GPU: what the chart shows, as a table. */
  readonly summary: PageTable | null
}
