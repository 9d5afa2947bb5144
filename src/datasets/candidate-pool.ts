/** Candidate records in file order, as columns of numbers: millions of objects would take too much memory. */
export type Candidates = {
  readonly size: number
  readonly priorities: Uint32Array
  /** Lengths in bases or residues. */
  readonly lengths: Uint32Array
  /** Offset in bytes at which the record can be read again. */
  readonly offsets: Float64Array
  readonly byteSizes: Uint32Array
}

/**
 * A random sample of a stream of unknown length, in bounded memory. Every record has a random 32-bit priority; records
 * above a falling threshold are dropped. Keeps the smallest priorities so far, at least `sampleSize` of them when that
 * many records were offered.
 */
export type CandidatePool = {
  /** Whether a record of this priority is below the current threshold. */
  canAdd(priority: number): boolean
  add(priority: number, record: CandidateRecord): void
  getCandidates(): Candidates
}

/** A record: length in bases or residues, offset and size in bytes. */
export type CandidateRecord = { readonly length: number; readonly offset: number; readonly byteSize: number }

/** Small samples keep many times their number of candidates, so that each length stratum has enough. */
const spare = 16_384
const sparePart = 0.25
const keptPart = 0.85
const firstCapacity = 4096

/** Creates a pool that keeps at least `sampleSize` records. */
export function createCandidatePool(sampleSize: number): CandidatePool {
  const limit = Math.ceil(sampleSize * (1 + sparePart)) + spare
  let kept = allocateColumns(Math.min(limit, firstCapacity))
  let size = 0
  let threshold = 2 ** 32
  const makeRoom = (): void => {
    if (size < limit) {
      kept = resizeColumns(kept, Math.min(limit, 2 * size))
      return
    }
    threshold = kept.priorities.toSorted()[Math.floor(keptPart * size)] as number
    size = dropFrom(kept, threshold)
  }
  return {
    canAdd: (priority) => priority < threshold,
    add: (priority, { length, offset, byteSize }) => {
      if (size === kept.priorities.length) makeRoom()
      if (priority >= threshold) return
      kept.priorities[size] = priority
      kept.lengths[size] = length
      kept.offsets[size] = offset
      kept.byteSizes[size] = byteSize
      size += 1
    },
    getCandidates: () => ({ size, ...kept }),
  }
}

type CandidateColumns = Omit<Candidates, 'size'>

function allocateColumns(capacity: number): CandidateColumns {
  return {
    priorities: new Uint32Array(capacity),
    lengths: new Uint32Array(capacity),
    offsets: new Float64Array(capacity),
    byteSizes: new Uint32Array(capacity),
  }
}

function resizeColumns(old: CandidateColumns, capacity: number): CandidateColumns {
  const wider = allocateColumns(capacity)
  wider.priorities.set(old.priorities)
  wider.lengths.set(old.lengths)
  wider.offsets.set(old.offsets)
  wider.byteSizes.set(old.byteSizes)
  return wider
}

/** Moves the kept candidates to the front in order; returns their number. */
function dropFrom({ priorities, lengths, offsets, byteSizes }: CandidateColumns, threshold: number): number {
  let size = 0
  for (let at = 0; at < priorities.length; at += 1) {
    const priority = priorities[at] as number
    if (priority >= threshold) continue
    priorities[size] = priority
    lengths[size] = lengths[at] as number
    offsets[size] = offsets[at] as number
    byteSizes[size] = byteSizes[at] as number
    size += 1
  }
  return size
}
