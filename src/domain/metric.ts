import { memoryUnits } from './memory-unit.ts'

/** What a number means. `betterWhen` belongs to the metric, never to the tool that printed it. */
export type Metric = {
  readonly name: string
  readonly unit: string
  readonly betterWhen: 'lower' | 'higher'
  /** Decides the rule it is judged by. Absent: told by the unit. */
  readonly kind?: MetricKind
}

/** `share`: a part of a whole, 0 to 1 or 0 to 100 %. */
export type MetricKind = 'duration' | 'rate' | 'count' | 'memory' | 'share'

const durationUnits: readonly string[] = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'min', 'h']
const countUnits: readonly string[] = ['1', 'count', 'rows', 'sequences', 'files']
const shareUnits: readonly string[] = ['%', 'share']

/** The kind a metric names, else the one its unit tells; null: a quantity of which only the ratio is known to matter. */
export function metricKindOf({ kind, unit }: Pick<Metric, 'kind' | 'unit'>): MetricKind | null {
  if (kind) return kind
  if (durationUnits.includes(unit)) return 'duration'
  if (Object.hasOwn(memoryUnits, unit)) return 'memory'
  if (shareUnits.includes(unit)) return 'share'
  if (countUnits.includes(unit)) return 'count'
  return /.\/(?:ns|us|µs|μs|ms|s|min|h)$/.test(unit) ? 'rate' : null
}

/** Seconds from the start of the process to its end, on a monotonic clock. */
export const wallTime: Metric = { name: 'wall_time', unit: 's', betterWhen: 'lower' }

/** Result rows the pipeline wrote, divided by wall time. */
export const throughput: Metric = { name: 'throughput', unit: 'rows/s', betterWhen: 'higher' }

/** User and system CPU time of the whole process tree: it hardly grows when other processes take the processor away. */
export const cpuTime: Metric = { name: 'cpu_time', unit: 's', betterWhen: 'lower' }

const stagePrefix = 'stage:'

/** Seconds of one pipeline stage, as the pipeline itself reports them. */
export function stageTime(stage: string): Metric {
  return { name: `${stagePrefix}${stage}`, unit: 's', betterWhen: 'lower' }
}

/** The stage a metric belongs to, or null when it measures the whole run. */
export function stageOf(metricName: string): string | null {
  return metricName.startsWith(stagePrefix) ? metricName.slice(stagePrefix.length) : null
}
