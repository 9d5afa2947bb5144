import { expect, test } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'

const text = (run: string, suite = ''): string => `version: 1
pipeline:
  name: predict
  command: [node, pipeline.mjs, "{dataset}", -o, "{output}"]
  proof: { stdout: [done] }
datasets:
  small: { preset: small }
suites:
  stages: { run: { dataset: small${suite} } }
run: { ${run} }
comparison: { confirm: exact }
`

test.each([
  ['repeats: 3, maxRepeats: 6', '', 'run.maxRepeats: is 6; comparison.confirm: exact needs 7 or more'],
  [
    'maxRepeats: 10',
    ', maxRepeats: 5',
    'suites.stages.run.maxRepeats: is 5; comparison.confirm: exact needs 7 or more',
  ],
])('exact with %s%s is refused', (run, suite, problem) => {
  expect(() => parseConfig(text(run, suite), 'warpgauge.yml')).toThrow(problem)
})

test('exact with seven pairs or more is taken, and default with any', () => {
  expect(parseConfig(text('maxRepeats: 7'), 'warpgauge.yml').comparison.confirm).toBe('exact')
  const plain = text('maxRepeats: 3').replace('confirm: exact', 'confirm: default')
  expect(parseConfig(plain, 'warpgauge.yml').comparison.confirm).toBe('default')
})
