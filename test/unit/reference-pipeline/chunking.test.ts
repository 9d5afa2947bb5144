import { expect, test } from 'vitest'
import { pipelineModule } from './reference-pipeline.ts'

type Sequence = { id: string; letters: string }
type ChunkingModule = { chunkSequence: (sequence: Sequence, expectedLength: number) => Sequence[] }

const { chunkSequence } = await pipelineModule<ChunkingModule>('chunking.mjs')

test('a short sequence is one chunk as it is', () => {
  expect(chunkSequence({ id: 'a', letters: 'ACGT' }, 10)).toEqual([{ id: 'a_chunk_1', letters: 'ACGT' }])
})

test.each([
  [11, 2],
  [20, 2],
  [21, 3],
  [48_502, 4851],
])('%i bases in chunks of 10 give %i chunks of full length that leave out nothing', (length, count) => {
  const letters = Array.from({ length }, (_, index) => 'ACGTTGCA'[(index * index) % 7]).join('')
  const chunks = chunkSequence({ id: 'a', letters }, 10)
  expect(chunks).toHaveLength(count)
  expect(chunks.every((chunk) => chunk.letters.length === 10)).toBe(true)
  expect(letters.startsWith(chunks[0]?.letters ?? 'none')).toBe(true)
  expect(letters.endsWith(chunks.at(-1)?.letters ?? 'none')).toBe(true)
})
