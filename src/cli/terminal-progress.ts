import { sanitizeLine } from '../domain/core/sanitize-output.ts'
import { createLineProgress } from '../io/files/line-progress.ts'
import type { Progress } from '../ports/progress.ts'
import { say } from './terminal.ts'

/** Creates the progress of a local run: lines on stderr, with the interim result whenever it changes. */
export function createTerminalProgress(): Progress {
  let last: string | null = null
  return {
    ...createLineProgress(say),
    onStanding(sentence) {
      if (sentence !== last) say(`so far ${sanitizeLine(sentence)}`)
      last = sentence
    },
  }
}
