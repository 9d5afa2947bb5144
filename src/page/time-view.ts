/** A time range since the start of the run. */
export type Range = { readonly fromMs: number; readonly toMs: number }

const shortestMs = 5

/** The visible time range of a run. The reader moves it with buttons, keys and the wheel. */
export class TimeView implements Range {
  fromMs = 0
  toMs: number
  readonly #lengthMs: number
  readonly #changed: () => void

  constructor(lengthMs: number, changed: () => void) {
    this.#lengthMs = lengthMs
    this.toMs = lengthMs
    this.#changed = changed
  }

  /** Shows a range, limited to the run and to a minimum length. */
  show(fromMs: number, toMs: number): void {
    const length = Math.min(this.#lengthMs, Math.max(shortestMs, toMs - fromMs))
    const from = Math.max(0, Math.min(this.#lengthMs - length, fromMs))
    if (from === this.fromMs && from + length === this.toMs) return
    this.fromMs = from
    this.toMs = from + length
    this.#changed()
  }

  showAll(): void {
    this.show(0, this.#lengthMs)
  }

  /** Zooms by a factor (0.5 shows half the range) around the point at `share` of the view. */
  zoom(factor: number, share = 0.5): void {
    const length = this.toMs - this.fromMs
    const next = Math.min(this.#lengthMs, length * factor)
    const from = this.fromMs + (length - next) * share
    this.show(from, from + next)
  }

  /** Moves by a share of the visible range. */
  move(share: number): void {
    const step = (this.toMs - this.fromMs) * share
    this.show(this.fromMs + step, this.toMs + step)
  }

  /** Handles keys and wheel of an element. `edges` returns start and end of the range in pixels. */
  listenTo(place: HTMLElement, edges: () => readonly [left: number, right: number]): void {
    place.addEventListener('keydown', (event) => {
      const act = this.#findAction(event)
      if (!act || event.target !== place) return
      event.preventDefault()
      act()
    })
    place.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        const [left, right] = edges()
        const share = (event.clientX - place.getBoundingClientRect().left - left) / (right - left)
        this.zoom(2 ** (event.deltaY / 200), Math.max(0, Math.min(1, share)))
      },
      { passive: false },
    )
  }

  #findAction({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): (() => void) | undefined {
    if (ctrlKey || metaKey || altKey) return undefined
    const acts: Readonly<Record<string, () => void>> = {
      '+': () => this.zoom(0.5),
      '=': () => this.zoom(0.5),
      '-': () => this.zoom(2),
      '0': () => this.showAll(),
      ArrowLeft: () => this.move(-0.25),
      ArrowRight: () => this.move(0.25),
    }
    return Object.hasOwn(acts, key) ? acts[key] : undefined
  }
}
