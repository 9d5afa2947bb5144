import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import type { Report } from '../../../../src/domain/verdict/report.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aRecord, aTestbed, aTrial, headCommit, otherCommit, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import type { GpuWork } from '../../../../src/record/telemetry.ts'

const config = parseConfig(
  [
    'version: 1',
    'pipeline: { name: infer, command: [./infer, "{dataset}"], proof: { stdout: [done] } }',
    'datasets: { medium: { preset: medium } }',
    'revisions: { base: { ref: merge-base } }',
    'suites: { revision: { run: { dataset: medium }, against: [base] } }',
    'comparison: { gate: [gpu_busy_time], minEffect: 0.03 }',
    'run: { repeats: 3, maxRepeats: 3 }',
  ].join('\n'),
  'warpgauge.yml',
)

/** What the head needs in seconds of busy time and memory activity, and its clocks: while busy, and over the complete run. */
type Head = { busy: number; dram: number; clock: number; meanClock?: number }

/** Three runs per side; the base is busy for 8 s at 1980 MHz. */
function judge({ busy, dram, clock, meanClock = 1980 }: Head): Report {
  const revisions = [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'base', ref: 'merge-base', commit: otherCommit, problem: null },
  ]
  const testbed = aTestbed({ devices: someDevices(1) })
  const plan = planRun(config, testbed.devices, revisions)
  const trials = plan.cases.flatMap(({ id, revision }) =>
    [0.999, 1, 1.001].map((factor, index) => {
      const isHead = revision === 'head'
      const work: GpuWork = {
        busySeconds: (isHead ? busy : 8) * factor,
        busySource: 'driver-samples',
        inUseSeconds: 9,
        busyClockMhz: isHead ? clock : 1980,
        dramActiveSeconds: (isHead ? dram : 4) * factor,
        graphicsActiveSeconds: null,
        energyAboveIdleJoules: null,
      }
      const smClockMhz = steady(isHead ? meanClock : 1980)
      const clocksEventShares = { 'sw-power-cap': isHead ? 0.6 : 0.02 }
      const telemetry = aTelemetry({ gpus: [aGpuUse({ work, smClockMhz, clocksEventShares })] })
      const commit = isHead ? headCommit : otherCommit
      return aTrial({ caseId: id, index, commit, wallSeconds: 12, resultRows: null, gpus: [0], telemetry })
    }),
  )
  const record = aRecord({ testbed, revisions, plan, trials, commands: {} })
  return judgeRun({ record, config, baselines: [], obstacles: [] })
}

const busyRow = ({ comparisons }: Report) => comparisons.find(({ metric }) => metric === 'gpu_busy_time')!
const cautions = ({ findings }: Report) => findings.filter(({ isProminent }) => isProminent)

describe('a run whose GPU busy time changed', () => {
  it('fails for more work, says so, and cautions of nothing', () => {
    const report = judge({ busy: 8.4, dram: 4.2, clock: 1980 })
    expect(report.verdict).toBe('fail')
    expect(busyRow(report).reason).toMatch(/; more work: clock cycles \+5\.0 %, memory activity \+5\.0 %$/)
    expect(report.sentence).not.toContain('clocks')
    expect(cautions(report)).toEqual([])
  })

  it('is inconclusive where the clocks of the two sides differ, says so in the reason and cautions', () => {
    const report = judge({ busy: 8.344, dram: 4, clock: 1899 })
    expect(report.verdict).toBe('inconclusive')
    expect(busyRow(report).reason).toMatch(/; lower clocks, not more work: SM clock -4\.1 %/)
    expect(cautions(report)).toEqual([
      {
        kind: 'caution',
        subject: 'GPUs of revision/infer gpus=1 revision=head',
        reason: expect.stringMatching(
          /^ran at 1980 MHz on the base and 1899 MHz on the head .*sw-power-cap for 2 % of the time on the base and 60 % on the head$/,
        ),
        isProminent: true,
      },
    ])
    expect(cautions(judge({ busy: 8.01, dram: 4, clock: 1978 }))).toEqual([])
  })

  it('keeps its verdict where the clocks differ too little to be two states', () => {
    const report = judge({ busy: 8.16, dram: 4, clock: 1941 })
    expect(report.sentence).toMatch(/^2\.0 % slower .*, GPU busy time of .*lower clocks, not more work/)
  })
})
