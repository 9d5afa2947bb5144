import type { TelemetryWindow, WindowRequest } from '../domain/page/telemetry-window.ts'
import { readPartText } from './parts.ts'
import type { WorkerResponse, TelemetryOverview, WorkerRequest } from './telemetry-messages.ts'

type Listener = {
  readonly opened: (opened: TelemetryOverview) => void
  readonly window: (window: TelemetryWindow) => void
  readonly failed: (reason: string) => void
}

/** Reads the samples of one run in a worker, so that the page stays responsive. */
export class TelemetryClient {
  readonly #worker: Worker
  readonly #listener: Listener
  #isBusy = false
  #next: WorkerRequest | null = null
  #csv: ((csv: Blob) => void) | null = null

  constructor(part: string, listener: Listener) {
    this.#listener = listener
    // The worker runs the script of the page, so that the policy needs one hash.
    const program = new Blob([readPartText('program')], { type: 'text/javascript' })
    const address = URL.createObjectURL(program)
    this.#worker = new Worker(address)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => this.#onResponse(data))
    this.#worker.addEventListener('error', ({ message }) => listener.failed(message))
    this.#isBusy = true
    this.#worker.postMessage({ ask: 'open', base64: readPartText(part) } satisfies WorkerRequest)
  }

  /** Requests a window. While a request is pending, only the newest one is kept. */
  requestWindow(request: WindowRequest): void {
    const question: WorkerRequest = { ask: 'window', request }
    if (this.#isBusy) this.#next = question
    else this.#ask(question)
  }

  /** Requests every sample as CSV. */
  async requestCsv(): Promise<Blob> {
    return await new Promise((resolve) => {
      this.#csv = resolve
      this.#worker.postMessage({ ask: 'csv' } satisfies WorkerRequest)
    })
  }

  close(): void {
    this.#worker.terminate()
  }

  #ask(question: WorkerRequest): void {
    this.#isBusy = true
    this.#next = null
    this.#worker.postMessage(question)
  }

  #onResponse(answer: WorkerResponse): void {
    if (answer.answer === 'csv') {
      this.#csv?.(answer.csv)
      return
    }
    this.#isBusy = false
    // The worker prepares the next window while this one is drawn.
    if (this.#next) this.#ask(this.#next)
    if (answer.answer === 'failed') this.#listener.failed(answer.reason)
    else if (answer.answer === 'opened') this.#listener.opened(answer.opened)
    else this.#listener.window(answer.window)
  }
}
