import type { BucketedTelemetry } from '../domain/page/telemetry-buckets.ts'
import type { TimelineRun } from '../domain/report/block.ts'
import { clocksEventReasons } from '../record/limits.ts'
import { createDrawing, createSvgElement } from './dom.ts'
import { axisWidth, rightRoom } from './gpu-charts.ts'
import { computeGapBuckets } from './telemetry.ts'
import { formatWithUnit } from './text.ts'

const laneHeight = 24
/** Approximate width of a 12 px letter. */
const letterWidth = 7

/** Draws stages as bars, lowered clocks (none without telemetry) and events as marks, over the time of the run. */
export function drawLanes(run: TimelineRun, telemetry: BucketedTelemetry | null, width: number): SVGElement {
  const [left, right] = [axisWidth, width - rightRoom]
  const length = run.endMs - run.startMs
  /** Of milliseconds since the start of the run. */
  const toX = (ms: number): number => {
    return Math.max(left, Math.min(right, left + (ms / length) * (right - left)))
  }
  const reasons = telemetry ? listActiveReasons(telemetry, run.startMs) : []
  const height = laneHeight * (2 + reasons.length + (run.events.length > 0 ? 1 : 0))
  const stages = run.stages.map(({ name, startMs, endMs }) => {
    return { name, from: startMs - run.startMs, to: endMs - run.startMs }
  })
  const events = run.events.map(({ timeMs, label }) => ({ ms: timeMs - run.startMs, label }))
  const durations = stages.map(({ name, from, to }) => `${name} ${formatWithUnit((to - from) / 1000, 's')}`)
  const lowered = reasons.map(({ reason }) => reason).join(', ') || 'none'
  const drawing = createDrawing(
    [width, height],
    `Stages: ${durations.join(', ') || 'not reported'}. Lowered clocks: ${lowered}.`,
    ...stages.flatMap((stage, index) => drawStage(stage, index, toX)),
    ...reasons.flatMap(({ reason, marks }, index) => [
      createSvgElement('text', { x: left, y: (2 + index) * laneHeight + 11, class: 'lane' }, reason),
      ...marks.map(([from, to]) => {
        const across = { x: toX(from), y: (2 + index) * laneHeight + 14, width: Math.max(1, toX(to) - toX(from)) }
        return createSvgElement('rect', { ...across, height: 7, class: 'throttle' })
      }),
    ]),
    ...events.map(({ ms, label }) => {
      const tip = createSvgElement('title', {}, label)
      return createSvgElement('text', { x: toX(ms), y: height - 8, class: 'event' }, `▲ ${label}`, tip)
    }),
  )
  drawing.setAttribute('class', 'lanes')
  return drawing
}

type Stage = { readonly name: string; readonly from: number; readonly to: number }

/** Draws a stage. Neighbors alternate between two rows, so that short stages stay distinguishable. */
function drawStage({ name, ...stage }: Stage, index: number, toX: (ms: number) => number): SVGElement[] {
  const [from, to] = [toX(stage.from), toX(stage.to)]
  if (to <= from) return []
  const y = (index % 2) * laneHeight
  const letters = Math.floor((to - from - 6) / letterWidth)
  const text = name.length <= letters ? name : letters > 3 ? `${name.slice(0, letters - 1)}…` : ''
  const [start, end] = [stage.from, stage.to].map((ms) => formatWithUnit(ms / 1000, 's'))
  const box = { x: from, y: y + 2, width: Math.max(1, to - from), height: laneHeight - 4, rx: 2 }
  const tip = createSvgElement('title', {}, `${name}: ${start} to ${end}`)
  return [
    createSvgElement('rect', { ...box, class: `stage stage-${index % 8}` }, tip),
    ...(text === '' ? [] : [createSvgElement('text', { x: from + 4, y: y + 16, class: 'stage-name' }, text)]),
  ]
}

type Reason = { readonly reason: string; readonly marks: readonly (readonly [from: number, to: number])[] }

/** Lists when any GPU had lowered clocks. Idle is not a throttle reason. */
function listActiveReasons(telemetry: BucketedTelemetry, runStartMs: number): Reason[] {
  const { tracks, startMs, bucketMs } = telemetry
  const gap = computeGapBuckets(telemetry)
  const toMs = (bucket: number): number => startMs - runStartMs + bucket * bucketMs
  const spans = tracks.flatMap(({ at, flags }) =>
    at.map((from, row) => {
      // The flags of a bucket are valid until the next one of the GPU, unless nobody looked in between.
      const next = at[row + 1] ?? from + 1
      return { from: toMs(from), to: toMs(next - from > gap ? from + 1 : next), flags: flags[row] ?? 0 }
    }),
  )
  const ordered = spans.toSorted((one, other) => one.from - other.from)
  return clocksEventReasons.flatMap((reason, index): Reason[] => {
    if (reason === 'gpu-idle') return []
    const marks: [number, number][] = []
    for (const { from, to, flags } of ordered) {
      if ((flags & (2 << index)) === 0) continue
      const last = marks.at(-1)
      if (last && from <= last[1]) last[1] = Math.max(last[1], to)
      else marks.push([from, to])
    }
    return marks.length === 0 ? [] : [{ reason, marks }]
  })
}
