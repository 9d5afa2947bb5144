import type { PipelineConfig } from '../config/schema.ts'
import { EnvironmentError } from '../domain/errors.ts'
import { testbedId, type Device, type Testbed } from '../domain/testbed.ts'
import type { DeviceInventory } from '../ports/device-inventory.ts'

/** Names the machine as far as it decides what figures may be compared with. Refuses a GPU pipeline without a GPU. */
export async function identifyTestbed(kind: PipelineConfig['devices'], inventory: DeviceInventory): Promise<Testbed> {
  const host = inventory.host()
  if (kind === 'cpu') {
    const devices = Array.from({ length: host.cpuCores }, (_, id): Device => ({
      id,
      model: host.cpuModel,
      uuid: null,
      memoryBytes: null,
    }))
    return {
      ...host,
      id: testbedId('cpu', devices, host.cpuModel),
      deviceKind: 'cpu',
      devices,
      driverVersion: null,
      cudaVersion: null,
    }
  }
  const { devices, driverVersion, cudaVersion, problem } = await inventory.gpus()
  if (devices.length === 0) {
    const hint =
      'Use a runner with a GPU (runs-on: [self-hosted, gpu]), or set pipeline.devices to cpu for a pipeline that needs none.'
    throw new EnvironmentError(`no GPU found: ${problem ?? 'the driver lists none'}`, hint)
  }
  return {
    ...host,
    id: testbedId('gpu', devices, host.cpuModel),
    deviceKind: 'gpu',
    devices,
    driverVersion,
    cudaVersion,
  }
}
