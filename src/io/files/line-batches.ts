/** A line of text, or null for a line that exceeded the limit. */
export type StreamLine = string | null

/**
 * Splits a stream into lines, one batch per chunk that completes a line. Buffers only the unfinished line, and a slow
 * reader applies back-pressure. The last line needs no line feed.
 */
export async function* batchLines(chunks: AsyncIterable<string>, maxCharacters: number): AsyncGenerator<StreamLine[]> {
  let open: string[] = []
  let openCharacters = 0
  const add = (piece: string): void => {
    openCharacters += piece.length
    if (openCharacters <= maxCharacters) open.push(piece)
    else open = []
  }
  const close = (): StreamLine => {
    const line = openCharacters <= maxCharacters ? open.join('') : null
    open = []
    openCharacters = 0
    return line
  }
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n')
    const rest = pieces.pop() ?? ''
    const batch = pieces.map((piece) => {
      add(piece)
      return close()
    })
    add(rest)
    if (batch.length > 0) yield batch
  }
  if (openCharacters > 0) yield [close()]
}
