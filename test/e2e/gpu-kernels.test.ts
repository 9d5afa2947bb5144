import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { compileFakeCupti, type FakeCupti } from '../fakes/fake-cupti.ts'
import { compileFakeNvml, type FakeNvml } from '../fakes/fake-nvml.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { needs } from '../fakes/needs.ts'
import { openBrowser } from './browser.ts'
import { openGpuMachine, type GpuMachine } from './gpu-machine.ts'

/** A machine with one GPU: eight to be sampled take twice the processor time. */
function openRecordedGpu(nvml: FakeNvml, cupti: FakeCupti): GpuMachine {
  const environment = { WARPGAUGE_CUPTI: cupti.library }
  return openGpuMachine(nvml.folder, { driver: ['devices=1'], workMs: 200, environment })
}

describe.skipIf(needs('a C compiler'))('a baseline with kernels', () => {
  let cupti: FakeCupti
  let nvml: FakeNvml
  let machine: GpuMachine
  beforeAll(async () => {
    ;[cupti, nvml] = [compileFakeCupti(), compileFakeNvml()]
    machine = openRecordedGpu(nvml, cupti)
    change('.github/warpgauge.yml', 'warmups: 0', 'warmups: 1')
    change('.github/warpgauge.yml', '[STAND_IN_PLACE]', '[STAND_IN_PLACE, WARPGAUGE_CUPTI]')
    const launch = `import { spawnSync } from 'node:child_process'\nspawnSync(${JSON.stringify(cupti.program)}, ['plain', '300'])\n`
    change('gpu-stand-in.mjs', '', launch)
    await measure('first')
    await machine.say('baseline', 'refresh', 'first', '--reason', 'first record')
  })
  afterAll(() => {
    for (const one of [machine, cupti, nvml]) one[Symbol.dispose]()
  })

  function change(path: string, from: string, to: string): void {
    const file = join(machine.folder, path)
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    gitWith(gitEnvironment(machine.folder))(machine.folder, 'commit', '--quiet', '--all', '-m', 'Change')
  }

  async function measure(out: string): Promise<Report['sections']> {
    const { exitCode, stderr } = await machine.run(out)
    expect(`${exitCode}\n${stderr}`).toMatch(/^[01]\n/)
    const { stdout } = await machine.say('report', out, '--format', 'json')
    const { sections } = JSON.parse(stdout) as Report
    return sections.filter(({ id }) => id.startsWith('kernels-'))
  }

  it('holds one line per kernel, which `baseline show` sums up', async () => {
    const [testbed = ''] = (await machine.say('baseline', 'list')).stdout.split('/').slice(1)
    const text = readFileSync(join(machine.folder, 'baselines', testbed, 'end-to-end.json'), 'utf8')
    expect(text).toContain('["jacobi(float*, int)", 300, 0.000015, "64×1×1 of 256×1×1"],\n')
    const { stdout } = await machine.say('baseline', 'show', testbed)
    expect(stdout).toMatch(
      /kernels {2}310 launches of 2 kernels in 15\.4 µs, peak of allocated memory 4 MiB, machine code/,
    )
  })

  it('shows that a later run executes the same work, and names twelve more launches', async () => {
    const [same] = await measure('same')
    expect(same?.notes.join()).toContain('The GPU executes the same work as in the baseline')
    change('gpu-stand-in.mjs', "'300'", "'312'")
    const [more] = await measure('more')
    expect(more?.notes[0]).toMatch(/^\+12 launches of jacobi since the baseline; that is 100 % of the change/)
    const { stdout } = await machine.say('report', 'more', '--format', 'markdown')
    expect(stdout).toMatch(/jacobi *\| *300 → 312/)
  })

  it('has a page with the change of each kernel and a table that a click sorts', async () => {
    const path = join(machine.folder, 'page.html')
    await machine.say('report', 'more', '--html', path)
    await using browser = await openBrowser()
    await using open = await browser.open(path)
    const view = open.page.locator('#kernels')
    await view.locator('figure').scrollIntoViewIfNeeded()
    await view.locator('svg').waitFor()
    expect(await view.locator('svg').getAttribute('aria-label')).toMatch(/jacobi: 300 → 312 launches/)
    const names = view.locator('table').first().locator('tbody code')
    expect(await names.allInnerTexts()).toEqual(['jacobi', 'sum'])
    const heading = view.getByRole('columnheader', { name: 'Launches before' })
    for (const order of ['descending', 'ascending']) {
      await heading.getByRole('button').click()
      expect(await heading.getAttribute('aria-sort')).toBe(order)
    }
    expect(await names.allInnerTexts()).toEqual(['sum', 'jacobi'])
    expect([open.requests, open.complaints]).toEqual([[], []])
  })
})

describe.skipIf(needs('a C compiler'))('GPU work that only records show', () => {
  let cupti: FakeCupti
  let nvml: FakeNvml
  let machine: GpuMachine
  beforeAll(() => {
    ;[cupti, nvml] = [compileFakeCupti(), compileFakeNvml()]
    machine = openRecordedGpu(nvml, cupti)
    writeFileSync(join(machine.folder, 'four.fasta'), '>a\nACGT\n')
  })
  afterAll(() => {
    for (const one of [machine, cupti, nvml]) one[Symbol.dispose]()
  })

  const config = `version: 1
pipeline:
  name: predict
  devices: gpu
  command: [node, gpu-stand-in.mjs, four.fasta, "{gpus}", "{output}"]
  passEnv: [STAND_IN_PLACE, WARPGAUGE_CUPTI]
  proof: { results: { path: "{output}/table.csv", rows: 1 } }
revisions: { before: { ref: merge-base } }
suites: { revision: { against: [before], gpus: 1 } }
comparison: { gate: [gpu_kernel_time] }
run:
  maxRepeats: 3
  isolation: none
  sampleIntervalMs: 50
  preflight: { waitMinutes: 0, settleSeconds: 0.2, minFreeDiskGigabytes: 0 }
`

  /** Commits a program with so many launches of 50 ns, and compares it with that of the commit before. */
  async function measure(out: string, launches: readonly [number, number]) {
    const program = readFileSync(join(machine.folder, 'gpu-stand-in.mjs'), 'utf8').replace(
      /^import .*spawnSync.*\n.*\n/,
      '',
    )
    const git = gitWith(gitEnvironment(machine.folder)).bind(null, machine.folder)
    for (const count of launches) {
      const launch = `import { spawnSync } from 'node:child_process'\nspawnSync(${JSON.stringify(cupti.program)}, ['plain', '${count}'])\n`
      writeFileSync(join(machine.folder, 'gpu-stand-in.mjs'), launch + program)
      writeFileSync(join(machine.folder, '.github/warpgauge.yml'), config)
      git('add', '.')
      git('commit', '--quiet', '--allow-empty', '-m', `Launch ${count} times`)
    }
    const { exitCode, stdout, stderr } = await machine.warpgauge('run', '--out', out, '--base', 'HEAD~1')
    expect(`${exitCode}\n${stderr}`).toMatch(/^[01]\n/)
    const report = JSON.parse((await machine.say('report', out, '--format', 'json')).stdout) as Report
    const { trials } = JSON.parse(readFileSync(join(machine.folder, out, 'run.json'), 'utf8')) as RunRecord
    return { report, trials, stdout }
  }

  it('is not slower by 0.2 %: three recorded pairs next to the judged runs', async () => {
    const { report, trials, stdout } = await measure('equal', [300, 300])
    expect(report.sentence).toBe('not slower: GPU work by 0.2 %; 1 comparison')
    expect(stdout).toMatch(/^not slower: GPU kernel time .* 0\.00 % \(-0\.05 to \+0\.05\)/m)
    // A run that the load of this machine voided is repeated.
    const valid = trials.filter(({ contamination }) => contamination.length === 0)
    const recorded = valid.filter(({ isRecorded }) => isRecorded)
    expect(recorded.map(({ isWarmup, kernels }) => [isWarmup, kernels?.launches])).toEqual(
      Array.from({ length: 6 }, () => [true, 310]),
    )
    const judged = valid.filter(({ isWarmup }) => !isWarmup)
    expect(judged.map(({ kernels }) => kernels)).toEqual(Array(6).fill(undefined))
  })

  it('is 0.32 % slower: one launch more', async () => {
    const { report, stdout } = await measure('more', [300, 301])
    expect(report.sentence).toMatch(
      /^0\.3 % slower \(0\.3 to 0\.4 %\), GPU kernel time of revision, 1 GPU, against before/,
    )
    expect(report.comparisons.find(({ metric }) => metric === 'gpu_launches')).toMatchObject({
      verdict: 'regression',
      isGate: false,
      reason: 'from 310 to 311 (+0.32 %, 3 against 3 runs): higher; constant counts are compared exactly',
    })
    expect(stdout).toMatch(/jacobi runs 300 → 301 times/)
    const { stdout: comment } = await machine.say('report', 'more', '--format', 'markdown')
    expect(comment).toMatch(
      /0\.3 % slower \(0\.3 to 0\.4 %\), GPU kernel time\n\n.*15\.4 → 15\.5 µs \(3 against 3 runs\)/,
    )
  })
})
