import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'
import { configSchema } from '../../src/config/schema/schema.ts'
import { fillCommand, withOptions } from '../../src/domain/core/command.ts'
import { judgeRun } from '../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { aRecord, headCommit, otherCommit, someDevices } from './a-run.ts'

const path = 'examples/virnucpro/warpgauge.yml'
const config = parseConfig(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), path)
const revisions = ['head', 'v1.0', 'v1.0-declared'].map((label) => ({
  label,
  ref: label,
  commit: label === 'head' ? headCommit : otherCommit,
  problem: null,
}))

describe('the config for VirNucPro', () => {
  it('uses every suite that there is', () => {
    expect(Object.keys(config.suites).toSorted()).toEqual(Object.keys(configSchema.shape.suites.shape).toSorted())
  })

  it('plans cases of every suite on two GPUs, and lists what needs more', () => {
    const plan = planRun(config, someDevices(2), revisions)
    expect(new Set(plan.cases.map(({ key }) => key.suite))).toEqual(new Set(Object.keys(config.suites)))
    expect(plan.notTested.map(({ key }) => key.axes)).toEqual([{ gpus: 4 }, { gpus: 8 }])
  })

  it('gives the pipeline its options in their place', () => {
    const plan = planRun(config, someDevices(2), revisions)
    const variant = plan.cases.find(({ key }) => key.axes['variant'] === 'all')
    const command = withOptions(config.pipeline.command, variant?.options?.args ?? [])
    const values = { dataset: ['/data/a.fa'], gpus: [0, 1], output: '/out' }
    expect(fillCommand(command, values).join(' ')).toBe(
      '.venv/bin/python -m virnucpro predict /data/a.fa --gpus 0,1 --parallel --model-type 500 --output-dir /out --cuda-streams --persistent-models',
    )
  })

  it('shows PERF-01 to PERF-05 and MON-01 in the report of every run, also of one that measured nothing (F-39)', () => {
    const { requirements } = judgeRun({ record: aRecord({ revisions }), config, baselines: [], obstacles: [] })
    const ids = new Set(requirements.map(({ id }) => id))
    for (const id of ['PERF-01', 'PERF-02', 'PERF-03', 'PERF-04', 'PERF-05', 'MON-01']) expect(ids).toContain(id)
    expect(requirements.filter(({ status }) => status === 'pass')).toEqual([])
  })
})
