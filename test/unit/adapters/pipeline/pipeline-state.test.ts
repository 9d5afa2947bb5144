import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pipelineState } from '../../../../src/programs/virnucpro/pipeline-state.ts'
import { aStage } from '../../a-run.ts'

test('W34: a completed run gives all nine stages under the names of the log', () => {
  const telemetry = pipelineState.parse(fixture('pipeline-state-completed.json'))
  expect(telemetry?.stages).toHaveLength(9)
  expect(telemetry?.stages[0]).toEqual({
    stage: 'Sequence Chunking',
    seconds: 0.0051,
    startedMs: Date.UTC(2026, 0, 22, 17, 32, 44, 463),
    endedMs: Date.UTC(2026, 0, 22, 17, 32, 44, 468),
  })
  expect(telemetry?.stages[5]).toMatchObject({ stage: 'ESM-2 Feature Extraction', seconds: 14.936694 })
  expect(telemetry).toMatchObject({ isResumed: false, problems: [] })
})

test('a failed stage has no seconds, and stages that never started are left out', () => {
  const telemetry = pipelineState.parse(fixture('pipeline-state-failed.json'))
  expect(telemetry?.stages).toHaveLength(6)
  expect(telemetry?.stages.at(-1)).toEqual(aStage('ESM-2 Feature Extraction', null))
  expect(telemetry?.problems).toEqual(['stage "ESM-2 Feature Extraction" failed'])
})

test('a duration of NaN is named, and the other stages are read', () => {
  const stage = (seconds: string) => `{"status": "completed", "duration_seconds": ${seconds}}`
  const telemetry = pipelineState.parse(`{"a": ${stage('NaN')}, "b": ${stage('2')}}`)
  expect(telemetry?.stages).toEqual([aStage('a', null), aStage('b', 2)])
  expect(telemetry?.problems).toEqual(['stage "a" is completed, but its duration_seconds is not a number of seconds'])
})

test('a stage of another pipeline keeps its own key', () => {
  const text = JSON.stringify({ stages: { warm: { status: 'completed', duration_seconds: 2 } } })
  expect(pipelineState.parse(text)?.stages).toEqual([aStage('warm', 2)])
})

test.each(['null', '"14.9"', '-1', '1e999'])('a completed stage with the duration %s has no seconds', (duration) => {
  const text = `{"stages":{"CHUNKING":{"status":"completed","duration_seconds":${duration}}}}`
  expect(pipelineState.parse(text)).toMatchObject({
    stages: [aStage('Sequence Chunking', null)],
    problems: [expect.stringContaining('duration_seconds')],
  })
})

test('a long pause between two stages is reported', () => {
  const first = { status: 'completed', duration_seconds: 1, completed_at: '2026-01-22T10:00:00.000001' }
  const second = { status: 'completed', duration_seconds: 1, started_at: '2026-01-22T11:00:00.000001' }
  const telemetry = pipelineState.parse(JSON.stringify({ stages: { CHUNKING: first, TRANSLATION: second } }))
  expect(telemetry?.problems).toEqual(['3600 s passed between CHUNKING and TRANSLATION; the run may have been resumed'])
})

test.each(['', '{', '[]', 'null', '7', '{"stages":[]}', '{"stages":{"a":{"status":"odd"}}}', '[['.repeat(1e5)])(
  'text number %# is not a state file',
  (text) => {
    expect(pipelineState.parse(text)).toBeNull()
  },
)

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/telemetry/${name}`, import.meta.url), 'utf8')
}
