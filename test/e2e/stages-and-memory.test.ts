import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DerivedValue, RequirementResult } from '../../src/domain/verdict/requirement.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const program = fileURLToPath(new URL('../fixtures/stand-in-pipeline/memory-stand-in.mjs', import.meta.url))

let terminal: Terminal
let clone: string
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  cpSync(program, join(clone, 'stand-in.mjs'))
  terminal.git(clone, 'add', '.')
  terminal.git(clone, 'commit', '--quiet', '-m', 'stand-in')
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

type Json = {
  readonly requirements: readonly RequirementResult[]
  readonly derived: readonly DerivedValue[]
}

type Options = { readonly command?: readonly string[]; readonly suites: readonly string[] }

/** Measures the stand-in with these suites and gives the exit code and the report. */
async function measure(
  name: string,
  { command = [], suites }: Options,
): Promise<{ exitCode: number | null; stdout: string; json: Json }> {
  const text = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, stand-in.mjs, "{output}", "--", "{options}", "{dataset}"${command.map((one) => `, "${one}"`).join('')}]
  proof: { results: { path: "{output}/results.csv", rows: 10 } }
  exitCodes: { "0": success, "4": out-of-memory }
datasets:
  tiny: { preset: tiny, seed: 1 }
suites:
${suites.map((line) => `  ${line}\n`).join('')}`
  writeFileSync(join(clone, '.github', `${name}.yml`), text)
  const run = await terminal.warpgauge(clone, 'run', '--config', `.github/${name}.yml`, '--out', `runs/${name}`)
  const report = await terminal.warpgauge(clone, 'report', `runs/${name}`, '--format', 'json')
  if (report.stdout === '') throw new Error(`${run.stderr}\n${report.stderr}`)
  return { exitCode: run.exitCode, stdout: run.stdout, json: JSON.parse(report.stdout) as Json }
}

const once = 'warmups: 0, repeats: 1'
const repeat = 'repeat: { options: [--repeat, "10"], count: 10, stage: embed }'
const status = ({ requirements }: Json, id: string) =>
  requirements
    .filter((one) => one.id === id)
    .map((one) => `${one.axes['memory'] ?? one.axes['load'] ?? ''} ${one.status}`.trim())

describe('memory of a real process', () => {
  it('leaks: 50 MB stay behind with every repeat (F-17)', async () => {
    const { exitCode, json, stdout } = await measure('leak', {
      command: ['--leak-mb', '50'],
      suites: [`memory: { run: { dataset: tiny, ${once} }, ${repeat} }`],
    })
    expect(status(json, 'LEAK')).toEqual(['resident fail'])
    const slope = json.derived.find(({ name }) => name === 'memory_slope')
    expect(slope?.value).toBeGreaterThan(40e6)
    expect(slope?.value).toBeLessThan(60e6)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('leak')
  })

  it('does not leak when nothing stays behind', async () => {
    const { json } = await measure('steady', { suites: [`memory: { run: { dataset: tiny, ${once} }, ${repeat} }`] })
    const leaks = json.requirements.filter(({ id }) => id === 'LEAK').map((one) => JSON.stringify(one))
    expect(leaks).toEqual([expect.stringContaining('"status":"pass"')])
    expect(status(json, 'LEAK-slope')).toEqual(['resident pass'])
    expect(status(json, 'OOM')).toEqual(['pass'])
  })

  it('runs out and all rows are there: handled; it runs out and the run ends: crashed (F-19, W20)', async () => {
    const suites = [`memory: { run: { dataset: tiny, ${once} }, pressure: [--batch, "3072"] }`]
    const handled = await measure('handled', { suites })
    expect(status(handled.json, 'OOM-handled')).toEqual(['pressure pass'])
    const crashed = await measure('crashed', { command: ['--fragile'], suites })
    expect(status(crashed.json, 'OOM-handled')).toEqual(['pressure fail'])
    expect(status(crashed.json, 'OOM')).toEqual(['pass', 'pressure fail'])
    expect(crashed.exitCode).toBe(1)
    expect(crashed.stdout).toContain('OUT OF MEMORY ERROR')
  })
})

describe('stages of a real process', () => {
  it('are told apart, with the waits and the packing that its batches tell (F-13, F-25, F-26)', async () => {
    const { json } = await measure('stages', {
      suites: ['stages: { run: { dataset: tiny, warmups: 0, repeats: 2 }, gpuStages: [embed] }'],
    })
    const value = (name: string) => json.derived.find((item) => item.name === name)?.value
    expect(value('packing_efficiency')).toBeCloseTo(0.9, 9)
    expect(value('starved_share')).toBe(0)
    expect(status(json, 'PERF-02')).toEqual(['not evaluated'])
    expect(json.derived.find(({ name }) => name === 'telemetry_captured')?.reason).toBe('unavailable: gpu_utilization')
    expect(JSON.stringify(json)).toMatch(/embed.*starved/s)
  })
})
