/**
 * Cuts a sequence into ⌈length / expectedLength⌉ chunks. All chunks of a longer sequence are exactly `expectedLength`
 * long and start at even distances, so neighbours overlap a little; a shorter sequence is one chunk as it is.
 */
export function chunkSequence({ id, letters }, expectedLength) {
  const count = Math.max(1, Math.ceil(letters.length / expectedLength))
  const slack = Math.max(0, letters.length - expectedLength)
  return Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.floor((index * slack) / (count - 1))
    return { id: `${id}_chunk_${index + 1}`, letters: letters.slice(start, start + expectedLength) }
  })
}
