import { UserError } from '../domain/core/errors.ts'

/** Formats the name of a dataset file: `file_001.fa` … */
export function formatDatasetFileName(index: number): string {
  return `file_${String(index + 1).padStart(3, '0')}.fa`
}

/** Splits sequences over files as evenly as possible; returns the count of each file. */
export function splitEvenly(files: number, sequences: number): number[] {
  const countBefore = (index: number): number => Math.floor((index * sequences) / files)
  return Array.from({ length: files }, (_, index) => countBefore(index + 1) - countBefore(index))
}

/** A condition on the numbers of a dataset, and the message when it is false. */
export type Check = readonly [isGood: boolean, problem: string]

/** Builds the checks of every written dataset. */
export function buildCommonChecks(spec: {
  readonly sequences: number
  readonly files: number
  readonly seed: number
}): Check[] {
  const { sequences, files, seed } = spec
  return [
    [isIntegerInRange(sequences, 1, Number.MAX_SAFE_INTEGER), `sequences is ${sequences}, not an integer above 0`],
    [isIntegerInRange(files, 1, 1000), `files is ${files}, not an integer from 1 to 1000`],
    [files <= sequences, `${sequences} sequences cannot be split over ${files} files`],
    [isIntegerInRange(seed, 0, 2 ** 32 - 1), `seed is ${seed}, not an integer from 0 to 4294967295`],
  ]
}

/** @throws UserError that names every problem */
export function refuseFailed(what: string, checks: readonly Check[]): void {
  const problems = checks.filter(([isGood]) => !isGood).map(([, problem]) => problem)
  if (problems.length === 0) return
  throw new UserError(`The ${what} cannot be created: ${problems.join('; ')}`, 'Correct these values')
}

/** Whether a value is an integer from `min` to `max`, both included. */
export function isIntegerInRange(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}
