import { describe, expect, it } from 'vitest'
import { formatCaseId } from '../../../../src/domain/core/case.ts'
import type { Config } from '../../../../src/config/schema/schema.ts'
import {
  findMissingStoredWork,
  explainUnverifiedGain,
  type MetricResult,
} from '../../../../src/judging/verdict/unverified-work.ts'
import type { SideWork } from '../../../../src/judging/verdict/less-work.ts'
import { adjustStored } from '../../../../src/domain/verdict/adjustments.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { buildBaselines } from '../../../../src/judging/baselines/baselines.ts'
import type { ResolvedRevision, RunRecord, WorkTrace } from '../../../../src/record/run.ts'
import type { Report } from '../../../../src/domain/verdict/report.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aTestbed, aTrial, headCommit, measured, otherCommit } from '../../a-run.ts'
import { aComparison } from '../../reporters/a-report.ts'
import { summarize } from '../../../../src/domain/core/statistics.ts'

const limit = { id: 'FAST', suite: 'end-to-end', value: 'wall_time', operator: '<', limit: 1, unit: 's' } as const
const parts = {
  suites: { 'end-to-end': { run: { repeats: 6, warmups: 0, maxRepeats: 6 } } },
  comparison: { minEffect: 0.03 },
} as const
const command = ['python', 'train.py']
const unverified = aConfig({ pipeline: { command, devices: 'cpu' }, ...parts })
const verified = aConfig({ pipeline: { command, devices: 'cpu', proof: { stdout: ['done'] } }, ...parts })

const jitter = [1, 1.002, 0.998, 1.001, 0.999, 1]

/** Interleaved runs of both sides with these seconds and lines of output. */
function aRun(
  config: Config,
  head: Side,
  base: Side | null = { seconds: 10, lines: 9 },
  reference: ResolvedRevision = { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null },
): RunRecord {
  const testbed = { ...aTestbed(), deviceKind: 'cpu' as const }
  const revisions = [{ label: 'head', ref: 'HEAD', commit: headCommit, problem: null }, ...(base ? [reference] : [])]
  const plan = planRun(config, testbed.devices, revisions)
  const trials = plan.cases.flatMap((planned) => {
    const side = planned.revision === 'head' ? head : (base ?? head)
    const { seconds, lines } = side
    return (side.jitter ?? jitter).map((factor, index) =>
      aTrial({
        caseId: planned.id,
        index,
        commit: planned.revision === 'head' ? headCommit : otherCommit,
        startedAt: `2026-11-20T12:${String(10 + index * 2).padStart(2, '0')}:00.000Z`,
        wallSeconds: seconds * factor,
        resultRows: null,
        ...(!config.pipeline.proof && { workTrace: { files: [], stdoutLines: lines, lastLine: 'done' } }),
      }),
    )
  })
  const commands = Object.fromEntries(revisions.map(({ label }) => [label, command]))
  return { ...aRecord(), testbed, revisions, datasets: [], commands, plan, trials }
}

type Side = { readonly seconds: number; readonly lines: number; readonly jitter?: readonly number[] }

function judge(config: Config, record: RunRecord, baselines: Parameters<typeof judgeRun>[0]['baselines'] = []): Report {
  return judgeRun({ record, config, baselines, obstacles: [] })
}

const caution = {
  kind: 'caution',
  subject: 'work',
  reason: 'not verified: runs count by their exit code, because the config has no pipeline.proof',
  isProminent: true,
}

describe('a run without a proof of work', () => {
  it('is not an improvement if the head ends early', () => {
    const early = { seconds: 0.2, lines: 9 }
    const report = judge(unverified, aRun(unverified, early))
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(report.comparisons.find(({ metric }) => metric === 'wall_time')?.reason).toContain(
      'not verified: the run takes 98 % less time, and nothing shows that it did the same work',
    )
    expect(judge(verified, aRun(verified, early))).toMatchObject({ verdict: 'pass', conclusion: 'success' })
  })

  it('does not pass if the head ends early by less than the minimum effect', () => {
    const coarse = { minEffect: 1.5 }
    const wallTimeOf = ({ comparisons }: Report) => comparisons.find(({ metric }) => metric === 'wall_time')
    const [sure, unsure] = [verified, unverified].map((config) => ({
      ...config,
      comparison: { ...config.comparison, ...coarse },
    }))
    const early = { seconds: 7, lines: 9 }
    expect(wallTimeOf(judge(sure!, aRun(sure!, early)))).toMatchObject({ verdict: 'unchanged' })
    const report = judge(unsure!, aRun(unsure!, early))
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(wallTimeOf(report)?.reason).toContain('nothing shows that it did the same work')
    // Noise alone is no gain.
    const noisy = { seconds: 7, lines: 9, jitter: [0.5, 1.9, 1, 0.6, 1.8, 1] }
    expect(wallTimeOf(judge(unsure!, aRun(unsure!, noisy)))).toMatchObject({ verdict: 'unchanged' })
  })

  it.each([
    ['higher', 0.5, [0.45, 0.55], 'inconclusive'],
    ['higher', 0.22, [0.2, 0.24], 'unchanged'],
    ['higher', -0.5, [-0.55, -0.45], 'unchanged'],
    ['lower', -0.5, [-0.55, -0.45], 'inconclusive'],
  ] as const)(
    'is doubted in metrics of which %s values are better, at an effect of %s',
    (betterWhen, effect, interval, verdict) => {
      const outcome = measured({ seconds: [1] })
      const item = outcome.planned.key
      const results = [
        aComparison({ ...item, metric: 'wall_time', effect: -0.33, interval: [-0.34, -0.32], verdict: 'improvement' }),
        aComparison({ ...item, metric: 'throughput', betterWhen, effect, interval, verdict: 'unchanged' }),
      ]
      const planned = { ...outcome.planned, id: formatCaseId(item) }
      const stored = results.map((decision) => {
        const missingWork = findMissingStoredWork(decision, results, [{ ...outcome, planned }], unverified)
        return adjustStored({ decision, isInterleaved: false, missingWork })
      })
      expect(stored.map((one) => one.verdict)).toEqual(['inconclusive', verdict])
    },
  )

  it('is not an improvement of any size if the head prints less', () => {
    const report = judge(unverified, aRun(unverified, { seconds: 9, lines: 1 }))
    expect(report).toMatchObject({ verdict: 'inconclusive' })
    expect(report.comparisons[0]?.reason).toContain('not verified: the head printed 1 line, the reference 9')
  })

  it('can be a plausible improvement, with a caution and a suggested proof', () => {
    const report = judge(unverified, aRun(unverified, { seconds: 9, lines: 9 }))
    expect(report).toMatchObject({ verdict: 'pass', counts: { improvement: 1 } })
    expect(report.findings).toContainEqual(caution)
    expect(report.nextSteps.at(-1)?.command).toBe("proof: { stdout: ['done'] }")
  })

  it('can be a large improvement over another command of the same commit', () => {
    const revisions = { 'command-a': { ref: 'HEAD', command: ['python', 'slow.py'] } }
    const suites = { revision: { against: ['command-a'], run: { repeats: 6, warmups: 0, maxRepeats: 6 } } }
    const compared = aConfig({ pipeline: { command, devices: 'cpu' }, revisions, suites, comparison: parts.comparison })
    const label = { label: 'command-a', ref: 'HEAD', commit: otherCommit, problem: null }
    const report = judge(compared, aRun(compared, { seconds: 2, lines: 9 }, { seconds: 10, lines: 9 }, label))
    expect(report).toMatchObject({ verdict: 'pass', counts: { improvement: 1 } })
    expect(report.findings).toContainEqual(caution)
    const renamed = { ...compared, revisions: { 'command-a': { ref: 'v1.0', command: ['python', 'slow.py'] } } }
    expect(judge(renamed, aRun(renamed, { seconds: 2, lines: 9 }, undefined, label)).verdict).toBe('inconclusive')
  })

  it('does not pass if the head prints less than the merge base, however long it takes', () => {
    const report = judge(unverified, aRun(unverified, { seconds: 10, lines: 4 }))
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(JSON.stringify(report)).toContain('not verified: the head printed 4 lines, the reference 9')
    expect(judge(verified, aRun(verified, { seconds: 10, lines: 4 })).verdict).toBe('pass')
    const shorter = judge(unverified, aRun(unverified, { seconds: 10, lines: 8 }))
    expect(shorter.verdict).toBe('pass')
    expect(JSON.stringify(shorter.findings)).toContain('is smaller: the head printed 8 lines, the reference 9')
  })

  it('can be a regression', () => {
    expect(judge(unverified, aRun(unverified, { seconds: 12, lines: 9 }))).toMatchObject({ verdict: 'fail' })
  })

  it('is not cleared by committed samples if the head ends early', () => {
    const base = aRun(unverified, { seconds: 10, lines: 9 }, null)
    const baselines = buildBaselines(base, unverified, 'first').map((baseline) => ({
      suite: baseline.suite,
      path: 'baselines/x.json',
      baseline,
    }))
    const report = judge(unverified, aRun(unverified, { seconds: 0.2, lines: 9 }, null), baselines)
    expect(report.verdict).toBe('inconclusive')
    expect(report.comparisons[0]?.reason).toContain('not verified')
  })

  it('can miss a limit, but not meet it', () => {
    const withLimit = { ...unverified, requirements: [{ ...limit, axes: {}, severity: 'fail' as const }] }
    const statusOf = (seconds: number) => judge(withLimit, aRun(withLimit, { seconds, lines: 9 })).requirements[0]
    expect(statusOf(0.2)).toMatchObject({ status: 'not evaluated', reason: expect.stringContaining('not verified') })
    expect(statusOf(2)).toMatchObject({ status: 'fail' })
  })

  it('with a proof says nothing about it', () => {
    const report = judge(verified, aRun(verified, { seconds: 9, lines: 9 }))
    expect(report.findings.map(({ subject }) => subject)).not.toContain('work')
    expect(report.nextSteps.map(({ command: step }) => step)).not.toContain(expect.stringContaining('proof'))
  })
})

const side = (traces: readonly WorkTrace[], counts: readonly number[] = []): SideWork => ({ traces, counts })
const unknown = { base: side([]), head: side([]) }
const aTrace = (files: number, stdoutLines = 10): WorkTrace => ({
  files: Array.from({ length: files }, (_, index) => ({ path: `${index}`, bytes: 1, rows: null })),
  stdoutLines,
  lastLine: null,
})
const result = (metric: string, base: number, head: number): MetricResult => ({
  metric,
  effect: head / base - 1,
  base: summarize([base]),
  head: summarize([head]),
})

describe('a gain without a proof of work', () => {
  it('of at most 20 % is plausible if nothing speaks against it', () => {
    expect(explainUnverifiedGain([result('wall_time', 10, 8)], unknown)).toBeNull()
    expect(
      explainUnverifiedGain([result('wall_time', 10, 8)], { base: side([aTrace(2)]), head: side([aTrace(2, 5)]) }),
    ).toBeNull()
  })

  it('of more needs the GPU work of the reference', () => {
    const wall = result('wall_time', 10, 5)
    expect(explainUnverifiedGain([wall], unknown)).toBe(
      'the run takes 50 % less time, and nothing shows that it did the same work',
    )
    expect(explainUnverifiedGain([wall, result('gpu_busy_time', 3, 3)], unknown)).toBeNull()
  })

  it('is that of the CPU time where the wall time hides it', () => {
    const results = [result('wall_time', 10, 9), result('cpu_time', 10, 4)]
    expect(explainUnverifiedGain(results, unknown)).toBe(
      'the run takes 60 % less CPU time, and nothing shows that it did the same work',
    )
    expect(explainUnverifiedGain([...results, result('gpu_busy_time', 3, 3)], unknown)).toBeNull()
  })

  it('of any size is doubtful with less GPU work or output', () => {
    const wall = result('wall_time', 10, 9)
    expect(explainUnverifiedGain([wall, result('gpu_busy_time', 3, 0.3)], unknown)).toBe(
      'the GPUs were busy for 10 % of the time of the reference',
    )
    const idle = [wall, result('gpu_busy_time', 3, 0.3), result('gpu_dram_time', 1, 0.89)]
    expect(explainUnverifiedGain(idle, unknown)).toContain('busy for 10 %')
    expect(explainUnverifiedGain([wall], { base: side([aTrace(2)]), head: side([aTrace(1)]) })).toBe(
      'the head wrote 1 file, the reference 2',
    )
    expect(explainUnverifiedGain([wall], { base: side([aTrace(0, 9)]), head: side([aTrace(0, 4)]) })).toBe(
      'the head printed 4 lines, the reference 9',
    )
  })

  it('of a kernel that takes half as long is plausible if it moves the same data', () => {
    const faster = [
      result('wall_time', 10.5, 10.7),
      result('gpu_busy_time', 0.99, 0.47),
      result('gpu_dram_time', 0.4, 0.398),
    ]
    expect(explainUnverifiedGain(faster, unknown)).toBeNull()
  })

  it('of a kernel that hardly used the memory is doubtful although it moves the same data', () => {
    const skipped = [result('wall_time', 12, 3), result('gpu_busy_time', 10, 1), result('gpu_dram_time', 0.05, 0.05)]
    expect(explainUnverifiedGain(skipped, unknown)).toBe('the GPUs were busy for 10 % of the time of the reference')
  })

  it('needs the count of the reference where the program counts its work', () => {
    const wall = result('wall_time', 10, 5)
    const judgeGain = (head: readonly number[]) =>
      explainUnverifiedGain([wall], { base: side([], [500]), head: side([], head) })
    expect(judgeGain([500])).toBeNull()
    expect(judgeGain([20])).toBe('the head counted 20 units of work, the reference 500')
    expect(judgeGain([])).toBe('the head reported no count of its work, the reference did')
  })
})
