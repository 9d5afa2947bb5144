import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { initRepositories, programRepositories, type InitRepository } from './init-repositories.ts'
import { makeRepository, say, workflowsIn, type MadeRepository, type Said } from './init-rig.ts'
import { recordIn } from './run-check.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const hasMake = spawnSync('make', ['--version']).status === 0
if (!hasMake)
  process.stderr.write('skipped without make (install make): a makefile in test/e2e/init-programs.test.ts\n')

const hasGo = spawnSync('go', ['version']).status === 0
if (!hasGo) process.stderr.write('skipped without Go (install golang): a Go module in test/e2e/init-programs.test.ts\n')

/** Writes the files of `init`, commits them and a change next to the program, and measures both commits. */
function measureChange(repository: MadeRepository, ...options: readonly string[]): { init: Said; run: Said } {
  const git = gitWith(gitEnvironment(folder)).bind(null, repository.path)
  const init = say(repository, 'init', '--yes', ...options)
  const config = join(repository.path, '.github/warpgauge.yml')
  // Fewer runs: the figures are not what these tests are about.
  writeFileSync(config, `${readFileSync(config, 'utf8')}run: { repeats: 2, maxRepeats: 2, warmups: 0 }\n`)
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Measure')
  writeFileSync(join(repository.path, 'CHANGES.txt'), 'a change\n')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'A change')
  return { init, run: say(repository, 'run', '--base', 'HEAD~1', '--out', '.warpgauge/first') }
}

function expectMeasured(repository: MadeRepository, { run }: { run: Said }, cases: readonly string[]): void {
  const { trials } = recordIn(join(repository.path, '.warpgauge/first'))
  const bad = trials.filter(({ failure }) => failure !== null)
  expect([run.exitCode, bad.map(({ caseId, failure }) => [caseId, failure])]).toEqual([expect.any(Number), []])
  expect(run.exitCode).toBeLessThan(2)
  for (const name of cases) {
    const commits = trials.filter(({ caseId }) => caseId.startsWith(name)).map(({ commit }) => commit)
    expect([name, new Set(commits).size]).toEqual([name, 2])
  }
}

describe('init in a repository without a sequence file', () => {
  it('measures a training script with few steps, without a dataset, on the devices that were named', () => {
    using repository = makeRepository(folder, programRepositories.script)
    const said = measureChange(repository, '--devices', 'cpu')
    expect(said.init.stderr).toContain('Measures on the CPU: python3 train.py --work-dir {output} --max-steps 100')
    expectMeasured(repository, said, ['end-to-end/train'])
    expect(workflowsIn(repository.path).map(({ text }) => /gpu\]/.test(text))).toEqual([false, false])
  })

  it('takes the command that the user names, builds its program, and knows an input outside of the repository', () => {
    using repository = makeRepository(folder, programRepositories.tool)
    const said = measureChange(repository, '--devices', 'cpu', '--', './build/count', '/etc/hostname')
    expect(said.init.stderr).toContain('Measures on the CPU: build/count ')
    expectMeasured(repository, said, ['end-to-end/count'])
  })

  it.skipIf(!hasMake)('builds and measures the program of a makefile as its target run does', () => {
    using repository = makeRepository(folder, programRepositories.made)
    const said = measureChange(repository)
    expect(said.init.stderr).toContain('Measures on the CPU: ./count 1000')
    expectMeasured(repository, said, ['end-to-end/count'])
  })

  it.skipIf(!hasGo)('measures the benchmarks of a Go module', () => {
    using repository = makeRepository(folder, programRepositories.go)
    const said = measureChange(repository)
    expect(said.init.stderr).toContain('Measures on the CPU: go-bench')
    expectMeasured(repository, said, ['command/go-bench'])
  })
})

describe('a placeholder', () => {
  const cases: readonly (readonly [string, InitRepository, RegExp])[] = [
    ['of an empty repository', initRepositories.empty, /no command to measure was found/],
    ['of a program whose arguments are not known', programRepositories.tool, /count: its arguments are not known/],
  ]

  it.each(cases)('%s is called one by init, refused by run, and failed by doctor', (_what, wanted, reason) => {
    using repository = makeRepository(folder, wanted)
    const init = say(repository, 'init', '--yes')
    expect([init.exitCode, init.stderr]).toEqual([0, expect.stringMatching(/warning: PLACEHOLDER in \.github/)])
    expect(init.stderr).toMatch(reason)
    const run = say(repository, 'run', '--out', '.warpgauge/first')
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringMatching(/pipeline\.command is a placeholder/)])
    const doctor = say(repository, 'doctor', '--json')
    expect(doctor.exitCode).toBe(1)
    const { findings } = JSON.parse(doctor.stdout) as { findings: { check: string; level: string; sentence: string }[] }
    expect(findings.find(({ check }) => check === 'config.valid')).toMatchObject({
      level: 'fail',
      sentence: expect.stringContaining('placeholder') as string,
    })
  })
})
