import { spawn, type ChildProcess } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import {
  describeRefusals,
  parseReadingLine,
  parseRefusedField,
  readingFields,
  selectKnownFields,
} from '../../../domain/telemetry/nvidia-smi-csv.ts'
import { registerTool } from '../../process/process-tree.ts'
import { excludeReaped } from '../../process/own-process.ts'
import { formatQuantity } from '../../../domain/telemetry/coverage.ts'
import { vitals, type GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { runTool, type ToolAnswer } from '../../process/run-tool.ts'
import { sanitizeLine } from '../../../domain/core/sanitize-output.ts'

export type SmiStreamOptions = {
  readonly env: EnvironmentVariables
  /** Physical indices to watch. */
  readonly gpus: readonly number[]
  readonly intervalMs: number
  /** Called once per tick with the readings of every watched GPU that responded. */
  readonly onReadings: (readings: readonly GpuReading[]) => void
  /** Called with a sentence for each reason why readings are missing. */
  readonly onProblem: (problem: string) => void
  /** Called once with a sentence for the quantities that the readings of a GPU lack. */
  readonly onGap: (gap: string) => void
  /** Time-out of the first reading in ms. Default: 10 s, because initializing a driver is slow. */
  readonly startLimitMs?: number
}

/** A tool that delivers readings until it is disposed. */
export interface SmiStream extends Disposable {
  /** Stops the tool and waits for its end, at most one second. */
  close(): Promise<void>
}

/** A tool without output for this many intervals counts as hung. */
const silentIntervals = 10
const defaultStartLimitMs = 10_000

/** A tool that is called once per reading. */
export type PolledTool = {
  readonly program: string
  /**
   * Argument lists in order of preference; the next one is tried when the tool rejects one before the first reading.
   */
  readonly argumentLists: readonly (readonly string[])[]
  /** Null when the text is not valid output of the tool. */
  readonly parse: (text: string, timeMs: number) => readonly GpuReading[] | null
}

const failuresBeforeGivingUp = 3
const closeLimitMs = 1000

/**
 * Calls a tool at every tick, never concurrently: ticks are skipped when a call exceeds the interval. A call is given
 * up after ten intervals; the stream stops after three consecutive failures. Never throws.
 */
export function openPolledStream(tool: PolledTool, options: SmiStreamOptions): SmiStream {
  const controller = new AbortController()
  const running = pollTool(tool, options, controller.signal)
  return {
    [Symbol.dispose]: () => controller.abort(),
    close: async () => {
      controller.abort()
      await Promise.race([running, delay(closeLimitMs, undefined, { ref: false })])
    },
  }
}

async function pollTool(tool: PolledTool, options: SmiStreamOptions, signal: AbortSignal): Promise<void> {
  const { intervalMs, startLimitMs = defaultStartLimitMs } = options
  const startedAt = performance.now()
  const timeoutMs = Math.max(startLimitMs, silentIntervals * intervalMs)
  let argumentLists = tool.argumentLists
  const reported = new Set<string>()
  for (let failures = 0; !signal.aborted && failures < failuresBeforeGivingUp;) {
    const [args = [], ...others] = argumentLists
    const answer = await runTool(tool.program, args, {
      env: options.env,
      timeoutMs,
      isComplete: (text) => (tool.parse(text, 0) ?? []).length > 0,
    })
    if (signal.aborted) return
    const problem = deliver(tool, options, { answer, timeoutMs, reported })
    if (problem === null) {
      failures = 0
      argumentLists = [args]
    } else if (answer.status === 'failed' && others.length > 0) {
      argumentLists = others
      continue
    } else {
      failures += 1
      options.onProblem(failures < failuresBeforeGivingUp ? problem : `${problem}; no further readings`)
    }
    const ticks = Math.floor((performance.now() - startedAt) / intervalMs) + 1
    const restMs = startedAt + ticks * intervalMs - performance.now()
    await delay(Math.max(0, restMs), undefined, { signal }).catch(() => undefined)
  }
}

type Delivery = {
  readonly answer: ToolAnswer
  readonly timeoutMs: number
  /** Gaps that were reported already. */
  readonly reported: Set<string>
}

/** Returns the problem; null when there is none. */
function deliver(
  tool: PolledTool,
  { gpus, onReadings, onGap }: SmiStreamOptions,
  { answer, timeoutMs, reported }: Delivery,
): string | null {
  if (answer.status !== 'answered') return explainToolAnswer(tool.program, answer, timeoutMs)
  const readings = tool.parse(answer.text, Date.now())?.filter(({ gpu }) => gpus.includes(gpu))
  if (!readings) return `${tool.program} returned invalid JSON`
  if (readings.length === 0) return `${tool.program} reports nothing for GPU ${gpus.join(', ')}`
  onReadings(readings)
  for (const reading of readings) {
    const lost = vitals.filter((name) => reading[name] === null).map(formatQuantity)
    const gap = `no ${lost.join(', ')} of GPU ${reading.gpu}: ${tool.program} gives no value`
    if (lost.length > 0 && !reported.has(gap)) onGap(gap)
    reported.add(gap)
  }
  return null
}

/** Detects missing output. */
type SilenceWatch = Disposable & {
  /** Output has arrived; restarts the time-out with `limitMs`. */
  reset(limitMs: number): void
}

/**
 * Calls `onSilence` once after the time-out. Buffered output is read first, so a busy event loop does not count as
 * silence.
 */
export function watchSilence(firstLimitMs: number, onSilence: (silentMs: number) => void): SilenceWatch {
  let heardAt = performance.now()
  let limitMs = firstLimitMs
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(checkAfterReading, limitMs)
  function checkAfterReading(): void {
    immediate = setImmediate(() => {
      const restMs = heardAt + limitMs - performance.now()
      if (restMs <= 0) onSilence(performance.now() - heardAt)
      else timer = setTimeout(checkAfterReading, Math.ceil(restMs))
    })
  }
  return {
    reset(nextLimitMs) {
      heardAt = performance.now()
      limitMs = nextLimitMs
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      clearImmediate(immediate)
    },
  }
}

/**
 * Groups readings of single GPUs, as a tool prints them, into ticks. A tick is complete when every watched GPU has a
 * reading, or when a GPU repeats because another one is lost; `flush` delivers an incomplete one at the end of the tool.
 */
function joinIntoTicks(gpus: readonly number[], onTick: (readings: readonly GpuReading[]) => void) {
  let tick: GpuReading[] = []
  const flush = (): void => {
    if (tick.length > 0) onTick(tick)
    tick = []
  }
  const add = (reading: GpuReading): void => {
    if (!gpus.includes(reading.gpu)) return
    if (tick.some(({ gpu }) => gpu === reading.gpu)) flush()
    tick.push(reading)
    if (tick.length === gpus.length) flush()
  }
  return { add, flush }
}

const maxRemarkCharacters = 4000

/**
 * Runs one `nvidia-smi --query-gpu=… -lms INTERVAL` while the stream is open. Restarts it without a field that the
 * driver does not know, and once after it hangs or exits. Never throws.
 */
export class NvidiaSmiStream implements SmiStream {
  readonly #options: SmiStreamOptions
  readonly #unknownFields = new Set<string>()
  readonly #reported = new Set<string>()
  readonly #ticks: ReturnType<typeof joinIntoTicks>
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
    // Keeps this process: the child does not.
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
    registerTool(child.pid)
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
        this.#reportOnce(describeRefusals(line, fields, reading))
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

  #reportOnce(gap: string | null): void {
    if (gap === null || this.#reported.has(gap)) return
    this.#reported.add(gap)
    this.#options.onGap(gap)
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

/** Describes why a tool failed; its output is sanitized. */
export function explainToolAnswer(
  program: string,
  answer: Exclude<ToolAnswer, { status: 'answered' }>,
  timeoutMs: number,
): string {
  switch (answer.status) {
    case 'absent':
      return `${program} was not found on PATH`
    case 'hung':
      return `${program} gave no answer within ${timeoutMs / 1000} s; the driver may hang`
    case 'failed':
      return `${program} failed: ${sanitizeLine(answer.text.trim().replaceAll(/\s+/g, ' ')).slice(2, 300)}`
    default:
      return answer satisfies never
  }
}
