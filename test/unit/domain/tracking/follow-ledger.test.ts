import { describe, expect, it } from 'vitest'
import { followLedger } from '../../../../src/domain/history/ledger.ts'
import { observe, type TrackingRules } from '../../../../src/domain/history/observe.ts'
import { aHistory, aHistoryRecord, commitAt, someRules, testbedId } from '../../a-history.ts'
import { noisySeries, stairs } from '../noisy-series.ts'
import type { HistoryRecord, Ledger } from '../../../../src/record/history.ts'

const empty: Ledger = { schemaVersion: 1, testbedId, entries: [] }
const follower = { by: 'job', at: '2026-11-20T12:00:00.000Z' }

type Step = { readonly order: number; readonly kind: string; readonly id: string }

/** What an issue has to say after a run, by entry. */
function listNews(before: Ledger, after: Ledger) {
  return after.entries.flatMap((entry) => {
    const old = before.entries.find(({ id }) => id === entry.id)
    if (!old) return [{ kind: 'opened', id: entry.id }]
    if (old.state !== entry.state) return [{ kind: entry.state === 'healed' ? 'healed' : 'returned', id: entry.id }]
    return old.isTold && !entry.isTold ? [{ kind: 'grown', id: entry.id }] : []
  })
}

/** As after the issues were written. */
function told(ledger: Ledger): Ledger {
  return { ...ledger, entries: ledger.entries.map((entry) => ({ ...entry, isTold: true })) }
}

/** Follows a history run by run, as a workflow would, and gives what changed. */
function live(records: readonly HistoryRecord[], rules: TrackingRules = someRules, from = 10) {
  let ledger = empty
  const steps: Step[] = []
  for (let count = from; count <= records.length; count += 1) {
    const known = records.slice(0, count)
    const latest = known.at(-1)!
    const followed = followLedger(ledger, observe(known, latest, [], rules), rules, follower)
    steps.push(...listNews(ledger, followed.ledger).map((news) => ({ order: latest.order, ...news })))
    ledger = followed.ledger
  }
  return { ledger, steps }
}

const at = (order: number): string => `${testbedId}@${commitAt(order).slice(0, 12)}`

describe('follow', () => {
  it('opens one entry for one step, whatever number of metrics it moves', () => {
    const { ledger, steps } = live(aHistory([30, 100], [20, 110]))
    expect(steps).toEqual([{ order: 42, kind: 'opened', id: at(31) }])
    expect(ledger.entries[0]).toMatchObject({ goodCommit: commitAt(30), badCommit: commitAt(31), isTold: false })
    expect(ledger.entries[0]!.metrics.map(({ name }) => name).toSorted()).toEqual([
      'scaling/predict gpus=1 throughput',
      'scaling/predict gpus=1 wall_time',
    ])
  })

  it('opens at first sight when told to', () => {
    const { steps } = live(aHistory([30, 100], [20, 110]), { ...someRules, openWhen: 'candidate' })
    expect(steps).toHaveLength(1)
    expect(steps[0]!.order).toBeLessThan(40)
  })

  it('heals when the level is back and returns when it is bad again, all in one entry', () => {
    const { ledger, steps } = live(aHistory([25, 100], [20, 110], [25, 100.2], [20, 110]))
    expect(steps.map(({ kind }) => kind)).toEqual(['opened', 'healed', 'returned'])
    expect(new Set(steps.map(({ id }) => id)).size).toBe(1)
    expect(ledger.entries[0]).toMatchObject({ state: 'open', healed: null, badCommit: commitAt(71) })
  })

  it.each([
    ['wall_time and throughput', ['wall_time', 'throughput'], ['opened', 'healed']],
    ['wall_time alone', ['wall_time'], ['opened']],
  ])('of three metrics heals by what was measured: %s', (_what, measured, kinds) => {
    const records = aHistory([25, 100], [20, 110], [25, 100.2]).map((record) => {
      const [first] = record.cases
      const metrics = [...first!.metrics, { ...first!.metrics[0]!, name: 'cpu_time' }]
      const left = record.order > 45 ? metrics.filter(({ name }) => measured.includes(name)) : metrics
      return { ...record, cases: [{ ...first!, metrics: left }] }
    })
    expect(live(records).steps.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('takes another step of another size for another cause', () => {
    const { steps } = live(aHistory([25, 100], [20, 110], [25, 100], [25, 135]))
    expect(steps.map(({ kind }) => kind)).toEqual(['opened', 'healed', 'opened'])
  })

  it('tells two causes apart that lie a few commits apart in different metrics', () => {
    const one = noisySeries(stairs([30, 100], [40, 110]), { seed: 1, sigma: 0.004 })
    const two = noisySeries(stairs([36, 50], [34, 60]), { seed: 2, sigma: 0.004 })
    const { steps } = live(one.map((value, index) => aHistoryRecord(index + 1, { a: value, b: two[index]! })))
    expect(steps.map(({ kind, id }) => [kind, id])).toEqual([
      ['opened', at(31)],
      ['opened', at(37)],
    ])
  })

  it('opens nothing for a quiet history, an improvement, or a change of the testbed or the data', () => {
    expect(live(aHistory([60, 100])).steps).toEqual([])
    expect(live(aHistory([30, 100], [30, 80])).steps).toEqual([])
    const moved = aHistory([30, 100], [30, 140]).map((record) =>
      record.order <= 30 ? record : { ...record, testbed: { id: testbedId, sha256: '9'.repeat(64) } },
    )
    expect(live(moved).steps).toEqual([])
    const other = aHistory([30, 100], [30, 140]).map((record) =>
      record.order <= 30
        ? record
        : {
            ...record,
            cases: record.cases.map((item) => ({ ...item, conditions: { ...item.conditions, resultRows: 999 } })),
          },
    )
    expect(live(other).steps).toEqual([])
  })

  it('keeps an entry open when a run cannot tell of it', () => {
    const { ledger } = live(aHistory([30, 100], [20, 110]))
    const elsewhere = aHistoryRecord(60, { another: 5 })
    const seen = observe([elsewhere], elsewhere, [], someRules)
    expect(followLedger(ledger, seen, someRules, follower).ledger).toEqual(ledger)
  })
})

describe('creep', () => {
  const drift = Array.from({ length: 80 }, (_, index) => 100 * 1.0012 ** index)
  const noisy = noisySeries(drift, { seed: 5, sigma: 0.004 })
  const records = noisy.map((value, index) => aHistoryRecord(index + 2, { wall_time: value }))
  const release = aHistoryRecord(1, { wall_time: [100, 100.3, 99.8] })
  const anchor = { label: 'v1.0', record: release, around: [release] }

  it('is found against a fixed anchor, in one entry for all anchors, where no step is to blame (W51)', () => {
    const latest = records.at(-1)!
    const later = { label: 'v1.1', record: records[10]!, around: records.slice(6, 15) }
    const seen = observe(records, latest, [anchor, later], someRules)
    const ledger = told(followLedger(empty, seen, someRules, follower).ledger)
    expect(ledger.entries.map(({ id, state }) => [id, state])).toEqual([[`${testbedId}@creep`, 'open']])
    expect(seen.creeps.map(({ from }) => from.label)).toEqual(['v1.0', 'v1.1'])
    const next = (metrics: readonly string[]) => {
      const more = records.map((record, index) =>
        aHistoryRecord(
          index + 2,
          Object.fromEntries(metrics.map((name) => [name, record.cases[0]!.metrics[0]!.samples])),
        ),
      )
      const start = {
        ...release,
        cases: aHistoryRecord(1, Object.fromEntries(metrics.map((name) => [name, 100]))).cases,
      }
      const known = { label: 'v1.0', record: start, around: [start] }
      return followLedger(ledger, observe(more, more.at(-1)!, [known], someRules), someRules, follower).ledger
    }
    expect(listNews(ledger, next(['wall_time']))).toEqual([])
    expect(listNews(ledger, next(['wall_time', 'cpu_time'])).map(({ kind }) => kind)).toEqual(['grown'])
  })

  it('is not told again where a step that has its own entry explains it', () => {
    const stepped = aHistory([30, 100], [30, 110])
    const seen = observe(
      stepped,
      stepped.at(-1)!,
      [{ label: 'v1.0', record: stepped[0]!, around: stepped.slice(0, 5) }],
      someRules,
    )
    expect(seen.causes).toHaveLength(1)
    expect(seen.creeps).toEqual([])
  })

  it('heals when the distance is gone', () => {
    const first = observe(records, records.at(-1)!, [anchor], someRules)
    const { ledger } = followLedger(empty, first, someRules, follower)
    const back = noisySeries(stairs([30, 100]), { seed: 6, sigma: 0.004 }).map((value, index) =>
      aHistoryRecord(index + 100, { wall_time: value }),
    )
    const all = [...records, ...back]
    const after = followLedger(ledger, observe(all, all.at(-1)!, [anchor], someRules), someRules, follower).ledger
    expect(listNews(ledger, after).map(({ kind }) => kind)).toEqual(['healed'])
  })
})
