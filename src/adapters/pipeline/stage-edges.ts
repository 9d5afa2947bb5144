/** Start or end of a visit to a stage; `t` in seconds, on the clock of the program. */
export type StageEdge = { readonly isStart: boolean; readonly t: number }

const longestSeconds = 366 * 86_400

/** Union of the visits to a stage, in seconds; or the reason why it cannot be computed, as the end of a sentence. */
export type StageSpan =
  | {
      readonly seconds: number
      /** First start and last end. */
      readonly window: { readonly start: number; readonly end: number }
      readonly problem: null
    }
  | { readonly seconds: null; readonly window: null; readonly problem: string }

/**
 * Computes the time during which at least one visit was open. `edges` are in file order. Processes that append to one
 * file may write a start after a later end of another process, so the time is computed by time, not by line.
 */
export function computeStageSpan(edges: readonly StageEdge[]): StageSpan {
  const problem = findUnpairedEdge(edges) ?? findSecondClock(edges)
  return problem === null ? sumVisits(edges) : refuse(problem)
}

/**
 * Whether a time is in seconds since 1970; covers 2001 to 2286. Clocks that start with the process or machine never
 * reach it.
 */
export function isEpoch(t: number): boolean {
  return t >= 1e9 && t < 1e10
}

/** Each visit writes its start before its end, so in file order an end always has a start before it. */
function findUnpairedEdge(edges: readonly StageEdge[]): string | null {
  let depth = 0
  for (const { isStart } of edges) {
    depth += isStart ? 1 : -1
    if (depth < 0) return 'ended without a start'
  }
  return depth > 0 ? 'started and did not end' : null
}

function findSecondClock(edges: readonly StageEdge[]): string | null {
  const unixTimes = edges.filter(({ t }) => isEpoch(t)).length
  return unixTimes === 0 || unixTimes === edges.length ? null : 'has times of two clocks'
}

function sumVisits(edges: readonly StageEdge[]): StageSpan {
  const sorted = edges.toSorted((one, other) => one.t - other.t || Number(other.isStart) - Number(one.isStart))
  const window = { start: sorted.at(0)?.t ?? 0, end: sorted.at(-1)?.t ?? 0 }
  let [depth, since, seconds] = [0, 0, 0]
  for (const [index, { isStart, t }] of sorted.entries()) {
    if (isStart && depth === 0) since = t
    depth += isStart ? 1 : -1
    if (depth < 0) return refuse(describeReversal(t, sorted.slice(index)))
    if (depth === 0) seconds += t - since
  }
  if (seconds > longestSeconds) return refuse(`took ${seconds} s, so its times are damaged`)
  return { seconds, window, problem: null }
}

function describeReversal(end: number, later: readonly StageEdge[]): string {
  const start = later.find(({ isStart }) => isStart)?.t ?? end
  return `ended ${Number((start - end).toPrecision(3))} s before it started`
}

function refuse(problem: string): StageSpan {
  return { seconds: null, window: null, problem }
}
