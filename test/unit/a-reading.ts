import type { MeasuredReading } from '../../src/domain/trial/tool-reading.ts'

/** One figure of a tool. */
export function aReading(samples: readonly number[], overrides: Partial<MeasuredReading> = {}): MeasuredReading {
  return {
    status: 'measured',
    name: 'sort',
    axes: { size: 1024 },
    metric: { name: 'time', unit: 's', betterWhen: 'lower' },
    samples,
    source: 'samples',
    ...overrides,
  }
}
