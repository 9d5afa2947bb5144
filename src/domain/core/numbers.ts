import { inferMetricKind } from './metric.ts'
import type { Interval } from './statistics.ts'

type Scale = { readonly factor: number; readonly label: string }

const timeUnits: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 }
const byteUnits: readonly string[] = ['B', 'bytes']
const byteRateUnit = 'B/s'
const shareUnits: readonly string[] = ['share', 'fraction']
const ratioUnits: readonly string[] = ['×', 'x', 'ratio']
const usualDigits = 3
const allDigits = 17
const uncertaintyDigits = 2
const maxDecimals = 5

/**
 * Formats a value with its unit and three significant digits: `33.8 min`, `6.05 GiB`, `79 %`, `1.58×`; `–` for null.
 */
export function formatValue(value: number | null, unit: string): string {
  return value === null ? '–' : formatScaled(value, chooseScale(value, unit), usualDigits)
}

/** Formats two values of one unit on one scale with the same number of decimals: `-0.4 %` and `2.9 %`. */
export function formatPair(one: number, other: number, unit: string): readonly [string, string] {
  const scale = chooseScale(Math.max(Math.abs(one), Math.abs(other)), unit)
  const decimals = computeDecimals([one * scale.factor, other * scale.factor])
  // With common decimals the smaller value would be shown as zero.
  if (decimals === null) return [formatScaled(one, scale, usualDigits), formatScaled(other, scale, usualDigits)]
  const format = (value: number) => `${formatFixed(value * scale.factor || 0, decimals)}${scale.label}`
  return [format(one), format(other)]
}

/**
 * Formats a value and its uncertainty on one scale, the uncertainty with two digits and the value to the same decimal:
 * `2.1000 s` and `0.0039 s`. An uncertainty below a hundred-thousandth of the unit leaves the value its three digits.
 */
export function formatUncertain(value: number, uncertainty: number, unit: string): readonly [string, string] {
  const scale = chooseScale(Math.max(Math.abs(value), uncertainty), unit)
  const decimals = Math.max(0, uncertaintyDigits - 1 - Math.floor(Math.log10(uncertainty * scale.factor)))
  if (!(decimals <= maxDecimals))
    return [formatScaled(value, scale, usualDigits), formatScaled(uncertainty, scale, uncertaintyDigits)]
  const format = (one: number) => `${formatFixed(one * scale.factor || 0, decimals)}${scale.label}`
  return [format(value), format(uncertainty)]
}

/** Formats a change of a value with its unit once: `33.8 → 37.8 min`. */
export function formatTransition(before: number, after: number, unit: string): string {
  const [one, other] = formatPair(before, after, unit)
  const label = /[^\d.]+$/.exec(other)?.[0] ?? ''
  return `${label !== '' && one.endsWith(label) ? one.slice(0, -label.length) : one} → ${other}`
}

/**
 * Computes the decimals that show the larger value with the usual digits, minus common trailing zeros. Null: they
 * would hide the smaller value.
 */
function computeDecimals(values: readonly number[]): number | null {
  const largest = Math.max(...values.map(Math.abs))
  if (!Number.isFinite(largest) || largest >= 1e15) return null
  const integerDigits = largest < 1 ? 1 : Math.floor(Math.log10(largest)) + 1
  const most = Math.max(0, usualDigits - integerDigits)
  const texts = values.map((value) => value.toFixed(most))
  if (values.some((value, index) => value !== 0 && Number(texts[index]) === 0)) return null
  const endings = texts.map((text) => (/0*$/.exec(text.split('.')[1] ?? '')?.[0] ?? '').length)
  return Math.max(0, most - Math.min(...endings))
}

/** Formats an actual value and its limit on one scale, with enough digits to distinguish them. */
export function formatAgainstLimit(actual: number, limit: number, unit: string): readonly [string, string] {
  if (Math.abs(actual) * 100 < Math.abs(limit) || Math.abs(limit) * 100 < Math.abs(actual))
    return [formatValue(actual, unit), formatValue(limit, unit)]
  const scale = chooseScale(limit, unit)
  for (let digits = usualDigits; digits <= allDigits; digits += 1) {
    const texts = [formatScaled(actual, scale, digits), formatScaled(limit, scale, digits)] as const
    if (actual === limit || texts[0] !== texts[1]) return texts
  }
  return [`${actual} ${unit}`.trim(), `${limit} ${unit}`.trim()]
}

/**
 * Formats a relative effect as a signed percentage: `+12.0 %`, `-0.42 %`; for shares in percentage points: `-5.0
 * points`; `–` for null.
 */
export function formatEffect(effect: number | null, unit = ''): string {
  if (effect === null) return '–'
  if (!Number.isFinite(effect)) return String(effect)
  const percent = effect * 100
  const digits = Math.abs(percent) >= 100 ? 0 : Math.abs(percent) >= 0.1 ? 1 : 2
  const text = formatFixed(Math.abs(percent), digits)
  return `${/[1-9]/.test(text) ? (percent < 0 ? '-' : '+') : ''}${text} ${inferMetricKind({ unit }) === 'share' ? 'points' : '%'}`
}

/**
 * Formats an effect from 100 % on as a factor with two significant digits, `12×` for +1125 %; null for other effects.
 */
export function formatFactor(effect: number | null, unit = ''): string | null {
  if (effect === null || !Number.isFinite(effect) || effect < 1 || inferMetricKind({ unit }) === 'share') return null
  return `${formatSignificant(effect + 1, 2, 1)}×`
}

/** Formats an interval of effects: `+8.9 % to +15.2 %`; `–` for null. */
export function formatInterval(interval: Interval | null, unit = ''): string {
  return interval === null ? '–' : `${formatEffect(interval[0], unit)} to ${formatEffect(interval[1], unit)}`
}

/** Chooses the factor and the unit that suit the largest of the finite values, for an axis. */
export function chooseChartScale(
  values: readonly number[],
  unit: string,
): { readonly factor: number; readonly unit: string } {
  const largest = values.filter(Number.isFinite).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const { factor, label } = chooseScale(largest, unit)
  return { factor, unit: label.trim() }
}

/** Formats a count: `5,000`. */
export function formatCount(count: number): string {
  return formatFixed(count, 0)
}

/** Formats a count with its noun: `1 run`, `5,000 runs`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : /(?:s|x|ch|sh)$/u.test(noun) ? 'es' : 's'}`
}

/** Formats a share as a percentage with two significant digits: `3 %`, `0.42 %`, `12 %`. */
export function formatShare(share: number): string {
  return `${roundToTwoDigits(share * 100)} %`
}

/** Formats a share as a percentage with fixed decimals: `12.0 %`. */
export function formatPercent(share: number, decimals = 1): string {
  return `${(share * 100).toFixed(decimals)} %`
}

/** Rounds to two significant digits. */
export function roundToTwoDigits(value: number): number {
  return Number(value.toPrecision(2))
}

function chooseScale(value: number, unit: string): Scale {
  const seconds = Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : undefined
  if (seconds !== undefined) return chooseTimeScale(Math.abs(value) * seconds, seconds)
  if (byteUnits.includes(unit)) return chooseByteScale(Math.abs(value))
  if (unit === byteRateUnit) return chooseByteRateScale(Math.abs(value))
  if (shareUnits.includes(unit)) return { factor: 100, label: ' %' }
  if (ratioUnits.includes(unit)) return { factor: 1, label: '×' }
  return { factor: 1, label: unit === '' || unit === '1' ? '' : ` ${unit}` }
}

/** Chooses minutes from two minutes on and hours from two hours on. */
function chooseTimeScale(seconds: number, ownSeconds: number): Scale {
  if (seconds >= 7200) return { factor: ownSeconds / 3600, label: ' h' }
  if (seconds >= 120) return { factor: ownSeconds / 60, label: ' min' }
  if (seconds >= 1 || seconds === 0) return { factor: ownSeconds, label: ' s' }
  if (seconds >= 1e-3) return { factor: ownSeconds * 1e3, label: ' ms' }
  return seconds >= 1e-6 ? { factor: ownSeconds * 1e6, label: ' µs' } : { factor: ownSeconds * 1e9, label: ' ns' }
}

function chooseByteScale(bytes: number): Scale {
  const labels = [' B', ' KiB', ' MiB', ' GiB', ' TiB']
  const power = Math.min(labels.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  return { factor: 1 / 1024 ** power, label: labels[power] ?? ' B' }
}

/** Rates of bytes have decimal units, as memory and network bandwidths are stated. */
function chooseByteRateScale(rate: number): Scale {
  const labels = [' B/s', ' kB/s', ' MB/s', ' GB/s', ' TB/s']
  const power = Math.min(labels.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(rate, 1)) / 3)))
  return { factor: 1 / 1000 ** power, label: labels[power] ?? ' B/s' }
}

function formatScaled(value: number, { factor, label }: Scale, digits: number, leastDigits = 1): string {
  if (!Number.isFinite(value)) return String(value)
  return `${formatSignificant(value * factor, digits, leastDigits)}${label}`
}

/** Formats at least all digits of the integer part: 1,777,778 is not shortened to 1,780,000. */
function formatSignificant(value: number, digits: number, leastDigits: number): string {
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return String(Number(value.toPrecision(digits)))
  const integerDigits = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1
  const most = Math.min(21, Math.max(digits, integerDigits))
  const style = { minimumSignificantDigits: leastDigits, maximumSignificantDigits: most }
  return getFormatter(`significant ${leastDigits} ${most}`, style).format(value === 0 ? 0 : value)
}

function formatFixed(value: number, digits: number): string {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return getFormatter(`fixed ${digits}`, style).format(value)
}

/** Formatters are cached: creating one costs about 100 times more than using it. */
const formatters = new Map<string, Intl.NumberFormat>()

function getFormatter(key: string, style: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formatters.get(key)
  if (known) return known
  const created = new Intl.NumberFormat('en-US', style)
  formatters.set(key, created)
  return created
}
/** Keeps a number together with its unit and its comparison sign in narrow columns. */
export function preventBreaks(cell: string): string {
  return cell.replaceAll(/(?<=\d) (?!→|to |\()|(?<=^(?:[<≤≥>=]|&lt;|&gt;)) (?=[\d.])/g, '\u00A0')
}
