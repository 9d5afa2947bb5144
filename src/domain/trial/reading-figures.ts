import type { BenchmarkReading, MeasuredReading } from './benchmark-reading.ts'
import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'
import type { ToolReading } from './tool-reading.ts'
import type { TraceReading } from './trace-reading.ts'

/** Lists all single values of a reading, including those of a profiler trace. */
export function listFigures({ benchmarks, trace }: Pick<ToolReading, 'benchmarks' | 'trace'>): BenchmarkReading[] {
  return [...benchmarks, ...(trace ? buildTraceFigures(trace) : [])]
}

const createShareMetric = (name: string, betterWhen: Metric['betterWhen']): Metric => ({
  name,
  unit: 'share',
  betterWhen,
})
const createSecondsMetric = (name: string): Metric => ({ name, unit: 's', betterWhen: 'lower' })

function buildTraceFigures({ gpus, kernelSeconds, copySeconds }: TraceReading): MeasuredReading[] {
  return [
    ...buildAggregate({}, createSecondsMetric('kernels'), kernelSeconds),
    ...buildAggregate({}, createSecondsMetric('copies'), copySeconds),
    ...gpus.flatMap(({ gpu, busyShare, hostBoundShare, idle }) => [
      ...buildAggregate({ gpu }, createShareMetric('busy', 'higher'), busyShare),
      ...buildAggregate({ gpu }, createShareMetric('host_bound', 'lower'), hostBoundShare),
      ...buildAggregate({ gpu }, createSecondsMetric('idle'), idle.seconds),
    ]),
  ]
}

/** A value of null is not known, so there is no figure. */
function buildAggregate(axes: Axes, metric: Metric, value: number | null): MeasuredReading[] {
  if (value === null) return []
  const figure = { metric, samples: [value], source: 'aggregate' as const, declaredSpread: null }
  return [{ status: 'measured', name: 'trace', axes, ...figure, iterations: null, notes: [] }]
}
