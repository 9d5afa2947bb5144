import { mayAnimate } from './terminal.ts'

/** A status on the last line of a terminal, while another program writes above it. */
export type StatusLine = Disposable & { draw(text: string): void }

const save = '\u001B7'
const restore = '\u001B8'
const clearLine = '\u001B[2K'
const wholeScreen = '\u001B[r'

/**
 * Reserves the last line by a scrolling region (DECSTBM), so that the output of another program on the same terminal
 * is neither overwritten nor erased.
 */
export function openStatusLine(stream: NodeJS.WriteStream): StatusLine {
  let rows = 0
  let last = ''
  const reserve = (): void => {
    rows = stream.rows
    // The new line scrolls the content of the last line up.
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

/** Whether the stream is a terminal with enough rows. */
export function mayHaveStatusLine(stream: NodeJS.WriteStream): boolean {
  return mayAnimate(stream) && stream.rows > 3
}
