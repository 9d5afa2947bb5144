const shownCharacters = 60
const longestCharacterBytes = 4

/** Describes an invalid character, also an invisible one. */
export function describeForeignCharacter(chunk: Buffer, at: number): string {
  const text = chunk.subarray(at, at + longestCharacterBytes).toString('utf8')
  const code = text.codePointAt(0) ?? 0
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return `${JSON.stringify(String.fromCodePoint(code))} (${name}) is neither a base nor a residue`
}

/** Suggests a fix for an invalid character; a `>` inside a line has its own cause. */
export function suggestFix(problem: string): string {
  return problem.includes('">"')
    ? 'Two files were joined without a line break; insert one before this ">"'
    : 'Sequences consist of IUPAC letters, "*" and "-"; correct this line'
}

/** Returns the rest of the line, cut for a message. */
export function readLineStart(chunk: Buffer, at: number): string {
  const text = chunk.subarray(at, at + longestCharacterBytes * shownCharacters).toString('utf8')
  return (text.split(/\r|\n/, 1)[0] as string).slice(0, shownCharacters)
}
