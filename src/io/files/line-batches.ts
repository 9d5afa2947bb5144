/** A line of text, or null in the place of one that was too long to keep. */
export type StreamLine = string | null

/**
 * Splits a stream of text into lines as it arrives, one batch for each chunk that ended a line, so that a slow reader holds
 * up the writer and nothing but an unfinished line is kept. The last line needs no line feed.
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
