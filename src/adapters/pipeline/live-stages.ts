import { splitBoundedLines } from '../bounded-lines.ts'
import { parseEvent } from './events.ts'

/** Stages that are open at once; events of further ones are ignored. */
const mostOpen = 1000

/** Follows which stages of a running pipeline are open, from the file that `WARPGAUGE_EVENTS` names. */
export class LiveStages {
  /** How often each was entered and not left, in the order of entry. */
  readonly #open = new Map<string, number>()

  /** The open stage that was entered last; null between stages. */
  get current(): string | null {
    return [...this.#open.keys()].at(-1) ?? null
  }

  /** Takes complete lines; whether other stages are open than before. A stage that came and went within them is no change. */
  add(text: string): boolean {
    const before = [...this.#open.keys()].join('\0')
    for (const line of splitBoundedLines(text)) this.#addLine(line)
    return [...this.#open.keys()].join('\0') !== before
  }

  #addLine(line: string): void {
    // Most lines of a busy pipeline are batches, and JSON is the dear part.
    if (!line.includes('stage-')) return
    const event = parseEvent(line)
    if (!event || event.event === 'other') return
    const depth = this.#open.get(event.stage) ?? 0
    if (event.event === 'stage-end') {
      if (depth > 1) this.#open.set(event.stage, depth - 1)
      else this.#open.delete(event.stage)
    } else if (depth > 0 || this.#open.size < mostOpen) {
      this.#open.set(event.stage, depth + 1)
    }
  }
}
