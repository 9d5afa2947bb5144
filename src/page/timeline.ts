import type { TimelineBlock, TimelineRun } from '../domain/page/page.ts'
import { createElement, generateId } from './dom.ts'
import { runWhenNear } from './lazy-drawing.ts'
import { openRun, type OpenRun } from './timeline-run.ts'

/** Creates the timeline of a selected run. */
export function createTimelineNode({ runs }: TimelineBlock): HTMLElement {
  const place = createElement('div')
  const id = generateId('run')
  const select = createElement(
    'select',
    { id },
    ...runs.map(({ name }, index) => createElement('option', { value: index }, name)),
  )
  const first = Math.max(0, runs.findIndex(isMeasuredRun))
  select.selectedIndex = first
  let open: OpenRun | null = null
  const show = (): void => {
    const run = runs[select.selectedIndex]
    if (!run) return
    open?.close()
    open = openRun(run)
    place.replaceChildren(open.node)
    open.start()
  }
  select.addEventListener('change', show)
  const figure = createElement(
    'figure',
    { class: 'timeline' },
    createElement('p', { class: 'choose' }, createElement('label', { for: id }, 'Run '), select),
    place,
  )
  runWhenNear(figure, show)
  return figure
}

/** Whether a run has samples and is not a warm-up. */
function isMeasuredRun({ part, name }: TimelineRun): boolean {
  return part !== null && !name.endsWith('warm-up')
}
