import { probedFacts, watchedClocks } from './covariates.ts'
import { designs, alarmsOf, steppingFamilies } from './designs.ts'
import { creepRates, forecastRates, shortRates, stepRates } from './histories.ts'
import { noiseFamilies, steady } from './noise-families.ts'
import { shareText as share, table } from './page-tables.ts'
import type { DesignRates, FamilyRates } from './pictures-of-rates.ts'
import { ratesOn, type Rates } from './rates.ts'
import { watchedRates } from './watched.ts'

type Row = readonly string[]

/** How many comparisons are simulated for a cell. */
export type Effort = { readonly alarms: number; readonly power: number }

/** False alarms of every machine, for the table and the picture. */
export function familyRates({ alarms }: Effort): FamilyRates[] {
  return noiseFamilies.map((family) => ({
    name: family.name,
    unknown: ratesOn(family, { slowdown: 0, count: alarms }),
    known: ratesOn(family, { slowdown: 0, count: alarms, sessions: 3, mayWiden: false }),
  }))
}

/** Error rates by machine: without earlier sessions, and with three of six runs. */
export function errorTable(families: readonly FamilyRates[], { power }: Effort, isKnown: boolean): string {
  const known = isKnown ? { sessions: 3, mayWiden: false } : {}
  const rows = noiseFamilies.map((family, index): Row => {
    const same = families[index]?.[isKnown ? 'known' : 'unknown']
    if (!same) throw new RangeError(`no rates of ${family.name}`)
    const at = (slowdown: number): Rates => ratesOn(family, { slowdown, count: power, ...known })
    const three = at(0.03)
    return [
      family.name,
      share(same.regression, 1),
      share(same.unchanged),
      share(same.inconclusive),
      same.runs.toFixed(1),
      share(three.regression),
      share(three.unchanged),
      three.runs.toFixed(1),
      share(at(0.05).regression),
      share(at(0.1).regression),
    ]
  })
  const columns = [
    'Machine (noise of one run)',
    'False alarms',
    'Unchanged',
    'Inconclusive',
    'Runs per side',
    '3 % found',
    '3 % missed',
    'Runs per side at 3 %',
    '5 % found',
    '10 % found',
  ]
  return table(columns, rows)
}

/** Which real machine each simulated one represents. */
export function machineTable(): string {
  const rows = noiseFamilies.map(({ name, like }) => `| ${name} | ${like} |`)
  return ['| Machine | Represents |', '| :- | :- |', ...rows].join('\n')
}

export function designRates({ alarms }: Effort): DesignRates[] {
  return designs.map((design) => ({
    design: design.name,
    alarms: steppingFamilies.map((family) => alarmsOf(design, family, 0, alarms)),
  }))
}

export function designTable(rates: readonly DesignRates[], { power }: Effort): string {
  const rows = designs.map((design, index): Row => [
    design.name,
    ...steppingFamilies.map((family, place) => {
      const found = alarmsOf(design, family, 0.03, power)
      return `${share(rates[index]?.alarms[place] ?? Number.NaN, 1)} / ${share(found)}`
    }),
  ])
  return table(['False alarms / 3 % found', ...steppingFamilies.map(({ name }) => name)], rows)
}

/** A probe that explains the noise, told by how closely it follows. */
export function covariateTable({ alarms, power }: Effort): string {
  const cv = 0.05
  const rows = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map((correlation): Row => {
    const options = { minEffect: 0.05, factsFor: probedFacts(cv, correlation) }
    const same = ratesOn(steady(cv), { ...options, slowdown: 0, count: alarms })
    const slower = ratesOn(steady(cv), { ...options, slowdown: 0.05, count: power })
    return [
      String(correlation),
      share(same.regression, 1),
      share(same.unchanged),
      same.runs.toFixed(1),
      share(slower.regression),
    ]
  })
  const plain = ratesOn(steady(cv), { minEffect: 0.05, slowdown: 0, count: alarms })
  const found = ratesOn(steady(cv), { minEffect: 0.05, slowdown: 0.05, count: power })
  const without = [
    'no probe',
    share(plain.regression, 1),
    share(plain.unchanged),
    plain.runs.toFixed(1),
    share(found.regression),
  ]
  return table(['True correlation', 'False alarms', 'Unchanged', 'Runs per side', '5 % found'], [without, ...rows])
}

/** The machine with two clocks, with and without a monitor. */
export function clockTable({ alarms, power }: Effort): string {
  const family = noiseFamilies.find(({ name }) => name === 'two clocks, not recorded')
  if (!family) throw new RangeError('there is no machine with two clocks')
  const rows = [false, true].map((isSeen): Row => {
    const facts = isSeen ? { factsFor: watchedClocks } : {}
    const same = ratesOn(family, { ...facts, slowdown: 0, count: alarms })
    const slower = ratesOn(family, { ...facts, slowdown: 0.03, count: power })
    return [
      isSeen ? 'recorded' : 'not recorded',
      share(same.regression, 1),
      share(same.unchanged),
      share(same.inconclusive),
      same.runs.toFixed(1),
      share(slower.regression),
    ]
  })
  return table(['Clocks', 'False alarms', 'Unchanged', 'Inconclusive', 'Runs per side', '3 % found'], rows)
}

export function watchedTable({ power }: Effort): string {
  const rows = [0, 3, 15].flatMap((changed) =>
    [
      { isControlled: false, sessions: 0, words: 'each stage separately' },
      { isControlled: true, sessions: 0, words: 'controlled, noise unknown' },
      { isControlled: true, sessions: 3, words: 'controlled, three sessions known' },
    ].map(({ words, ...options }): Row => {
      const { anyFalse, falseShare, found } = watchedRates(changed, options, power)
      return [
        `${changed} of 30`,
        words,
        share(anyFalse),
        changed === 0 ? '–' : share(falseShare),
        changed === 0 ? '–' : share(found),
      ]
    }),
  )
  const columns = ['Stages that are 5 % slower', 'Control', 'Runs with a false report', 'False among reported', 'Found']
  return table(columns, rows)
}

export function stepTable({ power }: Effort): string {
  const rows = [0, 0.01, 0.02, 0.03, 0.05, 0.1].map((step): Row => {
    const { found, placed, sized, falsePer100 } = stepRates(step, power)
    const ofStep = step === 0 ? ['–', '–', '–'] : [share(found), share(placed), share(sized)]
    return [step === 0 ? 'none' : share(step), ...ofStep, falsePer100.toFixed(2)]
  })
  return table(['Step', 'Found', 'Place inside interval', 'Size inside interval', 'False steps per 100 commits'], rows)
}

/** A twofold step in a short and noisy history. */
export function shortTable({ power }: Effort): string {
  const sizes = [12, 18, 30].flatMap((values) => [0.05, 0.2, 0.3, 0.4].map((cv) => ({ values, cv })))
  const rows = sizes.map(({ values, cv }): Row => {
    const rates = shortRates(values, cv, power)
    const columns = [rates.found, rates.foundWithOutliers]
    const alarms = [rates.alarms, rates.alarmsCorrelated].map((value) => share(value, 1))
    return [`${values}`, share(cv), ...columns.map((value) => share(value)), ...alarms, share(rates.detectable)]
  })
  const columns = ['Values', 'Noise', 'Twofold step found', 'With three outliers', 'False alarms']
  return table([...columns, 'With r = 0.6', 'Minimum detectable effect'], rows)
}

export function creepTable({ power }: Effort): string {
  const creeps = [0, 0.015, 0.03, 0.045, 0.06, 0.1].map((creep): Row => {
    const { regression, unchanged, stepsFound } = creepRates(creep, power)
    return [creep === 0 ? 'none' : share(creep, 1), share(regression, 1), share(unchanged), share(stepsFound)]
  })
  return table(['Drift over 60 commits', 'Worse than the anchor', 'Unchanged', 'Change point found'], creeps)
}

export function forecastTable({ power }: Effort): string {
  const rows = [0, 0.0005, 0.001, 0.002, 0.005].map((slope): Row => {
    const { told, held } = forecastRates(slope, power)
    return [slope === 0 ? 'none' : `${share(slope, 2)} per run`, share(told), slope === 0 ? '–' : share(held)]
  })
  return table(['Trend', 'Crossing reported', 'Interval contains the true run'], rows)
}
