import { LiveStages } from '../../adapters/pipeline/live-stages.ts'
import type { TimeSpan } from '../../domain/telemetry/bucket-interval.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { GrowingFiles, GrowingWatch } from '../../ports/growing-files.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../../record/telemetry.ts'

/** An edge read more than 150 ms late is not used for short stages: this leaves 100 ms to a busy machine. */
const lookMs = 50

/** A window that is notified of stages from the pipeline's event file, between `follow` and `markEnded`. */
export class StageFollowingWindow implements GpuWindow {
  readonly #window: GpuWindow
  readonly #growing: GrowingFiles
  readonly #eventsPath: string
  #watch: GrowingWatch | null = null
  #isOver = false

  constructor(window: GpuWindow, growing: GrowingFiles, eventsPath: string) {
    this.#window = window
    this.#growing = growing
    this.#eventsPath = eventsPath
  }

  follow(pid: number): void {
    this.#window.follow(pid)
    const stages = new LiveStages()
    this.#watch ??= this.#growing.follow([this.#eventsPath], lookMs, async ([added = '']) => {
      if (!this.#isOver && stages.add(added)) this.#window.markStage(stages.current)
    })
  }

  markEnded(): void {
    this.#isOver = true
    this.#window.markEnded()
  }

  markStage(stage: string | null): void {
    this.#window.markStage(stage)
  }

  async close(): Promise<TelemetrySummary> {
    await this.#stopWatching()
    return await this.#window.close()
  }

  async readGpuUse(span: TimeSpan): Promise<readonly GpuUse[]> {
    await this.#stopWatching()
    return await this.#window.readGpuUse(span)
  }

  async readHostUse(span: TimeSpan): Promise<HostUse | null> {
    await this.#stopWatching()
    return await this.#window.readHostUse(span)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #stopWatching(): Promise<void> {
    this.#isOver = true
    const watch = this.#watch
    this.#watch = null
    await watch?.close()
  }
}
