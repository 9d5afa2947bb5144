import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { LadderState } from '../../domain/plan/ladder.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { computeInteractions, type Contrast, type Interaction } from '../../domain/sweep/interactions.ts'
import { selectParetoFront } from '../../domain/sweep/pareto-front.ts'
import { formatSetting, type Setting } from '../../domain/sweep/settings.ts'
import { buildPatchSection } from './sweep-patch.ts'
import type { SettingResult, Standing, Standings } from './sweep-standings.ts'
import type { JudgeInput } from '../suite.ts'

type SweepConfig = SuiteConfig<'sweep'>
type SweepInput = JudgeInput<SweepConfig>

/** Builds the tables of settings, rungs, costs and interactions, and the config change for the best setting. */
export function buildSweepSections(standings: Standings, input: SweepInput): Section[] {
  const { best } = standings
  const rated = listResults(standings)
  return [
    buildSettingsSection(standings, input),
    ...(standings.ladder ? [buildLadderSection(standings.ladder, standings, input)] : []),
    ...(best ? [buildFrontSection(standings, rated, 'memory'), buildFrontSection(standings, rated, 'energy')] : []),
    ...buildInteractionSections(rated, input),
    ...(best ? [buildPatchSection(best.setting, input)] : []),
  ]
}

function listResults({ best, others }: Standings): SettingResult[] {
  return [...(best ? [best] : []), ...others.flatMap(({ rated }) => rated ?? [])]
}

function buildSettingsSection({ best, others, metric }: Standings, { suite }: SweepInput): Section {
  const names = Object.keys(suite.parameters)
  const listValues = (setting: Setting): Cell[] => names.map((name) => String(setting[name] ?? ''))
  const buildFigureCells = (rated: SettingResult | null): Cell[] => [
    rated && String(rated.samples.length),
    rated && metric && { value: rated.value, unit: metric.unit },
  ]
  const buildRow = ({ setting, rated, place, interval }: Standing): Cell[] => [
    ...listValues(setting),
    ...buildFigureCells(rated),
    interval && { interval, unit: 'share' },
    ...buildCostCells(rated),
    place,
  ]
  const ties = others.filter(({ place }) => place === 'tie')
  return {
    id: 'sweep',
    title: 'Settings',
    columns: [...names, 'Runs', suite.objective, 'Worse than best', 'Peak GPU memory', 'Energy', 'Place'],
    rows: [
      ...(best
        ? [[...listValues(best.setting), ...buildFigureCells(best), null, ...buildCostCells(best), 'best']]
        : []),
      ...others.map(buildRow),
    ],
    notes: [...describeTies(best, ties), ...describeQueueDepth(best), ...others.flatMap(describeLoss)],
  }
}

function buildCostCells(rated: SettingResult | null): Cell[] {
  return [
    rated && rated.memoryBytes !== null ? { value: rated.memoryBytes, unit: 'B' } : null,
    rated && rated.energyJoules !== null ? { value: rated.energyJoules, unit: 'J' } : null,
  ]
}

/** Names the ties of the best setting, because the best of many settings is overestimated. */
function describeTies(best: SettingResult | null, ties: readonly Standing[]): string[] {
  if (!best) return []
  if (ties.length === 0)
    return [`${formatSetting(best.setting)} is the best; all other settings are worse beyond the noise.`]
  const names = ties.map(({ setting }) => formatSetting(setting))
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  return [`Ties with the best setting, ${formatSetting(best.setting)}: ${names.slice(0, 10).join('; ')}${more}.`]
}

/** Workers and prefetch factor act together: their product is the number of batches that wait in the queue. */
function describeQueueDepth(best: SettingResult | null): string[] {
  const values = Object.entries(best?.setting ?? {})
  const [workers, prefetch] = [/workers/i, /prefetch/i].map((form) => values.find(([name]) => form.test(name))?.[1])
  const depth = Number(workers) * Number(prefetch)
  if (!Number.isFinite(depth)) return []
  return [`Queue depth of the best setting: ${workers} workers × ${prefetch} prefetched batches = ${depth} batches.`]
}

function describeLoss({ setting, place, reason }: Standing): string[] {
  return place === 'failed' || place === 'missing' ? [`${formatSetting(setting)}: ${reason}`] : []
}

function buildLadderSection({ rungs, ended }: LadderState, standings: Standings, { suite }: SweepInput): Section {
  const rows = rungs.map(({ cases, runs, isComplete }, index): Cell[] => {
    const kept = rungs[index + 1]?.cases.length ?? cases.length
    return [String(index + 1), String(cases.length), String(runs), isComplete ? String(kept) : 'not complete']
  })
  const dropped = listResults(standings).length - (rungs.findLast(({ isComplete }) => isComplete)?.cases.length ?? 0)
  return {
    id: 'sweep-rungs',
    title: 'Successive halving',
    columns: ['Rung', 'Settings', 'Runs each', 'Kept'],
    rows,
    notes: [
      endings[ended],
      ...(dropped > 0 && suite.method === 'halving'
        ? ['Settings that were dropped early have few runs: a tie of such a setting means unknown rather than equal.']
        : []),
    ],
  }
}

const endings: Readonly<Record<LadderState['ended'], string>> = {
  climbing: 'The run ended before the last rung was complete.',
  finalists: 'The last rung has the finalists.',
  runs: 'The settings reached maxRepeats.',
  budget: 'The next rung would have exceeded gpuMinutes.',
}

function buildFrontSection(
  { metric, best }: Standings,
  rated: readonly SettingResult[],
  price: 'memory' | 'energy',
): Section {
  const isLower = metric?.betterWhen === 'lower'
  const points = rated.flatMap((item) => {
    const spent = price === 'memory' ? item.memoryBytes : item.energyJoules
    return spent === null ? [] : [{ item, cost: isLower ? item.value : -item.value, price: spent }]
  })
  const unit = price === 'memory' ? 'B' : 'J'
  const rows = selectParetoFront(points).map(({ item, price: spent }): Cell[] => [
    formatSetting(item.setting),
    { value: item.value, unit: metric?.unit ?? '' },
    { value: spent, unit },
    item.id === best?.id ? 'best' : '',
  ])
  const unseen = rated.length - points.length
  const notes = [
    ...(points.length > 0
      ? [
          'Pareto front of the medians: for each setting that is not listed, a listed one is at least as fast and as cheap.',
        ]
      : []),
    ...(unseen > 0 ? [`${price} of ${unseen} of ${rated.length} settings was not sampled, so they are left out.`] : []),
  ]
  const title = `Speed versus ${price}`
  return { id: `sweep-${price}`, title, columns: ['Setting', metric?.name ?? '', price, ''], rows, notes }
}

function buildInteractionSections(rated: readonly SettingResult[], { suite, policy }: SweepInput): Section[] {
  const found = computeInteractions(suite.parameters, rated, policy.confidence)
  if (found.length === 0) return []
  return [
    {
      id: 'sweep-interactions',
      title: 'Parameters that depend on each other',
      columns: ['Parameters', 'Strongest case', 'Dependence', 'Interval', 'Significant'],
      rows: found.map(buildInteractionRow),
      notes: [
        'Ratio of the effects of the first parameter at two values of the second, computed on logarithms; the intervals hold for all pairs jointly.',
      ],
    },
  ]
}

function buildInteractionRow({ parameters, strongest, reason }: Interaction): Cell[] {
  const name = parameters.join(' × ')
  if (!strongest) return [name, reason, null, null, 'unknown']
  const { dependence, interval } = strongest
  return [
    name,
    formatContrast(parameters, strongest),
    { value: dependence, unit: 'share' },
    interval && { interval, unit: 'share' },
    interval === null
      ? 'unknown: no setting was run twice'
      : interval[0] > 0 || interval[1] < 0
        ? 'yes'
        : 'not beyond the noise',
  ]
}

function formatContrast([one, other]: readonly [string, string], { first, second, effects }: Contrast): string {
  const [at, then] = effects.map((effect) => `×${effect.toPrecision(3)}`)
  return `${one} ${first[0]} → ${first[1]}: ${at} at ${other} ${second[0]}, ${then} at ${other} ${second[1]}`
}
