/**
 * A list of numbers that grows in blocks: it allocates no object per number, copies nothing when it grows, and wastes
 * at most one block.
 */
export type GrowingColumn = {
  push(value: number): void
  /** Returns the number at an index; NaN beyond the end. */
  get(index: number): number
  readonly getLength: () => number
}

const [blockBits, blockLength] = [16, 2 ** 16]

/** Creates a column for 64-bit floats. */
export function createFloatColumn(): GrowingColumn {
  return createColumn(() => new Float64Array(blockLength))
}

/** Creates a column for integers from 0 to 2³² − 1. */
export function createIntegerColumn(): GrowingColumn {
  return createColumn(() => new Uint32Array(blockLength))
}

function createColumn(makeBlock: () => Float64Array | Uint32Array): GrowingColumn {
  const blocks: (Float64Array | Uint32Array)[] = []
  let length = 0
  return {
    push: (value) => {
      const offset = length & (blockLength - 1)
      if (offset === 0) blocks.push(makeBlock())
      const block = blocks[length >>> blockBits]
      if (block) block[offset] = value
      length += 1
    },
    get: (index) => blocks[index >>> blockBits]?.[index & (blockLength - 1)] ?? Number.NaN,
    getLength: () => length,
  }
}
