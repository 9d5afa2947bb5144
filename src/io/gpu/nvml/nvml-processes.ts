import { readFileSync } from 'node:fs'
import type { GpuProcess } from '../../../domain/telemetry/gpu.ts'
import type { NvmlDevice } from './nvml-device.ts'
import type { NvmlFunctions, NvmlLibrary } from './nvml-library.ts'
import type { NvmlMemory } from './nvml-memory.ts'
import { nvmlReturn, processInfo, textLength } from './nvml-structs.ts'

const nameOffset = 8
const listOffset = nameOffset + textLength.processName
/** Extra entries, because processes may start between two calls. */
const spare = 8

/** Lists the processes with a context on a GPU. Its buffer grows with the longest list. */
export class NvmlProcessList {
  readonly #library: NvmlLibrary
  #capacity = 64
  #memory: NvmlMemory

  constructor(library: NvmlLibrary) {
    this.#library = library
    this.#memory = this.#allocate()
  }

  /** Null when the GPU does not support it. */
  read(device: NvmlDevice): readonly GpuProcess[] | null {
    const { computeProcesses } = this.#library.functions
    if (!computeProcesses || device.lostBecause !== null) return null
    for (let attempt = 0; attempt < 4; attempt += 1) {
      this.#memory.writeU32(0, this.#capacity)
      const code = computeProcesses(device.handle, this.#memory.getAddress(0), this.#memory.getAddress(listOffset))
      const count = this.#memory.readU32(0)
      if (code === nvmlReturn.success) return Array.from({ length: count }, (_, index) => this.#readProcess(index))
      if (code !== nvmlReturn.insufficientSize) return null
      this.#capacity = count + spare
      this.#memory = this.#allocate()
    }
    return null
  }

  #readProcess(index: number): GpuProcess {
    const at = listOffset + index * processInfo.size
    const pid = this.#memory.readU32(at + processInfo.pid)
    const memoryBytes = this.#memory.readU64(at + processInfo.usedMemory)
    return { pid, name: readProcessName(pid, this.#library.functions, this.#memory), memoryBytes }
  }

  #allocate(): NvmlMemory {
    return this.#library.createMemory(listOffset + this.#capacity * processInfo.size)
  }
}

function readProcessName(pid: number, { processName }: NvmlFunctions, memory: NvmlMemory): string | null {
  const code = processName?.(pid, memory.getAddress(nameOffset), textLength.processName)
  const name = code === nvmlReturn.success ? memory.readText(nameOffset, textLength.processName) : ''
  return name || readProgramName(pid)
}

function readProgramName(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() || null
  } catch {
    // The process has ended or belongs to another container.
    return null
  }
}
