import type { MessagePort } from 'node:worker_threads'
import { UnansweredError } from '../../../domain/core/errors.ts'
import { addCpuMs, readThreadCpuMs } from '../sampling/sampling-pace.ts'
import { leaveThread, awaitMessage, startThread } from '../../process/own-process.ts'
import { getSamplingWorkerUrl } from '../sampling/sampling-worker-url.ts'
import {
  getDriverName,
  loadNvmlLibrary,
  type NvmlFunctions,
  type NvmlLibrary,
  toExactAddress,
  type Address,
  type NvmlMemory,
} from './nvml-library.ts'
import { nvmlPath, openNvmlSource, type NvmlSource } from './nvml-source.ts'

/** What the thread of the driver needs. */
export type DriverThreadData = { readonly libraryPath: string; readonly shared: SharedArrayBuffer }

export type DriverLimits = { readonly openMs?: number; readonly callMs?: number }

/** Initializing a driver takes seconds. */
const openLimitMs = 20_000
/** A busy driver answers within half a second. */
const callLimitMs = 2000
const [idle, asked] = [0, 1]
/** Slots of `words`. */
const [state, func, result, count] = [0, 1, 2, 3]

/**
 * Opens NVML in a thread of its own, because a call can block for ever. A call throws an UnansweredError after its limit,
 * and so do all others until the driver has answered it.
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
  const shared = new SharedArrayBuffer(128)
  const { words, values, cpu } = openShared(shared)
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
  function ask(index: number, inputs: readonly Address[]): number {
    if (Atomics.load(words, state) !== idle) throw explainSilence(words, callMs)
    const cpuMs = cpu[0] ?? 0
    words.set([index, 0, inputs.length], func)
    values.set(inputs.map(BigInt))
    Atomics.store(words, state, asked)
    Atomics.notify(words, state)
    if (Atomics.wait(words, state, asked, callMs) === 'timed-out') throw explainSilence(words, callMs)
    addCpuMs((cpu[0] ?? 0) - cpuMs)
    return words[result] ?? 0
  }
  const bound = Object.entries(functions).map(([name, known], index) => [
    name,
    known && ((...inputs: Address[]) => ask(index, inputs)),
  ])
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of `functions`
    functions: Object.fromEntries(bound) as NvmlFunctions,
    createMemory(bytes) {
      const memory = createMemory(bytes)
      memories.push(memory)
      return memory
    },
    close: () => leaveThread(worker),
  }
}

/** The program of the thread: answers one call after the other. */
export function answerCalls({ libraryPath, shared }: DriverThreadData, port: MessagePort): never {
  const { words, values, cpu } = openShared(shared)
  const { functions, createMemory } = loadNvmlLibrary(libraryPath)
  const known = Object.keys(functions)
  const list = Object.values(functions)
  const call = (name: keyof NvmlFunctions, ...inputs: Address[]): number => {
    words[func] = known.indexOf(name)
    return functions[name]?.(...inputs) ?? -1
  }
  // The slow part of opening a driver. It stays open for the calls that follow.
  const memory = createMemory(8)
  const isOpen = call('init') === 0
  const gpus = isOpen && call('deviceCount', memory.getAddress(0)) === 0 ? memory.readU32(0) : 0
  for (let gpu = 0; gpu < gpus; gpu += 1) call('deviceByIndex', gpu, memory.getAddress(0))
  cpu[0] = readThreadCpuMs()
  port.postMessage('open')
  for (let isFirst = true; ; isFirst = false) {
    Atomics.wait(words, state, idle)
    const inputs = Array.from(values.slice(0, words[count]), toExactAddress)
    words[result] = list[words[func] ?? 0]?.(...inputs) ?? -1
    if (isFirst && isOpen) functions.shutdown?.()
    cpu[0] = readThreadCpuMs()
    Atomics.store(words, state, idle)
    Atomics.notify(words, state)
  }
}

function openShared(shared: SharedArrayBuffer) {
  return {
    words: new Int32Array(shared, 0, 4),
    cpu: new Float64Array(shared, 16, 1),
    values: new BigUint64Array(shared, 24, 8),
  }
}

function explainSilence(words: Int32Array, limitMs: number): UnansweredError {
  return new UnansweredError(
    `the NVIDIA driver did not answer ${getDriverName(words[func] ?? 0)} within ${limitMs / 1000} s`,
    'Look for Xid errors in dmesg; a driver that hangs needs a restart of the machine. The monitor none reads no GPU.',
  )
}
