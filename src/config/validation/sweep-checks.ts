import { cpuTime, parseStageName, throughput, wallTime } from '../../domain/core/metric.ts'
import { countSettings, listParameters } from '../../domain/sweep/settings.ts'
import { formatSuggestion } from './find-nearest.ts'
import type { Problem } from './problem.ts'
import { formatValue } from '../../domain/core/format-value.ts'
import type { ValidParts } from './valid-parts.ts'
import type { SuiteConfig } from '../schema/schema.ts'

type SweepConfig = SuiteConfig<'sweep'>

const mostSettings = 500
const mostParameters = 8
const objectives = [wallTime.name, throughput.name, cpuTime.name]
/** Axes of every case; a parameter of that name would hide them. */
const taken = ['gpus', 'revision', 'arm', 'gpu']
const path = ['suites', 'sweep'] as const

/** Checks the suite `sweep`: size, names and the use of its parameters. */
export function checkSweep({ suites: { sweep }, pipeline }: ValidParts): Problem[] {
  if (!sweep) return []
  const counts = pipeline?.proof?.results ?? pipeline?.throughput
  return [
    ...checkSize(sweep),
    ...checkNames(sweep),
    ...checkParameterUse(sweep),
    ...checkSwitches(sweep, pipeline?.command ?? []),
    ...checkObjective(sweep, pipeline === null || counts !== undefined),
  ]
}

function checkSize({ parameters }: SweepConfig): Problem[] {
  const names = Object.keys(parameters)
  const at = { path: [...path, 'parameters'], at: 'key' } as const
  const settings = countSettings(parameters)
  if (names.length > mostParameters)
    return [{ ...at, text: `has ${names.length} parameters, at most ${mostParameters}` }]
  if (settings > mostSettings)
    return [{ ...at, text: `gives ${settings} settings, at most ${mostSettings}; use fewer values` }]
  if (settings < 2) return [{ ...at, text: 'gives only one setting; add a value to a parameter' }]
  return []
}

function checkNames({ parameters }: SweepConfig): Problem[] {
  return Object.entries(parameters).flatMap(([name, values]): Problem[] => {
    const own = [...path, 'parameters', name]
    if (taken.includes(name))
      return [{ path: own, at: 'key', text: `${formatValue(name)} is an axis of every case; use another name` }]
    return values.flatMap((value, index): Problem[] => {
      const isRepeated = values.slice(0, index).some((other) => String(other) === String(value))
      return isRepeated ? [{ path: [...own, index], at: 'value', text: `${formatValue(value)} is repeated` }] : []
    })
  })
}

/** Checks that every parameter is used: an unused one would repeat the same run under several names. */
function checkParameterUse({ parameters, options, env }: SweepConfig): Problem[] {
  const names = Object.keys(parameters)
  const texts = [
    ...(options ?? []).map((text, index) => ({ path: [...path, 'options', index], text })),
    ...Object.entries(env).map(([name, text]) => ({ path: [...path, 'env', name], text })),
  ]
  const unknown = texts.flatMap(({ path: own, text }) =>
    listParameters(text).flatMap((name): Problem[] =>
      names.includes(name)
        ? []
        : [
            {
              path: own,
              at: 'value',
              text: `unknown parameter ${formatValue(name)}${formatSuggestion(name, names)}`,
            },
          ],
    ),
  )
  const used = new Set(texts.flatMap(({ text }) => listParameters(text)))
  const idle = options === undefined ? [] : names.filter((name) => !used.has(name))
  return [
    ...unknown,
    ...idle.map((name): Problem => ({
      path: [...path, 'parameters', name],
      at: 'key',
      text: `is not used; write {param.${name}} into options or env`,
    })),
  ]
}

/** Checks switches: an option that the command sets itself cannot be switched off. */
function checkSwitches({ parameters, options }: SweepConfig, command: readonly string[]): Problem[] {
  if (options !== undefined) return []
  return Object.entries(parameters).flatMap(([name, values]): Problem[] => {
    if (!values.includes(false) || !command.includes(`--${name}`)) return []
    const text = `pipeline.command already contains --${name}, so false has no effect; remove it there`
    return [{ path: [...path, 'parameters', name], at: 'key', text }]
  })
}

function checkObjective({ objective }: SweepConfig, hasResults: boolean): Problem[] {
  const own = { path: [...path, 'objective'], at: 'value' } as const
  if (objective === throughput.name && !hasResults)
    return [{ ...own, text: 'throughput needs pipeline.throughput, or the rows of pipeline.proof.results' }]
  if (objectives.includes(objective) || parseStageName(objective)) return []
  const hint = formatSuggestion(objective, objectives)
  return [{ ...own, text: `${formatValue(objective)} is neither a metric of a run nor stage:NAME${hint}` }]
}
