const maxLineCharacters = 4096
/** Colors, erased line ends, modes and character sets, which move nothing. */
const still = /[^\P{Cc}\r\n\t](?:\[(?:[\d;:]{0,20}m|0?K|\?\d{1,5}[hl])|\([A-Z\d])/gu
/** Movements of the cursor, backspace and other control characters: what follows is written somewhere else. */
const moving = /[^\P{Cc}\r\n\t](?:\[[\d;:?]{0,20}[@-~]|\]\P{Cc}{0,2000}\p{Cc}\\?)?/gu
/** A progress bar ends without a line feed, and a logger then writes into its line: `… 4.9it/s]2026-11-20 14:06:29 - `. */
const joint =
  /(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - )|(?<=\[\d{1,3}:\d\d(?::\d\d)?(?:<[^[\]]{1,100}|, [^[\]]{1,100})\])/
const hasControls = /[^\P{Cc}\r\n\t]/u
/** Finds most lines without a joint in a tenth of the time. */
const mayBeJoint = /.\d{4}-\d\d-\d\d \d\d:|\[[\d:]{4,9}[<,]/

/**
 * Yields the lines of a text as a terminal would show them, split at LF, CR, CRLF and movements of the cursor, without
 * colors. A progress bar and what follows it are separate lines. Skips empty lines; of lines above 4096 characters it
 * yields the end.
 */
export function* splitBoundedLines(text: string): Generator<string> {
  const plain = hasControls.test(text) ? text.replaceAll(still, '').replaceAll(moving, '\n') : text
  // A pattern for whole lines can run out of stack in a line of many megabytes.
  for (let from = 0, to = 0; from < plain.length; from = to + 1) {
    to = plain.indexOf('\n', from)
    if (to === -1) to = plain.length
    for (const line of plain.slice(from, to).split('\r')) yield* splitJoints(line)
  }
}

function* splitJoints(line: string): Generator<string> {
  const isWhole = line.startsWith('{') || !mayBeJoint.test(line)
  for (const part of isWhole ? [line] : line.split(joint)) if (part !== '') yield part.slice(-maxLineCharacters)
}

/** Returns the value of a key, or a new one; null when the map has `most` others. */
export function openEntry<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  most: number,
  create: () => NoInfer<Value>,
): Value | null {
  const known = map.get(key)
  if (known !== undefined || map.size >= most) return known ?? null
  const fresh = create()
  map.set(key, fresh)
  return fresh
}
