import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../src/domain/doctor/finding.ts'
import { compileFakeNvml, type FakeNvml } from '../fakes/fake-nvml.ts'
import { hideGpus } from '../fakes/tool-path.ts'
import { openGpuMachine } from './gpu-machine.ts'
import { openTerminal, writeConfig, type Spoken, type Terminal } from './terminal.ts'

let terminal: Terminal
let clone: string
beforeAll(async () => {
  terminal = await openTerminal({ DOCKER_HOST: '' })
  clone = terminal.clone('--depth=1', '--no-tags')
  writeConfig(clone, 'warpgauge')
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

const read = ({ stdout }: Spoken): Diagnosis & { schemaVersion: number } => JSON.parse(stdout) as never
const find = (spoken: Spoken, check: string) => read(spoken).findings.filter((finding) => finding.check === check)
const workflow = (name: string, text: string): void => {
  mkdirSync(join(clone, '.github/workflows'), { recursive: true })
  writeFileSync(join(clone, '.github/workflows', name), text)
}

describe('warpgauge doctor', () => {
  it('tells what it found area by area, within the width of the terminal, with what mends it', async () => {
    const { exitCode, stdout, stderr } = await terminal.warpgauge(clone, 'doctor')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^warpgauge doctor: warn \(0 fail, \d+ warn, \d+ unknown, \d+ ok\)\n\nmachine\n/)
    for (const area of ['machine', 'gpu', 'git', 'config', 'workflows', 'runner'])
      expect(stdout).toMatch(new RegExp(`^${area}$`, 'm'))
    expect(stdout).toMatch(/warn {5}history +shallow: .*\n(?: {3,}.*\n)* {11}→ git fetch --unshallow/)
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/\u001B/)
  })

  it('prints JSON alone, in which everything that is not ok has a remedy', async () => {
    const spoken = await terminal.warpgauge(clone, 'doctor', '--json')
    expect(spoken).toMatchObject({ exitCode: 0, stderr: '' })
    const { schemaVersion, verdict, counts, findings } = read(spoken)
    expect({ schemaVersion, verdict }).toEqual({ schemaVersion: 1, verdict: 'warn' })
    expect(findings).toHaveLength(counts.ok + counts.warn + counts.fail + counts.unknown)
    expect(findings.filter(({ level, mend }) => (level === 'ok') !== (mend === null))).toEqual([])
    expect(new Set(findings.flatMap((finding) => Object.keys(finding)))).toEqual(
      new Set(['area', 'check', 'level', 'subject', 'sentence', 'mend']),
    )
  })

  it('exits with 1 where something fails: a tag that is nowhere, a config that is wrong, or one that is not there', async () => {
    writeConfig(clone, 'tags', { rest: ['revisions: { old: { ref: v0.0 }, base: { ref: merge-base } }'] })
    const tags = await terminal.warpgauge(clone, 'doctor', '--json', '--config', '.github/tags.yml')
    expect(tags.exitCode).toBe(1)
    expect(find(tags, 'git.reference')).toMatchObject([
      { level: 'fail', subject: 'reference v0.0', mend: expect.stringContaining('git tag v0.0') },
    ])
    writeFileSync(join(clone, '.github/wrong.yml'), 'version: 1\npipelin: {}\n')
    const wrong = await terminal.warpgauge(clone, 'doctor', '--json', '--config', '.github/wrong.yml')
    expect(wrong.exitCode).toBe(1)
    expect(find(wrong, 'config.valid')).toMatchObject([
      { level: 'fail', sentence: expect.stringContaining('wrong.yml:2:1') },
    ])
    expect((await terminal.warpgauge(clone, 'doctor', '--config', 'absent.yml')).exitCode).toBe(1)
  })

  it('finds the reference tag at the remote of a clone without tags', async () => {
    writeConfig(clone, 'v1', { rest: ['revisions: { old: { ref: v1.0 } }'] })
    const spoken = await terminal.warpgauge(clone, 'doctor', '--json', '--config', '.github/v1.yml')
    expect(find(spoken, 'git.reference')).toMatchObject([
      { level: 'ok', sentence: expect.stringContaining('at the remote') },
    ])
  })

  it('T-01: finds the token that a checkout has left in .git/config, and shows nothing of it', async () => {
    const leaky = terminal.clone()
    terminal.git(leaky, 'config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic canary')
    const spoken = await terminal.warpgauge(leaky, 'doctor', '--json')
    expect(spoken.exitCode).toBe(1)
    expect(spoken.stdout).not.toContain('canary')
    expect(find(spoken, 'git.credentials')).toMatchObject([
      { level: 'fail', mend: expect.stringContaining('--unset-all') },
    ])
  })

  it('T-03: says where a fork can start this machine, by an event or by editing the workflow', async () => {
    workflow(
      'target.yml',
      'on: pull_request_target\npermissions: {}\njobs:\n  a:\n    runs-on: [self-hosted]\n    steps:\n      - uses: actions/checkout@v7\n        with: { ref: "${{ github.head_ref }}", persist-credentials: false }\n',
    )
    workflow(
      'open.yml',
      'on: pull_request\npermissions: { contents: read }\njobs:\n  a:\n    runs-on: [self-hosted]\n    steps: []\n',
    )
    const spoken = await terminal.warpgauge(clone, 'doctor', '--json')
    expect(spoken.exitCode).toBe(1)
    expect(find(spoken, 'workflows.privileged-checkout')).toMatchObject([
      { level: 'fail', subject: '.github/workflows/target.yml:7' },
    ])
    expect(find(spoken, 'workflows.self-hosted-forks')).toMatchObject([
      { level: 'warn', subject: '.github/workflows/open.yml:4', mend: expect.stringContaining('require approval') },
    ])
  })

  it('finds the workflows of the repository from a directory below its root', async () => {
    workflow('below.yml', 'on: pull_request_target\njobs: { a: { runs-on: [self-hosted], steps: [] } }\n')
    const below = join(clone, 'parts/one')
    mkdirSync(below, { recursive: true })
    const spoken = await terminal.warpgauge(below, 'doctor', '--json')
    expect(read(spoken).findings).toContainEqual(
      expect.objectContaining({ area: 'workflows', subject: expect.stringContaining('below.yml') }),
    )
    rmSync(join(clone, '.github/workflows/below.yml'))
  })

  it('outside of a repository says so and goes on', async () => {
    const nowhere = join(terminal.folder, 'nowhere')
    mkdirSync(nowhere)
    const spoken = await terminal.warpgauge(nowhere, 'doctor', '--json')
    expect(find(spoken, 'git.clone')).toMatchObject([
      { level: 'warn', sentence: expect.stringContaining('not in a git repository') },
    ])
    expect(find(spoken, 'workflows.files')).toMatchObject([{ level: 'unknown' }])
  })

  it('refuses what it does not know', async () => {
    expect((await terminal.warpgauge(clone, 'doctor', '--fix')).exitCode).toBe(2)
  })

  it('changes nothing', async () => {
    const changed = execFileSync('git', ['-C', clone, 'status', '--porcelain'], { encoding: 'utf8' })
    await terminal.warpgauge(clone, 'doctor')
    expect(execFileSync('git', ['-C', clone, 'status', '--porcelain'], { encoding: 'utf8' })).toBe(changed)
  })
})

describe('warpgauge doctor on a machine with GPUs', () => {
  let nvml: FakeNvml
  beforeAll(() => {
    nvml = compileFakeNvml()
  })
  afterAll(() => nvml[Symbol.dispose]())

  it('tells model, driver, settings and use of each, and fails where a stranger uses one', async () => {
    using machine = openGpuMachine(nvml.folder, { driver: ['devices=4'] })
    const well = await machine.warpgauge('doctor', '--json')
    expect(find(well, 'gpu.present')).toMatchObject([
      { level: 'ok', sentence: expect.stringMatching(/^4 × NVIDIA H200$/) },
    ])
    expect(find(well, 'gpu.monitor')).toMatchObject([{ level: 'ok' }])
    expect(find(well, 'gpu.persistence')).toMatchObject([
      { level: 'ok', subject: 'GPU 0,2-3' },
      { level: 'warn', subject: 'GPU 1', mend: expect.stringContaining('nvidia-smi -i 1 -pm 1') },
    ])
    expect(find(well, 'gpu.use')).toMatchObject([{ level: 'ok', subject: 'GPU 0-3' }])
    machine.tellDriver(['process=4242@1:512', 'busy=4'])
    const busy = await machine.warpgauge('doctor', '--json')
    expect(busy.exitCode).toBe(1)
    const failed = find(busy, 'gpu.use').filter(({ level }) => level === 'fail')
    expect(failed.map(({ subject }) => subject)).toEqual(['processes of GPU 1', 'utilization of GPU 2'])
    expect(failed[0]?.sentence).toMatch(/GPU 1 is used by .*pid 4242, 512 MiB/)
  })

  it('fails where the config asks for GPUs and there are none', async () => {
    using machine = openGpuMachine('/nonexistent', { environment: hideGpus() })
    const spoken = await machine.warpgauge('doctor', '--json')
    expect(spoken.exitCode).toBe(1)
    expect(find(spoken, 'gpu.present')).toMatchObject([
      { level: 'fail', mend: expect.stringContaining('nvidia-smi -L') },
    ])
  })
})
