import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../src/domain/verdict/report.ts'
import { recordIn } from './run-check.ts'
import { openTerminal, type Spoken, type Terminal } from './terminal.ts'

const tool = (milliseconds: number) => `import { writeFileSync } from 'node:fs'
const values = Array.from({ length: 20 }, (_, index) => ${milliseconds} + (process.pid % 5) * 0.02 + index * 0.01)
writeFileSync(process.argv[2], JSON.stringify([
  { name: 'sort', metric: 'time', unit: 'ms', samples: values, axes: { size: 1024 } },
  { name: 'steady', metric: 'time', unit: 'ms', samples: values.map((value) => value - ${milliseconds} + 40) },
]))
`
const config = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: ["true"]
  proof: { stdout: [never] }
datasets: {}
run: { warmups: 0, repeats: 5, maxRepeats: 10 }
suites:
  command:
    benchmarks:
      - { name: kernels, command: [node, bench.mjs, "{output}/bench.json"], files: ["{output}/bench.json"] }
      - { name: broken, command: ["true", "{output}"], files: ["{output}/bench.json"], run: { repeats: 2 } }
comparison: { reference: merge-base, minEffect: 0.05 }
`

let terminal: Terminal
let clone: string
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  const commit = (milliseconds: number) => {
    writeFileSync(join(clone, 'bench.mjs'), tool(milliseconds))
    terminal.git(clone, 'add', '.')
    terminal.git(clone, 'commit', '--quiet', '-m', `The benchmark takes ${milliseconds} ms`)
  }
  writeFileSync(join(clone, 'bench.yml'), config)
  commit(100)
  commit(130)
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

describe('any benchmark tool beside the merge base', () => {
  let run: Spoken
  let report: Report
  beforeAll(async () => {
    run = await terminal.warpgauge(clone, 'run', '--config', 'bench.yml', '--base', 'HEAD~1', '--out', 'runs/tool')
    if (run.exitCode === 2) throw new Error(run.stderr)
    report = JSON.parse((await terminal.warpgauge(clone, 'report', 'runs/tool', '--format', 'json')).stdout) as Report
  })

  it('finds what got slower, and nothing else', () => {
    const verdicts = report.comparisons.filter(({ isGate }) => isGate).map(({ metric, verdict }) => [metric, verdict])
    expect(verdicts).toContainEqual(['bench:sort size=1024 time', 'regression'])
    expect(verdicts).toContainEqual(['bench:steady time', 'unchanged'])
    expect(run.exitCode).toBe(1)
  })

  it('runs both revisions in turn, each in processes of its own, with all their values on record', () => {
    const { trials } = recordIn(join(clone, 'runs/tool'))
    const kernels = trials.filter(({ caseId }) => caseId.startsWith('command/kernels'))
    expect(new Set(kernels.map(({ commit }) => commit)).size).toBe(2)
    const readings = kernels.map(({ readings: found }) =>
      found?.benchmarks.map(({ count, samples }) => [count, samples.length]),
    )
    expect(readings.every((found) => JSON.stringify(found) === '[[20,20],[20,20]]')).toBe(true)
    expect(kernels.filter(({ commit }) => commit === kernels[0]?.commit).length).toBeGreaterThanOrEqual(5)
  })

  it('says of a tool that exits with 0 and writes nothing that it measured nothing (W1, W7)', () => {
    const broken = report.findings.find(({ subject, kind }) => subject === 'command/broken gpus=1' && kind === 'failed')
    expect(broken?.reason).toContain('no-proof: no file matches {output}/bench.json')
  })
})
