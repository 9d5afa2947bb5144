import { followLedger, type LedgerMove, withEntries, type Ledger } from '../../../src/domain/history/ledger.ts'
import { findAnchor } from '../../../src/domain/history/history-records.ts'
import { observe, type TrackingRules } from '../../../src/domain/history/observe.ts'
import { commitAt, plants, simulateYear, tags, type Plant } from './year.ts'

/** An issue that was opened or reopened. */
export type Told = {
  readonly order: number
  readonly kind: 'opened' | 'returned' | 'grown'
  readonly id: string
  readonly from: number
  readonly to: number
  readonly metrics: readonly number[]
  /** Null: nothing of the kind was planted there. */
  readonly plant: string | null
}

export type Score = {
  readonly seed: number
  /** Issues, each counted once however often it was closed and reopened. */
  readonly issues: number
  readonly right: number
  /** Right, and the planted commit is among the suspects. */
  readonly named: number
  readonly wrong: readonly Told[]
  /** Second issues about one planted fault. */
  readonly doubles: readonly Told[]
  readonly missed: readonly string[]
  readonly closed: number
  readonly reopened: number
  /** Comments that further metrics creep. */
  readonly grown: number
  /** Metrics that the issue about creep names at some time: those planted, and those not. */
  readonly creeping: { readonly right: readonly number[]; readonly wrong: readonly number[] }
  /** Commits from the plant to the issue, by plant. */
  readonly delays: Readonly<Record<string, number>>
  readonly told: readonly Told[]
}

/** Lives through a year as the workflow would, run by run, and holds what was told against what was planted. */
export function scoreYear(seed: number, rules: TrackingRules): Score {
  const records = simulateYear(seed)
  let ledger: Ledger = { schemaVersion: 1, testbedId: '2x-nvidia-h200', entries: [] }
  const told: Told[] = []
  let closed = 0
  for (const [index, latest] of records.entries()) {
    const known = records.slice(0, index + 1)
    const anchors = Object.entries(tags).map(([label, order]) => findAnchor(known, label, commitAt(order)))
    const moves = followLedger(ledger, observe(known, latest, anchors, rules), rules, { by: 'year', at: latest.measuredAt })
    ledger = withEntries(
      ledger,
      moves.map(({ entry }) => entry),
    )
    closed += moves.filter(({ kind }) => kind === 'healed').length
    told.push(...moves.flatMap((move) => tell(move, latest.order) ?? []))
  }
  return summarise(seed, told, closed)
}

function tell({ kind, entry }: LedgerMove, order: number): Told | null {
  if (kind !== 'opened' && kind !== 'returned' && kind !== 'grown') return null
  const from = Number.parseInt(entry.goodCommit.slice(0, 8), 16)
  const to = Number.parseInt(entry.badCommit.slice(0, 8), 16)
  const metrics = entry.metrics.map(({ name }) => Number(/ m(\d+)$/.exec(name)?.[1]))
  const place = { order, kind, id: entry.id, from, to, metrics } as const
  return { ...place, plant: plantOf(place, entry.kind)?.name ?? null }
}

/** Commits that a fault may lie beside the suspects and the issue still be about it. */
const tolerance = 3

function plantOf(told: Omit<Told, 'plant'>, kind: 'step' | 'creep'): Plant | null {
  const worse = plants.filter((plant) => plant.kind === (kind === 'creep' ? 'creep' : 'regression'))
  const shared = worse.filter(({ metrics }) => metrics.some((metric) => told.metrics.includes(metric)))
  const isThere = ({ from }: Plant): boolean =>
    from <= told.order && (kind === 'creep' || (from > told.from - tolerance && from <= told.to + tolerance))
  return shared.findLast(isThere) ?? null
}

function summarise(seed: number, told: readonly Told[], closed: number): Score {
  const real = plants.filter(({ kind }) => kind !== 'improvement')
  const opened = told.filter(({ kind }) => kind === 'opened')
  const right = opened.filter(({ plant }) => plant !== null)
  const first = new Map(told.toReversed().map((item) => [item.plant, item]))
  const delays = real.flatMap(({ name, from }) => {
    const item = first.get(name)
    return item ? [[name, item.order - from] as const] : []
  })
  return {
    seed,
    issues: opened.length,
    right: right.length,
    named: right.filter(isNamed).length,
    wrong: opened.filter(({ plant }) => plant === null),
    doubles: right.filter((item, index) => right.findIndex(({ plant }) => plant === item.plant) < index),
    missed: real.filter(({ name }) => !first.has(name)).map(({ name }) => name),
    closed,
    reopened: told.filter(({ kind }) => kind === 'returned').length,
    grown: told.filter(({ kind }) => kind === 'grown').length,
    creeping: creepingOf(told),
    delays: Object.fromEntries(delays),
    told,
  }
}

function creepingOf(told: readonly Told[]): Score['creeping'] {
  const planted = new Set(plants.filter(({ kind }) => kind === 'creep').flatMap(({ metrics }) => metrics))
  const named = [...new Set(told.filter(({ id }) => id.endsWith('@creep')).flatMap(({ metrics }) => metrics))]
  return {
    right: named.filter((metric) => planted.has(metric)),
    wrong: named.filter((metric) => !planted.has(metric)),
  }
}

function isNamed({ plant, from, to }: Told): boolean {
  const planted = plants.find(({ name }) => name === plant)
  return planted !== undefined && (planted.kind === 'creep' || (planted.from > from && planted.from <= to))
}
