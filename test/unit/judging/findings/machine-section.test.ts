import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { TrialHost } from '../../../../src/record/telemetry.ts'
import { buildMachineSections } from '../../../../src/judging/findings/sections.ts'
import { aTrial, measured } from '../../a-run.ts'
import { aTrialHost } from '../../a-telemetry.ts'

const host = aTrialHost()

function ran(hosts: readonly (TrialHost | null)[], revision = 'head'): CaseOutcome {
  const outcome = measured({ seconds: hosts.map(() => 10), revision })
  if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
  return { ...outcome, trials: hosts.map((each, index) => aTrial({ index, host: each })) }
}

describe('buildMachineSections', () => {
  it('gives medians over the runs that count, for every revision', () => {
    const hosts = [host, { ...host, otherCpuSeconds: 30 }, { ...host, otherCpuSeconds: 0.7 }]
    const [section] = buildMachineSections([ran(hosts), ran([host], 'base')])
    const cells = section!.rows.map((row) => Object.fromEntries(section!.columns.map((name, at) => [name, row[at]])))
    expect(cells).toMatchObject([
      { Revision: 'head', 'CPU time': { value: 10, unit: 's' }, 'Other processes': { value: 0.7, unit: 's' } },
      { Revision: 'base', 'Involuntary switches': { value: 7 }, Probe: { value: 0.0003, unit: 's' } },
    ])
    expect(section).toMatchObject({ isDetail: true })
  })

  it('leaves unknown what one run does not know, and does not take it for 0', () => {
    const [section] = buildMachineSections([ran([host, { ...host, majorPageFaults: null }])])
    const at = (name: string) => section!.rows[0]![section!.columns.indexOf(name)]
    expect([at('CPU stall'), at('Major faults'), at('Stolen time')]).toEqual([null, null, { value: 0, unit: 's' }])
  })

  it('says nothing about runs of which nothing is known', () => {
    expect(buildMachineSections([ran([null, null])])).toEqual([])
  })
})
