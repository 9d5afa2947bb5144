import { expect, test } from 'vitest'
import { readers } from '../../../../src/adapters/index.ts'
import { transformers } from '../../../../src/adapters/training/transformers.ts'
import { aStage } from '../../a-run.ts'
import { figures, fixtureText, readFixture } from '../an-output.ts'

test('run times are stages, the sum where a stage ran several times', () => {
  const telemetry = transformers.parse(fixtureText('transformers/stdout.log'))
  expect(telemetry?.stages).toEqual([aStage('eval', 0.0153 + 0.0153), aStage('train', 0.1639)])
})

test('numbers without quotes, as version 4 prints them', () => {
  const telemetry = transformers.parse(fixtureText('transformers/stdout-4.46.log'))
  expect(telemetry?.stages).toEqual([aStage('eval', 0.0224 + 0.0298), aStage('train', 0.2821)])
})

test('rates are figures of their stage', async () => {
  expect(figures(await readFixture(readers.transformers, 'transformers/all_results.json'))).toEqual({
    'eval: samples_per_second samples/s': [4248.203],
    'eval: steps_per_second steps/s': [531.025],
    'test: samples_per_second samples/s': [3899.978],
    'test: steps_per_second steps/s': [487.497],
    'train: samples_per_second samples/s': [780.885],
    'train: steps_per_second steps/s': [97.611],
  })
})

test.each(['', "{'loss': 0.5}\n", "{'train_runtime': nan}\n", "{'train_runtime': '1e999'}\n", "'train_runtime': 5"])(
  'text number %# holds no run time',
  (text) => {
    expect(transformers.parse(text)).toBeNull()
  },
)
