import { sumCounts, type LengthCounts } from './length-counts.ts'

/** Sequences of a range of lengths, sampled in proportion to their number. */
export type LengthStratum = {
  /** Shortest length, in bases or residues. */
  readonly minLength: number
  readonly maxLength: number
  /** Number of sequences in the source and in the sample. */
  readonly source: number
  readonly sample: number
}

/** One stratum per percentile is fine enough for any distribution, and leaves many candidates per stratum. */
const mostStrata = 100

type OpenStratum = {
  readonly minLength: number
  maxLength: number
  readonly start: number
  end: number
  candidates: number
}

/**
 * Divides the lengths of a source into strata of at most one percent of its sequences (or one sequence of the sample,
 * if that is more) and allots `sampleSize` sequences to them. A single length with more sequences is its own stratum.
 * Rounding cumulative shares keeps the sample within half a sequence of the source at each boundary. A stratum without
 * enough candidates is merged with the next.
 */
export function planStrata(source: LengthCounts, candidates: LengthCounts, sampleSize: number): LengthStratum[] {
  const total = sumCounts(source)
  const fullest = total / Math.min(mostStrata, sampleSize)
  const computeAllotment = ({ start, end }: OpenStratum): number =>
    Math.round((sampleSize * end) / total) - Math.round((sampleSize * start) / total)
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

/** The last stratum is merged with the previous one. */
function closeLast(groups: OpenStratum[], lacks: (group: OpenStratum) => boolean): void {
  for (let last = groups.at(-1); last && groups.length > 1 && lacks(last); last = groups.at(-1)) {
    groups.pop()
    extend(groups.at(-1) as OpenStratum, last)
  }
}
