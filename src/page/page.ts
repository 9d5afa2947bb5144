import type { Page, PageDownload, PageView } from '../domain/report/block.ts'
import { createBlockNode } from './blocks.ts'
import { createButton, createElement, decodePart, drawAll, offerDownload, readPartText } from './dom.ts'
import { createTextNodes } from './text.ts'
import { createThemeSwitch } from './theme.ts'

/** Shows the page data of this file: the first view at once, the others when the browser is idle. */
export function showPage(): void {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- written by the program that made this file
  const page = JSON.parse(readPartText('page')) as Page
  const main = createElement('main', { id: 'main', tabindex: -1 })
  const [first, ...others] = page.views
  if (first) main.append(createViewNode(first))
  document.body.append(
    createElement('a', { class: 'skip', href: '#main' }, 'Skip to the report'),
    createElement(
      'header',
      { class: page.tone },
      createElement('h1', {}, ...createTextNodes(page.headline)),
      createThemeSwitch(),
    ),
    createElement('div', { class: 'body' }, createNavigation(page), main),
    createElement('footer', {}, `Made by ${page.madeBy}. This file loads nothing from the network.`),
  )
  const rest = others.map((view) => () => createViewNode(view))
  appendInTurn(main, page.downloads.length > 0 ? [...rest, () => createRawDataSection(page)] : rest)
  addEventListener('beforeprint', drawAll)
}

function appendInTurn(main: HTMLElement, makers: readonly (() => Node)[]): void {
  const [next, ...later] = makers
  if (next) {
    setTimeout(() => {
      main.append(next())
      appendInTurn(main, later)
    })
    return
  }
  main.dataset['complete'] = 'true'
  // The view that the address names may not exist yet when the file is opened.
  const id = decodeURIComponent(location.hash.slice(1))
  if (id !== '') document.getElementById(id)?.scrollIntoView()
}

function createNavigation({ views, downloads }: Page): HTMLElement {
  const entries = downloads.length > 0 ? [...views, rawData] : views
  const items = entries.map(({ id, title }) => createElement('li', {}, createElement('a', { href: `#${id}` }, title)))
  return createElement('nav', { 'aria-label': 'Views' }, createElement('ul', {}, ...items))
}

function createViewNode({ id, title, blocks }: PageView): HTMLElement {
  const nodes = blocks.map((block) => createBlockNode(block, title))
  return createSection({ id, title }, ...nodes)
}

function createSection({ id, title }: Pick<PageView, 'id' | 'title'>, ...nodes: readonly Node[]): HTMLElement {
  const heading = `${id}-title`
  return createElement(
    'section',
    { id, 'aria-labelledby': heading },
    createElement('h2', { id: heading }, title),
    ...nodes,
  )
}

const rawData = { id: 'raw-data', title: 'Raw data' }

function createRawDataSection({ downloads }: Page): Node {
  const items = downloads.map((download) => {
    const label = `Save ${download.name} (${formatSize(download.bytes)})`
    const button = createButton(label, () => void save(download))
    return createElement('li', {}, button)
  })
  return createSection(
    rawData,
    createElement('p', {}, 'The source files of this report, stored inside this page.'),
    createElement('ul', { class: 'downloads' }, ...items),
  )
}

async function save({ name, mediaType, part }: PageDownload): Promise<void> {
  offerDownload(new Blob([await decodePart(part)], { type: mediaType }), name)
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
