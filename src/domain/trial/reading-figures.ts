import type { BenchmarkReading, MeasuredReading } from './benchmark-reading.ts'
import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'
import type { ToolReading } from './tool-reading.ts'
import type { TraceReading } from './trace-reading.ts'

/** All single figures of a reading, those of a profiler trace among them. */
export function figuresOf({ benchmarks, trace }: Pick<ToolReading, 'benchmarks' | 'trace'>): BenchmarkReading[] {
  return [...benchmarks, ...(trace ? traceFigures(trace) : [])]
}

const share = (name: string, betterWhen: Metric['betterWhen']): Metric => ({ name, unit: 'share', betterWhen })
const seconds = (name: string): Metric => ({ name, unit: 's', betterWhen: 'lower' })

function traceFigures({ gpus, kernelSeconds, copySeconds }: TraceReading): MeasuredReading[] {
  return [
    summedUp({}, seconds('kernels'), kernelSeconds),
    summedUp({}, seconds('copies'), copySeconds),
    ...gpus.flatMap(({ gpu, busyShare, hostBoundShare, idle }) => [
      summedUp({ gpu }, share('busy', 'higher'), busyShare),
      summedUp({ gpu }, share('host_bound', 'lower'), hostBoundShare),
      summedUp({ gpu }, seconds('idle'), idle.seconds),
    ]),
  ]
}

function summedUp(axes: Axes, metric: Metric, value: number): MeasuredReading {
  const figure = { metric, samples: [value], source: 'aggregate' as const, declaredSpread: null }
  return { status: 'measured', name: 'trace', axes, ...figure, iterations: null, notes: [] }
}
