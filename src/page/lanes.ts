import { clocksEventReasons } from '../domain/telemetry/gpu.ts'
import type { TimelineRun } from '../domain/page/page.ts'
import type { TelemetryWindow } from '../domain/page/telemetry-window.ts'
import { createSvgElement } from './dom.ts'
import { axisWidth, rightRoom } from './gpu-charts.ts'
import { formatWithUnit } from './text.ts'

const laneHeight = 24
/** Approximate width of a 12 px letter. */
const letterWidth = 7

/** A time range since the start of the run. */
export type Range = { readonly fromMs: number; readonly toMs: number }

/** Draws stages as bars, lowered clocks and events as marks, over the visible time range. */
export function drawLanes(run: TimelineRun, view: Range, window: TelemetryWindow | null, width: number): SVGElement {
  const [left, right] = [axisWidth, width - rightRoom]
  const toX = (ms: number): number => {
    const x = left + ((ms - run.startMs - view.fromMs) / (view.toMs - view.fromMs)) * (right - left)
    return Math.max(left, Math.min(right, x))
  }
  const reasons = window ? listActiveReasons(window) : []
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

/** Lists where any GPU had lowered clocks. Idle is not a throttle reason. */
function listActiveReasons({ tracks, fromMs, toMs, buckets }: TelemetryWindow): Reason[] {
  const step = (toMs - fromMs) / buckets
  const seen = collectFlags(tracks, buckets)
  return clocksEventReasons.flatMap((reason, index): Reason[] => {
    if (reason === 'gpu-idle') return []
    const bit = 2 << index
    const marks: [number, number][] = []
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      if (((seen[bucket] ?? 0) & bit) === 0) continue
      const [from, to] = [fromMs + bucket * step, fromMs + (bucket + 1) * step]
      const last = marks.at(-1)
      if (last && from - last[1] < step / 2) last[1] = to
      else marks.push([from, to])
    }
    return marks.length === 0 ? [] : [{ reason, marks }]
  })
}

/** Collects the throttle flags of all GPUs per bucket. The flags of a sample are valid until the next one. */
function collectFlags(tracks: TelemetryWindow['tracks'], buckets: number): Int32Array {
  const seen = new Int32Array(buckets)
  for (const { flags, extremes } of tracks) {
    // Any loaded quantity shows which buckets have samples.
    const samples = extremes.find(({ length }) => length > 0) ?? new Float32Array()
    let held = 0
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const isBetween = Number.isNaN(samples[bucket * 2])
      if (!isBetween) held = flags[bucket] ?? 0
      seen[bucket] = (seen[bucket] ?? 0) | held
    }
  }
  return seen
}

function isIn(ms: number, { fromMs, toMs }: Range): boolean {
  return ms >= fromMs && ms <= toMs
}
