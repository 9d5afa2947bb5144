import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'
import { configSchema } from '../../src/config/schema/schema.ts'
import { fillCommand, withOptions } from '../../src/domain/core/command.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { headCommit, otherCommit, someDevices } from './a-run.ts'

const measured = read('docs/evidence/h200-virnucpro/warpgauge.yml')
const complete = read('examples/virnucpro/warpgauge.yml')
const revisions = ['head', 'v1.0', 'v1.0-declared'].map((label) => ({
  label,
  ref: label,
  commit: label === 'head' ? headCommit : otherCommit,
  problem: null,
}))
const plan = planRun(measured, someDevices(4), revisions)

function read(path: string) {
  return parseConfig(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), path)
}

describe('the config that was run in place of that for VirNucPro', () => {
  it('uses every suite that there is', () => {
    expect(Object.keys(measured.suites).toSorted()).toEqual(Object.keys(configSchema.shape.suites.shape).toSorted())
  })

  it('asks for what the config for VirNucPro asks for', () => {
    expect(measured.ruleSet).toEqual(complete.ruleSet)
    expect(measured.requirements).toEqual(complete.requirements)
    expect(measured.suites.scaling?.profile).toBe(complete.suites.scaling?.profile)
    expect(measured.suites['end-to-end']?.goal).toEqual(complete.suites['end-to-end']?.goal)
    expect(measured.suites.revision?.minSpeedup).toEqual(complete.suites.revision?.minSpeedup)
  })

  it('leaves nothing out on four GPUs and stays within fifty starts of a process', () => {
    expect(plan.notTested).toEqual([])
    expect(new Set(plan.cases.map(({ key }) => key.suite))).toEqual(new Set(Object.keys(measured.suites)))
    const starts = plan.cases.reduce((sum, { warmups, repeats }) => sum + warmups + repeats, 0)
    expect(starts).toBeLessThanOrEqual(50)
  })

  it('repeats the work inside one process as often as the memory suite expects', () => {
    const { options, count } = measured.suites.memory?.repeat ?? {}
    expect(options).toEqual(['--num-workers', '0', '--repeat', String(count)])
    const repeated = plan.cases.find(({ key }) => key.suite === 'memory' && !key.axes['load'])
    const command = withOptions(measured.pipeline.command, repeated?.options?.args ?? [])
    expect(fillCommand(command, { dataset: ['/data/a.fa'], gpus: [0], output: '/out' }).join(' ')).toBe(
      'python3 pipeline.py predict /data/a.fa --gpus 0 --parallel --size 650M --output-dir /out --num-workers 0 --repeat 12',
    )
  })
})
