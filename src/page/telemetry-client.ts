import type { TelemetryWindow, WindowRequest } from '../domain/page/telemetry-window.ts'
import { partText } from './parts.ts'
import type { Answer, Opened, Question } from './telemetry-messages.ts'

type Listener = {
  readonly opened: (opened: Opened) => void
  readonly window: (window: TelemetryWindow) => void
  readonly failed: (reason: string) => void
}

/** The samples of one run behind a worker, so that nothing the reader does waits for them. */
export class TelemetryClient {
  readonly #worker: Worker
  readonly #listener: Listener
  #isBusy = false
  #next: Question | null = null
  #csv: ((csv: Blob) => void) | null = null

  constructor(part: string, listener: Listener) {
    this.#listener = listener
    // The program of the page is that of the worker as well: one file, one hash in the policy.
    const program = new Blob([partText('program')], { type: 'text/javascript' })
    const address = URL.createObjectURL(program)
    this.#worker = new Worker(address)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#hear(data))
    this.#worker.addEventListener('error', ({ message }) => listener.failed(message))
    this.#isBusy = true
    this.#worker.postMessage({ ask: 'open', base64: partText(part) } satisfies Question)
  }

  /** Asks for a window. While one is on its way only the newest wish is kept. */
  look(request: WindowRequest): void {
    const question: Question = { ask: 'window', request }
    if (this.#isBusy) this.#next = question
    else this.#ask(question)
  }

  /** Every sample as text. */
  async csv(): Promise<Blob> {
    return await new Promise((resolve) => {
      this.#csv = resolve
      this.#worker.postMessage({ ask: 'csv' } satisfies Question)
    })
  }

  close(): void {
    this.#worker.terminate()
  }

  #ask(question: Question): void {
    this.#isBusy = true
    this.#next = null
    this.#worker.postMessage(question)
  }

  #hear(answer: Answer): void {
    if (answer.answer === 'csv') {
      this.#csv?.(answer.csv)
      return
    }
    this.#isBusy = false
    // The worker cuts the next window while this one is drawn.
    if (this.#next) this.#ask(this.#next)
    if (answer.answer === 'failed') this.#listener.failed(answer.reason)
    else if (answer.answer === 'opened') this.#listener.opened(answer.opened)
    else this.#listener.window(answer.window)
  }
}
