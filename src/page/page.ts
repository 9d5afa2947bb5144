import type { Page, PageView } from '../domain/report/block.ts'
import { createBlockNode } from './blocks.ts'
import { createElement, drawAll } from './dom.ts'
import { createDownloadsNode } from './downloads.ts'
import { readPartText } from './downloads.ts'
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
    createHeader(page),
    createElement('div', { class: 'body' }, createNavigation(page), main),
    createElement('footer', {}, `Made by ${page.madeBy}. This file loads nothing from the network.`),
  )
  const rest = [...others.map((view) => () => createViewNode(view)), () => createRawDataSection(page)]
  appendInTurn(main, rest)
  addEventListener('beforeprint', drawAll)
}

function appendInTurn(main: HTMLElement, makers: readonly (() => Node)[]): void {
  const [next, ...later] = makers
  if (!next) {
    main.dataset['complete'] = 'true'
    scrollToAddress()
    return
  }
  setTimeout(() => {
    main.append(next())
    appendInTurn(main, later)
  })
}

/** Scrolls to the view that the address names; it may not exist yet when the file is opened. */
function scrollToAddress(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id !== '') document.getElementById(id)?.scrollIntoView()
}

function createHeader({ headline, tone }: Page): HTMLElement {
  return createElement(
    'header',
    { class: tone },
    createElement('h1', {}, ...createTextNodes(headline)),
    createThemeSwitch(),
  )
}

function createNavigation({ views, downloads }: Page): HTMLElement {
  const entries = [
    ...views.map(({ id, title }) => [id, title] as const),
    ...(downloads.length > 0 ? [rawDataEntry] : []),
  ]
  const items = entries.map(([id, title]) => createElement('li', {}, createElement('a', { href: `#${id}` }, title)))
  return createElement('nav', { 'aria-label': 'Views' }, createElement('ul', {}, ...items))
}

const rawDataEntry = ['raw-data', 'Raw data'] as const

function createViewNode({ id, title, blocks }: PageView): HTMLElement {
  const heading = `${id}-title`
  return createElement(
    'section',
    { id, 'aria-labelledby': heading },
    createElement('h2', { id: heading }, title),
    ...blocks.map((block) => createBlockNode(block, title)),
  )
}

function createRawDataSection({ downloads }: Page): Node {
  if (downloads.length === 0) return document.createDocumentFragment()
  const [id, title] = rawDataEntry
  return createElement(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    createElement('h2', { id: `${id}-title` }, title),
    createElement('p', {}, 'The source files of this report, stored inside this page.'),
    createDownloadsNode(downloads),
  )
}
