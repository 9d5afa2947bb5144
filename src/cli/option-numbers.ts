import { UserError } from '../domain/core/errors.ts'

/** Parses a whole number of the command line; throws a UserError that names `option`. */
export function parseWholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new UserError(`${option} ${text} is not a whole number from ${min} to ${max}`, `Give ${option} such a number.`)
}

/** Parses a share between 0 and 1, `withEnds` also 0 and 1; throws a UserError that names `option`. */
export function parseShare(option: string, text: string, withEnds = false): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if ((value > 0 && value < 1) || (withEnds && (value === 0 || value === 1))) return value
  throw new UserError(`${option} ${text} is not between 0 and 1`, 'Give a share such as 0.03.')
}
