import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, writeConfig, type Terminal } from './terminal.ts'

let terminal: Terminal
let clone: string

beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

function configWith(name: string, launcher: string): string {
  const path = writeConfig(clone, name, { repeats: 1 })
  const text = readFileSync(join(clone, path), 'utf8')
  writeFileSync(join(clone, path), text.replace('  identity:', `  launcher: ${launcher}\n  identity:`))
  return path
}

describe('a custom launcher', () => {
  it('is refused before anything runs when its program is missing', async () => {
    const config = configWith('absent', '{ kind: custom, nodes: 2, command: [absent-launcher] }')
    const run = await terminal.warpgauge(clone, 'run', '--config', config, '--out', 'runs/absent')
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('head: the program absent-launcher was not found'),
    })
  })

  it('may be any argument list, and the report says which node was monitored', async () => {
    const config = configWith('site', '{ kind: custom, nodes: 3, command: [env, "N={nodes}", "AT={host}"] }')
    const run = await terminal.warpgauge(clone, 'run', '--config', config, '--out', 'runs/site')
    expect(`${run.exitCode} ${run.stderr}`).toMatch(/^0 /)
    expect(recordIn(join(clone, 'runs/site')).trials[0]?.argv.slice(0, 3)).toEqual(['env', 'N=3', `AT=${hostname()}`])
    const report = await terminal.warpgauge(clone, 'report', 'runs/site', '--format', 'markdown')
    expect(report.stdout).toContain('the pipeline spans 3 nodes (custom)')
    expect(report.stdout).toContain('cover only the node that warpgauge ran on')
  })
})
