import { spawn, type ChildProcess } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { sanitizeLine } from '../../../domain/core/sanitize-output.ts'
import {
  selectKnownFields,
  parseReadingLine,
  readingFields,
  parseRefusedField,
} from '../../../domain/telemetry/nvidia-smi-csv.ts'
import { keepTool } from '../../sandbox/orphans.ts'
import { excludeReaped } from '../../process/reaped-children.ts'
import { joinIntoTicks, type ReadingTicks } from '../sampling/reading-ticks.ts'
import { watchSilence, type SilenceWatch } from './silence-watch.ts'
import { defaultStartLimitMs, silentIntervals, type SmiStream, type SmiStreamOptions } from './smi-stream.ts'

const maxRemarkCharacters = 4000
const closeLimitMs = 1000

/**
 * Runs one `nvidia-smi --query-gpu=… -lms INTERVAL` while the stream is open. Restarts it without a field that the
 * driver does not know, and once after it hangs or exits. Never throws.
 */
export function openNvidiaSmiStream(options: SmiStreamOptions): SmiStream {
  return new NvidiaSmiStream(options)
}

class NvidiaSmiStream implements SmiStream {
  readonly #options: SmiStreamOptions
  readonly #unknownFields = new Set<string>()
  readonly #ticks: ReadingTicks
  #child: ChildProcess | null = null
  #watch: SilenceWatch | null = null
  #mayRestart = true
  #isClosed = false

  constructor(options: SmiStreamOptions) {
    this.#options = options
    this.#ticks = joinIntoTicks(options.gpus, options.onReadings)
    this.#start()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#watch?.[Symbol.dispose]()
    killChild(this.#child)
  }

  async close(): Promise<void> {
    const child = this.#child
    const isGone = child === null || child.exitCode !== null || child.signalCode !== null
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, closeLimitMs)
    if (isGone) resolve()
    else child.once('exit', () => resolve())
    this[Symbol.dispose]()
    await promise
    clearTimeout(timer)
  }

  #start(): void {
    const { env, gpus, intervalMs, startLimitMs = defaultStartLimitMs } = this.#options
    const fields = selectKnownFields(readingFields, this.#unknownFields)
    const args = [`--query-gpu=${fields.join(',')}`, '--format=csv,noheader,nounits', `--id=${gpus.join(',')}`]
    const child = spawn('nvidia-smi', [...args, `--loop-ms=${intervalMs}`], {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C in the terminal must reach only the watched command.
      detached: true,
    })
    keepTool(child.pid)
    const silenceMs = silentIntervals * intervalMs
    this.#child = child
    let remarks = ''
    this.#watch = watchSilence(Math.max(startLimitMs, silenceMs), (silentMs) => {
      killChild(child)
      const passed = `for ${Math.round(silentMs)} ms`
      const what =
        remarks === '' ? `printed nothing ${passed}; the driver may hang` : `printed nothing that can be read ${passed}`
      this.#onExit(child, `nvidia-smi ${what}`, remarks)
    })
    const onLine = (line: string): void => {
      const reading = parseReadingLine(line, fields, Date.now())
      if (this.#child !== child) return
      if (reading === null) remarks = `${remarks}${line}\n`.slice(-maxRemarkCharacters)
      else {
        this.#watch?.reset(silenceMs)
        this.#ticks.add(reading)
      }
    }
    child.stdout.on('data', splitIntoLines(onLine))
    child.stderr.on('data', splitIntoLines(onLine))
    child.once('exit', excludeReaped)
    child.once('error', (error) => this.#onExit(child, `nvidia-smi could not be started: ${error.message}`, remarks))
    child.once('close', (code, signal) => {
      const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`
      this.#onExit(child, `nvidia-smi ${how}`, remarks)
    })
  }

  /** Restarts when that can help. Ignores children that were replaced. */
  #onExit(child: ChildProcess, what: string, remarks: string): void {
    if (this.#isClosed || this.#child !== child) return
    this.#child = null
    this.#watch?.[Symbol.dispose]()
    this.#ticks.flush()
    const refused = parseRefusedField(remarks)
    if (refused !== null && !this.#unknownFields.has(refused)) {
      this.#unknownFields.add(refused)
      return this.#start()
    }
    const output = sanitizeLine(remarks.trim().replaceAll(/\s+/g, ' ')).slice(2, 300)
    const problem = output === '' ? what : `${what}: ${output}`
    this.#options.onProblem(this.#mayRestart ? `${problem}; it was restarted` : `${problem}; no further readings`)
    if (!this.#mayRestart) return
    this.#mayRestart = false
    this.#start()
  }
}

/** A process that hangs in a driver cannot be killed, so this does not wait for it. */
function killChild(child: ChildProcess | null): void {
  child?.kill('SIGKILL')
  child?.stdout?.destroy()
  child?.stderr?.destroy()
  child?.unref()
}

function splitIntoLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split(/\r?\n/)
    rest = (lines.pop() ?? '').slice(-maxRemarkCharacters)
    for (const line of lines) if (line.trim() !== '') onLine(line)
  }
}
