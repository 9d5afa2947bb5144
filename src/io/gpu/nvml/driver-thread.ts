import type { MessagePort } from 'node:worker_threads'
import { UnansweredError } from '../../../domain/core/errors.ts'
import { addCpuMs, readThreadCpuMs } from '../sampling/sampling-pace.ts'
import { leaveThread, awaitMessage, startThread } from '../../process/own-process.ts'
import { getSamplingWorkerUrl } from '../sampling/sampling-worker-url.ts'
import {
  bindAll,
  getDriverName,
  loadNvmlLibrary,
  type NvmlCall,
  type NvmlFunctions,
  type NvmlLibrary,
  type NvmlMemory,
  type NvmlName,
} from './nvml-library.ts'
import { nvmlPath, openNvmlSource, type NvmlSource } from './nvml-source.ts'

/** What the thread of the driver needs. */
export type DriverThreadData = { readonly libraryPath: string; readonly shared: SharedArrayBuffer }

/** Time-outs in ms, of opening the driver and of one call; absent: the defaults. */
export type DriverLimits = { readonly openMs?: number; readonly callMs?: number }

/** Initializing a driver takes seconds. */
const openLimitMs = 20_000
/** A busy driver answers within half a second. */
const callLimitMs = 2000
const [idle, asked] = [0, 1]
/** Words: state, place of the current call, number of calls; then function, number of inputs and answer of each call. */
const [state, place, count, firstCall, wordsPerCall] = [0, 1, 2, 4, 3]
/** Calls per hand-over, and inputs of one. */
const [maxCalls, maxInputs] = [64, 6]

/**
 * Opens NVML in a thread of its own, because a call can block for ever. A call throws an UnansweredError after its limit,
 * and so do all others until the driver has answered it.
 * `libraryPath`: null for `libnvidia-ml.so.1` of the system.
 */
export async function openDriver(libraryPath: string | null, limits: DriverLimits = {}): Promise<NvmlSource> {
  const library = await startDriver(libraryPath ?? nvmlPath, limits)
  try {
    return openNvmlSource({ libraryPath: libraryPath ?? nvmlPath, library })
  } catch (error) {
    library.close?.()
    throw error
  }
}

async function startDriver(
  libraryPath: string,
  { openMs = openLimitMs, callMs = callLimitMs }: DriverLimits,
): Promise<NvmlLibrary> {
  const { functions, createMemory } = loadNvmlLibrary(libraryPath)
  // A late answer is written there, so it stays as long as the thread.
  const memories: NvmlMemory[] = []
  const shared = new SharedArrayBuffer(8 + 4 * (firstCall + wordsPerCall * maxCalls) + 8 * maxCalls * maxInputs)
  const views = openShared(shared)
  const { words, cpu } = views
  const worker = startThread(getSamplingWorkerUrl(), 'warpgauge-driver', { libraryPath, shared })
  const broken = Promise.withResolvers<never>()
  worker.on('error', broken.reject)
  worker.once('exit', () => memories.splice(0))
  const isOpen = await Promise.race([awaitMessage(worker, openMs), broken.promise])
  worker.unref()
  if (isOpen === null) {
    leaveThread(worker)
    throw explainSilence(words, openMs)
  }
  const names = Object.keys(functions)
  /** Hands the calls over and waits; each call has the limit for itself. */
  function ask(calls: readonly NvmlCall[]): void {
    if (Atomics.load(words, state) !== idle) throw explainSilence(words, callMs)
    const cpuMs = cpu[0] ?? 0
    writeCalls(views, calls, names)
    Atomics.store(words, state, asked)
    Atomics.notify(words, state)
    for (let known = 0; Atomics.wait(words, state, asked, callMs) === 'timed-out';) {
      const current = Atomics.load(words, place)
      if (current === known) throw explainSilence(words, callMs)
      known = current
    }
    addCpuMs((cpu[0] ?? 0) - cpuMs)
    for (const [index, call] of calls.entries()) call.code = words[firstCall + wordsPerCall * index + 2] ?? -1
  }
  return {
    functions: bindAll(
      (name) =>
        functions[name] &&
        ((...inputs) => {
          const call = { name, inputs, code: 0 }
          ask([call])
          return call.code
        }),
    ),
    callAll(calls) {
      for (let from = 0; from < calls.length; from += maxCalls) ask(calls.slice(from, from + maxCalls))
    },
    createMemory(bytes) {
      const memory = createMemory(bytes)
      memories.push(memory)
      return memory
    },
    close: () => leaveThread(worker),
  }
}

function writeCalls({ words, values }: SharedViews, calls: readonly NvmlCall[], names: readonly string[]): void {
  words[place] = 0
  words[count] = calls.length
  for (const [index, { name, inputs }] of calls.entries()) {
    const at = firstCall + wordsPerCall * index
    words[at] = names.indexOf(name)
    words[at + 1] = inputs.length
    values.set(inputs, maxInputs * index)
  }
}

/** The program of the thread: answers one list of calls after the other. */
export function answerCalls({ libraryPath, shared }: DriverThreadData, port: MessagePort): never {
  const { words, values, cpu } = openShared(shared)
  const { functions, createMemory } = loadNvmlLibrary(libraryPath)
  const list = Object.values(functions)
  const isOpen = openGpus(words, functions, createMemory(8))
  cpu[0] = readThreadCpuMs()
  port.postMessage('open')
  for (let isFirst = true; ; isFirst = false) {
    Atomics.wait(words, state, idle)
    for (let index = 0; index < (words[count] ?? 0); index += 1) {
      const at = firstCall + wordsPerCall * index
      Atomics.store(words, place, index)
      const inputs = values.subarray(maxInputs * index, maxInputs * index + (words[at + 1] ?? 0))
      words[at + 2] = list[words[at] ?? 0]?.(...inputs) ?? -1
    }
    if (isFirst && isOpen) functions.shutdown?.()
    cpu[0] = readThreadCpuMs()
    Atomics.store(words, state, idle)
    Atomics.notify(words, state)
  }
}

/** The slow part of opening a driver. It stays open for the calls that follow. */
function openGpus(words: Int32Array, functions: NvmlFunctions, memory: NvmlMemory): boolean {
  const names = Object.keys(functions)
  const call = (name: NvmlName, ...inputs: number[]): number => {
    words[firstCall] = names.indexOf(name)
    return functions[name]?.(...inputs) ?? -1
  }
  const isOpen = call('init') === 0
  const gpus = isOpen && call('deviceCount', memory.getAddress(0)) === 0 ? memory.readU32(0) : 0
  for (let gpu = 0; gpu < gpus; gpu += 1) call('deviceByIndex', gpu, memory.getAddress(0))
  return isOpen
}

type SharedViews = ReturnType<typeof openShared>

function openShared(shared: SharedArrayBuffer) {
  const callWords = firstCall + wordsPerCall * maxCalls
  return {
    cpu: new Float64Array(shared, 0, 1),
    words: new Int32Array(shared, 8, callWords),
    values: new Float64Array(shared, 8 + 4 * callWords, maxCalls * maxInputs),
  }
}

function explainSilence(words: Int32Array, limitMs: number): UnansweredError {
  const name = getDriverName(words[firstCall + wordsPerCall * (words[place] ?? 0)] ?? 0)
  return new UnansweredError(
    `the NVIDIA driver did not answer ${name} within ${limitMs / 1000} s`,
    'Look for Xid errors in dmesg; a driver that hangs needs a restart of the machine. The monitor none reads no GPU.',
  )
}
