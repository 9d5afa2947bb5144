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
