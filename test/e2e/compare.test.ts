import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, writeConfig, type Spoken, type Terminal } from './terminal.ts'

let terminal: Terminal
let clone: string
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  const config = writeConfig(clone, 'quick', {})
  const { stderr } = await say('run', '--config', config, '--out', 'measured')
  if (!stderr.includes('Run folder: measured')) throw new Error(stderr)
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

const say = async (...args: string[]): Promise<Spoken> => await terminal.warpgauge(clone, ...args)

/** The measured folder under another name, with another record, as the head beside itself. */
async function compareChanged(name: string, change: object): Promise<Spoken> {
  cpSync(join(clone, 'measured'), join(clone, name), { recursive: true })
  const record = { ...recordIn(join(clone, 'measured')), ...change }
  writeFileSync(join(clone, name, 'run.json'), JSON.stringify(record))
  return await say('compare', 'measured', name, '--min-effect', '0.9')
}

describe('compare', () => {
  it('begins with the verdict, which a reader would otherwise look for in the rows', async () => {
    expect((await compareChanged('same', {})).stdout).toMatch(/^(Passed|Inconclusive) · compare: /)
    const { trials } = recordIn(join(clone, 'measured'))
    const slower = trials.map((trial) => ({ ...trial, wallSeconds: (trial.wallSeconds ?? 1) * 1000 }))
    const { exitCode, stdout } = await compareChanged('slower', { trials: slower })
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/^Failed · compare: [\d.]+(?:×|\s+%)\s+slower\s[^:]*,\s+wall\s+time\b/),
    ])
  })

  it('takes a path that no file can have as the mistake of the user that it is', async () => {
    const { exitCode, stderr } = await say('compare', 'measured', 'x'.repeat(300))
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: x+ does not exist or cannot be reached\n/)])
  })

  it('passes no head of which runs failed beside those that count', async () => {
    const { trials } = recordIn(join(clone, 'measured'))
    const crash = { exitCode: 3, failure: { kind: 'exit-code', detail: 'exit code 3' } }
    const crashed = { ...trials.at(-1)!, ...crash, index: 99 }
    const { exitCode, stdout, stderr } = await compareChanged('failing', { trials: [...trials, crashed] })
    expect([exitCode, stdout]).toEqual([2, expect.stringMatching(/^Inconclusive · compare: /)])
    expect(stderr).toMatch(/warning: end-to-end\/predict .*: 1 run failed \(exit-code: exit code 3\); \d runs count/)
  })

  it('judges by the gate of the config in the head, or of the named one', async () => {
    const { trials } = recordIn(join(clone, 'measured'))
    const slower = trials.map((trial) => ({ ...trial, wallSeconds: (trial.wallSeconds ?? 1) * 1000 }))
    await compareChanged('gated', { trials: slower })
    const other = writeConfig(clone, 'other', { rest: ['# another gate'] })
    const text = readFileSync(join(clone, other), 'utf8')
    writeFileSync(join(clone, other), text.replace('comparison: {', 'comparison: { gate: [cpu_time],'))
    const { exitCode, stdout } = await say('compare', 'measured', 'gated', '--config', other, '--format', 'json')
    const gates = (JSON.parse(stdout) as { comparisons: { metric: string; isGate: boolean }[] }).comparisons
      .filter(({ isGate }) => isGate)
      .map(({ metric }) => metric)
    expect([exitCode, gates]).toEqual([0, ['cpu_time']])
    const { yardstick } = recordIn(join(clone, 'gated'))
    const changed = await compareChanged('changed', { yardstick: { ...yardstick, sha256: 'a'.repeat(64) } })
    expect([changed.exitCode, changed.stderr]).toEqual([
      2,
      expect.stringContaining('is not the config of the measurement'),
    ])
    expect((await say('compare', 'measured', 'gated', '--config', 'none.yml')).stderr).toContain(
      'there is no config at none.yml',
    )
  })

  it('passes no head that was cut short, and names one without figures', async () => {
    const cut = await compareChanged('cut', { status: 'interrupted', statusDetail: 'the run was cancelled' })
    expect([cut.exitCode, cut.stderr]).toEqual([2, expect.stringContaining('warning: the run was cancelled')])
    const { exitCode, stderr } = await compareChanged('empty', { trials: [] })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the run in empty has no figures to compare')])
  })
})
