import { describe, expect, it } from 'vitest'
import { planCase } from '../../../src/suites/planned-case.ts'
import { aConfig } from '../a-config.ts'
import { aKey, someDevices } from '../a-run.ts'

type Run = NonNullable<Parameters<typeof aConfig>[0]>['run']

function intervalOf(run: Run, ofSuite?: number): number | null {
  const scaling = { dataset: 'medium', ...(ofSuite === undefined ? {} : { sampleIntervalMs: ofSuite }) }
  const config = aConfig({ suites: { scaling }, ...(run ? { run } : {}) })
  const suite = config.suites.scaling!
  const request = { config, suite, key: aKey(), devices: someDevices(1), gpuCount: 1, group: 'scaling' }
  return planCase(request).sampleIntervalMs
}

describe('the sampling interval of a case', () => {
  it('is that of its suite, else that of the run, else left to the monitor (X-19)', () => {
    expect(intervalOf({ sampleIntervalMs: 200 }, 50)).toBe(50)
    expect(intervalOf({ sampleIntervalMs: 200 })).toBe(200)
    expect(intervalOf({})).toBeNull()
  })

  it('is refused below 10 ms', () => {
    expect(() => intervalOf({}, 5)).toThrow(/sampleIntervalMs[\s\S]*10|10[\s\S]*sampleIntervalMs/)
  })
})
