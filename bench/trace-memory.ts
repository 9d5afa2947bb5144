import { createReadStream, readFileSync } from 'node:fs'
import { chromeTrace } from '../src/adapters/trace/chrome-trace.ts'

/** A program of its own: reads one trace and prints seconds and peak memory. `whole` reads it as anybody would. */
const [path = '', how = 'streamed'] = process.argv.slice(2)
const startedMs = performance.now()
const events = how === 'whole' ? wholeEvents() : await streamedEvents()
const ms = performance.now() - startedMs
process.stdout.write(JSON.stringify({ ms, peakKilobytes: process.resourceUsage().maxRSS, events }))

async function streamedEvents(): Promise<number> {
  const bytes = () => createReadStream(path, { highWaterMark: 256 * 1024 })
  const { trace } = await chromeTrace.read([{ path, readBytes: bytes }])
  return trace?.events ?? 0
}

function wholeEvents(): number {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: { dur?: number }[] }
  return traceEvents.length
}
