import { createReadStream, readFileSync } from 'node:fs'
import { chromeTrace } from '../src/adapters/trace/chrome-trace.ts'

/** A program of its own: reads one trace and prints seconds and peak memory. `whole` reads it as anybody would. */
const [path = '', how = 'streamed'] = process.argv.slice(2)
const startedMs = performance.now()
await (how === 'whole' ? JSON.parse(readFileSync(path, 'utf8')) : chromeTrace.read([{ path, readBytes }]))
const ms = performance.now() - startedMs
process.stdout.write(JSON.stringify({ ms, peakKilobytes: process.resourceUsage().maxRSS }))

function readBytes() {
  return createReadStream(path, { highWaterMark: 256 * 1024 })
}
