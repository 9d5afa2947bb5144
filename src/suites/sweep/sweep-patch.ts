import type { SuiteConfig } from '../../config/schema/schema.ts'
import { optionsPlaceholder } from '../../domain/core/command.ts'
import { buildOptions } from '../../domain/sweep/setting-options.ts'
import type { Setting } from '../../domain/sweep/settings.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { JudgeInput } from '../suite.ts'

type SweepConfig = SuiteConfig<'sweep'>

/** Builds the config change that applies a setting: command and environment, line by line as in a diff. */
export function buildPatchSection(setting: Setting, { config, suite }: JudgeInput<SweepConfig>): Section {
  const { options = null, env } = suite
  const change = buildOptions(setting, { options, env })
  const before = config.pipeline.command
  const variables = Object.entries(change.env)
  const rows = [
    ...listCommandLines(before, change.args).map(([sign, argument]) => [
      'pipeline.command',
      `${sign} - ${formatYaml(argument)}`,
    ]),
    ...variables.flatMap(([name, value]) => listEnvLines(name, value, config.pipeline.env[name])),
  ]
  return {
    id: 'sweep-patch',
    title: 'Config change for the best setting',
    columns: ['Key', 'Change'],
    rows,
    notes: [
      ...(change.args.length > 0 ? [`Options of the best setting: ${change.args.join(' ')}`] : []),
      ...(variables.length > 0
        ? [`Environment of the best setting: ${variables.map(([name, value]) => `${name}=${value}`).join(' ')}`]
        : []),
    ],
  }
}

type Line = readonly [sign: ' ' | '-' | '+', argument: string]

/** Replaces options that the command already sets, and adds the others at the options placeholder or at the end. */
function listCommandLines(command: readonly string[], args: readonly string[]): Line[] {
  const pairs = groupOptions(args)
  const isSet = ({ name }: OptionValues): boolean => command.includes(name)
  const inPlace = pairs.filter(isSet)
  const added = pairs.filter((pair) => !isSet(pair)).flatMap(({ name, values }) => [name, ...values])
  const hasPlace = command.includes(optionsPlaceholder)
  const marked = hasPlace ? command : [...command, optionsPlaceholder]
  return marked.flatMap((argument, index): Line[] => {
    if (argument === optionsPlaceholder)
      return [...added.map((text): Line => ['+', text]), ...(hasPlace ? ([[' ', argument]] as const) : [])]
    const owner = inPlace.find(({ name, values }) => values.length > 0 && marked[index - 1] === name)
    const value = owner?.values[0]
    return value === undefined || value === argument
      ? [[' ', argument]]
      : [
          ['-', argument],
          ['+', value],
        ]
  })
}

type OptionValues = { readonly name: string; readonly values: readonly string[] }

/** Groups each option with its values, up to the next option. */
function groupOptions(args: readonly string[]): OptionValues[] {
  const pairs: { name: string; values: string[] }[] = []
  for (const arg of args) {
    const last = pairs.at(-1)
    if (arg.startsWith('-') || !last) pairs.push({ name: arg, values: [] })
    else last.values.push(arg)
  }
  return pairs
}

function listEnvLines(name: string, value: string, before: string | undefined): string[][] {
  if (before === value) return []
  const removed = before === undefined ? [] : [['pipeline.env', `- ${name}: ${formatYaml(before)}`]]
  return [...removed, ['pipeline.env', `+ ${name}: ${formatYaml(value)}`]]
}

function formatYaml(text: string): string {
  return /^[A-Za-z./_-][\w./-]*$/.test(text) ? text : JSON.stringify(text)
}
