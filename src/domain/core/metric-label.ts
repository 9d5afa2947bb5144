import { parseBusyGpu, parseBusyStage, parseStageName } from './metric.ts'

const labels: Readonly<Record<string, string>> = {
  wall_time: 'wall time',
  cpu_time: 'CPU time',
  gpu_busy_time: 'GPU busy time',
  gpu_busy_time_polled: 'GPU busy time (polled)',
  gpu_in_use_time: 'GPU in use',
  gpu_dram_time: 'GPU memory activity',
  gpu_graphics_time: 'GPU engine activity',
  gpu_energy: 'GPU energy',
  gpu_energy_above_idle: 'GPU energy above idle',
  gpu_utilization: 'GPU utilization',
  gpu_memory_peak: 'peak GPU memory',
  gpu_memory_used_peak: 'peak GPU memory in use',
}

/**
 * Formats the name of a metric for people: `wall time`, `GPU busy time of GPU 2`, `stage embed`. Names of other tools
 * stay unchanged.
 */
export function formatMetricLabel(name: string): string {
  const stage = parseStageName(name)
  if (stage !== null) return `stage ${stage}`
  const [gpu, busyStage] = [parseBusyGpu(name), parseBusyStage(name)]
  if (gpu !== null) return `GPU busy time of GPU ${gpu}`
  if (busyStage !== null) return `GPU busy time in stage ${busyStage}`
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name
}
