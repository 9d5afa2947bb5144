/** A base unit and the factor that converts a printed value to it. */
export type BaseUnit = {
  readonly unit: string
  readonly factor: number
}

const seconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  nsec: 1e-9,
  nanoseconds: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  usec: 1e-6,
  microseconds: 1e-6,
  ms: 1e-3,
  msec: 1e-3,
  milliseconds: 1e-3,
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  min: 60,
  minutes: 60,
  h: 3600,
  hours: 3600,
}

/** Case matters: `MB` is bytes; `Mb` is bits and is not converted. */
const bytes: Readonly<Record<string, number>> = {
  B: 1,
  byte: 1,
  bytes: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  kilobytes: 1e3,
  Kilobytes: 1e3,
  megabytes: 1e6,
  Megabytes: 1e6,
  gigabytes: 1e9,
  Gigabytes: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
}

/** Names of counted events; a rate of them has the unit `1/s`. */
const events = ['op', 'ops', 'iter', 'iters', 'iterations', 'item', 'items', '1']

/**
 * Converts a printed unit to its base unit: times to s, sizes to B, rates to 1/s. An unknown unit is kept with factor
 * 1.
 */
export function toBaseUnit(printed: string): BaseUnit {
  const unit = printed.trim()
  const [above = '', below, ...more] = unit.split(/\s*\/\s*|\s+per\s+/)
  if (more.length > 0) return { unit, factor: 1 }
  if (below === undefined) return convertSimpleUnit(above) ?? { unit, factor: 1 }
  const time = lookUp(seconds, below)
  if (time === undefined) return { unit, factor: 1 }
  if (events.includes(above)) return { unit: '1/s', factor: 1 / time }
  const amount = convertSimpleUnit(above)
  return { unit: `${amount?.unit ?? above}/s`, factor: (amount?.factor ?? 1) / time }
}

/** Infers the direction from a base unit: lower for times and sizes, higher for rates; null for other units. */
export function inferDirection(unit: string): 'lower' | 'higher' | null {
  if (unit === 's' || unit === 'B') return 'lower'
  return /.\/s$/.test(unit) ? 'higher' : null
}

function convertSimpleUnit(unit: string): BaseUnit | null {
  const time = lookUp(seconds, unit)
  if (time !== undefined) return { unit: 's', factor: time }
  const size = lookUp(bytes, unit)
  return size === undefined ? null : { unit: 'B', factor: size }
}

function lookUp(table: Readonly<Record<string, number>>, unit: string): number | undefined {
  return Object.hasOwn(table, unit) ? table[unit] : undefined
}
