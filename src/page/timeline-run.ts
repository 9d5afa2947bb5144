import type { TimelineRun } from '../domain/page/page.ts'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import type { TelemetryWindow } from '../domain/page/telemetry-window.ts'
import { createButton, createElement } from './dom.ts'
import { offerDownload } from './downloads.ts'
import { axisWidth, createGpuCharts, rightRoom, type GpuCharts } from './gpu-charts.ts'
import { drawLanes } from './lanes.ts'
import { createDetails, createTableNode } from './tables.ts'
import { TelemetryClient } from './telemetry-client.ts'
import type { TelemetryOverview } from './telemetry-messages.ts'
import { formatFigure, formatWithUnit } from './text.ts'
import { TimeView } from './time-view.ts'
import { createChoices } from './timeline-controls.ts'
import { createWindowTable } from './window-table.ts'

/** A run shown on the page, until it is closed. */
export type OpenRun = {
  readonly node: HTMLElement
  /** Called after the node was added to the page. */
  start(): void
  close(): void
}

const instructions =
  'Drag over a chart to zoom in, or hold Ctrl and turn the wheel. Keyboard: + and − zoom, ← and → move, 0 shows the complete run.'

/** Creates the timeline of one run: its stages, and its GPUs where telemetry exists. */
export function openRun(run: TimelineRun): OpenRun {
  return new RunView(run)
}

class RunView implements OpenRun {
  readonly node: HTMLElement
  readonly #run: TimelineRun
  readonly #view: TimeView
  readonly #lanes = createElement('div', { class: 'chart' })
  readonly #gpus = createElement('div')
  readonly #status = createElement('p', { class: 'hint', role: 'status' })
  readonly #board: HTMLElement
  #client: TelemetryClient | null = null
  #opened: TelemetryOverview | null = null
  #charts: GpuCharts | null = null
  #window: TelemetryWindow | null = null
  #observer: ResizeObserver | null = null
  /** Initially all quantities, to find the maximum of each. */
  readonly #shown = new Set(telemetryQuantities.keys())
  #drawn = 0

  constructor(run: TimelineRun) {
    this.#run = run
    this.#view = new TimeView(run.endMs - run.startMs, () => this.#updateWindow())
    this.#board = createElement(
      'div',
      { class: 'board', role: 'group', tabindex: 0, 'aria-label': `${run.name} over time. ${instructions}` },
      this.#lanes,
      this.#gpus,
    )
    this.#view.listenTo(this.#board, () => [axisWidth, this.#measureWidth() - rightRoom])
    this.node = createElement(
      'div',
      {},
      createElement(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': 'Part of the run in view' },
        ...this.#createButtons(),
      ),
      this.#status,
      this.#board,
      createElement('p', { class: 'hint' }, instructions),
      ...this.#createTables(),
      ...run.notes.map((note) => createElement('p', { class: 'hint' }, note)),
    )
  }

  start(): void {
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(this.#board)
    const { part } = this.#run
    if (part === null) {
      this.#showStatus('This run has no GPU samples.')
      this.#drawLanes()
      return
    }
    this.#showStatus('Loading samples …')
    this.#drawLanes()
    this.#client = new TelemetryClient(part, {
      opened: (opened) => this.#open(opened),
      window: (window) => this.#draw(window),
      failed: (reason) => this.#showStatus(`Failed to load the samples of this run: ${reason}`),
    })
  }

  close(): void {
    this.#observer?.disconnect()
    this.#client?.close()
  }

  #open(opened: TelemetryOverview): void {
    this.#opened = opened
    this.#updateWindow()
  }

  #updateWindow(): void {
    const { fromMs, toMs } = this.#view
    const shift = this.#computeShiftMs()
    const columns = this.#measureWidth() - axisWidth - rightRoom
    const quantities = [...this.#shown]
    if (this.#client) this.#client.requestWindow({ fromMs: fromMs + shift, toMs: toMs + shift, columns, quantities })
    else this.#drawLanes()
  }

  /** Telemetry counts from its first sample, the view from the start of the run. */
  #computeShiftMs(): number {
    return this.#opened ? this.#run.startMs - this.#opened.startMs : 0
  }

  #draw(window: TelemetryWindow): void {
    const shift = this.#computeShiftMs()
    const shown = { ...window, fromMs: window.fromMs - shift, toMs: window.toMs - shift }
    this.#window = shown
    this.#charts ??= this.#createCharts(shown)
    this.#charts.show(shown)
    this.#drawLanes()
    this.#drawn += 1
    Object.assign(this.node.dataset, { drawn: this.#drawn, from: shown.fromMs, to: shown.toMs })
    this.#showStatus(this.#describeWindow(shown))
  }

  #createCharts(complete: TelemetryWindow): GpuCharts {
    const gpus = this.#opened?.gpus ?? []
    const largest = telemetryQuantities.map((_, quantity) => findLargest(complete, quantity))
    const hidden = new Set(
      telemetryQuantities.flatMap((_, quantity) => (quantity > 3 || largest[quantity] === null ? [quantity] : [])),
    )
    for (const quantity of hidden) this.#shown.delete(quantity)
    const charts = createGpuCharts({
      gpus,
      hidden,
      width: this.#measureWidth(),
      largest: largest.map((value) => value ?? 1),
      select: (from, to) => this.#view.show(from * 1000, to * 1000),
    })
    this.#gpus.replaceChildren(charts.node)
    this.#board.before(
      createChoices(gpus, hidden, largest, {
        showGpu: (place, isOn) => charts.showGpu(place, isOn),
        showQuantity: (quantity, isOn) => {
          if (isOn) this.#shown.add(quantity)
          else this.#shown.delete(quantity)
          charts.showQuantity(quantity, isOn)
          this.#updateWindow()
        },
      }),
    )
    return charts
  }

  #drawLanes(): void {
    const width = this.#measureWidth()
    if (width > 0) this.#lanes.replaceChildren(drawLanes(this.#run, this.#view, this.#window, width))
  }

  #resize(): void {
    const width = this.#measureWidth()
    if (width === 0) return
    this.#charts?.resize(width)
    this.#updateWindow()
  }

  #measureWidth(): number {
    return Math.floor(this.#board.clientWidth)
  }

  #describeWindow({ fromMs, toMs, buckets }: TelemetryWindow): string {
    const { gpus, rows, merged } = this.#opened ?? { gpus: [], rows: 0, merged: 1 }
    const parts = [
      `${formatWithUnit(fromMs / 1000, 's')} to ${formatWithUnit(toMs / 1000, 's')} of ${formatWithUnit((this.#run.endMs - this.#run.startMs) / 1000, 's')}`,
      `${gpus.length} GPUs, ${formatFigure(rows * telemetryQuantities.length)} samples in this run`,
      `one pixel shows the range of ${formatWithUnit((toMs - fromMs) / buckets / 1000, 's')}`,
      ...(merged > 1 ? [`each sample is the range of ${merged} readings`] : []),
    ]
    return `${parts.join(' · ')}.`
  }

  #createButtons(): HTMLElement[] {
    return [
      createButton('Zoom in', () => this.#view.zoom(0.5)),
      createButton('Zoom out', () => this.#view.zoom(2)),
      createButton('Earlier', () => this.#view.move(-0.25)),
      createButton('Later', () => this.#view.move(0.25)),
      createButton('Complete run', () => this.#view.showAll()),
      ...(this.#run.part === null ? [] : [createButton('Save samples as CSV', () => void this.#save())]),
    ]
  }

  async #save(): Promise<void> {
    const csv = await this.#client?.requestCsv()
    if (csv) offerDownload(csv, `${this.#run.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.csv`)
  }

  #createTables(): HTMLElement[] {
    const { summary, name } = this.#run
    const summaryTables = summary
      ? [
          createTableNode(summary, `GPUs of ${name}`, [
            { style: 'ours', text: 'Complete run by GPU: mean (5 % to 95 % of the time)' },
          ]),
        ]
      : []
    const inView = createDetails('Values in view', () => this.#createWindowTable())
    return this.#run.part === null ? summaryTables : [...summaryTables, inView]
  }

  #createWindowTable(): HTMLElement {
    const place = createElement('div')
    const fill = (): void => {
      const { gpus } = this.#opened ?? { gpus: [] }
      place.replaceChildren(this.#window ? createWindowTable(this.#window, gpus) : 'The samples are not loaded yet.')
    }
    fill()
    return createElement('div', {}, createButton('Update the values in view', fill), place)
  }

  #showStatus(text: string): void {
    this.#status.textContent = text
  }
}

/** Finds the maximum of a quantity; null: not available. */
function findLargest({ tracks }: TelemetryWindow, quantity: number): number | null {
  const values = tracks.flatMap(({ extremes }) => [...(extremes[quantity] ?? [])].filter(Number.isFinite))
  return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value), 0)
}
