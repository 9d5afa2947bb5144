import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { TimeSpan } from '../../../domain/telemetry/bucket-interval.ts'
import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import { summarizeHost } from '../../../domain/telemetry/host-summary.ts'
import { summarizeGpu } from '../../../domain/telemetry/telemetry-summary.ts'
import type { GpuWindow } from '../../../ports/gpu-monitor.ts'
import type { Recording, SamplingRequest, SamplingSession } from './sampling-session.ts'
import { writeHdf5 } from './sampling-files.ts'
import { ProblemList } from './sampling-pace.ts'
import { getSamplingWorkerUrl } from './sampling-worker-url.ts'
import { leaveThread, awaitMessage, startThread } from '../../process/own-process.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../../../record/telemetry.ts'

export type SamplingWindowOptions = {
  /** Initializing a driver takes seconds; a trial waits at most this long for its monitor. Default: 20 s. */
  readonly openLimitMs?: number
  /**
   * Calls of the driver have limits of their own; writing the rest of the log to a slow disk takes longer. Default: 60
   * s.
   */
  readonly closeLimitMs?: number
  /** Called when the process of the trial has started. */
  readonly onFollow?: () => void
  /** Awaited before sampling ends, such as for the last readings of a tool. */
  readonly beforeClose?: () => Promise<void>
}
const [defaultOpenLimitMs, defaultCloseLimitMs] = [20_000, 60_000]
/** For a thread that still waits for the driver to open. */
const unopenedLimitMs = 2000

/** A method of the session that the window calls. */
type Method = 'follow' | 'markEnded' | 'stage' | 'push' | 'report'

/** Messages to the sampling thread; null: close. Times in ms since the epoch. */
export type SamplingCommand =
  | { readonly [M in Method]: { readonly method: M; readonly values: Parameters<SamplingSession[M]> } }[Method]
  | null

/** Messages from the sampling thread. */
export type SamplingReport =
  | { readonly type: 'opened'; readonly startedMs: number }
  | { readonly type: 'closed'; readonly recording: Recording }

/** The main-thread side of a sampling window. Always returns a summary, even when the thread fails. */
export class SamplingWindow implements GpuWindow {
  readonly #worker: Worker
  readonly #request: SamplingRequest
  readonly #options: SamplingWindowOptions
  /**
   * The result. For a failed thread it is created when the window closes, because the trial continues unobserved until
   * then.
   */
  readonly #closed = Promise.withResolvers<() => Recording>()
  #startedMs = Date.now()
  #isOpen = false
  #isEnded = false
  #recording: Promise<Recording> | null = null

  constructor(worker: Worker, request: SamplingRequest, options: SamplingWindowOptions) {
    this.#worker = worker
    this.#request = request
    this.#options = options
    worker.on('message', (report: SamplingReport) => {
      if (report.type === 'closed') return this.#finishWith(() => report.recording)
      this.#isOpen = true
      this.#startedMs = report.startedMs
    })
    worker.on('error', (error) => this.#fail(`the GPU monitor failed: ${error.message}`))
    worker.on('exit', (code) => this.#fail(`the GPU monitor exited unexpectedly with code ${code}`))
  }

  follow(pid: number): void {
    this.#send({ method: 'follow', values: [pid, Date.now()] })
    this.#options.onFollow?.()
  }

  markEnded(): void {
    this.#send({ method: 'markEnded', values: [Date.now()] })
  }

  markStage(stage: string | null): void {
    this.#send({ method: 'stage', values: [stage] })
  }

  /** Readings of an external tool. */
  push(readings: readonly GpuReading[]): void {
    this.#send({ method: 'push', values: [readings] })
  }

  /** Records why readings are missing, for the summary. */
  report(problem: string): void {
    this.#send({ method: 'report', values: [problem] })
  }

  async close(): Promise<TelemetrySummary> {
    return (await this.#finish()).summary
  }

  async readGpuUse(span: TimeSpan): Promise<readonly GpuUse[]> {
    return (await this.#finish()).tracks.map((track) => summarizeGpu(track, span))
  }

  async readHostUse(span: TimeSpan): Promise<HostUse | null> {
    const { host } = await this.#finish()
    return host && summarizeHost(host, span)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #finish(): Promise<Recording> {
    this.#recording ??= this.#askToClose()
    return this.#recording
  }

  async #askToClose(): Promise<Recording> {
    const { beforeClose, closeLimitMs = defaultCloseLimitMs } = this.#options
    await beforeClose?.()
    this.#worker.ref()
    this.#send(null)
    const limitMs = this.#isOpen ? closeLimitMs : Math.min(unopenedLimitMs, closeLimitMs)
    const timer = setTimeout(() => this.#fail(`the GPU monitor did not answer within ${limitMs / 1000} s`), limitMs)
    try {
      return await this.#addArrays((await this.#closed.promise)())
    } finally {
      clearTimeout(timer)
      leaveThread(this.#worker)
    }
  }

  /** Writes the HDF5 file here: each trial has a new thread, which would compile the library again. */
  async #addArrays({ summary, tracks, host }: Recording): Promise<Recording> {
    const { hdf5Path, monitor, intervalMs, runId } = this.#request
    if (hdf5Path === null || host === null) return { summary, tracks, host }
    try {
      const hdf5File = basename(await writeHdf5(hdf5Path, { monitor, intervalMs, runId, tracks, host }))
      return { summary: { ...summary, hdf5File }, tracks, host }
    } catch (error) {
      const problems = new ProblemList(summary.problems)
      problems.add(`no HDF5 file: ${error instanceof Error ? error.message : String(error)}`)
      return { summary: { ...summary, problems: problems.list() }, tracks, host }
    }
  }

  #send(command: SamplingCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (!this.#isEnded) this.#worker.postMessage(command)
  }

  /** Only the first call counts. */
  #finishWith(recording: () => Recording): void {
    this.#isEnded = true
    this.#closed.resolve(recording)
  }

  #fail(problem: string): void {
    this.#finishWith(() => this.#createBrokenRecording(problem))
  }

  #createBrokenRecording(problem: string): Recording {
    const { monitor, intervalMs, gpus, logPath } = this.#request
    const endedMs = Math.max(Date.now(), this.#startedMs)
    const due = Math.floor((endedMs - this.#startedMs) / intervalMs) * gpus.length
    const logFile = existsSync(logPath) ? basename(logPath) : null
    const counts = { samples: 0, lateSamples: 0, lostSamples: due, longestGapMs: null }
    const observed = { gpus: [], host: null, events: [], foreignProcesses: [], overheadCpuShare: null }
    const times = { startedMs: this.#startedMs, endedMs }
    const files = { logFile, hdf5File: null }
    const summary = { monitor, intervalMs, ...times, ...counts, ...observed, ...files, problems: [problem] }
    return { summary, tracks: [], host: null }
  }
}

/**
 * Starts a sampling thread; resolves after the first reading. When the source cannot be opened, the summary of the
 * window states the reason.
 */
export async function openSamplingWindow(
  request: Omit<SamplingRequest, 'ownPid'>,
  options: SamplingWindowOptions = {},
): Promise<SamplingWindow> {
  const full = { ...request, ownPid: process.pid }
  const worker = startThread(getSamplingWorkerUrl(), 'warpgauge-sampling', full)
  const window = new SamplingWindow(worker, full, options)
  await awaitMessage(worker, options.openLimitMs ?? defaultOpenLimitMs)
  // The monitor must not keep an aborted run alive.
  worker.unref()
  return window
}
