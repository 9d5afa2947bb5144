import type { TimelineRun } from '../domain/page/page.ts'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import type { TelemetryWindow } from '../domain/page/telemetry-window.ts'
import { button, element } from './dom.ts'
import { offer } from './downloads.ts'
import { axisWidth, gpuCharts, rightRoom, type GpuCharts } from './gpu-charts.ts'
import { lanes } from './lanes.ts'
import { folded, tableNode } from './tables.ts'
import { TelemetryClient } from './telemetry-client.ts'
import type { Opened } from './telemetry-messages.ts'
import { figure, withUnit } from './text.ts'
import { TimeView } from './time-view.ts'
import { choices } from './timeline-choices.ts'
import { tableOfWindow } from './window-table.ts'

/** A run that is on the page, until it is closed. */
export type OpenRun = {
  readonly node: HTMLElement
  /** When the node is on the page. */
  start(): void
  close(): void
}

const instructions =
  'Drag over a chart to look closer, hold Ctrl and turn the wheel to zoom. With the keyboard: + and − zoom, ← and → move, 0 shows the whole run.'

/** One run over time: its stages, and its GPUs where somebody watched. */
export function openRun(run: TimelineRun): OpenRun {
  return new RunView(run)
}

class RunView implements OpenRun {
  readonly node: HTMLElement
  readonly #run: TimelineRun
  readonly #view: TimeView
  readonly #lanes = element('div', { class: 'chart' })
  readonly #gpus = element('div')
  readonly #status = element('p', { class: 'hint', role: 'status' })
  readonly #board: HTMLElement
  #client: TelemetryClient | null = null
  #opened: Opened | null = null
  #charts: GpuCharts | null = null
  #window: TelemetryWindow | null = null
  #observer: ResizeObserver | null = null
  /** All of them at first, to learn how far each goes. */
  readonly #shown = new Set(telemetryQuantities.keys())
  #drawn = 0

  constructor(run: TimelineRun) {
    this.#run = run
    this.#view = new TimeView(run.endMs - run.startMs, () => this.#look())
    this.#board = element(
      'div',
      { class: 'board', role: 'group', tabindex: 0, 'aria-label': `${run.name} over time. ${instructions}` },
      this.#lanes,
      this.#gpus,
    )
    this.#view.listenTo(this.#board, () => [axisWidth, this.#width() - rightRoom])
    this.node = element(
      'div',
      {},
      element('div', { class: 'toolbar', role: 'group', 'aria-label': 'Part of the run in view' }, ...this.#buttons()),
      this.#status,
      this.#board,
      element('p', { class: 'hint' }, instructions),
      ...this.#tables(),
      ...run.notes.map((note) => element('p', { class: 'hint' }, note)),
    )
  }

  start(): void {
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(this.#board)
    const { part } = this.#run
    if (part === null) {
      this.#tell('No samples of GPUs are kept of this run.')
      this.#drawLanes()
      return
    }
    this.#tell('Reading the samples …')
    this.#drawLanes()
    this.#client = new TelemetryClient(part, {
      opened: (opened) => this.#open(opened),
      window: (window) => this.#draw(window),
      failed: (reason) => this.#tell(`The samples of this run cannot be read: ${reason}`),
    })
  }

  close(): void {
    this.#observer?.disconnect()
    this.#client?.close()
  }

  #open(opened: Opened): void {
    this.#opened = opened
    this.#look()
  }

  #look(): void {
    const { fromMs, toMs } = this.#view
    const shift = this.#shiftMs()
    const columns = this.#width() - axisWidth - rightRoom
    const quantities = [...this.#shown]
    if (this.#client) this.#client.look({ fromMs: fromMs + shift, toMs: toMs + shift, columns, quantities })
    else this.#drawLanes()
  }

  /** Samples count from the first of them, the view from the start of the run. */
  #shiftMs(): number {
    return this.#opened ? this.#run.startMs - this.#opened.startMs : 0
  }

  #draw(window: TelemetryWindow): void {
    const shift = this.#shiftMs()
    const shown = { ...window, fromMs: window.fromMs - shift, toMs: window.toMs - shift }
    this.#window = shown
    this.#charts ??= this.#makeCharts(shown)
    this.#charts.show(shown)
    this.#drawLanes()
    this.#drawn += 1
    Object.assign(this.node.dataset, { drawn: this.#drawn, from: shown.fromMs, to: shown.toMs })
    this.#tell(this.#whatIsInView(shown))
  }

  #makeCharts(whole: TelemetryWindow): GpuCharts {
    const gpus = this.#opened?.gpus ?? []
    const largest = telemetryQuantities.map((_, quantity) => largestOf(whole, quantity))
    const hidden = new Set(
      telemetryQuantities.flatMap((_, quantity) => (quantity > 3 || largest[quantity] === null ? [quantity] : [])),
    )
    for (const quantity of hidden) this.#shown.delete(quantity)
    const charts = gpuCharts({
      gpus,
      hidden,
      width: this.#width(),
      largest: largest.map((value) => value ?? 1),
      select: (from, to) => this.#view.show(from * 1000, to * 1000),
    })
    this.#gpus.replaceChildren(charts.node)
    this.#board.before(
      choices(gpus, hidden, largest, {
        showGpu: (place, isOn) => charts.showGpu(place, isOn),
        showQuantity: (quantity, isOn) => {
          if (isOn) this.#shown.add(quantity)
          else this.#shown.delete(quantity)
          charts.showQuantity(quantity, isOn)
          this.#look()
        },
      }),
    )
    return charts
  }

  #drawLanes(): void {
    const width = this.#width()
    if (width > 0) this.#lanes.replaceChildren(lanes(this.#run, this.#view, this.#window, width))
  }

  #resize(): void {
    const width = this.#width()
    if (width === 0) return
    this.#charts?.resize(width)
    this.#look()
  }

  #width(): number {
    return Math.floor(this.#board.clientWidth)
  }

  #whatIsInView({ fromMs, toMs, buckets }: TelemetryWindow): string {
    const { gpus, rows, merged } = this.#opened ?? { gpus: [], rows: 0, merged: 1 }
    const parts = [
      `${withUnit(fromMs / 1000, 's')} to ${withUnit(toMs / 1000, 's')} of ${withUnit((this.#run.endMs - this.#run.startMs) / 1000, 's')}`,
      `${gpus.length} GPUs, ${figure(rows * telemetryQuantities.length)} samples in this run`,
      `a pixel covers ${withUnit((toMs - fromMs) / buckets / 1000, 's')} with its lowest and highest`,
      ...(merged > 1 ? [`the page keeps the extremes of ${merged} readings in a row`] : []),
    ]
    return `${parts.join(' · ')}.`
  }

  #buttons(): HTMLElement[] {
    return [
      button('Zoom in', () => this.#view.zoom(0.5)),
      button('Zoom out', () => this.#view.zoom(2)),
      button('Earlier', () => this.#view.move(-0.25)),
      button('Later', () => this.#view.move(0.25)),
      button('Whole run', () => this.#view.whole()),
      ...(this.#run.part === null ? [] : [button('Save samples as CSV', () => void this.#save())]),
    ]
  }

  async #save(): Promise<void> {
    const csv = await this.#client?.csv()
    if (csv) offer(csv, `${this.#run.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.csv`)
  }

  #tables(): HTMLElement[] {
    const { summary, name } = this.#run
    const whole = summary
      ? [
          tableNode(summary, `GPUs of ${name}`, [
            { style: 'ours', text: 'The whole run, by GPU: mean (5 % to 95 % of the time)' },
          ]),
        ]
      : []
    const inView = folded('Figures of the part in view', () => this.#tableInView())
    return this.#run.part === null ? whole : [...whole, inView]
  }

  #tableInView(): HTMLElement {
    const place = element('div')
    const fill = (): void => {
      const { gpus } = this.#opened ?? { gpus: [] }
      place.replaceChildren(this.#window ? tableOfWindow(this.#window, gpus) : 'The samples are not read yet.')
    }
    fill()
    return element('div', {}, button('Take figures of the part in view now', fill), place)
  }

  #tell(text: string): void {
    this.#status.textContent = text
  }
}

/** Null: nobody offered this quantity. */
function largestOf({ tracks }: TelemetryWindow, quantity: number): number | null {
  const values = tracks.flatMap(({ extremes }) => [...(extremes[quantity] ?? [])].filter(Number.isFinite))
  return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value), 0)
}
