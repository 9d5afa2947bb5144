import { expect, test } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'

const write = (telemetry: string) => `version: 1
pipeline:
  name: predict
  command: [predict, "{dataset}", "{output}"]
  telemetry: ${telemetry}
  proof: { files: [{ path: "{output}/a.csv" }] }
datasets: { tiny: { preset: tiny, seed: 1 } }
suites: { stages: { run: { dataset: tiny } } }
`

test('formats and named files can be mixed', () => {
  const sources = '[events, lightning, { format: nsys, files: ["{output}/trace.sqlite"] }]'
  expect(parseConfig(write(sources), 'a.yml').pipeline?.telemetry).toEqual([
    'events',
    'lightning',
    { format: 'nsys', files: ['{output}/trace.sqlite'] },
  ])
})

test.each([
  ['[{ format: nsys, files: [trace.sqlite] }]', 'pipeline.telemetry[0].files[0]: must contain {output}'],
  ['[{ format: nsys, files: ["{output}/{outptu}"] }]', '{outptu} is not a placeholder'],
  ['[{ format: nsys, files: [] }]', 'pipeline.telemetry[0]'],
  ['[nsys]', 'pipeline.telemetry[0]'],
])('%s is refused', (telemetry, problem) => {
  expect(() => parseConfig(write(telemetry), 'a.yml')).toThrow(problem)
})
