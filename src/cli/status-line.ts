import { mayAnimate } from './terminal.ts'

/** The last line of a terminal, kept free for a status while a foreign program writes above it. */
export type StatusLine = Disposable & { draw(text: string): void }

const save = '\u001B7'
const restore = '\u001B8'
const clearLine = '\u001B[2K'
const wholeScreen = '\u001B[r'

/**
 * Takes the last line out of the part that scrolls (DECSTBM), so that a program that shares the terminal is neither
 * overwritten nor erased, as it would be by a line that is drawn where the cursor happens to be.
 */
export function openStatusLine(stream: NodeJS.WriteStream): StatusLine {
  let rows = 0
  let last = ''
  const reserve = (): void => {
    rows = stream.rows
    // The new line scrolls what stands in the last one up, out of the way.
    stream.write(`\n${save}\u001B[1;${rows - 1}r${restore}\u001B[1A`)
    draw(last)
  }
  const draw = (text: string): void => {
    last = text
    stream.write(`${save}\u001B[${rows};1H${clearLine}${text}${restore}`)
  }
  reserve()
  stream.on('resize', reserve)
  return {
    draw,
    [Symbol.dispose]() {
      stream.off('resize', reserve)
      stream.write(`${save}${wholeScreen}\u001B[${rows};1H${clearLine}${restore}`)
    },
  }
}

/** Whether there is a terminal with room for it. */
export function mayHaveStatusLine(stream: NodeJS.WriteStream): boolean {
  return mayAnimate(stream) && stream.rows > 3
}
