import { parseAmdIdentities, parseAmdProcesses, parseAmdReadings } from '../../../domain/telemetry/amd-smi-json.ts'
import { EnvironmentError, UnansweredError } from '../../../domain/core/errors.ts'
import { dropMachinePrograms, type GpuIdentity, type GpuProcess } from '../../../domain/telemetry/gpu.ts'
import {
  selectKnownFields,
  parseComputeApps,
  parseRefusedField,
  parseReadingLine,
  readingFields,
} from '../../../domain/telemetry/nvidia-smi-csv.ts'
import {
  hasOnlyRows,
  identityFields,
  parseIdentities,
  parseMigSlices,
} from '../../../domain/telemetry/nvidia-smi-identity.ts'
import { parseRocmIdentities, parseRocmReadings } from '../../../domain/telemetry/rocm-smi-json.ts'
import { runTool, type ToolAnswer } from '../../process/run-tool.ts'
import {
  joinIntoTicks,
  type ReadingTicks,
  type OpenSmiStream,
  defaultStartLimitMs,
  silentIntervals,
  type SmiStream,
  type SmiStreamOptions,
  watchSilence,
  type SilenceWatch,
  openPolledStream,
  explainToolAnswer,
} from './smi-stream.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { sanitizeLine } from '../../../domain/core/sanitize-output.ts'
import { keepTool } from '../../process/process-tree.ts'
import { excludeReaped } from '../../process/own-process.ts'

type ProcessOfGpu = GpuProcess & { readonly gpu: number }

/** A vendor's command-line tool: its one-time queries and its stream. */
export type SmiTool = {
  readonly program: string
  /** Throws an EnvironmentError when the tool is missing, hangs, fails or lists no GPU. */
  readonly identify: (env: EnvironmentVariables) => Promise<readonly GpuIdentity[]>
  /** Null when the tool cannot list processes. */
  readonly processes: (
    env: EnvironmentVariables,
    gpus: readonly GpuIdentity[],
  ) => Promise<readonly ProcessOfGpu[] | null>
  readonly open: OpenSmiStream
}

const queryLimitMs = 10_000
const csv = '--format=csv,noheader,nounits'

const nvidiaSmi: SmiTool = {
  program: 'nvidia-smi',
  async identify(env) {
    const gpus = await queryIdentities(env, new Set())
    if (!gpus.some(({ settings }) => settings.isMigOn)) return gpus
    const slices = parseMigSlices(await runQuery('nvidia-smi', ['-L'], env, (text) => parseMigSlices(text).size > 0))
    return gpus.map((gpu) => ({ ...gpu, migSlices: slices.get(gpu.uuid) ?? [] }))
  },
  async processes(env, gpus) {
    const query = '--query-compute-apps=gpu_uuid,pid,process_name,used_memory'
    const answer = await runTool('nvidia-smi', [query, csv], { env, timeoutMs: queryLimitMs })
    if (answer.status !== 'answered') return null
    return dropMachinePrograms(parseComputeApps(answer.text)).flatMap(({ gpuUuid, ...found }) => {
      const gpu = gpus.find(({ uuid }) => uuid === gpuUuid)?.index
      return gpu === undefined ? [] : [{ gpu, ...found }]
    })
  },
  open: openNvidiaSmiStream,
}

const amdSmi: SmiTool = {
  program: 'amd-smi',
  async identify(env) {
    const list = await runQuery('amd-smi', ['list', '--json'], env, (text) => parseAmdIdentities(text, '').length > 0)
    const details = await runTool('amd-smi', ['static', '--json'], { env, timeoutMs: queryLimitMs })
    return parseAmdIdentities(list, details.status === 'answered' ? details.text : '')
  },
  async processes(env, gpus) {
    const answer = await runTool('amd-smi', ['process', '--json'], {
      env,
      timeoutMs: queryLimitMs,
      isComplete: (text) => parseAmdProcesses(text) !== null,
    })
    const found = answer.status === 'answered' ? parseAmdProcesses(answer.text) : null
    return found && found.filter(({ gpu }) => gpus.some(({ index }) => index === gpu))
  },
  open: openAmdSmiStream,
}

const rocmSmi: SmiTool = {
  program: 'rocm-smi',
  async identify(env) {
    const rocmOptions = ['--showproductname', '--showuniqueid', '--showbus', '--showmeminfo', 'vram', '--showmaxpower']
    const args = [...rocmOptions, '--json']
    return parseRocmIdentities(await runQuery('rocm-smi', args, env, (text) => parseRocmIdentities(text).length > 0))
  },
  // The tool lists processes, but not their GPUs.
  processes: async () => null,
  open: openRocmSmiStream,
}

/** Tools that can replace NVML, by monitor name. */
export const smiTools = { 'nvidia-smi': nvidiaSmi, 'amd-smi': amdSmi, 'rocm-smi': rocmSmi } satisfies Record<
  string,
  SmiTool
>

async function queryIdentities(env: EnvironmentVariables, unknown: ReadonlySet<string>): Promise<GpuIdentity[]> {
  const fields = selectKnownFields(identityFields, unknown)
  const answer = await runTool('nvidia-smi', [`--query-gpu=${fields.join(',')}`, csv], {
    env,
    timeoutMs: queryLimitMs,
    isComplete: hasOnlyRows,
  })
  if (answer.status === 'answered') return parseIdentities(answer.text, fields)
  const refused = answer.status === 'failed' ? parseRefusedField(answer.text) : null
  if (refused === null || unknown.has(refused)) throw createToolError('nvidia-smi', answer)
  return queryIdentities(env, new Set([...unknown, refused]))
}

async function runQuery(
  program: string,
  args: readonly string[],
  env: EnvironmentVariables,
  isComplete: (text: string) => boolean,
): Promise<string> {
  const answer = await runTool(program, args, { env, timeoutMs: queryLimitMs, isComplete })
  if (answer.status === 'answered') return answer.text
  throw createToolError(program, answer)
}

function createToolError(program: string, answer: Exclude<ToolAnswer, { status: 'answered' }>): EnvironmentError {
  const hint =
    answer.status === 'absent'
      ? `Install ${program} with the driver and put it on PATH, or choose another monitor.`
      : `Run ${program} manually and check dmesg; a hung driver needs a restart of the machine.`
  const message = explainToolAnswer(program, answer, queryLimitMs)
  return answer.status === 'hung' ? new UnansweredError(message, hint) : new EnvironmentError(message, hint)
}

const maxRemarkCharacters = 4000
const closeLimitMs = 1000

/**
 * Runs one `nvidia-smi --query-gpu=… -lms INTERVAL` while the stream is open. Restarts it without a field that the
 * driver does not know, and once after it hangs or exits. Never throws.
 */
function openNvidiaSmiStream(options: SmiStreamOptions): SmiStream {
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

/**
 * Calls `amd-smi metric --json` at every tick: its watch mode prints no JSON before 2026 (ROCm/rocm-systems pull
 * request 2720). Not tested on hardware.
 */
function openAmdSmiStream(options: SmiStreamOptions): SmiStream {
  const flags = ['--usage', '--power', '--clock', '--temperature', '--mem-usage', '--ecc']
  return openPolledStream(
    {
      program: 'amd-smi',
      // In a virtual machine amd-smi rejects some options and fails without any.
      argumentLists: [
        ['metric', ...flags, '--json'],
        ['metric', '--json'],
      ],
      parse: parseAmdReadings,
    },
    options,
  )
}

/** Calls `rocm-smi`, the predecessor of `amd-smi`, at every tick. Not tested on hardware. */
function openRocmSmiStream(options: SmiStreamOptions): SmiStream {
  const flags = ['--showuse', '--showmeminfo', 'vram', '--showpower', '--showtemp', '--showclocks']
  return openPolledStream(
    { program: 'rocm-smi', argumentLists: [[...flags, '--json']], parse: parseRocmReadings },
    options,
  )
}
