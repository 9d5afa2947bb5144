import type { TelemetryWindow, WindowRequest } from '../domain/page/telemetry-window.ts'

/** What the page asks its worker. */
export type WorkerRequest =
  | { readonly ask: 'open'; readonly base64: string }
  | { readonly ask: 'window'; readonly request: WindowRequest }
  | { readonly ask: 'csv' }

/** What it answers, in the order of the questions. */
export type WorkerResponse =
  | { readonly answer: 'opened'; readonly opened: TelemetryOverview }
  | { readonly answer: 'window'; readonly window: TelemetryWindow }
  | { readonly answer: 'csv'; readonly csv: Blob }
  | { readonly answer: 'failed'; readonly reason: string }

/** What is known of a pack once it is read. */
export type TelemetryOverview = {
  /** Milliseconds since the epoch. */
  readonly startMs: number
  /** Since the start. */
  readonly endMs: number
  readonly intervalMs: number
  /** Readings that one row stands for. */
  readonly merged: number
  readonly rows: number
  readonly gpus: readonly number[]
}
