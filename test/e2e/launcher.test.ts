import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, writeConfig, type Terminal } from './terminal.ts'

/** Takes srun's place on PATH: writes down how it was called, and runs the command once, as the head node would. */
const fakeSrun = `#!/usr/bin/env node
const { spawnSync } = require('node:child_process')
const { appendFileSync } = require('node:fs')
const own = process.argv.slice(2)
const at = own.findIndex((argument) => !argument.startsWith('--'))
const seen = { options: own.slice(0, at), job: process.env.SLURM_JOB_ID, jwt: process.env.SLURM_JWT ?? null, trial: process.env.WARPGAUGE_TRIAL_ID ?? null }
appendFileSync(__dirname + '/calls.jsonl', JSON.stringify(seen) + '\\n')
process.exit(spawnSync(own[at], own.slice(at + 1), { stdio: 'inherit' }).status ?? 1)
`
type Call = {
  readonly options: readonly string[]
  readonly job: string
  readonly jwt: string | null
  readonly trial: string | null
}

const bin = mkdtempSync(join(tmpdir(), 'warpgauge-srun-'))
const before = { PATH: process.env['PATH'] }
let terminal: Terminal
let clone: string

beforeAll(async () => {
  writeFileSync(join(bin, 'srun'), fakeSrun)
  chmodSync(join(bin, 'srun'), 0o755)
  mkdirSync(join(bin, 'empty'))
  process.env['PATH'] = `${bin}:${before.PATH}`
  terminal = await openTerminal({ SLURM_JOB_ID: '4711', SLURM_JWT: 'secret-canary' })
  clone = terminal.clone()
})
afterAll(async () => {
  process.env['PATH'] = before.PATH
  await terminal[Symbol.asyncDispose]()
})

function configWith(name: string, launcher: string): string {
  const path = writeConfig(clone, name, { repeats: 1 })
  const text = readFileSync(join(clone, path), 'utf8')
  writeFileSync(join(clone, path), text.replace('  identity:', `  launcher: ${launcher}\n  identity:`))
  return path
}

describe('a pipeline that srun starts on two nodes', () => {
  it('is run by it, with its place in the batch system and no secret of it', () => {
    const config = configWith('spanning', '{ kind: srun, nodes: 2, args: ["--partition=gpu"] }')
    const run = terminal.warpgauge(clone, 'run', '--config', config, '--out', 'runs/spanning')
    expect(`${run.exitCode} ${run.stderr}`).toMatch(/^0 /)
    const calls = readFileSync(join(bin, 'calls.jsonl'), 'utf8').trim().split('\n')
    const [call] = calls.map((line) => JSON.parse(line) as Call)
    expect(call).toMatchObject({ job: '4711', jwt: null, trial: expect.stringMatching(/./) })
    expect(call?.options).toEqual([
      '--nodes=2',
      '--ntasks-per-node=1',
      '--kill-on-bad-exit=1',
      '--unbuffered',
      '--partition=gpu',
    ])
    const record = recordIn(join(clone, 'runs/spanning'))
    expect(record.trials[0]?.argv.slice(0, 3)).toEqual(['srun', '--nodes=2', '--ntasks-per-node=1'])
    expect(record.commands['head']?.[0]).toBe('srun')
  })

  it('is reported with what was not watched', () => {
    const report = terminal.warpgauge(clone, 'report', 'runs/spanning', '--format', 'markdown')
    expect(report.stdout).toContain('the pipeline spans 2 nodes (srun)')
    expect(report.stdout).toContain('cover only the node that warpgauge ran on')
  })

  it('is refused before anything runs when its launcher is not there', () => {
    const config = configWith('absent', '{ kind: custom, nodes: 2, command: [absent-launcher] }')
    const run = terminal.warpgauge(clone, 'run', '--config', config, '--out', 'runs/absent')
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('head: the program absent-launcher was not found'),
    })
  })

  it('may be started by anything that is an argument list', () => {
    const srun = join(bin, 'srun')
    const config = configWith('site', `{ kind: custom, nodes: 3, command: ["${srun}", "--n={nodes}", "--at={host}"] }`)
    const run = terminal.warpgauge(clone, 'run', '--config', config, '--out', 'runs/site')
    expect(`${run.exitCode} ${run.stderr}`).toMatch(/^0 /)
    expect(recordIn(join(clone, 'runs/site')).trials[0]?.argv.slice(1, 3)).toEqual(['--n=3', `--at=${hostname()}`])
  })
})
