import { telemetryQuantities, type BucketedTelemetry } from '../domain/page/telemetry-buckets.ts'
import type { TimelineBlock, TimelineRun } from '../domain/report/block.ts'
import { toOwnText } from '../domain/report/content.ts'
import { createButton, createElement, offerDownload, runWhenNear } from './dom.ts'
import { createGpuCharts, type GpuCharts } from './gpu-charts.ts'
import { drawLanes } from './lanes.ts'
import { findLargest, formatCsv, readTelemetry } from './telemetry.ts'
import { createTableNode, formatWithUnit } from './text.ts'

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

/** The timeline of one run: its stages, and its GPUs where telemetry exists. */
class RunView {
  readonly node: HTMLElement
  readonly #run: TimelineRun
  readonly #lanes = createElement('div', { class: 'chart' })
  readonly #gpus = createElement('div')
  readonly #status = createElement('p', { class: 'hint', role: 'status' })
  readonly #board = createElement('div', { class: 'board' }, this.#lanes, this.#gpus)
  #telemetry: BucketedTelemetry | null = null
  #charts: GpuCharts | null = null
  #observer: ResizeObserver | null = null

  constructor(run: TimelineRun) {
    this.#run = run
    const { summary, name } = run
    const caption = toOwnText('Complete run by GPU: mean (5 % to 95 % of the time)')
    const save = run.part === null ? null : createButton('Save samples as CSV', () => this.#save())
    const table = summary && createTableNode(summary, `GPUs of ${name}`, caption)
    const notes = run.notes.map((text) => createElement('p', { class: 'hint' }, text))
    const toolbar = createElement('div', { class: 'toolbar' }, save)
    this.node = createElement('div', {}, toolbar, this.#status, this.#board, table, ...notes)
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
    this.#drawLanes()
    this.#showStatus(this.#describeSamples(telemetry))
    this.node.dataset['drawn'] = 'true'
  }

  #createCharts(telemetry: BucketedTelemetry): GpuCharts {
    const largest = telemetryQuantities.map((_, quantity) => findLargest(telemetry, quantity))
    const hidden = new Set(
      telemetryQuantities.flatMap((_, quantity) => (quantity > 3 || largest[quantity] === null ? [quantity] : [])),
    )
    const charts = createGpuCharts({ telemetry, run: this.#run, hidden, width: this.#measureWidth() })
    this.#gpus.replaceChildren(charts.node)
    const gpus = telemetry.tracks.map(({ gpu }) => gpu)
    this.#board.before(createChoices(gpus, hidden, largest, charts))
    return charts
  }

  #drawLanes(): void {
    const width = this.#measureWidth()
    if (width > 0) this.#lanes.replaceChildren(drawLanes(this.#run, this.#telemetry, width))
  }

  #resize(): void {
    const width = this.#measureWidth()
    if (width === 0) return
    this.#charts?.resize(width)
    this.#drawLanes()
  }

  #measureWidth(): number {
    return Math.floor(this.#board.clientWidth)
  }

  #describeSamples({ tracks, readings, bucketMs, intervalMs }: BucketedTelemetry): string {
    const length = formatWithUnit((this.#run.endMs - this.#run.startMs) / 1000, 's')
    const shown = `${length} · ${tracks.length} GPUs, ${readings.toLocaleString('en-US')} readings`
    if (bucketMs <= intervalMs) return `${shown}.`
    return `${shown} · each point is the range of ${formatWithUnit(bucketMs / 1000, 's')}; the log in the run folder has each reading.`
  }

  #save(): void {
    if (!this.#telemetry) return
    const csv = new Blob([formatCsv(this.#telemetry)], { type: 'text/csv' })
    offerDownload(csv, `${this.#run.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.csv`)
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
