import type { SuiteConfig } from '../../config/schema/schema.ts'
import { computeWindowRates } from '../../domain/production/progress-curve.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { findLastTrial, selectMainCurve } from './production-figures.ts'
import type { JudgeInput } from '../suite.ts'

type ProductionInput = JudgeInput<SuiteConfig<'production'>>

/** Builds the tables of the production run: figures, pace over time, and attempts. */
export function buildProductionSections(derived: readonly DerivedValue[], input: ProductionInput): Section[] {
  const [outcome] = input.outcomes
  const trial = outcome ? findLastTrial(outcome) : null
  return [buildFiguresSection(derived, input), ...buildPaceSections(trial), ...buildExecutionSections(trial)]
}

const titles: Readonly<Record<string, string>> = {
  total_hours: 'Total time',
  sequences_per_hour: 'Sequences per hour',
  packing_efficiency: 'Packing',
  starved_share: 'Starved batches',
  pace_held: 'Pace at the end / at the start',
}

function buildFiguresSection(derived: readonly DerivedValue[], { suite, datasets }: ProductionInput): Section {
  const sequences = datasets.find(({ name }) => name === suite.dataset)?.sequences
  const size: Cell[] = ['Sequences', sequences === undefined || sequences === null ? null : String(sequences), null, '']
  const rows = derived.map(({ name, value, unit, interval, reason }): Cell[] => [
    titles[name] ?? name,
    value === null ? null : { value, unit },
    interval && { interval, unit },
    reason ?? '',
  ])
  const columns = ['Figure', 'Value', 'Interval', 'Note']
  return { id: 'production', title: 'Full size', columns, rows: [size, ...rows], notes: [] }
}

type LastTrial = ReturnType<typeof findLastTrial>

function buildPaceSections(trial: LastTrial): Section[] {
  const curve = selectMainCurve(trial?.progress ?? null)
  const rates = curve ? computeWindowRates(curve, 10) : new Float64Array()
  const [first, last] = [curve?.points[0], curve?.points.at(-1)]
  if (!curve || !first || !last || rates.length === 0) return []
  const length = (last.seconds - first.seconds) / rates.length
  const rows = [...rates].map((rate, index): Cell[] => [
    { value: first.seconds + index * length, unit: 's' },
    { value: first.seconds + (index + 1) * length, unit: 's' },
    { value: rate, unit: '1/s' },
  ])
  const title = curve.stage === null ? 'Pace' : `Pace of ${curve.stage}`
  return [{ id: 'production-pace', title, columns: ['From', 'To', 'Rate'], rows, notes: [], isDetail: true }]
}

function buildExecutionSections(trial: LastTrial): Section[] {
  const lost = trial?.progress?.lostAttempts ?? []
  if (!trial || lost.length === 0) return []
  const rows = lost.map(({ startedAt, seconds }): Cell[] => [startedAt, { value: seconds, unit: 's' }, 'lost'])
  const last: Cell[] = [
    trial.startedAt,
    trial.wallSeconds === null ? null : { value: trial.wallSeconds, unit: 's' },
    'resumed from a checkpoint',
  ]
  const columns = ['Started', 'Observed run time', 'Outcome']
  return [{ id: 'production-executions', title: 'Attempts', columns, rows: [...rows, last], notes: [] }]
}
