import type { TelemetryWindow, WindowRequest } from '../domain/page/telemetry-window.ts'

/** Requests of the page to its worker. */
export type WorkerRequest =
  | { readonly ask: 'open'; readonly base64: string }
  | { readonly ask: 'window'; readonly request: WindowRequest }
  | { readonly ask: 'csv' }

/** Responses of the worker, in the order of the requests. */
export type WorkerResponse =
  | { readonly answer: 'opened'; readonly opened: TelemetryOverview }
  | { readonly answer: 'window'; readonly window: TelemetryWindow }
  | { readonly answer: 'csv'; readonly csv: Blob }
  | { readonly answer: 'failed'; readonly reason: string }

/** Overview of a decoded telemetry log. */
export type TelemetryOverview = {
  /** Milliseconds since the epoch. */
  readonly startMs: number
  /** Milliseconds since the start. */
  readonly endMs: number
  readonly intervalMs: number
  /** Number of readings per row. */
  readonly merged: number
  readonly rows: number
  readonly gpus: readonly number[]
}
