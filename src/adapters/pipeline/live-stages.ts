import { splitBoundedLines } from '../bounded-lines.ts'
import { parseEvent } from './events.ts'

/** Limit of open stages; events of further stages are ignored. */
const mostOpen = 1000

/** Tracks the open stages of a running pipeline, from the file named by `WARPGAUGE_EVENTS`. */
export class LiveStages {
  /** Number of open visits by stage, in the order of entry. */
  readonly #open = new Map<string, number>()

  /** The open stage with the latest entry; null between stages. */
  get current(): string | null {
    return [...this.#open.keys()].at(-1) ?? null
  }

  /**
   * Adds complete lines. Returns whether the open stages changed; a stage that starts and ends within the lines is no
   * change.
   */
  add(text: string): boolean {
    const before = [...this.#open.keys()].join('\0')
    for (const line of splitBoundedLines(text)) this.#addLine(line)
    return [...this.#open.keys()].join('\0') !== before
  }

  #addLine(line: string): void {
    // Most lines are batches, and parsing JSON is slow.
    if (!line.includes('stage-')) return
    const event = parseEvent(line)
    if (event?.event !== 'stage') return
    const depth = this.#open.get(event.stage) ?? 0
    if (!event.isStart) {
      if (depth > 1) this.#open.set(event.stage, depth - 1)
      else this.#open.delete(event.stage)
    } else if (depth > 0 || this.#open.size < mostOpen) {
      this.#open.set(event.stage, depth + 1)
    }
  }
}
