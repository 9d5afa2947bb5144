import { pipeline } from 'node:stream/promises'
import { pickName, parseJudgeLine, type JudgeName } from '../config/records/judge-schema.ts'
import { hasErrorCode } from '../domain/core/errors.ts'
import { judgePair } from '../domain/detection/pair/judge-metric.ts'
import type { PairAnswer } from '../domain/detection/pair/pair.ts'
import { findChangePoints } from '../domain/detection/series/change-points.ts'
import { describeChanges, type Change } from '../domain/detection/series/describe-changes.ts'
import { batchLines } from '../io/files/line-batches.ts'
import type { ExitCode } from './exit-code.ts'

/** Answer to a series. */
type SeriesAnswer = {
  /** Index, from 0, of the first value of each new level. */
  readonly changepoints: readonly number[]
  /** Details of each change; `from` and `to` are the first and last index that fit almost as well as `at`. */
  readonly changes: readonly ({ readonly at: number; readonly from: number; readonly to: number } & Pick<
    Change,
    'effect' | 'interval' | 'status'
  >)[]
}

/** One line of the output of `warpgauge judge`. */
export type JudgeAnswer = JudgeName & (PairAnswer | SeriesAnswer | { readonly error: string })

const longestLineCharacters = 16 * 1024 * 1024

/** Reads cases from stdin and writes one answer each to stdout; returns 2 if the reader closed the pipe. */
export async function judgeStream(): Promise<ExitCode> {
  process.stdin.setEncoding('utf8')
  try {
    await pipeline(answerLines(process.stdin), process.stdout, { end: false })
    return 0
  } catch (error) {
    // The reader, such as `head`, has closed the pipe.
    if (hasErrorCode(error, 'EPIPE')) return 2
    throw error
  }
}

/** Yields one text per input chunk, so that a program waiting for its answer receives it. */
async function* answerLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const batch of batchLines(chunks, longestLineCharacters)) {
    const answers = batch
      .filter((line) => line?.trim() !== '')
      .map((line) => (line === null ? { error: 'this line is longer than 16 Mi characters' } : judgeLine(line)))
    if (answers.length > 0) yield answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')
  }
}

/**
 * Judges one line of JSON: a pair (the samples of a base and a head) or a series of values. Returns the comparison, the change
 * points, or the error of a line that cannot be parsed; touches nothing.
 */
export function judgeLine(line: string): JudgeAnswer {
  const parsed = parseJudgeLine(line)
  if (!parsed.isCase) return { ...parsed.name, error: parsed.error }
  const { asked } = parsed
  if (asked.kind === 'series') return { ...pickName(asked), ...judgeSeries(asked.values, asked.min_effect ?? null) }
  const { lower_is_better, min_effect, clear_effect, max_runs, least_runs, ...rest } = asked
  const request = {
    ...rest,
    isLowerBetter: lower_is_better,
    minEffect: min_effect,
    clearEffect: clear_effect,
    maxRuns: max_runs,
    minRuns: least_runs,
  }
  return { ...pickName(asked), ...judgePair(request) }
}

function judgeSeries(values: readonly number[], minEffect: number | null): SeriesAnswer {
  const changepoints = findChangePoints(values, minEffect)
  const changes = describeChanges(values, changepoints).map(({ at, where: [from, to], effect, interval, status }) => {
    return { at, from, to, effect, interval, status }
  })
  return { changepoints, changes }
}
