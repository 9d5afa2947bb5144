import { expect, it } from 'vitest'
import { LiveStages } from '../../../../src/adapters/pipeline/live.ts'

const line = (event: string, stage: string) => `${JSON.stringify({ t: 1.5, event, stage })}\n`
const [start, end] = ['stage-start', 'stage-end'].map((event) => (stage: string) => line(event, stage)) as [
  (stage: string) => string,
  (stage: string) => string,
]

it('names the stage that was entered last and is still open', () => {
  const stages = new LiveStages()
  expect(stages.current).toBeNull()
  expect([stages.add(start('run')), stages.current]).toEqual([true, 'run'])
  expect([stages.add(start('embed')), stages.current]).toEqual([true, 'embed'])
  expect([stages.add(end('embed')), stages.current]).toEqual([true, 'run'])
  expect([stages.add(end('run') + start('merge')), stages.current]).toEqual([true, 'merge'])
  expect([stages.add(end('merge')), stages.current]).toEqual([true, null])
})

it('reports no edge for what came and went at once, for further workers of a stage, and for other lines', () => {
  const stages = new LiveStages()
  stages.add(start('embed'))
  expect(stages.add(end('embed') + start('embed'))).toBe(false)
  expect(stages.add(start('embed'))).toBe(false)
  expect(stages.add(end('embed'))).toBe(false)
  expect(stages.add(`${line('batch', 'other')}not JSON\n{}\n`)).toBe(false)
  expect(stages.add('')).toBe(false)
  expect(stages.current).toBe('embed')
  expect(stages.add(end('embed') + end('never'))).toBe(true)
})

it('keeps a thousand open stages at most', () => {
  const stages = new LiveStages()
  stages.add(Array.from({ length: 1000 }, (_, index) => start(`stage ${index}`)).join(''))
  expect([stages.add(start('one more')), stages.current]).toEqual([false, 'stage 999'])
})
