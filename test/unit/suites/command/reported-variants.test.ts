import { expect, it } from 'vitest'
import type { MeasuredOutcome } from '../../../../src/domain/trial/outcome.ts'
import { keepReadings } from '../../../../src/domain/trial/trial-readings.ts'
import { listReportedVariants } from '../../../../src/suites/command/reported-variants.ts'
import { aReading } from '../../a-reading.ts'
import { aTrial, measured } from '../../a-run.ts'

it('compares only variants that every run reports', () => {
  const report = (...variants: readonly string[]) => {
    const readings = variants.flatMap((variant) => [
      aReading([1], { axes: { variant }, metric: { name: 'wall_time', unit: 's', betterWhen: 'lower' } }),
      aReading([9], { axes: { variant }, metric: { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' } }),
    ])
    return { tool: null, context: {}, problems: [], ...keepReadings(readings) }
  }
  const trials = [report('plain', 'steady', 'rare'), report('plain', 'steady')].map((readings, index) =>
    aTrial({ index, readings }),
  )
  const outcome = { ...(measured({ seconds: [1, 1] }) as MeasuredOutcome), trials }
  expect(listReportedVariants(outcome, 0.95)[0]?.rows.map(({ name }) => name)).toEqual(['steady'])
})
