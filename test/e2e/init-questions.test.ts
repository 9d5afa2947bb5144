import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { programRepositories, type InitRepository } from './init-repositories.ts'
import { answerInit, makeRepository } from './init-rig.ts'
import type { TypedKeys } from './pseudo-terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-questions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const [enter, down, interrupt] = ['\r', '\u001B[B', '\u0003']
/** Accepts the runner, the trust model and the files. */
const accepted: readonly TypedKeys[] = [
  { at: /Labels of the measuring runner/, keys: enter },
  { at: /Whose code may run/, keys: enter },
  { at: /Write the config and the workflows\?/, keys: enter },
]

/** Answers the questions of `init`; `pipeline` is that of the written config, null if there is none. */
async function answer(files: InitRepository, typed: readonly TypedKeys[]) {
  using repository = makeRepository(folder, files)
  const said = await answerInit(repository, typed)
  const config = join(repository.path, '.github/warpgauge.yml')
  const pipeline = existsSync(config) ? parse(readFileSync(config, 'utf8')).pipeline : null
  return { ...said, pipeline }
}

const program = /Which program should be measured\?/
const { script, tool } = programRepositories

describe('the questions of init', () => {
  it('let the user choose among the programs that were found', async () => {
    const train = script.files['train.py'] ?? ''
    const several = { files: { ...script.files, 'bench_sort.py': train.replace('train', 'sort') } }
    const { exitCode, stdout, pipeline } = await answer(several, [{ at: program, keys: down + enter }, ...accepted])
    expect([exitCode, pipeline?.command.slice(0, 2)]).toEqual([0, ['python3', 'bench_sort.py']])
    expect(stdout).toMatch(/Measures on the GPU: python3 bench_sort\.py /)
  })

  it('ask for the arguments of a program that needs some, and keep its build', async () => {
    const { exitCode, pipeline } = await answer(tool, [
      { at: program, keys: enter },
      { at: /Command to measure, with its arguments/, keys: `$INPUT\u0015` },
      { at: /build\/count|empty/, keys: `build/count '/data/one two.txt'${enter}` },
      ...accepted,
    ])
    expect([exitCode, pipeline?.command]).toEqual([0, ['build/count', '/data/one two.txt']])
    expect(pipeline).not.toHaveProperty('placeholder')
    expect(pipeline?.setup.at(-1)).toEqual(['cmake', '--build', 'build', '--parallel'])
  })

  it('offer the config of the package for a project that it knows', async () => {
    const paths = ['virnucpro/__main__.py', 'virnucpro/cli/predict.py', 'virnucpro/pipeline/prediction.py']
    const known = { files: Object.fromEntries(paths.map((path) => [path, ''])) }
    const offer = /a config for VirNucPro with every suite and limit\. Use it\?/
    const { exitCode, pipeline } = await answer(known, [{ at: offer, keys: enter }, ...accepted])
    expect([exitCode, pipeline?.command.slice(0, 4)]).toEqual([0, ['.venv/bin/python', '-m', 'virnucpro', 'predict']])
  })

  it('write nothing after Ctrl-C', async () => {
    const { exitCode, stdout, pipeline } = await answer(tool, [{ at: program, keys: interrupt }])
    expect([exitCode, pipeline]).toEqual([0, null])
    expect(stdout).toContain('Nothing was written.')
  })
})
