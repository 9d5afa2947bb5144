import { expect, test } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'

const text = `version: 1
pipeline:
  name: predict
  command: [node, pipeline.mjs, "{dataset}", -o, "{output}"]
  proof: { stdout: [done] }
  logs: ["{output}/logs/*.log"]
datasets:
  small: { preset: small }
suites:
  memory: { run: { dataset: small }, repeat: { options: [--repeat, "10"], count: 10 }, pressure: { args: [--batch-size, "3072"] } }
  stages: { run: { dataset: small }, gpus: [1, 2] }
`

function problemsOf(changed: string): string {
  try {
    parseConfig(changed, 'warpgauge.yml')
    return ''
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}

test('stages and memory are read with their defaults', () => {
  const { suites } = parseConfig(text, 'warpgauge.yml')
  expect(suites.memory).toMatchObject({ maxGrowthMegabytes: 100, maxPeakShare: 0.95, minAllocatorEfficiency: 0.7 })
  expect(suites.stages).toMatchObject({ minUtilization: 80, maxShare: 0.3, maxImbalance: 0.1, severity: 'fail' })
})

test.each([
  ['[--repeat, "10"]', '[]', 'suites.memory.repeat.options: sets no option, so it would repeat the plain command'],
  ['{ args: [--batch-size, "3072"] }', '{ env: {} }', 'suites.memory.pressure: sets no option'],
  ['[--repeat, "10"]', '[--repeat, "{times}"]', '{times} is not a placeholder'],
  [
    '"{output}/logs/*.log"',
    'logs/*.log',
    'pipeline.logs[0]: must contain {output}; another path could have a log of an older run',
  ],
  ['gpus: [1, 2]', 'gpus: [2, 2]', 'suites.stages.gpus[1]: 2 is repeated'],
])('%s → %s is refused with its place', (from, to, problem) => {
  expect(text).toContain(from)
  expect(problemsOf(text.replace(from, to))).toContain(problem)
})
