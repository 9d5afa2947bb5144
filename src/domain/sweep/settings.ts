import type { CaseOptions } from '../../record/tables.ts'

/** One value for each parameter of a sweep, by name. */
export type Setting = Readonly<Record<string, string | number>>

/** Values of each parameter, in the order of the sweep. */
export type ParameterGrid = Readonly<Record<string, readonly (string | number | boolean)[]>>

/** Number of settings of a grid. */
export function countSettings(grid: ParameterGrid): number {
  return Object.values(grid).reduce((product, values) => product * values.length, 1)
}

/** Lists every combination of the values, because tuning one parameter at a time misses interactions. */
export function listSettings(grid: ParameterGrid): Setting[] {
  return Object.entries(grid).reduce<Setting[]>(
    (settings, [name, values]) =>
      settings.flatMap((setting) =>
        values.map((value) => ({ ...setting, [name]: typeof value === 'boolean' ? String(value) : value })),
      ),
    [{}],
  )
}

/** Formats a setting as `batch-size=64 workers=4`. */
export function formatSetting(setting: Setting): string {
  return Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/**
 * Builds the options and variables of one setting. `options`: arguments with `{param.NAME}`; null: `--NAME VALUE` for
 * every parameter, where a switch that is on has no value, and one that is off is left out. No shell is involved.
 */
export function buildOptions(
  setting: Setting,
  { options, env }: { readonly options: readonly string[] | null; readonly env: Readonly<Record<string, string>> },
): CaseOptions {
  const plain = Object.entries(setting).flatMap(([name, value]) => {
    if (value === 'true') return [`--${name}`]
    return value === 'false' ? [] : [`--${name}`, String(value)]
  })
  const fill = (text: string): string =>
    text.replaceAll(placeholder, (found, name: string) => String(setting[name] ?? found))
  const variables = Object.entries(env).map(([name, text]) => [name, fill(text)])
  return { args: options?.map(fill) ?? plain, env: Object.fromEntries(variables) }
}

/** Lists the parameter names in the `{param.NAME}` placeholders of a text. */
export function listParameters(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

const placeholder = /(?<!\$)\{param\.([A-Za-z0-9][\w.-]{0,63})\}/g
