import { expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { planMatrix, refusePlaceholder } from '../../../../src/judging/plan/plan-run.ts'

const write = (more: string) => `version: 1
pipeline:
  name: a
  command: [a, '{dataset}', '{output}']
  proof: { files: [{ path: '{output}' }] }
${more}datasets: { tiny: { preset: tiny, seed: 1 } }
suites: { end-to-end: { run: { dataset: tiny } } }
runners: { a: { labels: [a], gpus: 1 } }
`

it('refuses a marked placeholder with the way out, before anything is planned', () => {
  const config = parseConfig(write('  placeholder: true\n'), 'a.yml')
  expect(() => refusePlaceholder(config, 'a.yml')).toThrow(/^a\.yml: pipeline\.command is a placeholder/)
  expect(() => planMatrix({ config, configPath: 'a.yml', by: 'testbed' })).toThrow(/placeholder/)
})

it('lets every other config pass', () => {
  expect(() => refusePlaceholder(parseConfig(write(''), 'a.yml'), 'a.yml')).not.toThrow()
  expect(() => parseConfig(write('  placeholder: false\n'), 'a.yml')).toThrow(/placeholder/)
})
