import { join } from 'node:path'
import { LiveAccumulator } from '../../adapters/pipeline/live.ts'
import { readProgress } from '../../programs/index.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatLiveProgress, type LiveProgress } from '../../domain/production/live-text.ts'
import { addProgressPoint } from '../../domain/production/progress-curve.ts'
import { decideStop, findDueLook } from '../../domain/production/stop-rule.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { GrowingWatch } from '../../io/files/disk-file-inspector.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import { parseAttempts } from '../../config/records/parse-records.ts'
import type { LongRun, ProgressCurve, LostAttempt, TrialProgress } from '../../record/pipeline.ts'
import { mostAttempts, mostCurves } from '../../record/limits.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { TrialPlace, TrialRequest } from './trial-request.ts'
import { runTrial } from './run-trial.ts'

/** Status of earlier executions, in the directory of the trial. */
const attemptsFile = 'attempts.json'
const previousAttemptsFile = 'attempts.previous.json'
const maxAttemptsBytes = 64 * 1024

/**
 * The interrupted executions before this one. Uses the previous status when the current one is unreadable. Without any
 * status their duration is unknown, so their checkpoints are removed: resuming would make the trial look faster.
 */
export async function readLostAttempts(
  directory: string,
  { files, logger }: Pick<MeasurePorts, 'files' | 'logger'>,
): Promise<readonly LostAttempt[]> {
  for (const name of [attemptsFile, previousAttemptsFile]) {
    const path = join(directory, name)
    const text = await files.readText(path, maxAttemptsBytes)
    if (text === null) continue
    try {
      return parseAttempts(text)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      logger.warning(`${path}: ${error.message}`)
    }
  }
  if ((await files.list(directory)).length === 0) return []
  logger.warning(
    `${directory} has no duration of the interrupted executions, so the trial restarts without their checkpoints.`,
  )
  await files.remove(directory)
  await files.makeDirectory(directory)
  return []
}

/**
 * Watches one execution of a long run: reads its output, reports progress, stores the status for a resume, and aborts
 * it when the limit cannot be met.
 */
class LongRunWatch {
  readonly #request: TrialRequest
  readonly #settings: LongRun
  readonly #lost: readonly LostAttempt[]
  readonly #ports: MeasurePorts
  readonly #live = new LiveAccumulator(readProgress)
  readonly #stop = new AbortController()
  readonly #startedAt: string
  readonly #startedMs: number
  #curves: readonly ProgressCurve[] = []
  #watch: GrowingWatch | null = null
  #toldSeconds = 0
  #tokensTold = 0
  #looks = -1

  constructor(request: TrialRequest, settings: LongRun, lost: readonly LostAttempt[], ports: MeasurePorts) {
    this.#request = request
    this.#settings = settings
    this.#lost = lost
    this.#ports = ports
    this.#startedAt = ports.clock.now().toISOString()
    this.#startedMs = ports.clock.readMonotonicMs()
  }

  /** Starts watching the files of an execution, and writes the first status. */
  async open(files: TrialPlace['files']): Promise<void> {
    await this.#leaveWord()
    const { stdoutPath, stderrPath, eventsPath } = files
    const lookMs = this.#settings.lookSeconds * 1000
    const paths = [stdoutPath, stderrPath, eventsPath]
    this.#watch = this.#ports.growing.follow(paths, lookMs, (added) => this.#readProgress(added))
  }

  /** Aborts when the limit cannot be met, with a sentence as its reason. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** Reads the remaining output. Call after the process has ended; idempotent. */
  async close(): Promise<TrialProgress> {
    const watch = this.#watch
    this.#watch = null
    await watch?.close()
    await this.#leaveWord()
    const { tokens, tokenBudget, isSample, ...counted } = this.#live.summarize()
    // Waits of a part of the batches would look like those of all; the pipeline's log has them with their number.
    const { waits, starved } = isSample ? { waits: 0, starved: 0 } : counted
    const heartbeatSeconds = this.#settings.updateSeconds
    return { curves: this.#curves, tokens, tokenBudget, waits, starved, lostAttempts: this.#lost, heartbeatSeconds }
  }

  /** Why a stopped or resumed trial does not count; null: it counts. */
  findFailure({ failure }: Pick<Trial, 'failure'>): TrialFailure | null {
    if (this.#stop.signal.aborted && failure?.kind === 'cancelled')
      return { kind: 'stopped', detail: String(this.#stop.signal.reason) }
    if (failure !== null || this.#lost.length === 0) return failure
    const executions =
      this.#lost.length === 1 ? '1 interrupted execution' : `${this.#lost.length} interrupted executions`
    const detail = `resumed from the checkpoints of ${executions} (${Math.round(sumSeconds(this.#lost))} s): not comparable with an uninterrupted run`
    return { kind: 'resumed', detail }
  }

  async #readProgress([stdout = '', stderr = '', events = '']: readonly string[]): Promise<void> {
    this.#live.addEvents(events)
    this.#live.addLog(stdout)
    this.#live.addLog(stderr)
    const seconds = this.#computeSeconds()
    const { stage, done, total } = this.#live.summarize()
    if (done !== null) this.#curves = addProgressPoint(this.#curves, { stage, total, seconds, done }).slice(-mostCurves)
    this.#decide(seconds)
    if (seconds - this.#toldSeconds < this.#settings.updateSeconds) return
    this.#reportProgress(seconds)
    await this.#leaveWord()
  }

  #decide(seconds: number): void {
    const { stop } = this.#settings
    const curve = this.#getCurrentCurve()
    if (!stop || !curve) return
    // Interrupted executions have used part of the time limit.
    const rule = { ...stop, limitSeconds: stop.limitSeconds - sumSeconds(this.#lost) }
    const look = findDueLook(seconds, rule)
    if (look === null || look <= this.#looks) return
    this.#looks = look
    const decision = decideStop(curve, look, rule)
    if (decision.stop) this.#stop.abort(decision.reason)
  }

  #reportProgress(seconds: number): void {
    const { prepared, next } = this.#request
    const gpus = prepared.physicalGpus(next.planned.gpus)
    const reading = this.#live.summarize()
    const tokensPerSecond =
      reading.tokens > this.#tokensTold ? (reading.tokens - this.#tokensTold) / (seconds - this.#toldSeconds) : null
    this.#toldSeconds = seconds
    this.#tokensTold = reading.tokens
    const readings = this.#ports.monitor?.readLatest?.(gpus) ?? []
    const progress: LiveProgress = { seconds, reading, curve: this.#getCurrentCurve(), tokensPerSecond, gpus: readings }
    this.#ports.progress.onLiveLine?.(formatLiveProgress(progress))
  }

  /** Null between stages: the previous curve no longer applies. */
  #getCurrentCurve(): ProgressCurve | null {
    const last = this.#curves.at(-1)
    return last && last.stage === this.#live.summarize().stage ? last : null
  }

  async #leaveWord(): Promise<void> {
    const { directory } = this.#request
    if (this.#settings.resumeArgs === null) return
    const own = { startedAt: this.#startedAt, seconds: this.#computeSeconds() }
    const attempts = [...this.#lost, own].slice(-mostAttempts)
    const text = `${JSON.stringify({ attempts })}\n`
    await this.#ports.files.replaceText(join(directory, attemptsFile), text, join(directory, previousAttemptsFile))
  }

  #computeSeconds(): number {
    return (this.#ports.clock.readMonotonicMs() - this.#startedMs) / 1000
  }
}

function sumSeconds(attempts: readonly LostAttempt[]): number {
  return attempts.reduce((sum, { seconds }) => sum + seconds, 0)
}

/**
 * Runs one long trial. Each execution has its own directory inside the trial's; the pipeline output is stored next to
 * it, so that the next execution finds the checkpoints after a lost runner. It is removed at the end, unless the config
 * keeps outputs.
 */
export async function runLongTrial(request: TrialRequest, ports: MeasurePorts): Promise<Trial> {
  const { planned } = request.next
  const settings = planned.longRun
  if (!settings) return await runTrial(request, ports)
  const lost = settings.resumeArgs === null ? [] : await readLostAttempts(request.directory, ports)
  const directory = join(request.directory, `execution-${lost.length + 1}`)
  await ports.files.makeDirectory(directory)
  const files = {
    stdoutPath: join(directory, 'stdout.log'),
    stderrPath: join(directory, 'stderr.log'),
    eventsPath: join(directory, 'events.jsonl'),
  }
  const outputParent = join(request.directory, 'work')
  const watch = new LongRunWatch(request, settings, lost, ports)
  await watch.open(files)
  const longRun = {
    outputParent,
    resumeArgs: lost.length > 0 ? (settings.resumeArgs ?? []) : [],
    isContinued: lost.length > 0,
  }
  const signal = AbortSignal.any([request.signal, watch.signal])
  const trial = await runTrial({ ...request, directory, signal, longRun }, ports).catch(async (error: unknown) => {
    await watch.close()
    throw error
  })
  const progress = await watch.close()
  const failure = watch.findFailure(trial)
  const isToGoOn = failure?.kind === 'cancelled'
  if (!isToGoOn && !request.prepared.config.run.keepOutputs) await ports.files.remove(outputParent)
  return { ...trial, failure, progress }
}
