import { nameOf, parseJudgeLine, type JudgeName } from '../config/judge-schema.ts'
import { changePoints } from '../domain/detection/change-points.ts'
import { judgePair } from '../domain/detection/judge-pair.ts'
import type { PairAnswer } from '../domain/detection/pair.ts'

/** One line of the output of `warpgauge judge`. */
export type JudgeAnswer = JudgeName & (PairAnswer | { readonly changepoints: number[] } | { readonly error: string })

/** Judges one case; a line that holds none is answered with what is wrong with it. */
export function judgeLine(line: string): JudgeAnswer {
  const parsed = parseJudgeLine(line)
  if (!parsed.isCase) return { ...parsed.name, error: parsed.error }
  const { asked } = parsed
  if (asked.kind === 'pair') return { ...nameOf(asked), ...judgePair(asked) }
  return { ...nameOf(asked), changepoints: changePoints(asked.values, asked.min_effect ?? null) }
}
