import { sumCounts, type LengthCounts } from './length-counts.ts'

/** Sequences of neighbouring lengths, sampled in proportion to their number. */
export type LengthStratum = {
  /** Shortest length, in bases or residues. */
  readonly minLength: number
  readonly maxLength: number
  /** Sequences of these lengths in the source, and how many of them are in the sample. */
  readonly source: number
  readonly sample: number
}

/** Percentiles: enough for any length distribution, and few enough that each has many candidates. */
const mostStrata = 100

type OpenStratum = {
  readonly minLength: number
  maxLength: number
  readonly start: number
  end: number
  candidates: number
}

/**
 * Cuts the lengths of a source into strata of at most one percent of its sequences (or one sequence of the sample, when
 * that is more), and allots `wanted` sequences to them. A single length with more sequences is a stratum of its own.
 * Cumulated shares are rounded, so that at each boundary the sample is within half a sequence of the source. A stratum
 * with fewer candidates than it needs grows into the next.
 */
export function planStrata(source: LengthCounts, candidates: LengthCounts, wanted: number): LengthStratum[] {
  const total = sumCounts(source)
  const fullest = total / Math.min(mostStrata, wanted)
  const computeAllotment = ({ start, end }: OpenStratum): number =>
    Math.round((wanted * end) / total) - Math.round((wanted * start) / total)
  const needsCandidates = (group: OpenStratum): boolean => group.candidates < computeAllotment(group)
  const available = new Map(candidates)
  const groups: OpenStratum[] = []
  let start = 0
  for (const [length, count] of source) {
    const added = { maxLength: length, end: start + count, candidates: available.get(length) ?? 0 }
    const open = groups.at(-1)
    if (open && (added.end - open.start <= fullest || needsCandidates(open))) extend(open, added)
    else groups.push({ minLength: length, start, ...added })
    start = added.end
  }
  closeLast(groups, needsCandidates)
  return groups.map((group) => {
    const { minLength, maxLength } = group
    return { minLength, maxLength, source: group.end - group.start, sample: computeAllotment(group) }
  })
}

function extend(
  group: OpenStratum,
  { maxLength, end, candidates }: Pick<OpenStratum, 'maxLength' | 'end' | 'candidates'>,
): void {
  group.maxLength = maxLength
  group.end = end
  group.candidates += candidates
}

/** The last stratum has no next to grow into: it joins the one before. */
function closeLast(groups: OpenStratum[], lacks: (group: OpenStratum) => boolean): void {
  for (let last = groups.at(-1); last && groups.length > 1 && lacks(last); last = groups.at(-1)) {
    groups.pop()
    extend(groups.at(-1) as OpenStratum, last)
  }
}
