import { clocksEventReasons } from '../domain/telemetry/gpu.ts'
import { unpackTelemetry, type TelemetryTrack, type UnpackedTelemetry } from '../domain/page/packed-telemetry.ts'
import { toShownValue, telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import { indexTelemetry, readWindow, type TelemetryIndex } from '../domain/page/telemetry-window.ts'
import { decodePart } from './parts.ts'
import type { WorkerResponse, TelemetryOverview, WorkerRequest } from './telemetry-messages.ts'

type Telemetry = { readonly unpacked: UnpackedTelemetry; readonly index: TelemetryIndex }

/** Starts the worker, which holds the samples of one run and extracts windows. */
export function startTelemetryWorker(): void {
  let telemetry: Telemetry | null = null
  let before = Promise.resolve()
  const onRequest = async (question: WorkerRequest, earlier: Promise<void>): Promise<void> => {
    await earlier
    try {
      if (question.ask === 'open') telemetry = await open(question.base64)
      if (telemetry) answer(question, telemetry)
    } catch (error) {
      post({ answer: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    before = onRequest(data, before)
  })
}

async function open(base64: string): Promise<Telemetry> {
  const unpacked = unpackTelemetry(await decodePart(base64))
  return { unpacked, index: indexTelemetry(unpacked) }
}

function answer(question: WorkerRequest, { unpacked, index }: Telemetry): void {
  switch (question.ask) {
    case 'open':
      return post({ answer: 'opened', opened: summarizeTelemetry(unpacked, index) })
    case 'window': {
      const window = readWindow(index, question.request)
      const buffers = window.tracks.flatMap(({ extremes, flags }) => [
        ...extremes.map(({ buffer }) => buffer),
        flags.buffer,
      ])
      return post({ answer: 'window', window }, buffers)
    }
    case 'csv':
      return post({ answer: 'csv', csv: new Blob([...generateCsv(unpacked)], { type: 'text/csv' }) })
    default:
      return question satisfies never
  }
}

function summarizeTelemetry(
  { startMs, intervalMs, merged, tracks }: UnpackedTelemetry,
  { endMs }: TelemetryIndex,
): TelemetryOverview {
  const rows = tracks.reduce((sum, { timeMs }) => sum + timeMs.length, 0)
  return { startMs, endMs, intervalMs, merged, rows, gpus: tracks.map(({ gpu }) => gpu) }
}

const linesPerPiece = 50_000

function* generateCsv({ startMs, tracks, merged }: UnpackedTelemetry): Generator<string> {
  const names = telemetryQuantities.map(({ label, unit }) => `${label} (${unit})`)
  const titles =
    merged === 1 ? names : [...names.map((name) => `${name}, low`), ...names.map((name) => `${name}, high`)]
  yield `${['time (ms since the epoch)', 'GPU', ...titles, 'clocks event reasons'].join(',')}\n`
  for (const track of tracks) {
    for (let from = 0; from < track.timeMs.length; from += linesPerPiece) {
      const to = Math.min(track.timeMs.length, from + linesPerPiece)
      const lines: string[] = []
      for (let row = from; row < to; row += 1) lines.push(formatCsvLine(track, row, startMs, merged))
      yield `${lines.join('\n')}\n`
    }
  }
}

function formatCsvLine(track: TelemetryTrack, row: number, startMs: number, merged: number): string {
  const { gpu, timeMs, lows, highs, flags } = track
  const columns = merged === 1 ? lows : [...lows, ...highs]
  const cells = columns.map((column, index) => {
    const value = toShownValue(index % telemetryQuantities.length, column[row] ?? Number.NaN)
    return Number.isNaN(value) ? '' : String(Number(value.toPrecision(8)))
  })
  return [startMs + (timeMs[row] ?? 0), gpu, ...cells, listReasons(flags[row] ?? 0).join(' ')].join(',')
}

/** Lists the throttle reasons of a row of flags. */
export function listReasons(flags: number): string[] {
  return clocksEventReasons.filter((_, index) => (flags & (2 << index)) !== 0)
}

function post(message: WorkerResponse, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}
