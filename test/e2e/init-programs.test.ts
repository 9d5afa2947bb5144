import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { initRepositories, programRepositories, type InitRepository } from './init-repositories.ts'
import { expectMeasured, measureChange } from './init-measured.ts'
import { makeRepository, say, workflowsIn } from './init-rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

describe('init in a repository without a sequence file', () => {
  it('measures a training script with few steps, without a dataset, on the devices that were named', async () => {
    using repository = makeRepository(folder, programRepositories.script)
    const said = await measureChange(folder, repository, '--devices', 'cpu')
    expect(said.init.stderr).toContain('Measures on the CPU: python3 train.py --work-dir {output} --max-steps 100')
    expectMeasured(repository, said, ['end-to-end/train'])
    expect(workflowsIn(repository.path).map(({ text }) => /gpu\]/.test(text))).toEqual([false, false])
  })
})

describe('a placeholder', () => {
  const cases: readonly (readonly [string, InitRepository, RegExp])[] = [
    ['of an empty repository', initRepositories.empty, /no command to measure was found/],
    ['of a program whose arguments are not known', programRepositories.tool, /count: its arguments are not known/],
  ]

  it.each(cases)('%s is called one by init, refused by run, and failed by doctor', async (_what, wanted, reason) => {
    using repository = makeRepository(folder, wanted)
    const init = await say(repository, 'init', '--yes')
    expect([init.exitCode, init.stderr]).toEqual([0, expect.stringMatching(/warning: PLACEHOLDER in \.github/)])
    expect(init.stderr).toMatch(reason)
    const run = await say(repository, 'run', '--out', '.warpgauge/first')
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringMatching(/pipeline\.command is a placeholder/)])
    const doctor = await say(repository, 'doctor', '--json')
    expect(doctor.exitCode).toBe(1)
    const { findings } = JSON.parse(doctor.stdout) as { findings: { check: string; level: string; sentence: string }[] }
    expect(findings.find(({ check }) => check === 'config.valid')).toMatchObject({
      level: 'fail',
      sentence: expect.stringContaining('placeholder') as string,
    })
  })
})
