import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchLines, type StreamLine } from '../../../../src/io/files/line-batches.ts'

async function* chunksOf(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks
}

async function batchesOf(limit: number, ...chunks: string[]): Promise<StreamLine[][]> {
  const batches: StreamLine[][] = []
  for await (const batch of batchLines(chunksOf(...chunks), limit)) batches.push(batch)
  return batches
}

describe('lines of a stream', () => {
  it('come as soon as a chunk ends them, the last one at the end', async () => {
    expect(await batchesOf(9, 'a\nb', 'c', '\n\nd\n', 'e')).toEqual([['a'], ['bc', '', 'd'], ['e']])
    expect(await batchesOf(9, 'a\n')).toEqual([['a']])
    expect(await batchesOf(9)).toEqual([])
  })

  it('are null in the place of those longer than the limit, however they arrive', async () => {
    expect(await batchesOf(3, 'abc\nabcd\nab', 'cd', 'ef\nabc', 'd')).toEqual([['abc', null], [null], [null]])
  })

  it('are the same wherever the text is cut into chunks', async () => {
    const pieces = fc.array(fc.stringMatching(/^[ab\n]{0,6}$/))
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        const whole = chunks.join('')
        const lines = whole === '' ? [] : whole.replace(/\n$/, '').split('\n')
        expect((await batchesOf(4, ...chunks)).flat()).toEqual(lines.map((line) => (line.length > 4 ? null : line)))
      }),
    )
  })
})
