/** A GPU whose device file exists although no tool lists a GPU. */
export type UnreadGpu = { readonly path: string; readonly vendor: 'NVIDIA' | 'AMD' | 'Intel' }

/** `/dev/nvidia0 is an NVIDIA GPU that nothing here can read`; null without such GPUs. */
export function describeUnreadGpus(gpus: readonly UnreadGpu[]): string | null {
  const groups = [...Map.groupBy(gpus, ({ vendor }) => vendor)].map(([vendor, list]) => {
    const paths = list.map(({ path }) => path).join(', ')
    return list.length > 1 ? `${paths} are ${vendor} GPUs` : `${paths} is an ${vendor} GPU`
  })
  return groups.length === 0 ? null : `${groups.join(' and ')} that nothing here can read`
}

/** What makes the GPUs readable, as one sentence per vendor. */
export function listUnreadRemedies(gpus: readonly UnreadGpu[]): string[] {
  return [...new Set(gpus.map(({ vendor }) => remedies[vendor]))]
}

const remedies: Readonly<Record<UnreadGpu['vendor'], string>> = {
  NVIDIA:
    'In a container set NVIDIA_DRIVER_CAPABILITIES=compute,utility, elsewhere repair the driver until nvidia-smi -L lists the GPU.',
  AMD: 'Put amd-smi (ROCm) on PATH, pass /dev/kfd and /dev/dri to a container, and add the user to the groups render and video, until amd-smi list shows the GPU.',
  Intel: 'Intel GPUs cannot be measured: nothing here reads them.',
}

/** Answers by which a driver or its tool says that there is no GPU, or no driver. */
const absences = [
  'DRIVER_NOT_LOADED',
  'Driver Not Loaded',
  "couldn't find libnvidia-ml.so",
  'No devices were found',
  "couldn't communicate with the NVIDIA driver",
  'Unable to detect any GPU',
  'Driver not initialized',
  'amdgpu not found',
]
const failure =
  /(?:nvml\w+(?: of \S+)? answered |(?:nvidia|amd|rocm)-smi failed: )([^]*?)(?=; (?:nvidia|amd|rocm)-smi |$)/g

/** Whether a driver or tool is installed and fails for another reason than that there is no GPU, which says nothing of them. */
export function isDriverFailing(monitorReason: string): boolean {
  const answers = [...monitorReason.matchAll(failure)].map(([, answer = '']) => answer)
  return answers.some((answer) => !absences.some((text) => answer.includes(text)))
}
