/** One device that a pipeline can be given by its id. */
export type Device = {
  /** The id that `--gpus` understands: the physical index of a GPU, the number of a core. */
  readonly id: number
  readonly model: string
  readonly uuid: string | null
  readonly memoryBytes: number | null
}

/** What figures belong to. Two runs are compared only when `id` and every field of it agree. */
export type Testbed = {
  /** Short and readable, safe as a directory name: `2x-nvidia-h200`. Picks the baseline. */
  readonly id: string
  readonly deviceKind: 'gpu' | 'cpu'
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
}

/** `2x-nvidia-h200`, or for a machine measured by its cores `2-core-intel-xeon-…`. */
export function testbedId(kind: 'gpu' | 'cpu', devices: readonly Device[], cpuModel: string): string {
  const model = kind === 'gpu' ? (devices[0]?.model ?? 'none') : cpuModel
  const count = kind === 'gpu' ? `${devices.length}x` : `${devices.length}-core`
  return slug(`${count}-${model}`)
}

/** Fields in which two testbeds differ, as sentences; empty when figures of both may be compared. */
export function testbedDifferences(base: Testbed, head: Testbed): string[] {
  return comparedFields
    .filter(({ read }) => read(base) !== read(head))
    .map(({ label, read }) => `${label}: ${read(base) ?? 'unknown'} → ${read(head) ?? 'unknown'}`)
}

const comparedFields: readonly { label: string; read: (testbed: Testbed) => string | number | null }[] = [
  { label: 'device kind', read: (testbed) => testbed.deviceKind },
  { label: 'devices', read: (testbed) => testbed.devices.map((device) => device.model).join(', ') },
  { label: 'driver', read: (testbed) => testbed.driverVersion },
  { label: 'CUDA', read: (testbed) => testbed.cudaVersion },
  { label: 'CPU', read: (testbed) => testbed.cpuModel },
  { label: 'CPU cores', read: (testbed) => testbed.cpuCores },
  { label: 'architecture', read: (testbed) => testbed.architecture },
]

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\(r\)|\(tm\)|@.*$/g, ' ')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80)
}
