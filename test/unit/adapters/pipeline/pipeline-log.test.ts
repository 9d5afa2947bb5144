import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pipelineLog } from '../../../../src/programs/virnucpro/pipeline-log.ts'

const published = {
  'Sequence Chunking': 7.1,
  'Six-Frame Translation': 8.4,
  'Nucleotide File Splitting': 3.3,
  'Protein File Splitting': 3.1,
  'DNABERT-S Feature Extraction': 501.9,
  'ESM-2 Feature Extraction': 2591.1,
  'Feature Merging': 34.7,
  'Model Prediction': 37.4,
  'Consensus Scoring': 13.6,
}
import { aStage } from '../../a-run.ts'

test('F-12: the stage lines of a real run give all nine stages in order (X-22)', () => {
  const telemetry = pipelineLog.parse(fixture('stage-lines.log'))
  expect(secondsByStage(telemetry)).toEqual(published)
  expect(telemetry?.stages.map(({ stage }) => stage)).toEqual(Object.keys(published))
  expect(telemetry).toMatchObject({ isResumed: false, problems: [] })
})

test('F-12: the closing summary alone gives the same seconds (X-31)', () => {
  const telemetry = pipelineLog.parse(fixture('summary-block.log'))
  expect(secondsByStage(telemetry)).toEqual(published)
  expect(telemetry).toMatchObject({ isResumed: false, problems: [] })
})

test('F-12: a stage from a checkpoint has no seconds and marks the run as resumed (T8)', () => {
  const telemetry = pipelineLog.parse(fixture('resumed-run.log'))
  expect(telemetry).toEqual({
    stages: [aStage('DNABERT-S Feature Extraction', null)],
    isResumed: true,
    problems: [],
  })
})

test('stage lines and summary of one run agree and are not counted twice', () => {
  const telemetry = pipelineLog.parse(fixture('stage-lines.log') + fixture('summary-block.log'))
  expect(secondsByStage(telemetry)).toEqual(published)
  expect(telemetry?.problems).toEqual([])
})

test('a summary that disagrees with a stage line by more than rounding is reported (T4)', () => {
  const text = `${fixture('stage-lines.log')}  7. Feature Merging .................    35.7s (  1.1%)\n`
  expect(pipelineLog.parse(text)?.problems).toEqual([
    'stage "Feature Merging" took 34.7 s according to its line, but 35.7 s according to the summary',
  ])
})

test('a crashed run leaves its open stage without seconds (T7)', () => {
  const telemetry = pipelineLog.parse(fixture('crashed-run.log'))
  expect(telemetry?.stages).toHaveLength(6)
  expect(telemetry?.stages.at(-1)).toEqual(aStage('ESM-2 Feature Extraction', null))
  expect(telemetry?.problems).toEqual(['stage "ESM-2 Feature Extraction" started and did not end'])
})

test('stages that were silently left out after a resume mark the run as resumed (T2)', () => {
  const lines = fixture('stage-lines.log').split('\n').slice(4).join('\n')
  expect(pipelineLog.parse(lines)).toMatchObject({
    isResumed: true,
    problems: ['stages are missing, as after a resume: Sequence Chunking, Six-Frame Translation'],
  })
})

test('W34: announcements without times are not a stage log, so that another source can speak', () => {
  expect(pipelineLog.parse(fixture('v1-announcements.log'))).toBeNull()
})

test('output without stage lines is not a stage log, as with --quiet (T7)', () => {
  expect(pipelineLog.parse('loading model\ndone\n')).toBeNull()
  expect(pipelineLog.parse('')).toBeNull()
})

test('a line of some other part of the program is not taken for a stage', () => {
  const other = '2026-11-20 14:06:29 - virnucpro.worker - INFO -   Worker 0 completed in 12.0s\n'
  expect(secondsByStage(pipelineLog.parse(fixture('stage-lines.log') + other))).toEqual(published)
})

test('the prefix of the logger may be missing, lines may end in CRLF and carry colours', () => {
  const text = '=== Stage 1: Load ===\r\n\u001b[32m  Load completed in 3s\u001b[0m\r\n'
  expect(secondsByStage(pipelineLog.parse(text))).toEqual({ Load: 3 })
})

test('a stage that completed twice is added up and said so', () => {
  const telemetry = pipelineLog.parse('  Load completed in 3s\n  Load completed in 4s\n')
  expect(secondsByStage(telemetry)).toEqual({ Load: 7 })
  expect(telemetry?.problems).toEqual(['stage "Load" completed 2 times; its times are summed'])
})

test.each([
  ['', null, ['a line of stage "Load" cannot be read, so its time is not known']],
  ['  1. Load ............    7.0s (100.0%)\n', 7, ['a line of stage "Load" cannot be read, so its time is not known']],
])('a stage with a line that is not whole has only the time of the summary (%j)', (summary, seconds, problems) => {
  const text = `  Load completed in 3s\n  Load completed in 3s\n50% ━━━━  Load completed in 4s\n  Save completed in 1s\n${summary}`
  const telemetry = pipelineLog.parse(text)
  expect(secondsByStage(telemetry)).toEqual({ Load: seconds, Save: 1 })
  expect(telemetry?.problems).toEqual(problems)
})

test('giant lines and endless stage names cost nothing and give nothing', () => {
  const dots = `  1. ${'. '.repeat(1500)}${'.'.repeat(1000)} `
  const giant = `  ${'x completed in '.repeat(1e6)}`
  const many = Array.from({ length: 1000 }, (_, index) => `  stage ${index} completed in 1s`).join('\n')
  expect(pipelineLog.parse(`${dots}\n${giant}\n`)).toBeNull()
  expect(pipelineLog.parse(many)?.stages).toHaveLength(500)
})

function secondsByStage(telemetry: ReturnType<typeof pipelineLog.parse>) {
  return Object.fromEntries(telemetry?.stages.map(({ stage, seconds }) => [stage, seconds]) ?? [])
}

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/telemetry/${name}`, import.meta.url), 'utf8')
}
