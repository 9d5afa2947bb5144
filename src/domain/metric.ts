/** What a number means. `betterWhen` belongs to the metric, never to the tool that printed it. */
export type Metric = {
  readonly name: string
  readonly unit: string
  readonly betterWhen: 'lower' | 'higher'
}

/** Seconds from the start of the process to its end, on a monotonic clock. */
export const wallTime: Metric = { name: 'wall_time', unit: 's', betterWhen: 'lower' }

/** Result rows the pipeline wrote, divided by wall time. */
export const throughput: Metric = { name: 'throughput', unit: 'rows/s', betterWhen: 'higher' }

const stagePrefix = 'stage:'

/** Seconds of one pipeline stage, as the pipeline itself reports them. */
export function stageTime(stage: string): Metric {
  return { name: `${stagePrefix}${stage}`, unit: 's', betterWhen: 'lower' }
}

/** The stage a metric belongs to, or null when it measures the whole run. */
export function stageOf(metricName: string): string | null {
  return metricName.startsWith(stagePrefix) ? metricName.slice(stagePrefix.length) : null
}
