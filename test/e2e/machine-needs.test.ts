import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../src/domain/doctor/finding.ts'
import type { Spoken } from '../fakes/inner-command.ts'
import { makeRepository, say, type MadeRepository } from './init-rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-needs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

type Settings = {
  readonly datasets?: string
  readonly passEnv?: string
  readonly env?: string
  readonly setup?: string
  readonly files?: Readonly<Record<string, string>>
}

/** A repository whose setup leaves a mark outside of it. */
function createRepository({ datasets, passEnv = '[]', env = '{}', setup = '', files = {} }: Settings): MadeRepository {
  const suites = datasets
    ? '{ end-to-end: { run: { dataset: own, repeats: 1, warmups: 0 } }, sweep: { run: { dataset: other }, parameters: { n: [1, 2] } } }'
    : '{ end-to-end: { run: { repeats: 1, warmups: 0 } } }'
  const config = `version: 1
pipeline:
  devices: cpu
  command: [sh, -c, 'cat "$0" > "$1"', ${datasets ? '"{dataset}"' : '/dev/null'}, "{output}", "{options}"]
  setup: [[sh, -c, 'echo ran >> ${join(folder, 'ran')}'${setup}]]
  passEnv: ${passEnv}
  env: ${env}
datasets: ${datasets ?? '{}'}
suites: ${suites}
run: { isolation: none, preflight: { minFreeDiskGigabytes: 0 } }
`
  return makeRepository(folder, { files: { '.github/warpgauge.yml': config, ...files } })
}

async function speak(
  repository: MadeRepository,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Spoken> {
  rmSync(join(folder, 'ran'), { force: true })
  return await say({ ...repository, env }, ...args)
}

const run = async (repository: MadeRepository, more?: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  await speak(repository, ['run', '--out', '.warpgauge/first', ...args], more)
const hasSetUp = () => existsSync(join(folder, 'ran'))

async function findByCheck(repository: MadeRepository, check: string, more?: Readonly<Record<string, string>>) {
  const { findings } = JSON.parse((await speak(repository, ['doctor', '--json'], more)).stdout) as Diagnosis
  return findings.filter((finding) => finding.check === check)
}

describe('what commands need from the machine', () => {
  const missing = join(folder, 'missing.fa')
  const datasets = `{ own: { path: ${missing} }, other: { paths: [${missing}] } }`

  it('a file of a dataset: run stops before any setup and names it, its suites, and what to do', async () => {
    using repository = createRepository({ datasets })
    const said = await run(repository)
    expect([said.exitCode, hasSetUp()]).toEqual([2, false])
    expect(said.stderr).toContain(`datasets.own, datasets.other: ${missing} does not exist on this machine`)
    expect(said.stderr).toContain('or leave out end-to-end, sweep (`--suite` names the others)')
    expect(await findByCheck(repository, 'config.datasets')).toMatchObject([
      { level: 'fail', subject: 'datasets.own, datasets.other', sentence: expect.stringContaining(missing) as string },
    ])
  })

  it('a file of a suite that is not measured is not needed', async () => {
    const own = join(folder, 'own.fa')
    writeFileSync(own, '>a\nACGT\n')
    using repository = createRepository({ datasets: `{ own: { path: ${own} }, other: { path: ${missing} } }` })
    const said = await run(repository, {}, '--suite', 'end-to-end')
    expect([said.exitCode, hasSetUp()]).toEqual([0, true])
  })

  it('a variable of passEnv: a warning before any setup, which tells how to set it', async () => {
    using repository = createRepository({
      passEnv: '[HF_HOME, WEIGHTS_DIR, PIP_CACHE_DIR, SET_HERE]',
      env: '{ SET_HERE: a }',
    })
    const said = await run(repository)
    expect([said.exitCode, hasSetUp()]).toEqual([0, true])
    expect(said.stderr).toContain(
      'pipeline.passEnv: HF_HOME is not set, so every run would begin with an empty cache of Hugging Face',
    )
    expect(said.stderr).toContain('pipeline.passEnv: WEIGHTS_DIR is not set')
    expect(said.stderr).toContain('export WEIGHTS_DIR=…')
    expect(said.stderr).not.toMatch(/PIP_CACHE_DIR|SET_HERE/)
    expect(await findByCheck(repository, 'config.variables')).toMatchObject([
      { level: 'warn', subject: 'variable HF_HOME' },
      { level: 'warn', subject: 'variable WEIGHTS_DIR' },
    ])
    const models = join(folder, 'models')
    mkdirSync(models)
    const set = { HF_HOME: models, WEIGHTS_DIR: 'relative' }
    expect((await run(repository, set, '--out', '.warpgauge/second')).exitCode).toBe(0)
    expect(await findByCheck(repository, 'config.variables', set)).toMatchObject([{ level: 'ok' }])
  })

  it('a variable that names a path where nothing is: a warning', async () => {
    using repository = createRepository({ passEnv: '[TORCH_HOME]' })
    const said = await run(repository, { TORCH_HOME: missing })
    expect([said.exitCode, said.stderr]).toEqual([
      0,
      expect.stringContaining(`TORCH_HOME is ${missing}, where nothing is`),
    ])
    expect(await findByCheck(repository, 'config.variables', { TORCH_HOME: missing })).toMatchObject([
      { level: 'warn' },
    ])
  })

  it.each([
    [
      'in requirements',
      '',
      { 'requirements.txt': 'torch\nflash-attn>=2.6  # fast\n' },
      'requirements.txt names flash-attn',
    ],
    ['in a setup', ", pip, install, 'mamba-ssm==2.0'", {}, 'pipeline.setup names mamba-ssm'],
    [
      'in setup.py',
      '',
      { 'setup.py': 'from torch.utils.cpp_extension import CUDAExtension\n' },
      'setup.py names CUDAExtension',
    ],
  ])('a CUDA compiler for packages that setups compile: %s', async (_what, setup, files, sentence) => {
    using repository = createRepository({ setup, files })
    expect((await run(repository)).stderr).toContain(
      `${sentence}, which setups compile where no built package fits; CUDA_HOME`,
    )
    expect(await findByCheck(repository, 'config.compiler')).toMatchObject([
      { level: 'warn', sentence: expect.stringContaining(sentence) as string },
    ])
    expect(await findByCheck(repository, 'config.compiler', { CUDA_HOME: folder })).toEqual([])
  })

  it.each([
    ['is commented out', { 'requirements.txt': '# flash-attn\n' }],
    ['is part of an environment with a compiler', { 'environment.yml': 'dependencies: [cuda-nvcc, flash-attn]\n' }],
  ])('no CUDA compiler where a package %s', async (_what, files) => {
    using repository = createRepository({ files })
    expect(await findByCheck(repository, 'config.compiler')).toEqual([])
  })
})
