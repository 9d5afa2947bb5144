import { cpuTime, stageOf, throughput, wallTime } from '../../domain/core/metric.ts'
import { parametersIn } from '../../domain/sweep/setting-options.ts'
import { settingCount } from '../../domain/sweep/settings.ts'
import { suggestion } from './nearest.ts'
import type { Problem } from './problem.ts'
import { shown } from '../../domain/core/shown.ts'
import type { SoundParts } from './salvage.ts'
import type { SuiteConfigs } from '../schema/schema.ts'

type SweepConfig = NonNullable<SuiteConfigs['sweep']>

const mostSettings = 500
const mostParameters = 8
const objectives = [wallTime.name, throughput.name, cpuTime.name]
/** Axes that a case has for other reasons; a parameter of that name would hide them. */
const taken = ['gpus', 'revision', 'arm', 'gpu']
const path = ['suites', 'sweep'] as const

/** A sweep whose values would not reach the command, or that has more settings than anybody could run. */
export function sweepChecks({ suites: { sweep }, pipeline }: SoundParts): Problem[] {
  if (!sweep) return []
  const hasResults = pipeline === null || pipeline.proof.results !== undefined
  return [
    ...sizeProblems(sweep),
    ...nameProblems(sweep),
    ...placeProblems(sweep),
    ...switchProblems(sweep, pipeline?.command ?? []),
    ...goalProblems(sweep, hasResults),
  ]
}

function sizeProblems({ parameters }: SweepConfig): Problem[] {
  const names = Object.keys(parameters)
  const at = { path: [...path, 'parameters'], at: 'key' } as const
  const settings = settingCount(parameters)
  if (names.length > mostParameters)
    return [{ ...at, text: `has ${names.length} parameters, at most ${mostParameters}` }]
  if (settings > mostSettings)
    return [{ ...at, text: `gives ${settings} settings, at most ${mostSettings}; try fewer values of each` }]
  if (settings < 2) return [{ ...at, text: 'gives one setting alone; name two values of a parameter at least' }]
  return []
}

function nameProblems({ parameters }: SweepConfig): Problem[] {
  return Object.entries(parameters).flatMap(([name, values]): Problem[] => {
    const own = [...path, 'parameters', name]
    if (taken.includes(name))
      return [{ path: own, at: 'key', text: `${shown(name)} is an axis of every case; take another` }]
    return values.flatMap((value, index): Problem[] => {
      const isRepeated = values.slice(0, index).some((other) => String(other) === String(value))
      return isRepeated ? [{ path: [...own, index], at: 'value', text: `${shown(value)} is there already` }] : []
    })
  })
}

/** A parameter that reaches nothing would give the same run under several names. */
function placeProblems({ parameters, options, env }: SweepConfig): Problem[] {
  const names = Object.keys(parameters)
  const texts = [
    ...(options ?? []).map((text, index) => ({ path: [...path, 'options', index], text })),
    ...Object.entries(env).map(([name, text]) => ({ path: [...path, 'env', name], text })),
  ]
  const unknown = texts.flatMap(({ path: own, text }) =>
    parametersIn(text).flatMap((name): Problem[] =>
      names.includes(name)
        ? []
        : [{ path: own, at: 'value', text: `there is no parameter ${shown(name)}${suggestion(name, names)}` }],
    ),
  )
  const used = new Set(texts.flatMap(({ text }) => parametersIn(text)))
  const idle = options === undefined ? [] : names.filter((name) => !used.has(name))
  return [
    ...unknown,
    ...idle.map((name): Problem => ({
      path: [...path, 'parameters', name],
      at: 'key',
      text: `reaches nothing: write {param.${name}} into options or env`,
    })),
  ]
}

/** What the command switches on by itself cannot be switched off by leaving it out. */
function switchProblems({ parameters, options }: SweepConfig, command: readonly string[]): Problem[] {
  if (options !== undefined) return []
  return Object.entries(parameters).flatMap(([name, values]): Problem[] => {
    if (!values.includes(false) || !command.includes(`--${name}`)) return []
    const text = `pipeline.command switches --${name} on itself, so false would change nothing; take it out there`
    return [{ path: [...path, 'parameters', name], at: 'key', text }]
  })
}

function goalProblems({ objective }: SweepConfig, hasResults: boolean): Problem[] {
  const own = { path: [...path, 'objective'], at: 'value' } as const
  if (objective === throughput.name && !hasResults)
    return [{ ...own, text: 'throughput counts result rows: name the table under pipeline.proof.results' }]
  if (objectives.includes(objective) || stageOf(objective)) return []
  const hint = suggestion(objective, objectives)
  return [{ ...own, text: `${shown(objective)} is no metric of a run, nor stage:NAME${hint}` }]
}
