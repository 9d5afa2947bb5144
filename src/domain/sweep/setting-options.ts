import type { Setting } from './settings.ts'
import type { CaseOptions } from '../../record/tables.ts'

/** How parameters are passed to the pipeline, before values are filled in. */
export type ParameterTemplate = {
  /** Arguments with `{param.NAME}`; null: `--NAME VALUE` for every parameter. */
  readonly options: readonly string[] | null
  readonly env: Readonly<Record<string, string>>
}

/** Builds the options and variables of one setting. No shell is involved. */
export function buildOptions(setting: Setting, { options, env }: ParameterTemplate): CaseOptions {
  const args = options ? options.map((text) => fillParameters(text, setting)) : buildPlainOptions(setting)
  const variables = Object.entries(env).map(([name, text]) => [name, fillParameters(text, setting)])
  return { args, env: Object.fromEntries(variables) }
}

/** Lists the parameter names in the `{param.NAME}` placeholders of a text. */
export function listParameters(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

const placeholder = /(?<!\$)\{param\.([A-Za-z0-9][\w.-]{0,63})\}/g

function fillParameters(text: string, setting: Setting): string {
  return text.replaceAll(placeholder, (found, name: string) => String(setting[name] ?? found))
}

/** A switch that is on has no value; one that is off is left out. */
function buildPlainOptions(setting: Setting): string[] {
  return Object.entries(setting).flatMap(([name, value]) => {
    if (value === 'true') return [`--${name}`]
    return value === 'false' ? [] : [`--${name}`, String(value)]
  })
}
