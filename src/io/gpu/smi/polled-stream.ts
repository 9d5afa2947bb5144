import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import { runTool, type ToolAnswer } from '../../process/run-tool.ts'
import { explainToolAnswer } from './explain-tool-answer.ts'
import { defaultStartLimitMs, silentIntervals, type SmiStream, type SmiStreamOptions } from './smi-stream.ts'

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
  const running = poll(tool, options, controller.signal)
  return {
    [Symbol.dispose]: () => controller.abort(),
    close: async () => {
      controller.abort()
      await Promise.race([running, delay(closeLimitMs, undefined, { ref: false })])
    },
  }
}

async function poll(tool: PolledTool, options: SmiStreamOptions, signal: AbortSignal): Promise<void> {
  const { intervalMs, startLimitMs = defaultStartLimitMs } = options
  const startedAt = performance.now()
  const timeoutMs = Math.max(startLimitMs, silentIntervals * intervalMs)
  let argumentLists = tool.argumentLists
  for (let failures = 0; !signal.aborted && failures < failuresBeforeGivingUp;) {
    const [args = [], ...others] = argumentLists
    const answer = await runTool(tool.program, args, {
      env: options.env,
      timeoutMs,
      isComplete: (text) => (tool.parse(text, 0) ?? []).length > 0,
    })
    if (signal.aborted) return
    const problem = deliver(tool, options, { answer, timeoutMs })
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

/** Returns the problem; null when there is none. */
function deliver(
  tool: PolledTool,
  { gpus, onReadings }: SmiStreamOptions,
  { answer, timeoutMs }: { readonly answer: ToolAnswer; readonly timeoutMs: number },
): string | null {
  if (answer.status !== 'answered') return explainToolAnswer(tool.program, answer, timeoutMs)
  const readings = tool.parse(answer.text, Date.now())?.filter(({ gpu }) => gpus.includes(gpu))
  if (!readings) return `${tool.program} returned invalid JSON`
  if (readings.length === 0) return `${tool.program} reports nothing for GPU ${gpus.join(', ')}`
  onReadings(readings)
  return null
}
