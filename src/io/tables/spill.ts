import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Number of buffered characters, over all partitions. */
const waitingCharacters = 4 << 20
const [smallestWait, largestWait] = [1 << 13, 1 << 16]

/** Rows distributed over files by the hash of their id, so that equal ids are in files with the same number. */
export type Spill = {
  readonly add: (partition: number, row: string) => void
  /** Writes the buffered rows. */
  readonly finish: () => void
}

export function createSpill(directory: string, partitions: number): Spill {
  mkdirSync(directory, { recursive: true })
  const waiting = Array.from({ length: partitions }, () => ({ rows: [] as string[], characters: 0 }))
  const most = Math.min(largestWait, Math.max(smallestWait, Math.floor(waitingCharacters / partitions)))
  const write = (partition: number): void => {
    const batch = waiting[partition]
    if (!batch || batch.rows.length === 0) return
    // Synchronous: no timed process runs at this point, and pending writes would accumulate in memory.
    appendFileSync(join(directory, String(partition)), `${batch.rows.join('\n')}\n`, 'latin1')
    batch.rows.length = 0
    batch.characters = 0
  }
  return {
    add: (partition, row) => {
      const batch = waiting[partition]
      if (!batch) throw new RangeError(`there is no partition ${partition}`)
      batch.rows.push(row)
      batch.characters += row.length + 1
      if (batch.characters >= most) write(partition)
    },
    finish: () => {
      for (const partition of waiting.keys()) write(partition)
    },
  }
}

/** FNV-1a with a secret seed, so that the pipeline cannot force all ids into one partition. */
export function choosePartition(id: string, partitions: number, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193)
  // The low bits of FNV are poorly mixed.
  return ((hash ^ (hash >>> 15)) >>> 0) % partitions
}
