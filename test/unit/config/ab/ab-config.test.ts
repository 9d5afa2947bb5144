import { describe, expect, it } from 'vitest'
import { buildAbConfig, formatAbConfig, parseCommandText, type AbRequest } from '../../../../src/config/ab/ab-config.ts'
import { parseConfig } from '../../../../src/config/load.ts'
import { fillCommand, startIn } from '../../../../src/domain/core/command.ts'

const request: AbRequest = {
  command: ['python', 'train.py', '--steps', '100'],
  otherCommand: null,
  setup: [],
  metrics: [],
  gpus: 1,
  warmups: 1,
  runs: null,
  passEnv: [],
  proofs: [],
  directory: '',
}

function load(given: Partial<AbRequest> = {}) {
  return parseConfig(formatAbConfig({ ...request, ...given }), 'warpgauge-ab.yml')
}

describe('the config of warpgauge ab', () => {
  it('compares the command with the merge base, with the gates of a pull request', () => {
    const { pipeline, revisions, suites, run, comparison } = load()
    expect(pipeline).toMatchObject({ name: 'train', command: request.command, devices: 'gpu', setup: [] })
    expect(revisions).toEqual({ base: { ref: 'merge-base' } })
    expect(suites.revision).toMatchObject({ against: ['base'], gpus: 1, baseline: 'fresh' })
    expect(run).toMatchObject({ warmups: 1, repeats: 3, maxRepeats: 20, gpuMinutes: 10 })
    expect(comparison.gate).toBe('auto')
  })

  it('compares two commands at the measured commit', () => {
    const { pipeline, revisions, suites } = load({ command: ['b'], otherCommand: ['a'] })
    expect(pipeline.command).toEqual(['b'])
    expect(revisions).toEqual({ 'command-a': { ref: 'HEAD', command: ['a'] } })
    expect(suites.revision?.against).toEqual(['command-a'])
  })

  it('takes setup, metrics, GPUs, runs, variables and the directory from the arguments', () => {
    const { pipeline, suites, run, comparison } = load({
      setup: [['make']],
      metrics: ['cpu_time'],
      gpus: 2,
      warmups: 0,
      runs: 5,
      passEnv: ['HF_HOME'],
      proofs: ['done'],
      directory: 'tools/fit',
    })
    const place = startIn('tools/fit', [])
    expect(pipeline).toMatchObject({ command: [...place, ...request.command], setup: [[...place, 'make']] })
    expect(pipeline.proof?.stdout).toEqual(['done'])
    expect([pipeline.passEnv, suites.revision?.gpus, comparison.gate]).toEqual([['HF_HOME'], 2, ['cpu_time']])
    expect(run).toMatchObject({ warmups: 0, repeats: 5, maxRepeats: 5 })
    expect(run.gpuMinutes).toBeUndefined()
  })

  it('passes words in braces that are no placeholders as they are', () => {
    const { pipeline, revisions } = load({
      command: ['awk', '{print}', '{output}', '${x}', '{{print}}'],
      otherCommand: ['awk', '{ print $1 }'],
    })
    expect(pipeline.command).toEqual(['awk', '{{print}}', '{output}', '${x}', '{{{print}}}'])
    expect(revisions['command-a']?.command).toEqual(['awk', '{ print $1 }'])
    const values = { dataset: [], gpus: [0], output: '/out' }
    expect(fillCommand(pipeline.command, values)).toEqual(['awk', '{print}', '/out', '${x}', '{{print}}'])
  })

  it('measures a program without GPUs on one CPU device', () => {
    const { pipeline, suites } = load({ gpus: 0 })
    expect([pipeline.devices, suites.revision?.gpus]).toEqual(['cpu', 1])
  })

  it.each([
    [['./build/Matmul-Bench', '--n', '1'], 'matmul-bench'],
    [['sh', '-c', 'FAST=1 python3 run_me.py | tail -1'], 'fast-1'],
    [['python3', '-m', 'pip'], 'pip'],
    [['torchrun', '--nproc-per-node=2', 'train.py'], 'train'],
    [['日本'], 'command'],
  ])('names the benchmark of %j', (command, name) => {
    expect(buildAbConfig({ ...request, command }).pipeline?.name).toBe(name)
  })
})

describe('a command as text', () => {
  it.each([
    ['python sort.py --n 3', ['python', 'sort.py', '--n', '3']],
    ["echo 'two words'", ['echo', 'two words']],
    ['sort < big.txt', ['sh', '-c', 'sort < big.txt']],
    ['FAST=1 ./run', ['sh', '-c', 'FAST=1 ./run']],
    ['', ['sh', '-c', '']],
  ])('%s becomes arguments, or a call of sh', (text, argv) => {
    expect(parseCommandText(text)).toEqual(argv)
  })
})
