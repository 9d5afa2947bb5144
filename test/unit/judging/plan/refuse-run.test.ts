import { describe, expect, test, it } from 'vitest'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { addSessions } from '../../../../src/domain/noise/noise.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { estimateCost } from '../../../../src/domain/cost/cost.ts'
import { refuseBelowFloor, refuseContradictions, refuseForkCode } from '../../../../src/judging/plan/refuse-run.ts'
import { aConfig } from '../../a-config.ts'
import { aCase, aTestbed, aRecord, aTrial } from '../../a-run.ts'
import { planRun, planMatrix, refusePlaceholder } from '../../../../src/judging/plan/plan-run.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aTelemetry } from '../../a-telemetry.ts'
import type { RunContext } from '../../../../src/domain/core/run-context.ts'
import { parseConfig } from '../../../../src/config/load.ts'

const sha256 = 'd'.repeat(64)
const base = { ...aCase(), id: 'base', revision: 'merge-base' }

function priceAt(share: number) {
  const samples = [10, 10 * (1 + share), 10 * (1 - share), 10 * (1 + share), 10 * (1 - share), 10, 10]
  const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, samples }]
  const fresh = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, datasetSha256: sha256, metrics }
  const provenance = { runId: 'r', recordedAt: '2026-11-01T12:00:00Z', commit: 'a'.repeat(40) }
  const comparison = {
    head: aCase().id,
    base: 'base',
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: 10,
  }
  const plan = { ...createPlan([aCase(), base]), comparisons: [{ ...comparison, isScreened: false }] }
  const noise = addSessions(null, aTestbed(), [fresh], provenance)
  return estimateCost({ plan, noise, baselines: [], datasets: new Map([['medium', sha256]]) })
}

const refusing = aConfig({ comparison: { whenBelowFloor: 'refuse' } })

test('ends the run where the config would rather have no answer than a wider one', () => {
  expect(() => refuseBelowFloor(priceAt(0.05), refusing)).toThrow(UserError)
  expect(() => refuseBelowFloor(priceAt(0.05), refusing)).toThrow(
    /minEffect is below the minimum detectable effect of this machine:\n {2}scaling\/predict gpus=1, wall_time: 3 % is below/,
  )
})

test('lets it go on where the noise allows the gate, and where widening is welcome', () => {
  expect(() => refuseBelowFloor(priceAt(0.005), refusing)).not.toThrow()
  expect(() => refuseBelowFloor(priceAt(0.05), aConfig())).not.toThrow()
})

const config = aConfig()
const record = aRecord()
const [planned] = planRun(config, record.testbed.devices, record.revisions).cases
const contaminated = { contamination: ['another process used GPU 0'], telemetry: aTelemetry() }

function judged(...trials: readonly Partial<Trial>[]): () => void {
  const taken = trials.map((trial, index) =>
    aTrial({ caseId: planned!.id, index, isWarmup: index < planned!.warmups, ...trial }),
  )
  return () => refuseContradictions({ ...record, trials: taken }, config)
}

test('a run in place of a contaminated one is no contradiction', () => {
  expect(judged({}, contaminated, {}, {}, {})).not.toThrow()
})

test('without a contaminated one nobody may choose among more runs than were planned', () => {
  expect(judged({}, {}, {}, {}, {})).toThrow('run 4: at most 4 are planned')
})

test('more runs than the budget allows are refused', () => {
  const many = Array.from({ length: 6 }, () => contaminated)
  expect(judged({}, ...many)).toThrow('run 6: at most 6 are planned')
})

test('contamination that nothing can have seen is refused', () => {
  expect(judged({}, { contamination: ['throttled'] })).toThrow('marked as contaminated without telemetry')
})

describe('runs that were only recorded', () => {
  const turns = (
    kernelRecords: 'may-fail' | 'decide',
    kernels: 'auto' | 'off',
    ...trials: readonly Partial<Trial>[]
  ) => {
    const compared = aConfig({
      revisions: { 'v1.0': { ref: 'v1.0' } },
      suites: { revision: { against: ['v1.0'], gpus: 1 } },
      comparison: { kernelRecords },
      run: { kernels },
    })
    const revisions = [...record.revisions, { label: 'v1.0', ref: 'v1.0', commit: 'b'.repeat(40), problem: null }]
    const [head] = planRun(compared, record.testbed.devices, revisions).cases
    const taken = trials.map((trial, index) => aTrial({ caseId: head!.id, index, isWarmup: index === 0, ...trial }))
    return () => refuseContradictions({ ...record, revisions, trials: taken }, compared)
  }
  const recorded = { isWarmup: true, isRecorded: true } as const

  it('follow the judged ones', () => {
    expect(turns('may-fail', 'auto', {}, {}, {}, {}, recorded, recorded, recorded)).not.toThrow()
  })

  it('cannot hide a judged run, as a slow one among them would be', () => {
    expect(turns('may-fail', 'auto', {}, {}, recorded, {}, {})).toThrow('run 3: counted after a recorded run')
    expect(turns('decide', 'auto', {}, {}, {}, {}, recorded, {})).not.toThrow()
  })

  it('are refused where none is planned, where they count, and beyond their number', () => {
    expect(turns('may-fail', 'off', {}, {}, {}, {}, recorded)).toThrow('the config plans no recorded pairs')
    expect(turns('may-fail', 'auto', recorded)).toThrow('planned as one of them')
    expect(turns('may-fail', 'auto', {}, {}, {}, {}, { isRecorded: true })).toThrow('planned as one of them')
    const many = Array.from({ length: 11 }, () => recorded)
    expect(turns('may-fail', 'auto', {}, {}, {}, {}, ...many)).toThrow('at most 10 recorded runs are planned')
    expect(judged({}, {}, {}, {}, recorded)).toThrow('the config plans no recorded pairs')
  })
})

const careful = { mayMeasureForks: true, hasToken: false, secretsAtHand: [] }
const ofFork = { event: 'pull_request', trust: 'stranger', pullRequest: 7, measuredBy: null }
const refuse =
  (context: object, policy: object = {}) =>
  () =>
    refuseForkCode({ ...ofFork, ...context } as RunContext, { ...careful, ...policy })
const after = (event: string, headBranch = 'main') => ({
  event: 'workflow_run',
  trust: 'owner',
  measuredBy: { event, headBranch },
})

it.each([
  [{}, { mayMeasureForks: false }, 'pull request 7 comes from a fork; its code does not run on this machine'],
  [{}, { hasToken: true }, 'this job runs code of a fork and has a token'],
  [{}, { secretsAtHand: ['GH_TOKEN'] }, 'could read a secret: GH_TOKEN'],
  [{ event: 'pull_request_target' }, {}, 'pull_request_target jobs have the secrets of this repository'],
  [after('pull_request'), {}, 'workflow_run jobs have the secrets'],
  [after('merge_group'), {}, 'workflow_run jobs have the secrets'],
  [after('push', 'pull-request/7'), {}, 'workflow_run jobs have the secrets'],
])('refuses %j with %j', (context, policy, message) => {
  expect(refuse(context, policy)).toThrow(message)
})

it.each([
  [{}, {}],
  [{ trust: 'owner' }, { mayMeasureForks: false, hasToken: true, secretsAtHand: ['GH_TOKEN'] }],
  [{ event: 'pull_request_target', trust: 'owner' }, {}],
  [after('push'), {}],
  [{ ...after('push'), measuredBy: null }, {}],
])('lets %j with %j run', (context, policy) => {
  expect(refuse(context, policy)).not.toThrow()
})

const write = (more: string) => `version: 1
pipeline:
  name: a
  command: [a, '{dataset}', '{output}']
  proof: { files: [{ path: '{output}' }] }
${more}datasets: { tiny: { preset: tiny, seed: 1 } }
suites: { end-to-end: { run: { dataset: tiny } } }
runners: { a: { labels: [a], gpus: 1 } }
`

it('refuses a marked placeholder with the way out, before anything is planned', () => {
  const placeholder = parseConfig(write('  placeholder: true\n'), 'a.yml')
  expect(() => refusePlaceholder(placeholder, 'a.yml')).toThrow(/^a\.yml: pipeline\.command is a placeholder/)
  expect(() => planMatrix({ config: placeholder, configPath: 'a.yml', by: 'testbed' })).toThrow(/placeholder/)
})

it('lets every other config pass', () => {
  expect(() => refusePlaceholder(parseConfig(write(''), 'a.yml'), 'a.yml')).not.toThrow()
  expect(() => parseConfig(write('  placeholder: false\n'), 'a.yml')).toThrow(/placeholder/)
})
