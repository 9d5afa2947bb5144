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
      settings.flatMap((setting) => values.map((value) => ({ ...setting, [name]: toPlainValue(value) }))),
    [{}],
  )
}

/** Formats a setting as `batch-size=64 workers=4`. */
export function formatSetting(setting: Setting): string {
  return Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/** Whether `other` has every value of `one`. */
export function isSameSetting(one: Setting, other: Setting): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value)
}

function toPlainValue(value: string | number | boolean): string | number {
  return typeof value === 'boolean' ? String(value) : value
}

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

/** An item with two costs. Both are better when lower. */
export type Tradeoff = { readonly cost: number; readonly price: number }

/** Selects the items that no other item beats in one cost without being worse in the other, by ascending `cost`. */
export function selectParetoFront<Item extends Tradeoff>(items: readonly Item[]): Item[] {
  const ordered = items.toSorted((a, b) => a.cost - b.cost || a.price - b.price)
  const front: Item[] = []
  for (const item of ordered) {
    const last = front.at(-1)
    if (!last || item.price < last.price || (item.price === last.price && item.cost === last.cost)) front.push(item)
  }
  return front
}
