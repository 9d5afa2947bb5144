/** One value for each parameter of a sweep, by its name. */
export type Setting = Readonly<Record<string, string | number>>

/** Values of every parameter, in the order in which they are tried. */
export type ParameterGrid = Readonly<Record<string, readonly (string | number | boolean)[]>>

/** How many settings a grid has. */
export function countSettings(grid: ParameterGrid): number {
  return Object.values(grid).reduce((product, values) => product * values.length, 1)
}

/** Every combination of the values: tuning one parameter at a time misses what two of them do together (I-223). */
export function listSettings(grid: ParameterGrid): Setting[] {
  return Object.entries(grid).reduce<Setting[]>(
    (settings, [name, values]) =>
      settings.flatMap((setting) => values.map((value) => ({ ...setting, [name]: toPlainValue(value) }))),
    [{}],
  )
}

/** `batch-size=64 workers=4`. */
export function formatSetting(setting: Setting): string {
  return Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

export function isSameSetting(one: Setting, other: Setting): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value)
}

function toPlainValue(value: string | number | boolean): string | number {
  return typeof value === 'boolean' ? String(value) : value
}
