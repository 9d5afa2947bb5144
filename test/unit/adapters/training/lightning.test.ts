import { expect, test } from 'vitest'
import { lightning } from '../../../../src/adapters/training.ts'
import { aStage } from '../../a-run.ts'
import { fixtureText } from '../an-output.ts'
import { measureProcessorMs } from '../../../fakes/processor-time.ts'

const report = fixtureText('lightning/fit-simple.txt')

test('actions with at least 1 % of the run are stages, with their total time', () => {
  const { stages, problems } = lightning.parse(report) ?? { stages: [], problems: null }
  expect(stages.slice(0, 3)).toEqual([
    aStage('run_training_epoch', 0.1379),
    aStage('run_training_batch', 0.065144),
    aStage('[LightningModule]M.optimizer_step', 0.064107),
  ])
  expect(stages.every(({ seconds }) => (seconds ?? 0) >= 0.0018038)).toBe(true)
  expect(stages.map(({ stage }) => stage)).not.toContain('Total')
  expect(problems).toEqual([])
})

test('a log with other lines, and the last of several reports', () => {
  const log = fixtureText('lightning/stderr.log')
  expect(lightning.parse(log)?.stages[0]).toEqual(aStage('run_training_epoch', 0.15156))
  expect(lightning.parse(`${log}\n${report}`)).toEqual(lightning.parse(report))
})

test('a report without the line below its table is cut off', () => {
  const cut = lightning.parse(report.slice(0, report.lastIndexOf('|  [Strategy]')))
  expect(cut?.problems).toEqual(['the report is cut off, so actions can be missing'])
})

test.each(['', 'FIT Profiler Report\n', '|  Total | - | 1 | 5 | 100 % |\n', report.replace(/^\|  Total .*$/m, '')])(
  'text number %# holds no report',
  (text) => {
    expect(lightning.parse(text)).toBeNull()
  },
)

test('long rows of blanks take no time', () => {
  const text = `FIT Profiler Report\n${`|${' '.repeat(4000)}\n`.repeat(500)}`
  expect(measureProcessorMs(() => lightning.parse(text))).toBeLessThan(5000)
  expect(lightning.parse(text)).toBeNull()
})
