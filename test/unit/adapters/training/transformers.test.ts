import { expect, test } from 'vitest'
import { readers } from '../../../../src/programs/index.ts'
import { transformers } from '../../../../src/adapters/training.ts'
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

test.each([
  "{'eval_runtime': 2}\n{'eval_runtime': nan, 'train_runtime': 3}\n",
  "{'eval_runtime': '1e999'}\n{'eval_runtime': 4, 'train_runtime': 3}\n",
  "{'eval_runtime': 2}\n{'loss': 1, 'eval_runtime': 2\n{'train_runtime': 3}\n",
  "{'eval_runtime': 2}\n{'eval_runtime': \r 50%|\n{'train_runtime': 3}\n",
  '{"eval_runtime": NaN, "train_runtime": 3, "eval_loss": Infinity}',
  '{"log_history": [{"eval_runtime": -1, "loss": NaN}, {"train_runtime": 3}]}',
])('a stage with a run time that is no number has no time: %s', (text) => {
  const telemetry = transformers.parse(text)
  expect(telemetry?.stages).toEqual([aStage('eval', null), aStage('train', 3)])
  expect(telemetry?.problems).toEqual(['eval_runtime is not a number of seconds'])
})

test('the state of the Trainer gives what it has logged, also when the loss diverged', () => {
  const logs =
    '[{"loss": NaN, "step": 1}, {"eval_runtime": 2, "eval_steps_per_second": NaN}, {"eval_runtime": 3}, null]'
  const telemetry = transformers.parse(`{"epoch": 2.0, "log_history": ${logs}}`)
  const problems = ['eval: a value of steps_per_second is not a number']
  expect(telemetry).toMatchObject({ stages: [aStage('eval', 5)], benchmarks: [], problems })
})

test('a rate that is once no number is named and not judged', () => {
  const text = "{'eval_runtime': 2, 'eval_steps_per_second': 3}\n{'eval_runtime': 2, 'eval_steps_per_second': 'N/A'}\n"
  const problems = ['eval: a value of steps_per_second is not a number']
  expect(transformers.parse(text)).toMatchObject({ benchmarks: [], problems })
})

test.each(['', "{'loss': 0.5}\n", "'train_runtime': 5"])('text number %# holds no run time', (text) => {
  expect(transformers.parse(text)).toBeNull()
})
