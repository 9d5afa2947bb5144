import { telemetryQuantities, type BucketedTelemetry } from '../domain/page/telemetry-buckets.ts'
import type { TimelineBlock, TimelineRun } from '../domain/report/block.ts'
import { toOwnText } from '../domain/report/content.ts'
import { createButton, createElement, offerDownload, runWhenNear } from './dom.ts'
import { axisWidth, createGpuCharts, rightRoom, type GpuCharts } from './gpu-charts.ts'
import { drawLanes } from './lanes.ts'
import { createValuesTable, findLargest, formatCsv, readTelemetry } from './telemetry.ts'
import { createDetails, createTableNode, formatFigure, formatWithUnit } from './text.ts'
import { TimeView } from './time-view.ts'

/** Creates the timeline of the run that the reader selects; loads its samples from this file. */
export function createTimelineNode({ runs }: TimelineBlock): HTMLElement {
  const place = createElement('div')
  const options = runs.map(({ name }, index) => createElement('option', { value: index }, name))
  const select = createElement('select', {}, ...options)
  // The first run with samples that is not a warm-up.
  const first = runs.findIndex(({ part, name }) => part !== null && !name.endsWith('warm-up'))
  select.selectedIndex = Math.max(0, first)
  let open: RunView | null = null
  const show = (): void => {
    const run = runs[select.selectedIndex]
    if (!run) return
    open?.close()
    open = new RunView(run)
    place.replaceChildren(open.node)
    open.start()
  }
  select.addEventListener('change', show)
  const choice = createElement('p', { class: 'choose' }, createElement('label', {}, 'Run ', select))
  const figure = createElement('figure', { class: 'timeline' }, choice, place)
  runWhenNear(figure, show)
  return figure
}

const instructions =
  'Drag over a chart to zoom in, or hold Ctrl and turn the wheel. Keyboard: + and − zoom, ← and → move, 0 shows the complete run.'

/** The timeline of one run: its stages, and its GPUs where telemetry exists. */
class RunView {
  readonly node: HTMLElement
  readonly #run: TimelineRun
  readonly #view: TimeView
  readonly #lanes = createElement('div', { class: 'chart' })
  readonly #gpus = createElement('div')
  readonly #status = createElement('p', { class: 'hint', role: 'status' })
  readonly #board: HTMLElement
  #telemetry: BucketedTelemetry | null = null
  #charts: GpuCharts | null = null
  #observer: ResizeObserver | null = null
  #drawn = 0

  constructor(run: TimelineRun) {
    this.#run = run
    this.#view = new TimeView(run.endMs - run.startMs, () => this.#draw())
    this.#board = createElement(
      'div',
      { class: 'board', role: 'group', tabindex: 0, 'aria-label': `${run.name} over time. ${instructions}` },
      this.#lanes,
      this.#gpus,
    )
    this.#view.listenTo(this.#board, () => [axisWidth, this.#measureWidth() - rightRoom])
    const toolbar = { class: 'toolbar', role: 'group', 'aria-label': 'Part of the run in view' }
    const [hint, ...notes] = [instructions, ...run.notes].map((text) => createElement('p', { class: 'hint' }, text))
    const buttons = createElement('div', toolbar, ...this.#createButtons())
    const tables = this.#createTables()
    this.node = createElement('div', {}, buttons, this.#status, this.#board, hint ?? null, ...tables, ...notes)
  }

  start(): void {
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(this.#board)
    const { part } = this.#run
    this.#showStatus(part === null ? 'This run has no GPU samples.' : 'Loading samples …')
    this.#drawLanes()
    if (part === null) return
    readTelemetry(part)
      .then((telemetry) => this.#open(telemetry))
      .catch((error: unknown) => this.#showStatus(`Failed to show the samples of this run: ${String(error)}`))
  }

  close(): void {
    this.#observer?.disconnect()
    this.#observer = null
  }

  #open(telemetry: BucketedTelemetry): void {
    if (!this.#observer) return
    this.#telemetry = telemetry
    this.#charts = this.#createCharts(telemetry)
    this.#draw()
  }

  #draw(): void {
    this.#drawLanes()
    if (!this.#telemetry) return
    const { fromMs, toMs } = this.#view
    this.#charts?.show({ fromMs, toMs })
    this.#drawn += 1
    Object.assign(this.node.dataset, { drawn: this.#drawn, from: fromMs, to: toMs })
    this.#showStatus(this.#describeView(this.#telemetry))
  }

  #createCharts(telemetry: BucketedTelemetry): GpuCharts {
    const largest = telemetryQuantities.map((_, quantity) => findLargest(telemetry, quantity))
    const hidden = new Set(
      telemetryQuantities.flatMap((_, quantity) => (quantity > 3 || largest[quantity] === null ? [quantity] : [])),
    )
    const charts = createGpuCharts({
      telemetry,
      runStartMs: this.#run.startMs,
      hidden,
      width: this.#measureWidth(),
      select: (from, to) => this.#view.show(from * 1000, to * 1000),
    })
    this.#gpus.replaceChildren(charts.node)
    const gpus = telemetry.tracks.map(({ gpu }) => gpu)
    this.#board.before(createChoices(gpus, hidden, largest, charts))
    return charts
  }

  #drawLanes(): void {
    const width = this.#measureWidth()
    if (width > 0) this.#lanes.replaceChildren(drawLanes(this.#run, this.#view, this.#telemetry, width))
  }

  #resize(): void {
    const width = this.#measureWidth()
    if (width === 0) return
    this.#charts?.resize(width)
    this.#draw()
  }

  #measureWidth(): number {
    return Math.floor(this.#board.clientWidth)
  }

  #describeView({ tracks, readings, bucketMs, intervalMs }: BucketedTelemetry): string {
    const [from, to, all] = [this.#view.fromMs, this.#view.toMs, this.#run.endMs - this.#run.startMs].map((ms) =>
      formatWithUnit(ms / 1000, 's'),
    )
    const shown = `${from} to ${to} of ${all} · ${tracks.length} GPUs, ${formatFigure(readings)} readings in this run`
    if (bucketMs <= intervalMs) return `${shown}.`
    return `${shown} · each point is the range of ${formatWithUnit(bucketMs / 1000, 's')}; the log in the run folder has each reading.`
  }

  #createButtons(): HTMLElement[] {
    return [
      createButton('Zoom in', () => this.#view.zoom(0.5)),
      createButton('Zoom out', () => this.#view.zoom(2)),
      createButton('Earlier', () => this.#view.move(-0.25)),
      createButton('Later', () => this.#view.move(0.25)),
      createButton('Complete run', () => this.#view.showAll()),
      ...(this.#run.part === null ? [] : [createButton('Save samples as CSV', () => this.#save())]),
    ]
  }

  #save(): void {
    if (!this.#telemetry) return
    const csv = new Blob([formatCsv(this.#telemetry)], { type: 'text/csv' })
    offerDownload(csv, `${this.#run.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.csv`)
  }

  #createTables(): HTMLElement[] {
    const { summary, name } = this.#run
    const caption = toOwnText('Complete run by GPU: mean (5 % to 95 % of the time)')
    const summaryTables = summary ? [createTableNode(summary, `GPUs of ${name}`, caption)] : []
    const inView = createDetails('Values in view', () => this.#createValuesTable())
    return this.#run.part === null ? summaryTables : [...summaryTables, inView]
  }

  #createValuesTable(): HTMLElement {
    const place = createElement('div')
    const fill = (): void => {
      const table = this.#telemetry && createValuesTable(this.#telemetry, this.#view, this.#run.startMs)
      place.replaceChildren(table ?? 'The samples are not loaded yet.')
    }
    fill()
    return createElement('div', {}, createButton('Update the values in view', fill), place)
  }

  #showStatus(text: string): void {
    this.#status.textContent = text
  }
}

/** Creates the check boxes for quantities and GPUs. */
function createChoices(
  gpus: readonly number[],
  hidden: ReadonlySet<number>,
  largest: readonly (number | null)[],
  charts: Pick<GpuCharts, 'showGpu' | 'showQuantity'>,
): HTMLElement {
  const quantities = telemetryQuantities.map(({ label }, quantity) => {
    const isOffered = largest[quantity] !== null
    const box = createBox((isOn) => charts.showQuantity(quantity, isOn), !hidden.has(quantity), !isOffered)
    return createElement('label', {}, box, ` ${label}${isOffered ? '' : ' (not available)'}`)
  })
  const devices = gpus.map((gpu, place) => {
    const box = createBox((isOn) => charts.showGpu(place, isOn), true, false)
    const swatch = createElement('span', { class: `swatch line series-${place % 8}`, 'aria-hidden': 'true' })
    return createElement('label', {}, box, swatch, ` GPU ${gpu}`)
  })
  return createElement(
    'div',
    { class: 'choices' },
    createElement('fieldset', {}, createElement('legend', {}, 'Shown'), ...quantities),
    createElement('fieldset', {}, createElement('legend', {}, 'GPUs'), ...devices),
  )
}

function createBox(change: (isOn: boolean) => void, checked: boolean, disabled: boolean): HTMLInputElement {
  const box = createElement('input', { type: 'checkbox', checked, disabled })
  box.addEventListener('change', () => change(box.checked))
  return box
}
