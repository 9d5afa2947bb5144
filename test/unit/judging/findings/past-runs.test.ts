import { describe, expect, it } from 'vitest'
import { nothingKnown, type PriorKnowledge } from '../../../../src/domain/plan/prior-knowledge.ts'
import { listPastRuns } from '../../../../src/judging/findings/sections.ts'
import { aComparison, aSummary } from '../../reporters/a-report.ts'

const known = (sessions: readonly (readonly number[])[]): PriorKnowledge => ({
  ...nothingKnown,
  sessionsOf: (id, metric) => (id === 'scaling/virnucpro gpus=2' && metric === 'wall_time' ? sessions : []),
})

describe('earlier runs of a gate metric', () => {
  it('are one median for each session, oldest first, beside the head of this run', () => {
    const beside = aComparison({ reference: 'v1.0', head: aSummary(2033.1) })
    expect(listPastRuns([aComparison(), beside], known([[3, 1, 2], [], [5, 7]]))).toEqual([
      {
        suite: 'scaling',
        benchmark: 'virnucpro',
        axes: { gpus: 2 },
        metric: 'wall_time',
        unit: 's',
        medians: [2, 6],
        now: 2033.1,
      },
    ])
  })

  it('are none where there is no history, no head, or no gate', () => {
    const sessions = known([[1], [2]])
    expect(listPastRuns([aComparison()], known([[1, 2]]))).toEqual([])
    expect(listPastRuns([aComparison({ head: null })], sessions)).toEqual([])
    expect(listPastRuns([aComparison({ isGate: false })], sessions)).toEqual([])
    expect(listPastRuns([aComparison()], nothingKnown)).toEqual([])
  })
})
