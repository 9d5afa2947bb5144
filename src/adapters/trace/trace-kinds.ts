/** Categories of GPU work; true: kernels. */
export const gpuKinds: ReadonlyMap<unknown, boolean> = new Map([
  ['kernel', true],
  ['Kernel', true],
  ['gpu_memcpy', false],
  ['Memcpy', false],
  ['gpu_memset', false],
  ['Memset', false],
])
export const regionKind = 'user_annotation'
/** Spans of the profiler itself, and copies of regions on the GPU timeline; both are no work of the program. */
export const shadows: readonly unknown[] = ['Trace', 'overhead', 'gpu_user_annotation']
/** `Runtime` before PyTorch 1.13, then `cuda_runtime`, `cuda_driver`, `hip_runtime`, `xpu_runtime` and so on. */
export const launchKind = /^(?:[a-z\d]{1,20}_)?(?:runtime|driver)$/i
export const kernelLaunch = /launch\w{0,20}kernel|kernel_?launch|graph_?launch/i
export const copyCall = /mem(?:cpy|set)/i
export const captureEdge = /stream(begin|end)capture/i
/** Categories without GPU work that is read here. */
export const otherKinds: readonly unknown[] = [
  'cpu_op',
  'Operator',
  'python_function',
  'cuda_sync',
  'cpu_instant_event',
]
/** Longer times are damaged records, as in Holistic Trace Analysis. */
export const longestMicros = 7 * 86_400 * 1e6

/** Whether torch.profiler writes this category. */
export function isKnownKind(kind: unknown): boolean {
  const isNamed = gpuKinds.has(kind) || shadows.includes(kind) || otherKinds.includes(kind) || kind === regionKind
  return isNamed || (typeof kind === 'string' && launchKind.test(kind))
}

/** `ProfilerStep#7` is the seventh sample of the region `ProfilerStep`. */
export function toRegionName(name: string): string {
  return name.replace(/^(ProfilerStep)#\d+$/, '$1')
}
