import { logUpdateStderr } from 'log-update'
import type { GpuReading } from '../domain/telemetry/gpu.ts'
import { formatFailure, startProgress, withEndedTrial, withStartedTrial } from '../domain/plan/progress.ts'
import { createLineProgress } from '../io/files/line-progress.ts'
import type { LiveReadings } from '../ports/gpu-monitor.ts'
import type { Progress } from '../ports/progress.ts'
import { measureWidth } from '../reporters/terminal/layout.ts'
import { renderLiveView, type LiveView } from '../reporters/terminal/live-view.ts'
import { mayAnimate, say, sayThrough } from './terminal.ts'

/** Progress output that can also show GPU readings. */
export type WatchedProgress = Progress & {
  /** Shows these GPUs during trials; the monitor must stay open until `onEnd`. Null: no live view. */
  readonly watch: ((monitor: LiveReadings, gpus: readonly number[]) => void) | null
}

const frameMs = 250
/** A monitor is read at most once a second. */
const readingMs = 1000

/** Creates a live view on a terminal, plain lines elsewhere. */
export function createTerminalProgress(): WatchedProgress {
  return mayAnimate(process.stderr) ? createLiveProgress() : { ...createLineProgress(say), watch: null }
}

type ReadGpus = () => readonly GpuReading[]

const readNothing: ReadGpus = () => []

/** Lines at the bottom of the terminal that are redrawn, with log lines above them. */
type LiveScreen = { draw(): void; writeAbove(text: string): void; close(): void }

function openScreen(linesNow: (columns: number) => readonly string[]): LiveScreen {
  const stream = process.stderr
  let drawn: readonly string[] = []
  const draw = (): void => {
    const { columns, rows } = measureWindow(stream)
    // Lines that do not fit the window cannot be overwritten, so the last ones are omitted.
    drawn = linesNow(columns).slice(0, rows)
    logUpdateStderr(drawn.join('\n'))
  }
  const writeAbove = (text: string): void => {
    logUpdateStderr.persist(text)
    draw()
  }
  const redraw = (): void => {
    stream.write(eraseWrapped(drawn, measureWindow(stream).columns))
    logUpdateStderr.done()
    draw()
  }
  const timer = setInterval(draw, frameMs)
  stream.on('resize', redraw)
  sayThrough(writeAbove)
  return {
    draw,
    writeAbove,
    close() {
      clearInterval(timer)
      stream.off('resize', redraw)
      draw()
      logUpdateStderr.done()
      sayThrough(null)
    },
  }
}

function createLiveProgress(): WatchedProgress {
  let view: LiveView | null = null
  let screen: LiveScreen | null = null
  let read = readNothing
  let readAtMs = Number.NEGATIVE_INFINITY
  const change = (changed: (view: LiveView) => Partial<LiveView>): void => {
    if (view) view = { ...view, ...changed(view) }
    screen?.draw()
  }
  const renderLines = (columns: number): readonly string[] => {
    const nowMs = performance.now()
    if (view && nowMs - readAtMs >= readingMs) {
      readAtMs = nowMs
      view = { ...view, gpus: read() }
    }
    return view ? renderLiveView(view, nowMs, columns) : []
  }
  const showLine = (line: string): void => screen?.writeAbove(line)
  return {
    onLiveLine: showLine,
    onStart({ totalTrials: total, doneTrials: done, isMaximum, cases }) {
      const progress = startProgress({ total, isMaximum, done, cases, nowMs: performance.now() })
      view = { progress, trials: [], trialStartedMs: null, gpus: [], standing: null }
      screen = openScreen(renderLines)
      screen.draw()
    },
    onTrialStart: (next) =>
      change(({ progress }) => ({ progress: withStartedTrial(progress, next), trialStartedMs: performance.now() })),
    onTrialEnd(trial) {
      const failure = formatFailure(trial)
      if (failure !== null) showLine(failure)
      change(({ progress, trials }) => {
        return { progress: withEndedTrial(progress, trial), trials: [...trials, trial], trialStartedMs: null }
      })
    },
    onStanding: (standing) => change(() => ({ standing })),
    watch(monitor, gpus) {
      read = () => monitor.readLatest(gpus)
    },
    onEnd() {
      // The monitor can be closed after this.
      read = readNothing
      change(() => ({ gpus: [] }))
      screen?.close()
      screen = null
      view = null
    },
  }
}

/** Leaves one cell free, because some terminals wrap after the last one, and one line for the cursor. */
function measureWindow({ columns, rows }: NodeJS.WriteStream): { columns: number; rows: number } {
  return { columns: Math.max(20, (columns || 80) - 1), rows: Math.max(1, (rows || 24) - 2) }
}

/** Erases lines that the terminal rewrapped because its window became narrower. */
function eraseWrapped(lines: readonly string[], columns: number): string {
  const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(measureWidth(line) / (columns + 1))), 0)
  return height > 0 ? `\u001B[${height}F\u001B[J` : ''
}
