import type { TimelineRun } from '../domain/report/block.ts'
import { clocksEventReasons } from '../record/limits.ts'
import type { BucketedTelemetry, TelemetryTrack } from '../domain/page/telemetry-buckets.ts'
import { createSvgElement } from './dom.ts'
import { axisWidth, rightRoom } from './gpu-charts.ts'
import { computeGapBuckets } from './telemetry.ts'
import { formatWithUnit } from './text.ts'
import type { Range } from './time-view.ts'

const laneHeight = 24
/** Approximate width of a 12 px letter. */
const letterWidth = 7

/** Draws stages as bars, lowered clocks and events as marks, over the visible time range. */
export function drawLanes(
  run: TimelineRun,
  view: Range,
  telemetry: BucketedTelemetry | null,
  width: number,
): SVGElement {
  const [left, right] = [axisWidth, width - rightRoom]
  const toX = (ms: number): number => {
    const x = left + ((ms - run.startMs - view.fromMs) / (view.toMs - view.fromMs)) * (right - left)
    return Math.max(left, Math.min(right, x))
  }
  const reasons = telemetry ? listActiveReasons(telemetry, run.startMs, view) : []
  const height = laneHeight * (2 + reasons.length + (run.events.length > 0 ? 1 : 0))
  const events = run.events.filter(({ timeMs }) => isIn(timeMs - run.startMs, view))
  const rows = [
    ...run.stages.flatMap((stage, index) => drawStage(stage, index, toX, run.startMs)),
    ...reasons.flatMap(({ reason, marks }, index) => [
      createSvgElement('text', { x: left, y: (2 + index) * laneHeight + 11, class: 'lane' }, reason),
      ...marks.map(([from, to]) =>
        createSvgElement('rect', {
          x: toX(run.startMs + from),
          y: (2 + index) * laneHeight + 14,
          width: Math.max(1, toX(run.startMs + to) - toX(run.startMs + from)),
          height: 7,
          class: 'throttle',
        }),
      ),
    ]),
    ...events.map(({ timeMs, label }) =>
      createSvgElement(
        'text',
        { x: toX(timeMs), y: height - 8, class: 'event' },
        `▲ ${label}`,
        createSvgElement('title', {}, label),
      ),
    ),
  ]
  const durations = run.stages.map(
    ({ name, startMs, endMs }) => `${name} ${formatWithUnit((endMs - startMs) / 1000, 's')}`,
  )
  const label = `Stages: ${durations.join(', ') || 'not reported'}. Lowered clocks in view: ${reasons.map(({ reason }) => reason).join(', ') || 'none'}.`
  return createSvgElement(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'lanes' },
    ...rows,
  )
}

type Stage = TimelineRun['stages'][number]

/** Draws a stage. Neighbors alternate between two rows, so that short stages stay distinguishable. */
function drawStage(
  { name, startMs, endMs }: Stage,
  index: number,
  at: (ms: number) => number,
  startOfRun: number,
): SVGElement[] {
  const [from, to] = [at(startMs), at(endMs)]
  if (to <= from) return []
  const y = (index % 2) * laneHeight
  const letters = Math.floor((to - from - 6) / letterWidth)
  const text = name.length <= letters ? name : letters > 3 ? `${name.slice(0, letters - 1)}…` : ''
  const seconds = `${formatWithUnit((startMs - startOfRun) / 1000, 's')} to ${formatWithUnit((endMs - startOfRun) / 1000, 's')}`
  return [
    createSvgElement(
      'rect',
      {
        x: from,
        y: y + 2,
        width: Math.max(1, to - from),
        height: laneHeight - 4,
        rx: 2,
        class: `stage stage-${index % 8}`,
      },
      createSvgElement('title', {}, `${name}: ${seconds}`),
    ),
    ...(text === '' ? [] : [createSvgElement('text', { x: from + 4, y: y + 16, class: 'stage-name' }, text)]),
  ]
}

type Reason = { readonly reason: string; readonly marks: readonly (readonly [from: number, to: number])[] }

/** Lists where in view any GPU had lowered clocks. Idle is not a throttle reason. */
function listActiveReasons(telemetry: BucketedTelemetry, runStartMs: number, view: Range): Reason[] {
  const { tracks, startMs, bucketMs } = telemetry
  const spans = tracks.flatMap((track) => listSpans(track, computeGapBuckets(telemetry)))
  const toMs = (bucket: number): number => startMs - runStartMs + bucket * bucketMs
  const ordered = spans.toSorted((one, other) => one.from - other.from)
  return clocksEventReasons.flatMap((reason, index): Reason[] => {
    if (reason === 'gpu-idle') return []
    const marks: [number, number][] = []
    for (const { from, to, flags } of ordered) {
      if ((flags & (2 << index)) === 0) continue
      const last = marks.at(-1)
      if (last && toMs(from) <= last[1]) last[1] = Math.max(last[1], toMs(to))
      else marks.push([toMs(from), toMs(to)])
    }
    const shown = marks.filter(([from, to]) => to >= view.fromMs && from <= view.toMs)
    return shown.length === 0 ? [] : [{ reason, marks: shown }]
  })
}

type Span = { readonly from: number; readonly to: number; readonly flags: number }

/** The flags of a bucket are valid until the next one of the GPU, unless nobody looked in between. */
function listSpans({ at, flags }: TelemetryTrack, gapBuckets: number): Span[] {
  return at.map((from, row) => {
    const next = at[row + 1] ?? from + 1
    return { from, to: next - from > gapBuckets ? from + 1 : next, flags: flags[row] ?? 0 }
  })
}

function isIn(ms: number, { fromMs, toMs }: Range): boolean {
  return ms >= fromMs && ms <= toMs
}
