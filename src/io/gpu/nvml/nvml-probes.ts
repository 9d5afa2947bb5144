import { decodeClocksEvents, type GpuReading, createUnavailableReading } from '../../../domain/telemetry/gpu.ts'
import * as nvml from './nvml-library.ts'
import { nvmlReturn, type Address, type NvmlCall, type NvmlLibrary, type NvmlMemory } from './nvml-library.ts'
import { learnCode, type NvmlDevice } from './nvml-device.ts'
import { slackMs } from '../sampling/sampling-pace.ts'

/** A call that is made for each GPU again and again. */
type Probe = {
  readonly call: nvml.NvmlName
  /** Size of its result. */
  readonly bytes: number
  /** Time between two calls, in which readings repeat the answer; absent: it is part of each reading. */
  readonly everyMs?: number
  /** The call is made only where that probe gives no value. */
  readonly insteadOf?: string
  /** Arguments after the device; default: the address of the result. */
  readonly inputs?: (at: Address) => readonly Address[]
  /** Writes what the driver expects at the place of the result. */
  readonly prepare?: (memory: NvmlMemory, offset: number) => void
  /** A code that is an answer too. */
  readonly accepts?: number
  /** Whether an answer has a value; default: each has. */
  readonly hasValue?: (memory: NvmlMemory, offset: number) => boolean
}

/** Values that change slowly. */
const slowMs = 500
/** ECC errors and retired pages rarely change, and the queries are slow. */
const healthMs = 10_000
const { fieldId, fieldScope, fieldValue, memoryError, retirementCause } = nvml

/** What is read of every GPU. */
const probes = {
  utilization: { call: 'utilization', bytes: nvml.utilization.size },
  memory: {
    call: 'memoryV2',
    bytes: nvml.memoryV2.size,
    prepare: (memory, at) => memory.writeU32(at, nvml.memoryV2.version),
  },
  /** Counts driver-reserved memory as used. */
  memoryV1: { call: 'memoryV1', bytes: nvml.memoryV1.size, insteadOf: 'memory' },
  power: {
    ...buildFieldProbe([[fieldId.powerInstant, fieldScope.gpu]]),
    hasValue: (memory, at) => Boolean(readFieldNumber(memory, at)),
  },
  /** Since Ampere an average over one second. */
  meanPower: { call: 'powerUsage', bytes: 4, insteadOf: 'power' },
  smClock: { call: 'clock', bytes: 4, inputs: (at) => [nvml.clockType.sm, at] },
  memoryClock: { call: 'clock', bytes: 4, everyMs: slowMs, inputs: (at) => [nvml.clockType.memory, at] },
  temperature: { call: 'temperature', bytes: 4, everyMs: slowMs, inputs: (at) => [nvml.temperatureSensor.gpu, at] },
  clocksEventReasons: { call: 'clocksEventReasons', bytes: 8 },
  /** Cumulative counters of a GPU without GPM. nvmlDeviceGetPcieThroughput gives rates, but takes 20 ms per call. */
  traffic: buildFieldProbe([
    [fieldId.pcieReceivedBytes, fieldScope.gpu],
    [fieldId.pcieSentBytes, fieldScope.gpu],
    [fieldId.nvlinkReceivedKib, fieldScope.allLinks],
    [fieldId.nvlinkSentKib, fieldScope.allLinks],
  ]),
  eccCorrected: buildEccProbe(memoryError.corrected),
  eccUncorrected: buildEccProbe(memoryError.uncorrected),
  retiredSingle: buildPagesProbe(retirementCause.singleBitErrors),
  retiredDouble: buildPagesProbe(retirementCause.doubleBitError),
  remappedRows: {
    call: 'remappedRows',
    bytes: 16,
    everyMs: healthMs,
    inputs: (at) => [at, at + 4, at + 8, at + 12],
  },
} as const satisfies Record<string, Probe>

type ProbeName = keyof typeof probes

function buildFieldProbe(fields: readonly (readonly [id: number, scope: number])[]): Probe {
  return {
    call: 'fieldValues',
    bytes: fields.length * fieldValue.size,
    inputs: (at) => [fields.length, at],
    prepare: (memory, at) =>
      fields.forEach(([id, scope], index) => {
        memory.writeU32(at + index * fieldValue.size + fieldValue.id, id)
        memory.writeU32(at + index * fieldValue.size + fieldValue.scope, scope)
      }),
  }
}

function buildEccProbe(type: number): Probe {
  return { call: 'totalEccErrors', bytes: 8, everyMs: healthMs, inputs: (at) => [type, nvml.volatileEcc, at] }
}

/** Passes an empty buffer, so that the driver returns only the number of pages. */
function buildPagesProbe(cause: number): Probe {
  return {
    call: 'retiredPages',
    bytes: 8,
    everyMs: healthMs,
    inputs: (at) => [cause, at, 0],
    prepare: (memory, at) => memory.writeU32(at, 0),
    accepts: nvmlReturn.insufficientSize,
  }
}

/** The value of an nvmlFieldValue_t; null when the driver did not fill it. */
function readFieldNumber(memory: NvmlMemory, offset: number): number | null {
  const { valueType } = nvml
  if (memory.readU32(offset + fieldValue.return) !== nvmlReturn.success) return null
  const type = memory.readU32(offset + fieldValue.type)
  const at = offset + fieldValue.value
  if (type === valueType.double) return memory.readF64(at)
  const isWide = type === valueType.ulong || type === valueType.ulonglong || type === valueType.longlong
  return isWide ? memory.readU64(at) : memory.readU32(at)
}

/** A probe of one GPU, and what it gave last. */
type ProbeState = {
  readonly probe: Probe
  readonly offset: number
  readonly call: NvmlCall
  readonly primary: ProbeState | null
  dueMs: number
  isAsked: boolean
  isAnswered: boolean
  /** Whether it ever gave an answer. */
  hasWorked: boolean
  isUnsupported: boolean
}

/** Values of the traffic counters in bytes at one time. */
type TrafficCount = { readonly timeMs: number; readonly bytes: readonly (number | null)[] }

type Draft = { -readonly [Name in keyof GpuReading]: GpuReading[Name] }

/** Bytes per unit of the traffic counters. */
const trafficUnits = [1, 1, 1024, 1024]
const probeBytes = Object.values<Probe>(probes).reduce((sum, { bytes }) => sum + Math.ceil(bytes / 8) * 8, 0)

/** The probes of one GPU. A reading is `request`, the calls, `requestInstead`, its calls, and `finish`. */
export class NvmlProbes {
  readonly #device: NvmlDevice
  readonly #memory: NvmlMemory
  readonly #states: Readonly<Record<ProbeName, ProbeState>>
  readonly #list: readonly ProbeState[]
  #traffic: TrafficCount | null = null
  #reasons = { low: 0, high: 0, decoded: decodeClocksEvents(0, 0) }

  constructor({ functions, createMemory }: NvmlLibrary, device: NvmlDevice, hasGpm: boolean) {
    this.#device = device
    this.#memory = createMemory(probeBytes)
    const states: Partial<Record<string, ProbeState>> = {}
    for (const [name, probe] of Object.entries<Probe>(probes)) {
      const offset = this.#memory.reserve(probe.bytes)
      const at = this.#memory.getAddress(offset)
      const inputs = [device.handle, ...(probe.inputs?.(at) ?? [at])]
      const primary = states[probe.insteadOf ?? ''] ?? null
      const isUnsupported = functions[probe.call] === null || (hasGpm && name === 'traffic')
      const past = { dueMs: Number.NEGATIVE_INFINITY, isAsked: false, isAnswered: false, hasWorked: false }
      states[name] = { probe, offset, call: { name: probe.call, inputs, code: 0 }, primary, ...past, isUnsupported }
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled in for every probe
    this.#states = states as Record<ProbeName, ProbeState>
    this.#list = Object.values(this.#states)
  }

  /** Adds the calls that are due. */
  request(timeMs: number, calls: NvmlCall[]): void {
    for (const state of this.#list) {
      const { probe, primary } = state
      const isDue = timeMs >= state.dueMs || timeMs < state.dueMs - (probe.everyMs ?? 0)
      state.isAsked = isDue && !state.isUnsupported && primary?.isUnsupported !== false && this.#isPresent()
      if (isDue) state.isAnswered = false
      if (!state.isAsked) continue
      if (probe.everyMs !== undefined) state.dueMs = timeMs + probe.everyMs - slackMs
      probe.prepare?.(this.#memory, state.offset)
      calls.push(state.call)
    }
  }

  /** Adds the calls that replace those without a value. */
  requestInstead(calls: NvmlCall[]): void {
    this.#settle()
    for (const state of this.#list) {
      const { primary } = state
      if (!primary?.isAsked || state.isUnsupported || !this.#isPresent()) continue
      if (primary.isAnswered && (primary.probe.hasValue?.(this.#memory, primary.offset) ?? true)) continue
      state.isAsked = true
      calls.push(state.call)
    }
  }

  /** The reading of the answers. Fields are assigned, because spreads of objects take most of the time of a reading. */
  finish(timeMs: number): GpuReading {
    this.#settle()
    const milliwatts = this.#readField('power') || this.#readU32('meanPower')
    const reading: Draft = createUnavailableReading(this.#device.index, timeMs)
    reading.utilizationPercent = this.#readU32('utilization')
    reading.memoryUsedBytes =
      this.#readU64('memory', nvml.memoryV2.used) ?? this.#readU64('memoryV1', nvml.memoryV1.used)
    reading.memoryTotalBytes =
      this.#readU64('memory', nvml.memoryV2.total) ?? this.#readU64('memoryV1', nvml.memoryV1.total)
    reading.powerWatts = milliwatts === null ? null : milliwatts / 1000
    reading.smClockMhz = this.#readU32('smClock')
    reading.memoryClockMhz = this.#readU32('memoryClock')
    reading.temperatureCelsius = this.#readU32('temperature')
    reading.clocksEventReasons = this.#readReasons()
    if (this.#states.traffic.isAnswered) Object.assign(reading, this.#readTraffic(timeMs))
    if (this.#isPresent()) Object.assign(reading, this.#readHealth())
    return reading
  }

  #isPresent(): boolean {
    return this.#device.lostBecause === null
  }

  /** Takes the codes of the calls that were made. Of a lost GPU no earlier answer counts. */
  #settle(): void {
    for (const state of this.#list) {
      if (!state.isAsked) state.isAnswered &&= this.#isPresent()
      if (!state.isAsked || state.isAnswered || !this.#isPresent()) continue
      const { code } = state.call
      state.isAnswered = code === nvmlReturn.success || code === state.probe.accepts
      if (state.isAnswered) state.hasWorked = true
      else state.isUnsupported = learnCode(this.#device, code, state.hasWorked)
    }
  }

  #readU32(name: ProbeName, shift = 0): number | null {
    const { isAnswered, offset } = this.#states[name]
    return isAnswered ? this.#memory.readU32(offset + shift) : null
  }

  #readU64(name: ProbeName, shift = 0): number | null {
    const { isAnswered, offset } = this.#states[name]
    return isAnswered ? this.#memory.readU64(offset + shift) : null
  }

  #readField(name: ProbeName, index = 0): number | null {
    const { isAnswered, offset } = this.#states[name]
    return isAnswered ? readFieldNumber(this.#memory, offset + index * fieldValue.size) : null
  }

  /** Decoded anew when they change. */
  #readReasons(): GpuReading['clocksEventReasons'] {
    const [low, high] = [this.#readU32('clocksEventReasons'), this.#readU32('clocksEventReasons', 4)]
    if (low === null || high === null) return null
    if (low !== this.#reasons.low || high !== this.#reasons.high)
      this.#reasons = { low, high, decoded: decodeClocksEvents(low, high) }
    return this.#reasons.decoded
  }

  /** Errors since the driver was loaded; pages retired or, since Ampere, rows remapped. */
  #readHealth() {
    const [corrected, uncorrected] = [this.#readU64('eccCorrected'), this.#readU64('eccUncorrected')]
    const [single, double] = [this.#readU32('retiredSingle'), this.#readU32('retiredDouble')]
    const rows = [0, 4].map((shift) => this.#readU32('remappedRows', shift))
    const remapped = rows.includes(null) ? null : (rows[0] ?? 0) + (rows[1] ?? 0)
    return {
      eccErrors: corrected === null || uncorrected === null ? null : corrected + uncorrected,
      retiredPages: single === null || double === null ? remapped : single + double,
    }
  }

  /** Rates since the reading before, in bytes per second. Null for a counter that has wrapped. */
  #readTraffic(timeMs: number): Partial<GpuReading> {
    const before = this.#traffic
    const bytes = trafficUnits.map((unit, index) => {
      const amount = this.#readField('traffic', index)
      return amount === null ? null : amount * unit
    })
    this.#traffic = { timeMs, bytes }
    if (!before || timeMs <= before.timeMs) return {}
    const [received, sent, nvlinkReceived, nvlinkSent] = bytes.map((to, index) => {
      const from = before.bytes[index] ?? null
      return to === null || from === null || to < from ? null : (to - from) / ((timeMs - before.timeMs) / 1000)
    })
    return {
      pcieReceiveBytesPerSecond: received ?? null,
      pcieSendBytesPerSecond: sent ?? null,
      nvlinkReceiveBytesPerSecond: nvlinkReceived ?? null,
      nvlinkSendBytesPerSecond: nvlinkSent ?? null,
    }
  }
}
