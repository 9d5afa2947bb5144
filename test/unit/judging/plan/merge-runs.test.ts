import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/config/schema/schema.ts'
import { mergeRecords, type RunToMerge } from '../../../../src/domain/merge/merge-records.ts'
import type { RunRecord } from '../../../../src/record/run.ts'
import type { Testbed } from '../../../../src/domain/testbed/testbed.ts'
import { buildBaselines } from '../../../../src/judging/baselines/baselines.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { mergeRuns, planPart } from '../../../../src/judging/plan/plan-run.ts'
import { refuseContradictions } from '../../../../src/judging/plan/refuse-run.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aTestbed, aTrial, otherCommit, someDevices } from '../../a-run.ts'
import { parseRunRecord } from '../../../../src/config/records/parse-records.ts'
import type { Selection } from '../../../../src/record/plan.ts'

const config = aConfig({
  suites: {
    scaling: { run: { dataset: 'medium', repeats: 2, warmups: 0 }, gpus: [1, 2] },
    'end-to-end': { run: { dataset: 'medium', repeats: 2, warmups: 0 } },
  },
  requirements: [{ id: 'FAST', suite: 'end-to-end', value: 'wall_time', operator: '<', limit: 100 }],
})
const big = aTestbed()
const small = aTestbed({
  id: '1x-nvidia-h100',
  devices: someDevices(1).map((one) => ({ ...one, model: 'NVIDIA H100' })),
})

type Part = { readonly selection?: Selection; readonly seconds?: number; readonly of?: Config }

/** What a job of the matrix leaves behind. */
function aPart(name: string, testbed: Testbed, { selection, seconds = 10, of = config }: Part = {}): RunToMerge {
  const base = aRecord({ runId: `run-${name}`, testbed, ...(selection && { selection }) })
  const plan = planPart(of, testbed.devices, base.revisions, selection ?? null)
  const trials = plan.cases.flatMap(({ id, gpus, repeats }) =>
    Array.from({ length: repeats }, (_, index) =>
      aTrial({ caseId: id, index, wallSeconds: seconds / gpus.length + index / 100, exitCode: 0 }),
    ),
  )
  return { name, prefix: `parts/${name}/`, record: { ...base, plan, trials } }
}

const justCases = (...patterns: string[]): { selection: Selection } => ({ selection: { only: patterns } })
const change = (run: RunToMerge, overrides: Partial<RunRecord>): RunToMerge => ({
  ...run,
  record: { ...run.record, ...overrides },
})
const judge = (record: RunRecord, of = config) => judgeRun({ record, config: of, baselines: [], obstacles: [] })

describe('the jobs of a matrix', () => {
  const patterns = ['scaling/* gpus=1', 'scaling/* gpus=2', 'end-to-end/*']
  const parts = patterns.map((pattern, index) => aPart(String(index + 1), big, justCases(pattern)))

  it('become the run that one job would have made, in whatever order they are named', () => {
    const whole = aPart('whole', big)
    const merged = mergeRuns(parts, config)
    expect(merged.status).toBe('finished')
    expect(merged).not.toHaveProperty('selection')
    expect(merged.plan.cases.map(({ id }) => id).toSorted()).toEqual(
      whole.record.plan.cases.map(({ id }) => id).toSorted(),
    )
    const [one, other] = [judge(merged), judge(whole.record)]
    expect(one.verdict).toBe(other.verdict)
    expect(one.derived.toSorted(byName)).toEqual(other.derived.toSorted(byName))
    expect(one.requirements).toEqual(other.requirements)
    const turned = mergeRuns(parts.toReversed(), config)
    expect(turned.runId).toBe(merged.runId)
    expect(judge(turned).verdict).toBe(other.verdict)
  })

  it('are of the last attempt that measured one of them', () => {
    const [one, ...rest] = parts
    expect(mergeRuns(parts, config)).not.toHaveProperty('attempt')
    expect(mergeRuns([change(one!, { attempt: 2 }), ...rest], config).attempt).toBe(2)
    expect(mergeRuns([...rest, change(one!, { attempt: 2 })], config).attempt).toBe(2)
  })

  it('keep their raw output apart, and the record of the whole is as valid as any other', () => {
    const merged = mergeRuns(parts, config)
    const paths = merged.trials.map(({ stdoutPath }) => stdoutPath)
    expect(paths.every((path) => /^parts\/[123]\/trials\/x\//.test(path))).toBe(true)
    expect(parseRunRecord(JSON.stringify(merged))).toEqual(merged)
    expect(() => refuseContradictions(merged, config)).not.toThrow()
  })

  it('say that figures which relate cases of several jobs rest on runners that are alike', () => {
    const report = judge(mergeRuns(parts, config))
    expect(
      report.findings
        .filter(({ subject }) => subject === 'scaling')
        .map(({ reason }) => reason)
        .join(),
    ).toContain('measured by 2 jobs')
  })

  it('alone never pass: a part of the answer is no answer', () => {
    const { verdict, sentence } = judge(parts[0]!.record)
    expect(verdict).toBe('inconclusive')
    expect(sentence).toContain('scaling/* gpus=1')
    expect(judge(aPart('whole', big).record).verdict).toBe('pass')
  })

  it('are missed when they are missing, by name and by case, and never pass', () => {
    const merged = mergeRuns([parts[0]!, parts[2]!], config)
    expect(merged).toMatchObject({ status: 'interrupted' })
    const lost = parts[1]!.record.plan.cases[0]!.id
    expect(merged.statusDetail).toContain(lost)
    expect(judge(merged)).toMatchObject({ verdict: 'inconclusive', exitCode: 2 })
  })

  it('are missed as well when nobody says of them', () => {
    const merged = mergeRuns([aPart('a', big, justCases('scaling/*'))], config)
    expect(merged.statusDetail).toMatch(/end-to-end\/predict\S* .*not measured/)
    expect(judge(merged).verdict).not.toBe('pass')
  })

  it('state every input that differs, and doubt a dataset that one job took from the head', () => {
    const ofBase = { name: 'medium', used: 'base', problem: null } as const
    const ofHead = { name: 'medium', used: 'head', problem: 'make failed' } as const
    const [one, two, three] = parts.map((run, index) =>
      change(
        run,
        [
          { datasetDifferences: [ofBase], changedInputs: { base: ['b'] } },
          { datasetDifferences: [ofHead] },
          { changedInputs: { base: ['a', 'b'] } },
        ][index]!,
      ),
    )
    const merged = mergeRuns([one!, two!, three!], config)
    expect(merged).toMatchObject({ datasetDifferences: [ofHead], changedInputs: { base: ['a', 'b'] } })
    expect(judge(merged).reasons.map(({ code }) => code)).toContain('dataset-from-head')
    expect(mergeRuns(parts, config)).not.toHaveProperty('datasetDifferences')
  })

  it('that were cut short make the whole cut short', () => {
    const cut = change(parts[0]!, { status: 'interrupted', statusDetail: 'cancelled after 1 of 2 trials' })
    const merged = mergeRuns([cut, ...parts.slice(1)], config)
    expect(merged).toMatchObject({
      status: 'interrupted',
      statusDetail: 'scaling/* gpus=1: cancelled after 1 of 2 trials',
    })
    expect(judge(merged).verdict).toBe('inconclusive')
  })
})

describe('the same trial twice', () => {
  const [one, two] = [aPart('1', big, justCases('scaling/*')), aPart('2', big, justCases('end-to-end/*'))]

  it('counts once: a folder that is named twice, or uploaded again after it was resumed', () => {
    const merged = mergeRuns([one, two], config)
    expect(mergeRuns([one, two, { ...one, prefix: 'parts/9/' }], config)).toEqual(merged)
    const early = change(one, {
      trials: one.record.trials.slice(0, 1),
      status: 'interrupted',
      statusDetail: 'killed',
    })
    const later = mergeRuns([early, one, two], config)
    expect(later.status).toBe('finished')
    expect(later.trials).toHaveLength(merged.trials.length)
  })

  it('with other content is refused: nobody picks the better one', () => {
    const again = aPart('again', big, { ...justCases('scaling/*'), seconds: 5 })
    expect(() => mergeRuns([one, two, again], config)).toThrow(
      'scaling/predict gpus=1 was measured twice with different results: run 0 of run-again in again is not that of run-1 in 1',
    )
  })

  it('on another testbed is refused with what differs', () => {
    const again = aPart('again', small, { ...justCases('scaling/*'), seconds: 5 })
    expect(() => mergeRuns([one, again], config)).toThrow('devices: NVIDIA H200, NVIDIA H200 → NVIDIA H100')
  })

  it('within one record is left for the judge to refuse', () => {
    const doubled = change(one, { trials: [...one.record.trials, one.record.trials[0]!] })
    const merged = mergeRuns([doubled, two], config)
    expect(() => refuseContradictions(merged, config)).toThrow('recorded twice')
  })
})

describe('several testbeds', () => {
  const onBig = aPart('big', big, justCases('scaling/*'))
  const onSmall = aPart('small', small, justCases('end-to-end/*'))

  it('are kept apart by suite, each judged by its own baseline', () => {
    const merged = mergeRuns([onBig, onSmall], config)
    expect(merged.testbed.id).toBe(big.id)
    expect(merged.elsewhere).toEqual([{ testbed: small, suites: ['end-to-end'] }])
    expect(parseRunRecord(JSON.stringify(merged))).toEqual(merged)
    expect(() => refuseContradictions(merged, config)).not.toThrow()
    const baselines = buildBaselines(merged, config, 'first')
    expect(baselines.map(({ suite, testbed }) => [suite, testbed.id])).toEqual([
      ['scaling', big.id],
      ['end-to-end', small.id],
    ])
    const loaded = baselines.map((baseline) => ({ suite: baseline.suite, path: 'x', baseline }))
    const report = judgeRun({ record: merged, config, baselines: loaded, obstacles: [] })
    const gates = report.comparisons.filter(({ isGate }) => isGate)
    expect(new Set(gates.map(({ suite }) => suite))).toEqual(new Set(['scaling', 'end-to-end']))
    expect(gates.filter(({ verdict }) => verdict === 'not comparable')).toEqual([])
    expect(report.findings.map(({ reason }) => reason).join()).toContain(`measured on another testbed, ${small.id}`)
  })

  it('in one suite are refused, field by field', () => {
    const a = aPart('a', big, justCases('scaling/predict gpus=1'))
    const b = aPart('b', { ...big, driverVersion: '590.1', cpuCores: 8 }, justCases('scaling/predict gpus=2'))
    const merge = () => mergeRuns([a, b], config)
    expect(merge).toThrow('scaling was measured on different testbeds')
    expect(merge).toThrow('driver: 580.65.06 → 590.1')
    expect(merge).toThrow('CPU cores: 16 → 8')
  })

  it('that differ in nothing that decides are one', () => {
    const twin = {
      ...big,
      kernel: '6.9.1',
      devices: someDevices(2).map((one) => ({ ...one, uuid: `other-${one.id}` })),
    }
    const merged = mergeRuns([onBig, aPart('twin', twin, justCases('end-to-end/*'))], config)
    expect(merged).not.toHaveProperty('elsewhere')
    expect(judge(merged).verdict).toBe('pass')
  })

  it('cannot be made up: a suite belongs to one', () => {
    const merged = mergeRuns([onBig, onSmall], config)
    const twice = { ...merged, elsewhere: [...merged.elsewhere!, { testbed: big, suites: ['end-to-end'] }] }
    expect(() => refuseContradictions(twice, config)).toThrow('end-to-end was measured on two testbeds')
  })

  it('are kept apart when what was joined is joined again', () => {
    const first = mergeRuns([onBig, onSmall], config)
    const again = mergeRuns([{ name: 'first', prefix: '', record: first }, onSmall], config)
    expect(again).toMatchObject({ status: 'finished', elsewhere: [{ suites: ['end-to-end'] }] })
    expect(again.trials).toHaveLength(first.trials.length)
  })
})

describe('runs of other questions are refused, with the fields', () => {
  const [one, two] = [aPart('1', big, justCases('scaling/*')), aPart('2', big, justCases('end-to-end/*'))]
  it.each<[string, Partial<RunRecord>]>([
    ['config:', { yardstick: { ...aRecord().yardstick, sha256: 'e'.repeat(64) } }],
    ['commit of head:', { revisions: [{ label: 'head', ref: 'HEAD', commit: otherCommit, problem: null }] }],
    ['dataset medium:', { datasets: aRecord().datasets.map((data) => ({ ...data, sha256: 'e'.repeat(64) })) }],
    ['pull request: 7 → 8', { pullRequest: 8 }],
    ['repository: lab/pipeline → evil/pipeline', { repository: 'evil/pipeline' }],
    ['version of warpgauge:', { tool: { name: 'warpgauge', version: '9.9.9' } }],
    ['command of head:', { commands: { head: ['other'] } }],
  ])('%s', (field, overrides) => {
    expect(() => mergeRuns([one, change(two, overrides)], config)).toThrow(field)
    expect(() => mergeRuns([one, change(two, overrides)], config)).toThrow('2 does not belong to 1')
  })

  it('another model', () => {
    const identity = (hash: string) => ({ identity: { head: { 'model.json': hash.repeat(64) } } })
    const merge = () => mergeRuns([change(one, identity('a')), change(two, identity('b'))], config)
    expect(merge).toThrow('model.json of head:')
  })

  it('nothing at all', () => {
    expect(() => mergeRuns([], config)).toThrow('no run to join')
  })
})

function byName(
  one: { readonly name: string; readonly suite: string },
  other: { readonly name: string; readonly suite: string },
) {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
  return a < b ? -1 : Number(a > b)
}

describe('the isolation of a joined run', () => {
  it('is that of its least isolated part', () => {
    const parts = [aPart('one', big, justCases('scaling/*')), aPart('other', big, justCases('end-to-end/*'))]
    const sandboxed = { mode: 'bubblewrap', reason: null } as const
    const open = { mode: 'none', reason: 'bwrap is not on PATH' } as const
    const joined = (isolations: readonly RunRecord['isolation'][]) =>
      mergeRecords(
        parts.map((part, index) => {
          const isolation = isolations[index]
          return { ...part, record: { ...part.record, trials: [], ...(isolation && { isolation }) } }
        }),
        'joined',
      ).isolation
    expect(joined([sandboxed, sandboxed])).toEqual(sandboxed)
    expect(joined([sandboxed, open])).toEqual(open)
    expect(joined([sandboxed, undefined])).toBeUndefined()
  })
})
