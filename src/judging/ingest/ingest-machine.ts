import type { Manifest } from '../../config/records/manifest-schema.ts'
import type { Config } from '../../config/schema/schema.ts'
import { formatTestbedId, type Device, type Testbed } from '../../domain/testbed/testbed.ts'
import type { ToolReading } from '../../domain/trial/tool-reading.ts'

/** Value of a fact that is in neither a file nor the manifest. */
const unknown = 'unknown'
const maxDevices = 1024

/**
 * Describes the machine of ingested runs. Facts in the tools' files take precedence over the manifest; facts in neither
 * are unknown. The device count is at least the largest GPU count of a case.
 */
export function buildIngestedTestbed(
  manifest: Manifest,
  readings: readonly ToolReading[],
  { pipeline }: Config,
): Testbed {
  const { testbed: stated } = manifest
  const cpuModel = findFact(readings, 'cpu') ?? stated.cpuModel ?? unknown
  const devices = buildDevices(manifest, readings, { kind: pipeline.devices, cpuModel })
  return {
    id: formatTestbedId(pipeline.devices, devices, cpuModel),
    deviceKind: pipeline.devices,
    devices,
    driverVersion: stated.driver ?? null,
    cudaVersion: stated.cuda ?? null,
    topology: stated.topology ?? null,
    container: null,
    cpuModel,
    architecture: findFact(readings, 'machine') ?? stated.architecture ?? unknown,
    ...buildHostFacts(stated),
  }
}

function buildHostFacts(stated: Manifest['testbed']): Pick<Testbed, 'cpuCores' | 'memoryBytes' | 'kernel'> {
  return { cpuCores: stated.cpuCores ?? 0, memoryBytes: stated.hostMemoryBytes ?? 0, kernel: stated.kernel ?? unknown }
}

function buildDevices(
  { testbed: stated, cases }: Manifest,
  readings: readonly ToolReading[],
  { kind, cpuModel }: { readonly kind: Testbed['deviceKind']; readonly cpuModel: string },
): Device[] {
  const isGpu = kind === 'gpu'
  const model = isGpu ? (findModel(readings) ?? stated.model ?? unknown) : cpuModel
  const memoryBytes = isGpu ? (findMemory(readings) ?? stated.memoryBytes ?? null) : null
  const logged = isGpu ? readings.flatMap(({ gpuReadings }) => gpuReadings.map(({ gpu }) => gpu + 1)) : []
  const given = cases.map(({ axes }) => Number(axes['gpus'] ?? 1)).filter(Number.isInteger)
  const count = [...logged, ...given].reduce((most, value) => Math.max(most, value), stated.devices ?? 1)
  return Array.from({ length: Math.min(count, maxDevices) }, (_, id): Device => ({
    id,
    physicalIndex: isGpu ? id : null,
    model,
    uuid: null,
    memoryBytes,
    migProfile: null,
    settings: null,
  }))
}

/** Lists the decisive facts of the machine that are unknown, as text; null when all are known. */
export function describeUnknownFacts({ devices, driverVersion, cpuModel }: Testbed): string | null {
  const missing = [
    ...(devices.some(({ model }) => model === unknown) ? ['device model'] : []),
    ...(driverVersion === null ? ['driver'] : []),
    ...(cpuModel === unknown ? ['CPU'] : []),
  ]
  return missing.length === 0 ? null : `unknown machine facts: ${missing.join(', ')}`
}

function findModel(readings: readonly ToolReading[]): string | null {
  const named = readings.flatMap(({ context }) =>
    Object.entries(context).flatMap(([name, value]) => (/^(?:gpu|device) \d+$/.test(name) ? value : [])),
  )
  return named[0]?.slice(0, 200) ?? null
}

function findMemory(readings: readonly ToolReading[]): number | null {
  const stated = readings.flatMap(({ gpuReadings }) =>
    gpuReadings.flatMap(({ memoryTotalBytes }) => memoryTotalBytes ?? []),
  )
  return stated[0] ?? null
}

function findFact(readings: readonly ToolReading[], name: string): string | null {
  const stated = readings.flatMap(({ context }) => context[name] ?? [])
  return stated[0]?.slice(0, 200) ?? null
}
