import { clocksEventReasons } from '../domain/telemetry/gpu.ts'
import { unpackTelemetry, type TelemetryTrack, type UnpackedTelemetry } from '../domain/page/packed-telemetry.ts'
import { shown, telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import { indexTelemetry, windowOf, type TelemetryIndex } from '../domain/page/telemetry-window.ts'
import { bytesOfPart } from './parts.ts'
import type { Answer, Opened, Question } from './telemetry-messages.ts'

type Telemetry = { readonly unpacked: UnpackedTelemetry; readonly index: TelemetryIndex }

/** The program of the worker: holds the samples of one run and cuts windows out of them. */
export function startTelemetryWorker(): void {
  let telemetry: Telemetry | null = null
  let before = Promise.resolve()
  const hear = async (question: Question, earlier: Promise<void>): Promise<void> => {
    await earlier
    try {
      if (question.ask === 'open') telemetry = await open(question.base64)
      if (telemetry) answer(question, telemetry)
    } catch (error) {
      post({ answer: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  addEventListener('message', ({ data }: MessageEvent<Question>) => {
    before = hear(data, before)
  })
}

async function open(base64: string): Promise<Telemetry> {
  const unpacked = unpackTelemetry(await bytesOfPart(base64))
  return { unpacked, index: indexTelemetry(unpacked) }
}

function answer(question: Question, { unpacked, index }: Telemetry): void {
  switch (question.ask) {
    case 'open':
      return post({ answer: 'opened', opened: openedOf(unpacked, index) })
    case 'window': {
      const window = windowOf(index, question.request)
      const buffers = window.tracks.flatMap(({ extremes, flags }) => [
        ...extremes.map(({ buffer }) => buffer),
        flags.buffer,
      ])
      return post({ answer: 'window', window }, buffers)
    }
    case 'csv':
      return post({ answer: 'csv', csv: new Blob([...csvOf(unpacked)], { type: 'text/csv' }) })
    default:
      return question satisfies never
  }
}

function openedOf({ startMs, intervalMs, merged, tracks }: UnpackedTelemetry, { endMs }: TelemetryIndex): Opened {
  const rows = tracks.reduce((sum, { timeMs }) => sum + timeMs.length, 0)
  return { startMs, endMs, intervalMs, merged, rows, gpus: tracks.map(({ gpu }) => gpu) }
}

const linesPerPiece = 50_000

function* csvOf({ startMs, tracks, merged }: UnpackedTelemetry): Generator<string> {
  const names = telemetryQuantities.map(({ label, unit }) => `${label} (${unit})`)
  const titles =
    merged === 1 ? names : [...names.map((name) => `${name}, low`), ...names.map((name) => `${name}, high`)]
  yield `${['time (ms since the epoch)', 'GPU', ...titles, 'clocks event reasons'].join(',')}\n`
  for (const track of tracks) {
    for (let from = 0; from < track.timeMs.length; from += linesPerPiece) {
      const to = Math.min(track.timeMs.length, from + linesPerPiece)
      const lines: string[] = []
      for (let row = from; row < to; row += 1) lines.push(lineOf(track, row, startMs, merged))
      yield `${lines.join('\n')}\n`
    }
  }
}

function lineOf(track: TelemetryTrack, row: number, startMs: number, merged: number): string {
  const { gpu, timeMs, lows, highs, flags } = track
  const columns = merged === 1 ? lows : [...lows, ...highs]
  const cells = columns.map((column, index) => {
    const value = shown(index % telemetryQuantities.length, column[row] ?? Number.NaN)
    return Number.isNaN(value) ? '' : String(Number(value.toPrecision(8)))
  })
  return [startMs + (timeMs[row] ?? 0), gpu, ...cells, reasonsOf(flags[row] ?? 0).join(' ')].join(',')
}

/** The words for the bits of a row. */
export function reasonsOf(flags: number): string[] {
  return clocksEventReasons.filter((_, index) => (flags & (2 << index)) !== 0)
}

function post(message: Answer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}
