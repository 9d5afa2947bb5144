import { describe, expect, it } from 'vitest'
import { readers } from '../../../../src/programs/index.ts'
import { collectToolReadings } from '../../../../src/judging/ingest/ingest.ts'
import { changed, readFixture, readText } from '../../adapters/an-output.ts'

describe('the figures of a tool', () => {
  it('succeed next to a skipped benchmark, and name it', async () => {
    const reading = await readFixture(readers.nvbench, 'nvbench/run.json')
    const { readings, failure } = collectToolReadings(reading)
    expect(failure).toBeNull()
    expect(readings?.problems.join()).toContain('skipped: Not enough memory')
  })

  it('fail where every benchmark was skipped', async () => {
    const text = changed('nvbench/run.json', ({ benchmarks: [one] }) => {
      one.states = one.states.filter((state: { is_skipped: boolean }) => state.is_skipped)
    })
    const { failure } = collectToolReadings(await readText(readers.nvbench, text))
    expect(failure).toMatchObject({ kind: 'no-proof', detail: expect.stringContaining('skipped: Not enough memory') })
  })

  it('fail where the file has stage times only, and say who judges these', async () => {
    const { failure } = collectToolReadings(await readFixture(readers.lightning, 'lightning/fit-simple.txt'))
    expect(failure?.detail).toContain('the suite command does not judge stage times')
  })
})
