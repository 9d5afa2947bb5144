import type { TimelineBlock, TimelineRun } from '../domain/page/page.ts'
import { element, freshId } from './dom.ts'
import { whenNear } from './lazily.ts'
import { openRun, type OpenRun } from './timeline-run.ts'

/** Stages and GPUs of one run, chosen from all of them. */
export function timelineNode({ runs }: TimelineBlock): HTMLElement {
  const place = element('div')
  const id = freshId('run')
  const select = element('select', { id }, ...runs.map(({ name }, index) => element('option', { value: index }, name)))
  const first = Math.max(0, runs.findIndex(isTelling))
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
  const figure = element(
    'figure',
    { class: 'timeline' },
    element('p', { class: 'choose' }, element('label', { for: id }, 'Run '), select),
    place,
  )
  whenNear(figure, show)
  return figure
}

/** The first that is no warm-up and has samples. */
function isTelling({ part, name }: TimelineRun): boolean {
  return part !== null && !name.endsWith('warm-up')
}
