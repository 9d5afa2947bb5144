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
  gpu_memory_peak_share: 'share of the GPU memory in use',
  lowest_gpu_utilization: 'lowest GPU utilization',
  total_hours: 'run time',
  projected_hours: 'projected run time',
  sequences_per_hour: 'throughput',
  projected_sequences_per_hour: 'projected throughput',
  sequences_per_second: 'sequence rate',
  tokens_per_second: 'token rate',
  inference_rate: 'inference rate',
  seconds_per_sequence: 'time per sequence',
  fixed_cost: 'start-up time',
  speedup: 'speed-up',
  efficiency: 'scaling efficiency',
  ceiling: 'largest possible speed-up',
  stage_speedup: 'speed-up of the stage',
  stage_efficiency: 'scaling efficiency of the stage',
  stage_rate: 'rate of the stage',
  stage_total: 'time in all stages',
  packing_efficiency: 'packing',
  packing_printed: 'printed packing',
  packing_lowest: 'packing of the worst batch',
  badly_packed_batches: 'batches packed below 80 %',
  padding_efficiency: 'share of tokens without padding',
  starved_share: 'share of starved batches',
  loader_wait_mean: 'mean wait for data',
  loader_wait_p95: '95th percentile of the waits for data',
  loader_wait_max: 'longest wait for data',
  utilization_warnings: 'utilization warnings per check',
  telemetry_captured: 'available share of the throughput figures',
  label_agreement: 'share of equal labels',
  score_agreement: 'share of equal scores',
  unmatched_rows: 'rows without a partner',
  same_answer: 'equal results',
  gpu_stage_utilization: 'GPU utilization of the stage',
  stage_utilization: 'GPU utilization of the stage',
  oom_crashes: 'crashes out of memory',
  oom_handled: 'runs that recovered from exhausted memory',
  label_agreement_elsewhere: 'share of equal labels on other data',
  score_agreement_elsewhere: 'share of equal scores on other data',
  best_objective: 'best value',
  against_best: 'difference from the best setting',
  interaction: 'gain relative to the product of the parts',
  memory_slope: 'memory growth per repeat',
  stage_sm_activity: 'SM activity of the stage',
  stage_memory_peak: 'peak memory of the stage',
  usl_contention: 'contention',
  usl_coherency: 'coherency',
  usl_peak: 'GPU count of the largest speed-up',
  usl_peak_speedup: 'largest speed-up',
  gpu_samples_logged: 'share of the runs with GPU samples',
  pace_held: 'pace at the end, relative to the start,',
}

const sharePrefix = 'share:'

/**
 * Formats the name of a metric or figure for people: `wall time`, `GPU busy time of GPU 2`, `stage embed`. Names of other tools
 * stay unchanged.
 */
export function formatMetricLabel(name: string): string {
  const stage = parseStageName(name)
  if (stage !== null) return `stage ${stage}`
  if (name.startsWith(sharePrefix)) return `share of stage ${name.slice(sharePrefix.length)}`
  const [gpu, busyStage] = [parseBusyGpu(name), parseBusyStage(name)]
  if (gpu !== null) return `GPU busy time of GPU ${gpu}`
  if (busyStage !== null) return `GPU busy time in stage ${busyStage}`
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name
}
