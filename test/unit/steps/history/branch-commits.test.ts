import { describe, expect, it } from 'vitest'
import { withoutAbandoned, selectDistinctRecords } from '../../../../src/domain/history/history-records.ts'
import { withAbandoned } from '../../../../src/steps/history/branch-commits.ts'
import { aHistoryRecord } from '../../a-history.ts'
import { parseHistoryRecord } from '../../../../src/config/records/parse-records.ts'
import type { HistoryRecord } from '../../../../src/record/history.ts'

const toId = (name: string): string => Buffer.from(name.padEnd(20, '.')).toString('hex')
const names = new Map<string, string>()

/** `c3` is the third commit of the branch, `c3.x2` the second one after it on another line; `?` ends an unknown one. */
function isAncestor(commit: string, tip: string): Promise<boolean | null> {
  const [one = '', other = ''] = [names.get(commit), names.get(tip)]
  if (`${one}${other}`.includes('?')) return Promise.resolve(null)
  const isOnTrunk = !one.includes('.') && Number(one.slice(1)) <= Number(other.slice(1).split('.')[0])
  const isOnLine = one.includes('.') && one.slice(0, 4) === other.slice(0, 4) && one <= other
  return Promise.resolve(isOnTrunk || isOnLine)
}

/** Records commits one after the other; returns what the history shows then, and the warnings. `late`: measured first. */
async function show(...commits: readonly string[]) {
  const warnings: string[] = []
  const logger = { warning: (text: string) => void warnings.push(text) }
  let records: HistoryRecord[] = []
  for (const [index, called] of commits.entries()) {
    const name = called.replace(' late', '')
    const [trunk = '', line = ''] = name.replace('?', '').split('.')
    names.set(toId(name), name.replace('?', ''))
    const order = Number(trunk.slice(1)) + Number(line.slice(1))
    const measuredAt = new Date(Date.UTC(2026, 0, 1, name === called ? index : 0)).toISOString()
    const record = aHistoryRecord(order, { wall_time: 1 }, { commit: toId(name), measuredAt, runId: `run-${index}` })
    const placed = await withAbandoned(record, withoutAbandoned(records), { branchLog: { isAncestor }, logger })
    names.set(toId(name), name)
    records = selectDistinctRecords([...records, parseHistoryRecord(JSON.stringify(placed), 'the record')])
  }
  return { shown: withoutAbandoned(records).map(({ commit }) => names.get(commit)), warnings }
}

describe('commits that a force push took out of the branch', () => {
  it.each([
    ['no reset', ['c1', 'c2', 'c3'], ['c1', 'c2', 'c3']],
    ['an older commit, measured later', ['c1', 'c4', 'c2', 'c3'], ['c1', 'c2', 'c3', 'c4']],
    ['a reset', ['c1', 'c2', 'c2.x1', 'c2.x2', 'c2.y1'], ['c1', 'c2', 'c2.y1']],
    ['commits after a reset', ['c1', 'c1.x1', 'c1.x2', 'c1.y1', 'c1.y2', 'c1.y3'], ['c1', 'c1.y1', 'c1.y2', 'c1.y3']],
    ['a reset that was undone', ['c1', 'c1.x1', 'c1.x2', 'c1.y1', 'c1.x3'], ['c1', 'c1.x1', 'c1.x2', 'c1.x3']],
    ['two runs of one commit', ['c1', 'c1.x1', 'c1.x1', 'c1.y1', 'c1.y1'], ['c1', 'c1.y1', 'c1.y1']],
    ['a run of before a reset, added after it', ['c1', 'c1.y1', 'c1.x1 late', 'c1.y2'], ['c1', 'c1.y1', 'c1.y2']],
    ['a commit that is gone', ['c1', 'c1.x1?', 'c1.y1'], ['c1', 'c1.y1']],
  ])('%s: %j shows %j', async (_name, commits, expected) => {
    expect((await show(...commits)).shown).toEqual(expected)
  })

  it('are named, and so are newer ones that the clone lacks', async () => {
    expect((await show('c1', 'c1.x1', 'c1.y1')).warnings).toEqual([
      expect.stringMatching(/^\w{7} does not descend from 1 recorded commit \(the branch was reset\); .*: \w{7}$/),
    ])
    expect((await show('c1', 'c1.y1', 'c1.x1 late')).warnings).toEqual([
      expect.stringMatching(/^\w{7} is not an ancestor of 1 recorded commit .* leaves this run out: \w{7}$/),
    ])
    const { shown, warnings } = await show('c1', 'c5?', 'c2')
    expect([shown, warnings]).toEqual([['c1', 'c2', 'c5?'], [expect.stringContaining('is not in this clone')]])
  })
})
