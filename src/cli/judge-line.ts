import { pickName, parseJudgeLine, type JudgeCase, type JudgeName } from '../config/records/judge-schema.ts'
import { type Change, describeChanges } from '../domain/detection/series/describe-changes.ts'
import { findChangePoints } from '../domain/detection/series/change-points.ts'
import { judgePair } from '../domain/detection/pair/judge-metric.ts'
import type { PairAnswer, PairRequest } from '../domain/detection/pair/pair.ts'

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

/** Judges one case. A line that cannot be parsed gets an answer with the error. */
export function judgeLine(line: string): JudgeAnswer {
  const parsed = parseJudgeLine(line)
  if (!parsed.isCase) return { ...parsed.name, error: parsed.error }
  const { asked } = parsed
  if (asked.kind === 'pair') return { ...pickName(asked), ...judgePair(toPairRequest(asked)) }
  return { ...pickName(asked), ...judgeSeries(asked.values, asked.min_effect ?? null) }
}

type PairCase = Extract<JudgeCase, { readonly kind: 'pair' }>

function toPairRequest(asked: PairCase): PairRequest {
  const { lower_is_better, min_effect, clear_effect, max_runs, least_runs, ...rest } = asked
  return {
    ...rest,
    isLowerBetter: lower_is_better,
    minEffect: min_effect,
    clearEffect: clear_effect,
    maxRuns: max_runs,
    minRuns: least_runs,
  }
}

function judgeSeries(values: readonly number[], minEffect: number | null): SeriesAnswer {
  const changepoints = findChangePoints(values, minEffect)
  const changes = describeChanges(values, changepoints).map(({ at, where: [from, to], effect, interval, status }) => {
    return { at, from, to, effect, interval, status }
  })
  return { changepoints, changes }
}
