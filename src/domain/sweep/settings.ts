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
